"""What a client tells: audio and ends of utterances, and how the connection fares."""

from __future__ import annotations

from dataclasses import dataclass, field

from brisa.client.ledger import Ledger
from brisa.client.results import Cancellation, Chunk
from brisa.errors import BrisaError
from brisa.types import Outcome


@dataclass(frozen=True, slots=True)
class Started:
    """An utterance will be spoken so. ``degraded`` lists what is less than was asked for."""

    key: int
    voice: str
    sample_rate_hz: int
    degraded: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sounded:
    """More audio of an utterance."""

    key: int
    chunk: Chunk


@dataclass(frozen=True, slots=True)
class Ended:
    """The end of an utterance, told once. ``error`` is there if and only if it failed,
    ``cancellation`` if the client had asked for the end; ``ledger`` is what is held of it."""

    key: int
    outcome: Outcome
    ledger: Ledger = field(repr=False, compare=False)
    error: BrisaError | None = None
    cancellation: Cancellation | None = None


@dataclass(frozen=True, slots=True)
class Connected:
    """A session has begun. ``resumable``: it outlives its connection."""

    resumable: bool


@dataclass(frozen=True, slots=True)
class Disconnected:
    """The connection was lost; another is being tried. ``reason`` is for people and logs."""

    reason: str


@dataclass(frozen=True, slots=True)
class Resumed:
    """Everything goes on where it was, ``gap_ms`` after the loss."""

    gap_ms: float


@dataclass(frozen=True, slots=True)
class Renewed:
    """The session was lost, and what was spoken in it failed; a new one is being opened."""

    error: BrisaError


@dataclass(frozen=True, slots=True)
class GaveUp:
    """There is no connection, and no more attempts."""

    error: BrisaError


@dataclass(frozen=True, slots=True)
class Complained:
    """The server did not understand a message; the connection stays."""

    error: BrisaError


UtteranceEvent = Started | Sounded | Ended
ConnectionEvent = Connected | Disconnected | Resumed | Renewed | GaveUp | Complained
Event = UtteranceEvent | ConnectionEvent
