"""The messages of ``/v1/stream``: JSON text both ways, and audio in binary from the server.

An audio message is a header of :data:`HEADER_BYTES` bytes, little-endian, and the samples::

    offset  size  what
    0       1     version, 1
    1       1     kind: 1 is pcm_s16le, mono
    2       2     0
    4       4     utterance
    8       4     seq, the place among all messages of the server, text included; modulo 2**32
    12      8     start_sample, the place of the first sample in the utterance
    20            samples
"""

from __future__ import annotations

import re
import struct
from collections.abc import Sequence
from typing import Final

import msgspec
import numpy as np

from brisa.errors import InvalidRequest
from brisa.transports.text_fields import TextFields
from brisa.types import PcmInt16, WordMark

VERSION: Final = 1
PCM_S16LE: Final = "pcm_s16le"
PCM_KIND: Final = 1

_HEADER: Final = struct.Struct("<BBHIIQ")
HEADER_BYTES: Final = _HEADER.size

_JSON_PATH = re.compile(r"\$\.([a-z_.]+)")
_MISSING = re.compile(r"missing required field `([a-z_]+)`")


class UnknownMessage(InvalidRequest):
    """A message of a type that there is not."""

    code = "unknown_message"


class Start(msgspec.Struct, tag="start", frozen=True):
    """Begin an utterance. ``sample_rate`` is in Hz, ``language`` a BCP 47 tag or ``auto``.

    ``words``: tell when words are heard. ``paced``: the client plays as it hears, so that nothing
    is made further ahead than the server's look-ahead. ``text`` is how text is read.
    """

    voice: str | None = None
    model: str | None = None
    language: str | None = None
    speed: float | None = None
    seed: int | None = None
    sample_rate: int | None = None
    format: str | None = None
    priority: int | None = None
    words: bool | None = None
    paced: bool | None = None
    text: TextFields | None = None


class Text(msgspec.Struct, tag="text", frozen=True):
    """More text, cut anywhere."""

    text: str
    utterance: int | None = None


class Flush(msgspec.Struct, tag="flush", frozen=True):
    """Speak what there is, without waiting for the end of a sentence."""

    utterance: int | None = None


class End(msgspec.Struct, tag="end", frozen=True):
    """No more text for the utterance."""

    utterance: int | None = None


class Cancel(msgspec.Struct, tag="cancel", frozen=True):
    """Stop the utterance; ``sample`` is how far the client has played it."""

    utterance: int | None = None
    sample: int | None = None


class Heard(msgspec.Struct, tag="playhead", frozen=True):
    """How far the client has played the utterance, and whether it holds it there."""

    sample: int
    utterance: int | None = None
    paused: bool | None = None


class Ping(msgspec.Struct, tag="ping", frozen=True):
    """Answered with ``pong`` and the same ``id``."""

    id: int | str | None = None


ClientMessage = Start | Text | Flush | End | Cancel | Heard | Ping

_DECODER: Final = msgspec.json.Decoder(ClientMessage)


class _Kind(msgspec.Struct):
    type: str | None = None


_KIND_DECODER: Final = msgspec.json.Decoder(_Kind)
_TYPES: Final = ("start", "text", "flush", "end", "cancel", "playhead", "ping")


def parse(message: str) -> ClientMessage:
    """A client's message.

    Raises ``InvalidRequest`` and ``UnknownMessage``, which never quote the message.
    """
    try:
        return _DECODER.decode(message)
    except msgspec.ValidationError as error:
        raise _refusal(str(error), type_of(message)) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise InvalidRequest("The message is not a JSON object in UTF-8.") from None


def type_of(message: str) -> str | None:
    """The type that a message names, whatever else is wrong with it."""
    try:
        return _KIND_DECODER.decode(message).type
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None


def _refusal(problem: str, kind: str | None) -> InvalidRequest:
    """msgspec quotes values in some of its problems; what is kept is the field's name."""
    if kind not in _TYPES:
        message = f"A message has a type, which is one of: {', '.join(_TYPES)}."
        return UnknownMessage(message, param="type")
    found = _MISSING.search(problem) or _JSON_PATH.search(problem)
    if found is None:
        return InvalidRequest("The message is not a JSON object of its type.")
    name = found.group(1)
    return InvalidRequest(f"The field {name!r} is missing or is not what it must be.", param=name)


def event(kind: str, seq: int, fields: dict[str, object]) -> str:
    """A message of the server as JSON."""
    return msgspec.json.encode({"type": kind, "seq": seq, **fields}).decode()


def word_fields(words: Sequence[WordMark]) -> list[dict[str, object]]:
    """Words as they stand in ``words``: characters count code points of the utterance's text."""
    return [
        {
            "text": word.text,
            "start_char": word.start_char,
            "end_char": word.end_char,
            "start_sample": word.start_sample,
            "end_sample": word.end_sample,
        }
        for word in words
    ]


def audio(utterance: int, seq: int, start_sample: int, pieces_t: Sequence[PcmInt16]) -> bytes:
    """An audio message of pieces that follow one another."""
    header = _HEADER.pack(VERSION, PCM_KIND, 0, utterance, seq & 0xFFFF_FFFF, start_sample)
    return b"".join((header, *(piece_t.astype("<i2", copy=False).data for piece_t in pieces_t)))


def read_audio(message: bytes) -> tuple[int, int, int, PcmInt16]:
    """``(utterance, seq, start_sample, pcm_t)`` of an audio message; ``ValueError`` for others."""
    if len(message) < HEADER_BYTES or len(message) % 2:
        raise ValueError("the message is too short, or half a sample too long")
    version, kind, _, utterance, seq, start_sample = _HEADER.unpack_from(message)
    if (version, kind) != (VERSION, PCM_KIND):
        raise ValueError("the message is of another version or kind")
    return utterance, seq, start_sample, np.frombuffer(message, "<i2", offset=HEADER_BYTES)
