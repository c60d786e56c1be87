"""What server and worker say to each other; the whole wire is on this page.

Every message is a msgpack array whose first element is its tag. Four kinds of sockets, all ``PAIR``
over ``ipc://`` in a private folder, the server binds::

    beats   worker → server   Hello once, then a Beat every interval
            server → worker   Release
    loads   server → worker   Load, Unload
            worker → server   Loaded or LoadFailed for each Load
    lane i  server → worker   Step
            worker → server   Stepped or StepFailed, exactly one for each Step

The first line a worker finds on its standard input is a :class:`Config` in JSON; the end of that
input means that the server is gone. Text travels as bytes, because a listener's text may hold what
UTF-8 cannot (lone surrogates).
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from brisa.artifacts.voices import VoiceRecord
from brisa.engines.base import (
    Capabilities,
    SegmentRequest,
    SpeechSpan,
    StepCost,
    Voice,
)
from brisa.placement.applied import Applied
from brisa.placement.plan import ThreadPlacement
from brisa.text.edits import PhonemeSpan
from brisa.types import SoundMark, WordMark
from brisa.workers.faults import Fault

PROTOCOL_VERSION = 3
"""Raised with every change of a message; worker and server must have the same."""


class Config(msgspec.Struct, frozen=True, kw_only=True):
    """What a worker is told at its start. ``endpoint`` is the beginning of its sockets' addresses.

    ``token`` is repeated in the :class:`Hello`. ``slab_fd`` is the inherited descriptor of the
    shared memory. ``placement`` is where it is to run, as far as that is permitted, and
    ``lock_memory`` says whether its memory is to stay in memory.
    """

    protocol: int
    version: str
    token: str
    endpoint: str
    lanes: int
    slab_fd: int
    slot_bytes: int
    beat_interval_ms: int
    parent_pid: int
    placement: ThreadPlacement = ThreadPlacement()
    lock_memory: bool = False


class Hello(msgspec.Struct, frozen=True, array_like=True, tag="hello"):
    """The worker lives and is of this version. ``placed``: what became of its placement."""

    protocol: int
    version: str
    token: str
    placed: tuple[Applied, ...] = ()


class LogLine(msgspec.Struct, frozen=True, array_like=True):
    """A record of the worker's log, as written: constant messages, never a listener's text."""

    logger: str
    level: int
    message: str


class Beat(msgspec.Struct, frozen=True, array_like=True, tag="beat"):
    """The worker's interpreter runs. ``draining``: it was asked to go."""

    rss_bytes: int
    draining: bool = False
    logs: tuple[LogLine, ...] = ()


class Release(msgspec.Struct, frozen=True, array_like=True, tag="release"):
    """These streams will not be stepped again."""

    keys: tuple[int, ...]


class Load(msgspec.Struct, frozen=True, array_like=True, tag="load"):
    """Load a voice under the number ``engine``."""

    engine: int
    record: VoiceRecord
    model_dir: str
    cache_dir: str
    threads: int
    warm_up: bool


class Unload(msgspec.Struct, frozen=True, array_like=True, tag="unload"):
    """Free the voice; none of its streams is open."""

    engine: int


class Loaded(msgspec.Struct, frozen=True, array_like=True, tag="loaded"):
    """What the loaded engine is. ``opening_cost`` is the cost of a segment's first step."""

    engine: int
    name: str
    capabilities: Capabilities
    voices: tuple[Voice, ...]
    fingerprint: str
    opening_cost: StepCost


class LoadFailed(msgspec.Struct, frozen=True, array_like=True, tag="load-failed"):
    """The voice cannot be loaded."""

    engine: int
    fault: Fault


class Phones(msgspec.Struct, frozen=True, array_like=True):
    """A :class:`PhonemeSpan`."""

    start: int
    end: int
    ipa: bytes


class Opening(msgspec.Struct, frozen=True, array_like=True):
    """A :class:`SegmentRequest`."""

    text: bytes
    voice: str
    segment: int
    seed: int
    speed: float
    language: str | None
    phonemes: tuple[Phones, ...]
    sounds: bool


