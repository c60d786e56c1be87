"""``POST /v1/text`` and the fields that say how text is read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from brisa.app.options import ServerOptions
from brisa.service.options import SynthesizerOptions
from brisa.types import TextOptions
from support.live_server import LiveServer
from support.scripted_steps import CountedSteps

pytestmark = pytest.mark.integration

LIMIT = 2000


@pytest.fixture(scope="module")
def server() -> Iterator[LiveServer]:
    options = ServerOptions(
        default_voice="scripted",
        warm_formats=(),
        max_body_bytes=8192,
        text=TextOptions(date_order="dmy"),
    )
    service = SynthesizerOptions(max_text_chars=LIMIT)
    with LiveServer(CountedSteps().engine, options, service) as started:
        yield started


def read(server: LiveServer, written: str, **fields: Any) -> httpx.Response:
    return httpx.post(f"{server.url}/v1/text", json={"input": written, **fields})


def spoken(server: LiveServer, written: str, **fields: Any) -> list[str]:
    return [segment["spoken"] for segment in read(server, written, **fields).json()["segments"]]


def audio_bytes(server: LiveServer, written: str, **fields: Any) -> bytes:
    body = {"input": written, "response_format": "pcm", **fields}
    answer = httpx.post(f"{server.url}/v1/audio/speech", json=body)
    assert answer.status_code == 200
    return answer.content


def test_segments_have_words_places_and_pauses(server: LiveServer) -> None:
    text = "It **cost** $5.\n\nBut [pause:250ms] then 3 more."
    answer = read(server, text).json()
    first, second, pause, last = answer["segments"]
    assert first["spoken"] == "It cost five dollars."
    assert (first["pause_after_ms"], pause["pause_after_ms"], pause["spoken"]) == (200, 250, "")
    assert [text[item["start_char"] : item["end_char"]] for item in first["changes"]] == ["$5"]
    assert text[last["start_char"] : last["end_char"]] == "then 3 more."
    assert second["spoken"] == "But"
    assert answer["dropped_chars"] == 0


def test_the_request_says_how(server: LiveServer) -> None:
    text = "**Due** 04/05/2026 😀 Привет"
    assert spoken(server, text) == spoken(server, text, text={"date_order": "dmy"})
    assert "April" in spoken(server, text, text={"date_order": "mdy"})[0]
    assert "**Due**" in spoken(server, text, text={"clean": False, "normalize": False})[0]
    assert "face" in spoken(server, text, text={"emoji": "name"})[0]
    assert "Privet" in spoken(server, text)[0]
    skipped = read(server, text, text={"foreign": "skip"}).json()
    assert skipped["dropped_chars"] == len("Привет")


@pytest.mark.parametrize(
    "lexicon",
    [
        {"Nguyen": "win"},
        [{"written": "NGUYEN", "spoken": "win"}],
        [{"written": "Nguyen", "spoken": "win", "case_sensitive": True}],
    ],
)
def test_a_request_brings_its_own_words(server: LiveServer, lexicon: object) -> None:
    assert spoken(server, "Ask Nguyen.", text={"lexicon": lexicon}) == ["Ask win."]


def test_the_same_fields_are_on_the_speech_route(server: LiveServer) -> None:
    """The scripted engine's sound is as long as what it is given to say."""
    text = "Ask Nguyen."
    plain, changed = (
        audio_bytes(server, text, text={"lexicon": {"Nguyen": words}})
        for words in ("win", "winning")
    )
    assert len(changed) - len(plain) == len("ning") * 1200 * 2


@pytest.mark.parametrize("text", ["… — !!", "🎉🎉", "```\ncode\n```", "---"])
def test_marks_alone_are_a_short_silence(server: LiveServer, text: str) -> None:
    assert audio_bytes(server, text) == bytes(40 * 24 * 2)


@pytest.mark.parametrize(
    ("fields", "code", "param"),
    [
        ({"input": ""}, "empty_text", "input"),
        ({"input": "x" * (LIMIT + 1)}, "text_too_long", "input"),
        ({"input": "a", "voice": "nobody"}, "unknown_voice", "voice"),
        ({"input": 5}, "invalid_request", "input"),
        ({}, "invalid_request", "input"),
        ({"input": "a", "text": {"code": "sing"}}, "invalid_request", "text.code"),
        ({"input": "a", "text": {"lexicon": {"": "x"}}}, "invalid_request", "text.lexicon"),
        (
            {"input": "<prosody rate='soon'>a", "text": {"malformed": "refuse"}},
            "invalid_request",
            "input",
        ),
    ],
)
def test_what_cannot_be_read_is_refused(
    server: LiveServer, fields: dict[str, Any], code: str, param: str
) -> None:
    answer = httpx.post(f"{server.url}/v1/text", json=fields)
    assert answer.status_code == 400
    assert (answer.json()["error"]["code"], answer.json()["error"]["param"]) == (code, param)


def test_other_methods_and_bodies(server: LiveServer) -> None:
    assert httpx.get(f"{server.url}/v1/text").status_code == 405
    assert httpx.post(f"{server.url}/v1/text", content=b"no json").status_code == 400
    assert httpx.post(f"{server.url}/v1/text", content=b"x" * 9000).status_code == 413


def test_dropped_characters_are_counted(server: LiveServer) -> None:
    audio_bytes(server, "Hello 你好.", text={"foreign": "skip"})
    metrics = httpx.get(f"{server.url}/metrics").text
    lines = [line for line in metrics.splitlines() if line.startswith("brisa_dropped_chars_total")]
    assert lines == ['brisa_dropped_chars_total{transport="openai"} 2.0']
