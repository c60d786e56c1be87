"""What comes back over ``/v1/stream``: RFC 6455 frames of a server, counted and not kept.

As :class:`brisa.bench.pcm_answer.PcmAnswer`, since hundreds of listeners share a core with the
server that they measure. Frames of a server are not masked and come whole (RFC 6455 section 5).
The layout of audio is that of docs/protocols/stream.md.
"""

from __future__ import annotations

import json
import struct
from typing import Any

from brisa.bench.pcm_answer import BadAnswer, Sink

_TEXT, _BINARY, _CLOSE, _PING = 0x81, 0x82, 0x88, 0x89
_AUDIO_HEADER = struct.Struct("<BBHIIQ")
_MAX_HEAD_BYTES = 1 << 16
_BYTES_PER_SAMPLE = 2
_PIECE_BYTES = 256
"""Enough for the head of an audio message and for most others: samples are not copied."""
_TOO_BUSY = ("overloaded", "shutting_down")


class StreamAnswer:
    """One connection's, fed with what arrives, in pieces of any size; :meth:`begin` each utterance.

    ``opened`` is true when the handshake is done. ``status`` and ``headers`` are what HTTP would
    have said of the utterance. ``pings`` are payloads that are owed a pong.
    """

    def __init__(self) -> None:
        self.opened = False
        self.status = 0
        self.headers: dict[str, str] = {}
        self.body_bytes = 0
        self.complete = False
        self.pings: list[bytes] = []
        self._utterance = 0
        self._seq = 0
        self._held = bytearray()  # a head, or a message that is no audio, as far as it came
        self._audio_left_bytes = 0
        self._sink: Sink | None = None

    def begin(self, sink: Sink | None = None) -> None:
        """Another utterance is asked for, whose audio ``sink`` is shown."""
        self._utterance += 1
        self._sink = sink
        self.status, self.headers = 0, {}
        self.body_bytes, self.complete = 0, False

    def feed(self, data: bytes) -> int:
        """Take ``data``; how many bytes of audio it carried. Raises :class:`BadAnswer` for what is
        no answer, and when the utterance failed."""
        before, start = self.body_bytes, 0
        while start < len(data):
            if self._audio_left_bytes:
                taken = min(self._audio_left_bytes, len(data) - start)
                if self._sink is not None:
                    self._sink(data[start : start + taken])
                self._audio_left_bytes -= taken
                self.body_bytes += taken
                start += taken
                continue
            had, piece = len(self._held), data[start : start + _PIECE_BYTES]
            self._held += piece
            used = self._take_frame() if self.opened else self._take_handshake()
            start += used - had if used else len(piece)
            if used:
                self._held.clear()
        return self.body_bytes - before

    def _take_handshake(self) -> int:
        """The length of the head, 0 while it has no end."""
        end = self._held.find(b"\r\n\r\n")
        if end < 0:
            if len(self._held) > _MAX_HEAD_BYTES:
                raise BadAnswer("the head has no end")
            return 0
        status = self._held[9:12]
        if not self._held.startswith(b"HTTP/1.1 ") or not status.isdigit():
            raise BadAnswer("no status line")
        self.status = int(status)
        if self.status != 101:
            raise BadAnswer("no WebSocket")
        self.opened, self.status = True, 0
        return end + 4

    def _take_frame(self) -> int:
        """How much of what is held is a frame, without the samples; 0 while that is not there."""
        size = _frame_size(self._held)
        if size is None:
            return 0
        head_bytes, payload_bytes = size
        kind = self._held[0]
        if kind == _BINARY:
            whole = head_bytes + _AUDIO_HEADER.size
            if len(self._held) < whole:
                return 0
            self._begin_audio(bytes(self._held[head_bytes:whole]), payload_bytes)
            return whole
        whole = head_bytes + payload_bytes
        if len(self._held) < whole:
            return 0
        self._take_message(kind, bytes(self._held[head_bytes:whole]))
        return whole

    def _begin_audio(self, header: bytes, payload_bytes: int) -> None:
        _, _, _, utterance, seq, start_sample = _AUDIO_HEADER.unpack(header)
        self._count(seq)
        here = (self._utterance, self.body_bytes // _BYTES_PER_SAMPLE)
        if (utterance, start_sample) != here or payload_bytes < len(header):
            raise BadAnswer("audio was lost, doubled or reordered")
        self._audio_left_bytes = payload_bytes - len(header)

    def _take_message(self, kind: int, payload: bytes) -> None:
        if kind == _TEXT:
            self._take_event(json.loads(payload))
        elif kind == _PING:
            self.pings.append(payload)
        elif kind == _CLOSE:
            raise BadAnswer("closed")

    def _take_event(self, event: dict[str, Any]) -> None:
        self._count(event["seq"])
        if event["type"] == "started":
            self.status = 200
            self.headers["x-sample-rate"] = str(event["sample_rate"])
        elif event["type"] == "finished":
            self.complete = event["samples"] * _BYTES_PER_SAMPLE == self.body_bytes
        elif event["type"] == "failed":
            if not self.body_bytes:
                self.status = 503 if event["code"] in _TOO_BUSY else 500
            self.headers["retry-after"] = str(round(event.get("retry_after_s", 1)))
            raise BadAnswer("the utterance failed")

    def _count(self, seq: int) -> None:
        if seq != self._seq:
            raise BadAnswer("a message was lost, doubled or reordered")
        self._seq += 1


def _frame_size(held: bytearray) -> tuple[int, int] | None:
    """The bytes of a frame's head and of its payload; ``None`` while they are not there."""
    if len(held) < 2:
        return None
    short = held[1]
    more_bytes = {126: 2, 127: 8}.get(short, 0)
    if len(held) < 2 + more_bytes:
        return None
    size = int.from_bytes(held[2 : 2 + more_bytes], "big") if more_bytes else short
    return 2 + more_bytes, size
