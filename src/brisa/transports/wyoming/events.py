"""Wyoming's events as bytes, both ways. No I/O.

An event is a line of JSON, then as many bytes of further JSON and of payload as the line says::

    {"type": "...", "data": {...}, "data_length": n, "payload_length": m}\n
    n bytes: a JSON object, merged over "data"
    m bytes: the payload

Every field but ``type`` may be missing or null, and unknown ones are passed over. There is no way
to find the next event after one that is malformed, so that a parser stops there.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from brisa.errors import InvalidRequest

VERSION: Final = "1.10.2"
"""Of the reference package whose events these are; the field is for people."""


class MessageTooLarge(InvalidRequest):
    """A part of an event is over its limit."""

    code = "message_too_large"


@dataclass(frozen=True, slots=True)
class Event:
    """``data`` has whatever JSON has; ``payload`` is empty where there is none."""

    type: str
    data: dict[str, Any] = field(default_factory=dict)
    payload: bytes = b""


@dataclass(frozen=True, slots=True)
class EventLimits:
    """In bytes. The line is as long as the reference package takes it."""

    line: int = 1 << 16
    data: int = 2 << 20
    payload: int = 1 << 20


class _Line(msgspec.Struct):
    type: str
    data: dict[str, Any] | None = None
    data_length: int | None = None
    payload_length: int | None = None


_LINE: Final = msgspec.json.Decoder(_Line)
_DATA: Final = msgspec.json.Decoder(dict[str, Any])


class EventParser:
    """Bytes in, cut anywhere; events out. Holds no more than one event and the last piece."""

    def __init__(self, limits: EventLimits | None = None) -> None:
        self._limits = limits or EventLimits()
        self._buffer = bytearray()
        self._looked_bytes = 0
        self._line: _Line | None = None
        self.fault: InvalidRequest | None = None
        """What was wrong with an event, after which nothing is read any more."""

    def feed(self, piece: bytes) -> list[Event]:
        """The events that ``piece`` completes, in order, up to one that is malformed."""
        events: list[Event] = []
        if self.fault is not None:
            return events
        self._buffer += piece
        try:
            while (event := self._next()) is not None:
                events.append(event)
        except InvalidRequest as fault:
            self.fault = fault
            self._buffer.clear()
        return events

    def _next(self) -> Event | None:
        if self._line is None:
            self._line = self._next_line()
        line = self._line
        if line is None:
            return None
        data_bytes, payload_bytes = line.data_length or 0, line.payload_length or 0
        end = data_bytes + payload_bytes
        if len(self._buffer) < end:
            return None
        data = line.data or {}
        if data_bytes:
            data = {**data, **_object(bytes(self._buffer[:data_bytes]))}
        payload = bytes(self._buffer[data_bytes:end])
        del self._buffer[:end]
        self._line = None
        return Event(line.type, data, payload)

    def _next_line(self) -> _Line | None:
        end = self._buffer.find(b"\n", self._looked_bytes)
        length = len(self._buffer) if end < 0 else end
        if length > self._limits.line:
            raise _too_large("line", self._limits.line)
        if end < 0:
            self._looked_bytes = length
            return None
        line = _read_line(bytes(self._buffer[:end]))
        del self._buffer[: end + 1]
        self._looked_bytes = 0
        self._check("data", line.data_length, self._limits.data)
        self._check("payload", line.payload_length, self._limits.payload)
        return line

    def _check(self, part: str, length: int | None, limit: int) -> None:
        if length is not None and length < 0:
            raise InvalidRequest("No part of an event is shorter than nothing.", param=part)
        if length is not None and length > limit:
            raise _too_large(part, limit)


def _read_line(line: bytes) -> _Line:
    try:
        return _LINE.decode(line)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        message = "An event begins with a line that is a JSON object in UTF-8 and has a type."
        raise InvalidRequest(message) from None


def _object(data: bytes) -> dict[str, Any]:
    try:
        return _DATA.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        message = "The data of an event is a JSON object in UTF-8."
        raise InvalidRequest(message, param="data") from None


def _too_large(part: str, limit: int) -> MessageTooLarge:
    return MessageTooLarge(f"The {part} of an event has at most {limit} bytes.", param=part)


def event_bytes(kind: str, data: dict[str, Any] | None = None, payload: bytes = b"") -> bytes:
    """An event as it goes out. The data is never in the line, which some readers bound."""
    encoded = msgspec.json.encode(data) if data else b""
    line: dict[str, Any] = {"type": kind, "version": VERSION}
    if encoded:
        line["data_length"] = len(encoded)
    if payload:
        line["payload_length"] = len(payload)
    return b"".join((msgspec.json.encode(line), b"\n", encoded, payload))
