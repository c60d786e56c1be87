"""Bodies of Vapi's webhook."""

from __future__ import annotations

import json
from typing import Any

import pytest

from brisa.errors import BrisaError
from brisa.transports.vapi.request import VoiceRequest, is_voice_request, read_voice_request

pytestmark = pytest.mark.unit

MESSAGE = {"type": "voice-request", "text": "Hello.", "sampleRate": 8000, "timestamp": 1.5}


def body_of(key: str = "message", **fields: Any) -> bytes:
    return json.dumps({key: {**MESSAGE, **fields}}).encode()


@pytest.mark.parametrize("key", ["message", "messsage"])
def test_a_voice_request(key: str) -> None:
    body = body_of(key, customer={"number": "+1"}, artifact={"messages": []})
    assert is_voice_request(body)
    assert read_voice_request(body) == VoiceRequest("Hello.", 8000, None)


@pytest.mark.parametrize(
    "fields",
    [
        {"voice": {"provider": "custom-voice", "voiceId": "ada"}},
        {"assistant": {"voice": {"voiceId": "ada"}}},
        {"call": {"assistant": {"voice": {"voiceId": "ada"}}}, "assistant": None},
    ],
)
def test_the_voice_is_where_its_configuration_is(fields: dict[str, Any]) -> None:
    assert read_voice_request(body_of(**fields)).voice == "ada"


def test_a_rate_that_is_not_given() -> None:
    assert read_voice_request(body_of(sampleRate=None)).sample_rate_hz == 24_000


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"{}",
        b'{"message":null}',
        b'{"message":"voice-request"}',
        b'{"text":"voice-request"}',
        b"\xff",
        b"[" * 100_000,
        body_of(type="status-update"),
        body_of(type=None),
        body_of(type=[3]),
    ],
)
def test_what_is_none(body: bytes) -> None:
    assert not is_voice_request(body)
    with pytest.raises(BrisaError):
        read_voice_request(body)


@pytest.mark.parametrize("fields", [{"text": None}, {"text": 3}, {"sampleRate": "8000"}])
def test_a_request_with_a_fault_is_still_one(fields: dict[str, Any]) -> None:
    """So that who sent it is told of it, and not that it is no request of another protocol."""
    assert is_voice_request(body_of(**fields))
    with pytest.raises(BrisaError) as caught:
        read_voice_request(body_of(**fields))
    assert str(caught.value.param).startswith("message.")
    assert "Hello" not in caught.value.message
