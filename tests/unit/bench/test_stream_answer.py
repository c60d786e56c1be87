"""What a listener over a WebSocket is told, cut anywhere."""

from __future__ import annotations

import json
import struct
from typing import Any

import numpy as np
import pytest

from brisa.bench.pcm_answer import BadAnswer
from brisa.bench.speech_socket import client_frame
from brisa.bench.stream_answer import StreamAnswer
from brisa.transports.stream.messages import audio, event

pytestmark = pytest.mark.unit

HANDSHAKE = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n"
PCM = np.arange(400, dtype=np.int16)


def frame(kind: int, payload: bytes) -> bytes:
    size = len(payload)
    if size < 126:
        return struct.pack("!BB", kind, size) + payload
    if size < 1 << 16:
        return struct.pack("!BBH", kind, 126, size) + payload
    return struct.pack("!BBQ", kind, 127, size) + payload


def told(kind: str, seq: int, **fields: Any) -> bytes:
    return frame(0x81, event(kind, seq, fields).encode())


def heard(utterance: int, seq: int, start: int, pcm_t: Any = PCM) -> bytes:
    return frame(0x82, audio(utterance, seq, start, [pcm_t]))


STARTED = told("started", 1, utterance=1, sample_rate=22050)
WHOLE = (
    HANDSHAKE
    + told("hello", 0, session="s" * 300)
    + STARTED
    + heard(1, 2, 0)
    + frame(0x89, b"ping")
    + heard(1, 3, 400, np.zeros(40_000, np.int16))
    + told("finished", 4, utterance=1, samples=40_400)
)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 61, 1000, 300_000])
def test_an_utterance_in_pieces(size: int) -> None:
    answer = StreamAnswer()
    answer.begin()
    counted = sum(answer.feed(WHOLE[at : at + size]) for at in range(0, len(WHOLE), size))
    assert counted == answer.body_bytes == 80_800
    assert (answer.status, answer.headers["x-sample-rate"]) == (200, "22050")
    assert answer.complete
    assert answer.pings == [b"ping"]


@pytest.mark.parametrize("size", [1, 61, 300_000])
def test_a_sink_is_shown_the_samples_alone(size: int) -> None:
    shown = bytearray()
    answer = StreamAnswer()
    answer.begin(shown.extend)
    for at in range(0, len(WHOLE), size):
        answer.feed(WHOLE[at : at + size])
    assert bytes(shown) == PCM.tobytes() + bytes(80_000)


def test_two_utterances() -> None:
    answer = StreamAnswer()
    answer.begin()
    answer.feed(WHOLE)
    answer.begin()
    assert (answer.status, answer.body_bytes, answer.complete) == (0, 0, False)
    answer.feed(told("started", 5, utterance=2, sample_rate=8000) + heard(2, 6, 0))
    answer.feed(told("finished", 7, utterance=2, samples=400))
    assert (answer.body_bytes, answer.complete) == (800, True)


@pytest.mark.parametrize(
    "wire",
    [
        b"220 mail\r\n\r\n",
        b"HTTP/1.1 403 Forbidden\r\n\r\n",
        HANDSHAKE + heard(1, 1, 0),
        HANDSHAKE + heard(2, 0, 0),
        HANDSHAKE + heard(1, 0, 1),
        HANDSHAKE + heard(1, 0, 0) + heard(1, 1, 0),
        HANDSHAKE + frame(0x88, b"\x03\xe8"),
        HANDSHAKE + told("failed", 0, utterance=1, code="engine_failed"),
    ],
)
def test_what_is_no_good_answer(wire: bytes) -> None:
    answer = StreamAnswer()
    answer.begin()
    with pytest.raises(BadAnswer):
        answer.feed(wire)
    assert not answer.complete


def test_a_refusal_says_when_to_come_back() -> None:
    answer = StreamAnswer()
    answer.begin()
    refused = told("failed", 0, utterance=1, code="overloaded", retry_after_s=2.0)
    with pytest.raises(BadAnswer):
        answer.feed(HANDSHAKE + refused)
    assert (answer.status, answer.headers["retry-after"]) == (503, "2")


def test_fewer_samples_than_said_are_not_complete() -> None:
    answer = StreamAnswer()
    answer.begin()
    answer.feed(HANDSHAKE + heard(1, 0, 0) + told("finished", 1, utterance=1, samples=500))
    assert not answer.complete


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536])
def test_frames_of_a_client_are_masked(size: int) -> None:
    from websockets.server import ServerProtocol

    server = ServerProtocol(max_size=None)
    server.receive_data(
        b"GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    (request,) = server.events_received()
    server.send_response(server.accept(request))  # type: ignore[arg-type]
    body = json.dumps("a" * size).encode()[1:-1]
    server.receive_data(client_frame(0x81, body))
    (got,) = server.events_received()
    assert got.data == body  # type: ignore[union-attr]
