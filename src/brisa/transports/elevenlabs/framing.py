"""Audio with its timings over HTTP: a JSON object a line, or one object at the end."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Final

import msgspec

from brisa.transports.elevenlabs.alignment import Aligner, Alignment
from brisa.transports.response import Framing
from brisa.transports.sound import Sound
from brisa.types import WordMark

LINE_AUDIO_BYTES: Final = 36_000
"""Audio of one line, at most, a multiple of 3: in base64 it takes a third more, and some clients
read no line over 64 KiB."""

NDJSON: Final = "application/x-ndjson"
JSON: Final = "application/json"


class _Timed:
    """Words wait for the bytes that a codec gives for them."""

    def __init__(self, text: str) -> None:
        self._aligner = Aligner(absolute=True)
        self._aligner.push(text)
        self._words: list[WordMark] = []

    def take(self, sound: Sound) -> Alignment | None:
        self._words += sound.words
        if not sound.data:
            return None
        words, self._words = self._words, []
        return self._aligner.take(words, sound.sample_rate_hz)


def line_framing(text: str) -> Framing:
    """A line for each piece of audio; an alignment is in the first line that has its words."""
    timed = _Timed(text)

    def piece(sound: Sound) -> bytes:
        alignment = timed.take(sound)
        lines = b""
        for data in _cut(sound.data):
            lines += _object(data, alignment) + b"\n"
            alignment = None
        return lines

    return Framing(NDJSON, piece)


def object_framing(text: str) -> Framing:
    """One object for all of it, at the end."""
    timed = _Timed(text)
    audio = bytearray()
    chars: list[str] = []
    starts_ms: list[int] = []
    durations_ms: list[int] = []

    def piece(sound: Sound) -> bytes:
        alignment = timed.take(sound)
        audio.extend(sound.data)
        if alignment is not None:
            chars.extend(alignment.chars)
            starts_ms.extend(alignment.starts_ms)
            durations_ms.extend(alignment.durations_ms)
        return b""

    def end(audio_s: float) -> bytes:
        whole = Alignment(tuple(chars), tuple(starts_ms), tuple(durations_ms))
        return _object(bytes(audio), whole)

    return Framing(JSON, piece, end)


def _cut(data: bytes) -> Iterator[bytes]:
    for start in range(0, len(data), LINE_AUDIO_BYTES):
        yield data[start : start + LINE_AUDIO_BYTES]


def _object(data: bytes, alignment: Alignment | None) -> bytes:
    aligned = None if alignment is None else alignment.as_seconds()
    return msgspec.json.encode(
        {
            "audio_base64": base64.b64encode(data).decode("ascii"),
            "alignment": aligned,
            "normalized_alignment": aligned,
        }
    )
