"""A listener's own connection."""

from __future__ import annotations

import asyncio
from random import Random

import numpy as np
import pytest

from brisa.bench.listening import LoadPlan
from brisa.bench.pcm_stream import PcmStream
from brisa.bench.speech_socket import SpeechSocket, handshake_of, utterance_request
from brisa.clock import ManualClock
from unit.bench.test_stream_answer import HANDSHAKE, frame, heard, told

pytestmark = pytest.mark.unit

PLAN = LoadPlan(host="::1", port=81, count=1, duration_s=1.0, transport="ws", voice="heart")


class Written(asyncio.Transport):
    def __init__(self) -> None:
        super().__init__()
        self.data: list[bytes] = []
        self.closed = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.data.append(bytes(data))

    def close(self) -> None:
        self.closed = True


def test_an_utterance_is_asked_for_after_the_handshake_and_the_next_on_the_same() -> None:
    streams = [PcmStream(ManualClock(0), asyncio.Event()) for _ in range(2)]
    socket, wire = SpeechSocket(b"shake", streams[0], b"one"), Written()
    socket.connection_made(wire)
    assert wire.data == [b"shake"]
    socket.data_received(HANDSHAKE[:-1])
    assert wire.data == [b"shake"]
    socket.data_received(HANDSHAKE[-1:] + frame(0x89, b"x"))
    assert wire.data == [b"shake", b"one", b"\x8a\x81" + bytes(4) + b"x"]
    for index, stream in enumerate(streams):
        if index:
            socket.speak(stream, b"two")
            assert wire.data[-1] == b"two"
        number, seq = index + 1, 3 * index
        socket.data_received(told("started", seq, utterance=number, sample_rate=8000))
        socket.data_received(heard(number, seq + 1, 0, np.zeros(800, np.int16)))
        assert not stream.done.is_set()
        socket.data_received(told("finished", seq + 2, utterance=number, samples=800))
        assert stream.done.is_set()
        assert stream.playhead is not None
        assert (stream.playhead.samples, stream.playhead.sample_rate_hz) == (800, 8000)
    socket.connection_lost(None)
    assert socket.closed
    socket.close()
    assert wire.closed


def test_what_is_asked_for() -> None:
    head = handshake_of(PLAN, Random(1)).decode()
    assert head.startswith("GET /v1/stream HTTP/1.1\r\nHost: [::1]:81\r\n")
    assert head.endswith("\r\n\r\n")
    request = utterance_request(PLAN, "It is late.")
    assert request.count(b"\x81") == 3
    assert b'"voice": "heart"' in request
    assert b'"text": "It is late."' in request
