"""Bodies of Piper's clients."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from brisa.errors import BrisaError, OutOfRange
from brisa.transports.piper.request import PiperBody, read_piper

pytestmark = pytest.mark.unit

JSON = "application/json"
FORM = "application/x-www-form-urlencoded"
RECORDED = Path(__file__).parent / "recorded"


def read(content_type: str = JSON, **fields: Any) -> PiperBody:
    return read_piper(json.dumps({"text": "Hi.", **fields}).encode(), content_type)


def test_recorded_body() -> None:
    body = read_piper((RECORDED / "pipecat.json").read_bytes(), JSON)
    assert body == PiperBody("Hello there.", None)


def test_fields() -> None:
    body = read(voice="ada", speaker=None, speaker_id=3, noise_scale=0.6, noise_w_scale=None, x=[1])
    assert (body.text, body.voice, body.speed) == ("Hi.", "ada", 1.0)


@pytest.mark.parametrize(("scale", "speed"), [(None, 1), (1, 1), (2.0, 0.5), (0.5, 2)])
def test_the_longer_the_slower(scale: float | None, speed: float) -> None:
    assert read(length_scale=scale).speed == speed


@pytest.mark.parametrize("scale", [0, -1])
def test_a_scale_that_is_none(scale: float) -> None:
    with pytest.raises(OutOfRange):
        _ = read(length_scale=scale).speed


@pytest.mark.parametrize("content_type", ["", "text/plain; charset=utf-8", FORM])
@pytest.mark.parametrize("text", ["It is late.", "{curly}", "[1]", "3", "null", "Grüße 😀"])
def test_a_text_alone(content_type: str, text: str) -> None:
    assert read_piper(text.encode(), content_type) == PiperBody(text)


@pytest.mark.parametrize("content_type", ["", FORM])
def test_json_by_whatever_name(content_type: str) -> None:
    """As curl sends it without being told the type."""
    assert read(content_type, voice="ada") == PiperBody("Hi.", "ada")


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (b"", JSON),
        (b"{", JSON),
        (b"[]", JSON),
        (b"{}", JSON),
        (b'{"text":3}', JSON),
        (b'{"text":"secret","voice":3}', JSON),
        (b"\xff\xfe", "text/plain"),
        (b"[" * 100_000, JSON),
    ],
)
def test_what_is_no_body(body: bytes, content_type: str) -> None:
    with pytest.raises(BrisaError) as caught:
        read_piper(body, content_type)
    assert "secret" not in caught.value.message
