"""Wyoming as clients write and read it, by the reference package's rules and none of ours."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

DEADLINE_S = 20.0


def said(kind: str, payload: bytes = b"", **data: Any) -> bytes:
    """An event of a client, its data behind the line."""
    encoded = json.dumps(data, ensure_ascii=False).encode() if data else b""
    line: dict[str, Any] = {"type": kind, "version": "1.10.2"}
    if encoded:
        line["data_length"] = len(encoded)
    if payload:
        line["payload_length"] = len(payload)
    return json.dumps(line).encode() + b"\n" + encoded + payload


def said_inline(kind: str, **data: Any) -> bytes:
    """The same as older clients have it, in one line."""
    return json.dumps({"type": kind, "data": data}).encode() + b"\n"


def streamed(*pieces: str, **manner: Any) -> bytes:
    """A whole streaming request."""
    chunks = b"".join(said("synthesize-chunk", text=piece) for piece in pieces)
    return said("synthesize-start", **manner) + chunks + said("synthesize-stop")


@dataclass(frozen=True)
class Heard:
    """An event of the server."""

    type: str
    data: dict[str, Any]
    payload: bytes


def heard(stream: bytes) -> list[Heard]:
    """The events that the server sent; fails on half of one."""
    events = []
    while stream:
        line, newline, stream = stream.partition(b"\n")
        assert newline, "the last event has no end"
        head = json.loads(line)
        data_bytes, payload_bytes = head.get("data_length", 0), head.get("payload_length", 0)
        assert len(stream) >= data_bytes + payload_bytes, "the last event was cut"
        data = json.loads(stream[:data_bytes]) if data_bytes else {}
        payload = stream[data_bytes : data_bytes + payload_bytes]
        stream = stream[data_bytes + payload_bytes :]
        events.append(Heard(head["type"], data, payload))
    return events


def pcm_of(events: Sequence[Heard]) -> bytes:
    """The samples of an answer; fails if its chunks leave a hole or change their format."""
    pcm = bytearray()
    for event in events:
        if event.type == "audio-chunk":
            form = [event.data[name] for name in ("rate", "width", "channels")]
            assert form == [24_000, 2, 1]
            assert event.data["timestamp"] == len(pcm) // 2 * 1000 // 24_000
            assert len(event.payload) % 2 == 0
            pcm += event.payload
    return bytes(pcm)


def outline(events: Sequence[Heard]) -> list[str]:
    """The types in order, runs of audio as one."""
    types: list[str] = []
    for event in events:
        if not (types and types[-1] == event.type == "audio-chunk"):
            types.append(event.type)
    return types


class WyomingClient:
    """A bare connection that is read event by event."""

    def __init__(self, bare: socket.socket) -> None:
        self.bare = bare
        self._file = bare.makefile("rb")

    def say(self, *events: bytes) -> None:
        self.bare.sendall(b"".join(events))

    def next(self) -> Heard | None:
        """``None`` when the server has closed the connection."""
        line = self._file.readline()
        if not line:
            return None
        head = json.loads(line)
        data = self._file.read(head.get("data_length", 0))
        payload = self._file.read(head.get("payload_length", 0))
        return Heard(head["type"], json.loads(data) if data else {}, payload)

    def until(self, *kinds: str) -> list[Heard]:
        """Everything up to the first event of one of ``kinds``."""
        events: list[Heard] = []
        while not events or events[-1].type not in kinds:
            event = self.next()
            assert event is not None, f"closed after {outline(events)}"
            events.append(event)
        return events

    def rest(self) -> list[Heard]:
        """Everything until the server closes the connection."""
        return list(iter(self.next, None))

    def close(self) -> None:
        self._file.close()
        self.bare.close()


@contextmanager
def wyoming_client(port: int, receive_buffer_bytes: int | None = None) -> Iterator[WyomingClient]:
    """A client of the server at ``port``, closed at the end of the block."""
    bare = socket.socket()
    if receive_buffer_bytes is not None:
        bare.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer_bytes)
    bare.settimeout(DEADLINE_S)
    bare.connect(("127.0.0.1", port))
    client = WyomingClient(bare)
    try:
        yield client
    finally:
        client.close()
