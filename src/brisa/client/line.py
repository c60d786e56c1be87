"""Is the connection alive, and what became of it: times of pings, silence and the next attempt.

No clock and no I/O. Phases and what moves between them::

    phase      dialled   opened    greeted   lost      given up
    away       dialling                                over
    dialling             greeting            away      over
    greeting                       talking   away      over
    talking                                  away      over

``away`` is where everything begins. Losses that follow one another without anything heard between
them are one outage, which has one time limit and one row of pauses.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from random import Random
from typing import Final

from brisa.client.retry import Retry, RetryOptions

NS_PER_S: Final = 1_000_000_000


class Phase(Enum):
    """Of a client's connection."""

    AWAY = auto()
    DIALLING = auto()
    GREETING = auto()
    TALKING = auto()
    OVER = auto()


class Step(Enum):
    """What happens to it."""

    DIALLED = auto()
    OPENED = auto()
    GREETED = auto()
    LOST = auto()
    GIVEN_UP = auto()


TRANSITIONS: Final[dict[tuple[Phase, Step], Phase]] = {
    (Phase.AWAY, Step.DIALLED): Phase.DIALLING,
    (Phase.DIALLING, Step.OPENED): Phase.GREETING,
    (Phase.GREETING, Step.GREETED): Phase.TALKING,
    (Phase.DIALLING, Step.LOST): Phase.AWAY,
    (Phase.GREETING, Step.LOST): Phase.AWAY,
    (Phase.TALKING, Step.LOST): Phase.AWAY,
    (Phase.AWAY, Step.GIVEN_UP): Phase.OVER,
    (Phase.DIALLING, Step.GIVEN_UP): Phase.OVER,
    (Phase.GREETING, Step.GIVEN_UP): Phase.OVER,
    (Phase.TALKING, Step.GIVEN_UP): Phase.OVER,
}


@dataclass(frozen=True, slots=True)
class LineOptions:
    """``heartbeat_s``: how often something is said, where the server does not say how often it
    does; twice as long nothing heard is a loss. ``reconnect_for_s``: how long attempts go on where
    the server does not say how long it keeps a session."""

    retry: RetryOptions = RetryOptions()  # noqa: RUF009 - frozen
    heartbeat_s: float = 10.0
    reconnect_for_s: float = 30.0


class Line:
    """The connection of one client, of which there is one at a time."""

    def __init__(self, options: LineOptions, random: Random, now_ns: int) -> None:
        self.phase = Phase.AWAY
        self._options = options
        self.agreed(None, None)
        self._retry = Retry(options.retry, random)
        self._dial_at_ns = now_ns
        self._heard_ns = now_ns
        self.ping_at_ns = now_ns
        self._lost_ns: int | None = None
        self._held_back = False

    def agreed(self, heartbeat_s: float | None, reconnect_for_s: float | None) -> None:
        """What the server says of both; ``None`` or no span: what the options say."""
        options = self._options
        self.heartbeat_ns = _span_ns(heartbeat_s) or _span_ns(options.heartbeat_s)
        self.reconnect_for_ns = _span_ns(reconnect_for_s) or _span_ns(options.reconnect_for_s)

    def dialled(self) -> None:
        """An attempt begins."""
        self._step(Step.DIALLED)

    def opened(self, now_ns: int) -> None:
        """There is a WebSocket."""
        self._step(Step.OPENED)
        self._heard_ns = now_ns

    def greeted(self, now_ns: int) -> int:
        """The session goes on, or a new one has begun; nanoseconds since the loss."""
        self._step(Step.GREETED)
        self.ping_at_ns = now_ns + self.heartbeat_ns
        return 0 if self._lost_ns is None else now_ns - self._lost_ns

    def heard(self, now_ns: int) -> None:
        """Something came."""
        self._heard_ns = now_ns

    def proved(self) -> None:
        """What came shows that the connection works, so that the next loss is another one."""
        self._lost_ns = None
        self._retry.reset()

    def lost(self, now_ns: int) -> None:
        """The WebSocket or the attempt has ended."""
        if self._lost_ns is None:
            self._lost_ns = now_ns
        self._step(Step.LOST)
        # The last attempt is that of the last moment.
        latest_ns = self._lost_ns + self.reconnect_for_ns
        self._dial_at_ns = min(now_ns + self._retry.next_ns(), latest_ns)

    def given_up(self) -> None:
        """There will be no more connections."""
        self._step(Step.GIVEN_UP)

    def hold_back(self, held: bool, now_ns: int) -> None:
        """Nothing is read for a while, as nobody takes it, or something is again."""
        self._held_back = held
        self._heard_ns = now_ns

    def ping_due(self, now_ns: int) -> bool:
        """It is time for a ping; true once each time."""
        if self.phase is not Phase.TALKING or now_ns < self.ping_at_ns:
            return False
        self.ping_at_ns = now_ns + self.heartbeat_ns
        return True

    def silent(self, now_ns: int) -> bool:
        """Nothing was heard for so long that the connection counts as lost."""
        at_ns = self._silent_at_ns()
        return at_ns is not None and now_ns >= at_ns

    def too_late(self, now_ns: int) -> bool:
        """The outage has lasted too long."""
        at_ns = self._too_late_ns()
        return at_ns is not None and now_ns >= at_ns

    @property
    def dial_at_ns(self) -> int | None:
        """When the next attempt is due; ``None`` if none is."""
        return self._dial_at_ns if self.phase is Phase.AWAY else None

    def deadline_ns(self) -> int | None:
        """When it becomes too silent or too late."""
        times = (self._silent_at_ns(), self._too_late_ns())
        return min((at_ns for at_ns in times if at_ns is not None), default=None)

    def _silent_at_ns(self) -> int | None:
        listening = self.phase in (Phase.GREETING, Phase.TALKING) and not self._held_back
        return self._heard_ns + 2 * self.heartbeat_ns if listening else None

    def _too_late_ns(self) -> int | None:
        out = self._lost_ns is not None and self.phase not in (Phase.TALKING, Phase.OVER)
        return self._lost_ns + self.reconnect_for_ns if out and self._lost_ns is not None else None

    def _step(self, step: Step) -> None:
        self.phase = TRANSITIONS[self.phase, step]


def _span_ns(span_s: float | None) -> int:
    """0 for what is no span."""
    return round(span_s * NS_PER_S) if span_s is not None and span_s > 0 else 0
