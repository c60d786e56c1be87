"""What the load generator is told and what it answers: one frozen type each, JSON on its pipes."""

from __future__ import annotations

from typing import Literal

import msgspec

from brisa.bench.arrivals import Arrivals

Outcome = Literal["complete", "incomplete", "refused", "failed"]
"""``incomplete``: the audio began and broke off. ``refused``: 503 or 429. ``failed``: any other
answer, or none."""

Transport = Literal["http", "ws"]

TRANSPORTS: tuple[Transport, ...] = ("http", "ws")

MAX_LISTENERS = 10_000
MAX_DURATION_S = 3600.0
MAX_BULK = 100


class LoadPlan(msgspec.Struct, frozen=True, kw_only=True):
    """Who listens to what, and how long.

    ``voice`` ``None`` leaves it to the server. Over ``http`` a listener makes a connection for each
    utterance, over ``ws`` it keeps one. After ``duration_s`` nobody asks for more; what was
    asked for is received to its end, for at most ``grace_s``. ``digest``: what is heard is told
    apart byte by byte. ``bulk`` readers have long files made meanwhile.
    """

    host: str
    port: int
    count: int
    duration_s: float
    arrivals: Arrivals = "poisson"
    seed: int = 0
    voice: str | None = None
    transport: Transport = "http"
    grace_s: float = 30.0
    digest: bool = False
    bulk: int = 0


class HeardGap(msgspec.Struct, frozen=True, array_like=True):
    """A gap, from ``at_ms`` after the start of the load on."""

    at_ms: float
    length_ms: float


class Heard(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One request of one listener; times are milliseconds after the start of the load.

    ``turn`` counts the listener's requests from 0. ``answered_ms`` and ``first_audio_ms`` count
    from the request (before the connection is made) to the first byte of an answer and of audio;
    ``received_ms`` to the last byte. ``ended_ms`` is when it had been heard to its end. ``text``
    is the place of what was asked for among the utterances; ``digest`` is that of the bytes that
    arrived, where the plan wants it.
    """

    listener: int
    turn: int
    began_ms: float
    ended_ms: float
    outcome: Outcome
    status: int = 0
    answered_ms: float | None = None
    first_audio_ms: float | None = None
    received_ms: float | None = None
    audio_s: float = 0.0
    gaps: tuple[HeardGap, ...] = ()
    text: int = 0
    digest: str = ""


class LoadBegun(msgspec.Struct, frozen=True, tag="begun"):
    """The first line: when the load began, by the machine's monotonic clock."""

    began_ns: int


class LoadResult(msgspec.Struct, frozen=True, kw_only=True, tag="result"):
    """The last line: all that was heard, and how well the generator itself kept time.

    ``lag_ms`` are how late its event loop woke up from short sleeps: the median, the 99th
    percentile and the most. ``cpu_s`` is its processor time, from ``began_ns`` to ``ended_ns``.
    ``bulk_audio_s`` is what the files came to.
    """

    ended_ns: int
    cpu_s: float
    lag_ms: tuple[float, float, float]
    heard: tuple[Heard, ...]
    bulk_audio_s: float = 0.0


LoadMessage = LoadBegun | LoadResult