class Item(msgspec.Struct, frozen=True, array_like=True):
    """One stream of a step; ``opening`` with its first."""

    key: int
    opening: Opening | None = None


class Step(msgspec.Struct, frozen=True, array_like=True, tag="step"):
    """Step these streams of one engine. ``discard``: their samples are known already."""

    number: int
    engine: int
    items: tuple[Item, ...]
    discard: bool = False


class Sound(msgspec.Struct, frozen=True, array_like=True):
    """A :class:`SoundMark`."""

    phoneme: str
    start_sample: int
    end_sample: int


class Word(msgspec.Struct, frozen=True, array_like=True):
    """A :class:`WordMark`."""

    text: bytes
    start_char: int
    end_char: int
    start_sample: int
    end_sample: int
    spoken: bytes
    sounds: tuple[Sound, ...]


class Yield(msgspec.Struct, frozen=True, array_like=True):
    """What one stream's step yielded; its samples lie behind those of the streams before it."""

    samples: int
    last: bool
    next_cost: StepCost
    words: tuple[Word, ...] = ()
    speech: SpeechSpan | None = None
    dropped_chars: int = 0


class Stepped(msgspec.Struct, frozen=True, array_like=True, tag="stepped"):
    """The answer to a :class:`Step`, in the order of its items.

    The samples (float32, native order) are in the lane's slot, or in ``payload`` if they do not
    fit there.
    """

    number: int
    yields: tuple[Yield, ...]
    payload: bytes | None = None


class StepFailed(msgspec.Struct, frozen=True, array_like=True, tag="step-failed"):
    """The step broke; none of its streams can be stepped again."""

    number: int
    fault: Fault


FromWorker = Hello | Beat
LoadCommand = Load | Unload
LoadAnswer = Loaded | LoadFailed
StepAnswer = Stepped | StepFailed

Decode = Callable[[bytes], msgspec.Struct]
"""Raises ``msgspec.MsgspecError`` for what is not the message."""

encode = msgspec.msgpack.Encoder().encode
decode_from_worker = msgspec.msgpack.Decoder(FromWorker).decode
decode_release = msgspec.msgpack.Decoder(Release).decode
decode_load_command = msgspec.msgpack.Decoder(LoadCommand).decode
decode_load_answer = msgspec.msgpack.Decoder(LoadAnswer).decode
decode_step = msgspec.msgpack.Decoder(Step).decode
decode_step_answer = msgspec.msgpack.Decoder(StepAnswer).decode


def opening_of(request: SegmentRequest) -> Opening:
    """``request`` for the wire."""
    phones = tuple(Phones(span.start, span.end, _bytes(span.ipa)) for span in request.phonemes)
    return Opening(
        _bytes(request.text),
        request.voice,
        request.segment,
        request.seed,
        request.speed,
        request.language,
        phones,
        request.sounds,
    )


def request_of(opening: Opening) -> SegmentRequest:
    """The request that ``opening`` carries."""
    return SegmentRequest(
        _text(opening.text),
        opening.voice,
        opening.segment,
        opening.seed,
        opening.speed,
        opening.language,
        tuple(PhonemeSpan(phone.start, phone.end, _text(phone.ipa)) for phone in opening.phonemes),
        opening.sounds,
    )


def word_of(mark: WordMark) -> Word:
    """``mark`` for the wire; numbers of any integer type become plain ones."""
    return Word(
        _bytes(mark.text),
        int(mark.start_char),
        int(mark.end_char),
        int(mark.start_sample),
        int(mark.end_sample),
        _bytes(mark.spoken),
        tuple(
            Sound(sound.phoneme, int(sound.start_sample), int(sound.end_sample))
            for sound in mark.sounds
        ),
    )


def mark_of(word: Word) -> WordMark:
    """The mark that ``word`` carries. Raises ``UnicodeDecodeError`` for bytes that are no text."""
    return WordMark(
        _text(word.text),
        word.start_char,
        word.end_char,
        word.start_sample,
        word.end_sample,
        _text(word.spoken),
        tuple(
            SoundMark(sound.phoneme, sound.start_sample, sound.end_sample) for sound in word.sounds
        ),
    )


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogatepass")
