"""One listener's WebSocket, which it keeps for all of its utterances."""

from __future__ import annotations

import asyncio
import base64
import json
import struct
from random import Random
from typing import cast

from brisa.bench.listening import LoadPlan
from brisa.bench.pcm_stream import PcmStream
from brisa.bench.stream_answer import StreamAnswer

_TEXT, _PONG = 0x81, 0x8A
_MASKED = 0x80


class SpeechSocket(asyncio.Protocol):
    """Made with its first utterance, ``stream``, which is asked for once the handshake is done."""

    def __init__(self, handshake: bytes, stream: PcmStream, request: bytes) -> None:
        self.answer = StreamAnswer()
        self.closed = False
        self._handshake = handshake
        self._stream = stream
        self._request: bytes | None = request
        self._transport: asyncio.Transport | None = None
        self._attach(stream)

    def speak(self, stream: PcmStream, request: bytes) -> None:
        """Ask for another utterance, after the one before has ended."""
        self._attach(stream)
        self._write(request)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._write(self._handshake)

    def data_received(self, data: bytes) -> None:
        self._stream.data_received(data)
        if self.answer.opened and self._request is not None:
            request, self._request = self._request, None
            self._write(request)
        while self.answer.pings:
            self._write(client_frame(_PONG, self.answer.pings.pop()))

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed = True
        self._stream.connection_lost(exc)

    def close(self) -> None:
        """Leave."""
        if self._transport is not None:
            self._transport.close()

    def _attach(self, stream: PcmStream) -> None:
        self.answer.begin(stream.sink)
        stream.answer = self.answer
        self._stream = stream

    def _write(self, data: bytes) -> None:
        if self._transport is not None:
            self._transport.write(data)


def client_frame(kind: int, payload: bytes) -> bytes:
    """A frame of a client: masked as RFC 6455 section 5.3 has it, with a mask of zeros, since
    nothing between here and the server could be misled."""
    size = len(payload)
    if size < 126:
        head = struct.pack("!BB", kind, _MASKED | size)
    elif size < 1 << 16:
        head = struct.pack("!BBH", kind, _MASKED | 126, size)
    else:
        head = struct.pack("!BBQ", kind, _MASKED | 127, size)
    return head + bytes(4) + payload


def handshake_of(plan: LoadPlan, random: Random) -> bytes:
    """The request that opens ``/v1/stream`` (RFC 6455 section 4.1)."""
    key = base64.b64encode(random.randbytes(16)).decode()
    host = f"[{plan.host}]" if ":" in plan.host else plan.host
    head = (
        f"GET /v1/stream HTTP/1.1\r\nHost: {host}:{plan.port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    return head.encode()


def utterance_request(plan: LoadPlan, text: str) -> bytes:
    """The frames that ask for an utterance, without times of words, as HTTP has none."""
    start: dict[str, object] = {"type": "start", "words": False}
    if plan.voice is not None:
        start["voice"] = plan.voice
    messages = (start, {"type": "text", "text": text}, {"type": "end"})
    return b"".join(client_frame(_TEXT, json.dumps(message).encode()) for message in messages)
