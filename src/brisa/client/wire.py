"""Messages of ``/v1/stream`` as a client reads and writes them; see docs/protocols/stream.md."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Final

import msgspec
import numpy as np

from brisa.client.errors import ServerMisbehaved
from brisa.types import PcmInt16

PCM_S16LE: Final = "pcm_s16le"

_HEADER: Final = struct.Struct("<BBHIIQ")
_VERSION: Final = 1
_PCM_KIND: Final = 1


class Hello(msgspec.Struct, tag="hello", frozen=True):
    """A session begins; without ``token`` it ends with its connection."""

    seq: int
    session: str = ""
    token: str | None = None
    resume_window_s: float | None = None
    heartbeat_s: float | None = None


class ResumedUtterance(msgspec.Struct, frozen=True):
    """What the server has of an utterance. ``state`` is open, spoken, ended or lost."""

    utterance: int
    state: str
    next_sample: int = 0


class Resumed(msgspec.Struct, tag="resumed", frozen=True):
    """The session goes on. ``received`` is the number of the last message of the client there."""

    seq: int
    received: int
    utterances: tuple[ResumedUtterance, ...] = ()


class Started(msgspec.Struct, tag="started", frozen=True):
    """An utterance will be spoken so."""

    seq: int
    utterance: int
    sample_rate: int
    voice: str = ""
    degraded: tuple[str, ...] = ()


class Word(msgspec.Struct, frozen=True):
    """A word's place in text and audio."""

    text: str
    start_char: int
    end_char: int
    start_sample: int
    end_sample: int


class Words(msgspec.Struct, tag="words", frozen=True):
    """Words that begin in the audio that follows."""

    seq: int
    utterance: int
    words: tuple[Word, ...]


class Finished(msgspec.Struct, tag="finished", frozen=True):
    """All of an utterance was sent."""

    seq: int
    utterance: int
    samples: int
    dropped_chars: int = 0


class Cancelled(msgspec.Struct, tag="cancelled", frozen=True):
    """An utterance was stopped."""

    seq: int
    utterance: int
    samples: int
    heard_sample: int = 0


class Failed(msgspec.Struct, tag="failed", frozen=True):
    """An utterance broke or was refused."""

    seq: int
    utterance: int
    code: str = "internal_error"
    message: str = ""
    param: str | None = None
    retry_after_s: float | None = None


class Error(msgspec.Struct, tag="error", frozen=True):
    """A message was not understood, or a session is not to be had again."""

    seq: int = 0
    code: str = "internal_error"
    message: str = ""
    param: str | None = None


class Pong(msgspec.Struct, tag="pong", frozen=True):
    """The answer to a ping."""

    seq: int
    id: int | str | None = None


class Heartbeat(msgspec.Struct, tag="heartbeat", frozen=True):
    """The server is there."""

    seq: int | None = None


UtteranceMessage = Started | Words | Finished | Cancelled | Failed
ServerMessage = UtteranceMessage | Hello | Resumed | Error | Pong | Heartbeat

_DECODER: Final = msgspec.json.Decoder(ServerMessage)


class _Head(msgspec.Struct, frozen=True):
    seq: int | None = None
    type: str = ""


_HEAD_DECODER: Final = msgspec.json.Decoder(_Head)
_KNOWN: Final = frozenset(
    ("hello", "resumed", "started", "words", "finished", "cancelled", "failed", "error", "pong")
    + ("heartbeat",)
)


@dataclass(frozen=True, slots=True)
class Audio:
    """An audio message; ``seq`` is modulo 2**32."""

    utterance: int
    seq: int
    start_sample: int
    pcm_t: PcmInt16


@dataclass(frozen=True, slots=True)
class Unknown:
    """A message of a type that this client does not know, which it passes over."""

    seq: int | None


def parse(message: str | bytes) -> ServerMessage | Audio | Unknown:
    """A message of the server. Raises ``ServerMisbehaved``, which does not quote it."""
    if isinstance(message, bytes):
        return _parse_audio(message)
    try:
        return _DECODER.decode(message)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        pass
    try:
        head = _HEAD_DECODER.decode(message)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise ServerMisbehaved("The server sent what is no JSON object.") from None
    if head.type in _KNOWN or not head.type:
        raise ServerMisbehaved("The server sent a message that is not of its type.")
    return Unknown(head.seq)


def _parse_audio(message: bytes) -> Audio:
    if len(message) < _HEADER.size or len(message) % 2:
        raise ServerMisbehaved("The server sent audio that is too short or has half a sample.")
    version, kind, _, utterance, seq, start_sample = _HEADER.unpack_from(message)
    if (version, kind) != (_VERSION, _PCM_KIND):
        raise ServerMisbehaved("The server sent audio of another version or kind.")
    pcm_t = np.frombuffer(message, "<i2", offset=_HEADER.size)
    return Audio(utterance, seq, start_sample, pcm_t)


def encode(kind: str, fields: dict[str, object]) -> str:
    """A message of the client; fields that are ``None`` are left out. Raises ``UnicodeError`` for
    lone surrogates and ``TypeError`` for what JSON has no form for."""
    given = {name: value for name, value in fields.items() if value is not None}
    return msgspec.json.encode({"type": kind, **given}).decode()
