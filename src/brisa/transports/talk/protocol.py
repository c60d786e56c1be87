"""What a protocol of a talking connection is: events in, actions out. No I/O, no clock.

A **context** is one stream of speech within a connection, under a key that the protocol chooses
and uses once. Its life::

    Open -> started -> sounded ... -> ended        (ended exactly once; started only if it speaks)
            Push, Flush, End, Cancel at any time; after the end they are passed over

Actions of one event are carried out in their order; what a context's events ask to be sent goes out
before that context's next event.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Protocol

from brisa.audio.encoders.table import FormatSpec
from brisa.errors import BrisaError
from brisa.service.listener import Listener
from brisa.transports.sound import Sound
from brisa.types import Cancelled, Finished, SpeechSettings

Key = Hashable

TALKING = Listener(paced=True, reports=True)
"""Whoever talks plays as it hears and may stop any moment; what was sent is what it took."""


@dataclass(frozen=True, slots=True)
class TalkOrder:
    """What a context speaks and how it is encoded. ``settings.sample_rate_hz`` is set to a rate
    that ``format`` has; ``bitrate_bps`` ``None`` is the format's own default."""

    settings: SpeechSettings
    format: FormatSpec
    bitrate_bps: int | None = None
    listener: Listener = TALKING


@dataclass(frozen=True, slots=True)
class Open:
    """Begin a context."""

    key: Key
    order: TalkOrder


@dataclass(frozen=True, slots=True)
class Push:
    """More text, cut anywhere."""

    key: Key
    text: str


@dataclass(frozen=True, slots=True)
class Flush:
    """Speak what there is, without waiting for the end of a sentence."""

    key: Key


@dataclass(frozen=True, slots=True)
class End:
    """No more text: the context ends when all of it has been spoken."""

    key: Key


@dataclass(frozen=True, slots=True)
class Cancel:
    """Stop at once. No ``sounded`` of the context comes after this, only its ``ended``."""

    key: Key


@dataclass(frozen=True, slots=True)
class Send:
    """One message, or bytes of a byte stream."""

    message: str | bytes


@dataclass(frozen=True, slots=True)
class Close:
    """Close the connection after what is to be sent; contexts that still speak are cancelled.

    ``code`` is one of RFC 6455 where the channel is a WebSocket.
    """

    code: int = 1000
    reason: str = ""


Action = Open | Push | Flush | End | Cancel | Send | Close


@dataclass(frozen=True, slots=True)
class Started:
    """A context begins to speak. ``degraded`` says what is less than was ordered."""

    settings: SpeechSettings
    degraded: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ending:
    """How a context ended: ``outcome``, or the error that it failed with.

    ``sent_samples`` were sent, at ``sample_rate_hz``; ``heard_samples`` of them have been heard by
    now, if the client plays in real time what it gets.
    """

    outcome: Finished | Cancelled | BrisaError
    sent_samples: int
    heard_samples: int
    sample_rate_hz: int


class TalkProtocol(Protocol):
    """One connection's; every method answers with what is to be done.

    ``transport`` is its label in the metrics. ``idle_timeout_s``: after so long without a message
    either way :meth:`idle` is asked what to do; contexts that have nothing to say keep no place for
    longer.
    """

    transport: str
    idle_timeout_s: float

    def opened(self, now_ns: int) -> Sequence[Action]:
        """The connection is there."""
        ...

    def received(self, message: str | bytes, now_ns: int) -> Sequence[Action]:
        """A message came, or bytes of a byte stream. It may be anything."""
        ...

    def started(self, key: Key, started: Started) -> Sequence[Action]:
        """The context has a place and its voice is loaded."""
        ...

    def sounded(self, key: Key, sound: Sound) -> Sequence[Action]:
        """Audio of the context, in order and without gaps."""
        ...

    def ended(self, key: Key, ending: Ending) -> Sequence[Action]:
        """The context is over."""
        ...

    def flooded(self) -> Sequence[Action]:
        """More messages came than are taken; the connection is closed in any case."""
        ...

    def idle(self) -> Sequence[Action]:
        """Nothing was said for a while; :class:`Close` or nothing."""
        ...
