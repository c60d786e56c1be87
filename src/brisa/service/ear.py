"""One stream's listener, as pool threads and transports see it together.

:class:`~brisa.scheduler.hearing.Hearing` does the arithmetic; this adds the lock, since audio is
produced in one thread and taken in another, and says whose fault a silence was.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from brisa.scheduler.hearing import Hearing
from brisa.scheduler.job import Need
from brisa.scheduler.stalls import StallMeter


class Gap(StrEnum):
    """Why a listener had nothing to hear in the middle of a stream."""

    ENGINE_LATE = "engine_late"
    CLIENT_SLOW = "client_slow"
    NETWORK = "network"


@dataclass(frozen=True, slots=True)
class Heard:
    """What is known of a listener at a moment."""

    held_ms: float
    slack_ms: float
    deadline_in_ms: float
    underruns: int
    longest_gap_ms: float
    look_ahead_ms: float


class Ear:
    """Every method may be called from any thread.

    ``knows_accepted`` is that of ``hearing``. ``reports`` says that the transport tells what was
    accepted; without it, what the reader takes is. ``on_gap`` is told of every silence that was not
    the text's: its cause and length in ns.
    """

    def __init__(
        self,
        hearing: Hearing,
        *,
        knows_accepted: bool = True,
        reports: bool = False,
        on_gap: Callable[[Gap, int], None] = lambda cause, gap_ns: None,
    ) -> None:
        self._hearing = hearing
        self._knows_accepted = knows_accepted
        self._reports = reports
        self._on_gap = on_gap
        self._stalls = StallMeter()
        self._asked = False
        self._held_back = False
        self._timed = False
        self._work_since_ns = 0
        self._unsent_since_ns = 0
        self._lock = threading.Lock()

    def text_came(self, now_ns: int) -> None:
        """There is something to say after there was nothing."""
        with self._lock:
            if not self._asked:
                self._asked = True
                self._hearing.asked(now_ns)
            self._work_since_ns = now_ns

    def produced(self, samples: int, now_ns: int) -> None:
        """A step yielded ``samples``."""
        with self._lock:
            if not self._knows_accepted:
                self._note_gap(now_ns)
            elif not self._hearing.unsent_ns:
                self._unsent_since_ns = now_ns
            self._hearing.produced(samples, now_ns)

    def taken(self, samples: int, now_ns: int) -> bool:
        """The reader has got ``samples``. True if the stream may be wanted again by that."""
        return not self._reports and self.accepted(samples, now_ns)

    def accepted(self, samples: int, now_ns: int) -> bool:
        """The other end took ``samples``. True if the stream may be wanted again by that."""
        if not self._knows_accepted:
            return False
        with self._lock:
            self._note_gap(now_ns)
            self._hearing.accepted(samples, now_ns)
            if not self._held_back:
                return False
            # While audio was unsent, time alone made no room; nobody waits for it to yet.
            timed = not self._timed and self._hearing.wanted_at_ns(now_ns) is not None
            return self._wanted(now_ns) or timed

    def acknowledged(self, sample: int, now_ns: int) -> None:
        """The listener says that it is at ``sample``."""
        with self._lock:
            hearing = self._hearing
            hearing.acknowledged(sample, now_ns)
            # An ear at the end of what it holds waits for this end, or is through.
            if hearing.slack_ns(now_ns):
                known_ns = hearing.underruns(now_ns).total_ns
                gap_ns = self._stalls.reported(hearing.span_ns(sample), now_ns, known_ns)
                if gap_ns:
                    self._on_gap(Gap.NETWORK, gap_ns)

    def paused(self, now_ns: int) -> None:
        """The listener holds the sound."""
        with self._lock:
            self._stalls.reset()
            self._hearing.paused(now_ns)

    def resumed(self, now_ns: int) -> None:
        """The listener goes on."""
        with self._lock:
            self._stalls.reset()
            self._hearing.resumed(now_ns)

    def finished(self, now_ns: int) -> None:
        """Nothing more will be produced."""
        with self._lock:
            self._hearing.finished(now_ns)

    def wanted(self, now_ns: int) -> bool:
        """There is room for more."""
        with self._lock:
            return self._wanted(now_ns)

    def wanted_at_ns(self, now_ns: int) -> int | None:
        """When there will be room by the passing of time."""
        with self._lock:
            at_ns = self._hearing.wanted_at_ns(now_ns)
            self._timed = at_ns is not None
            return at_ns

    def need(
        self, now_ns: int, kind: str, batch_max: int, weight: float, place: int | None
    ) -> Need:
        """The next step of the stream, for the scheduler."""
        with self._lock:
            hearing = self._hearing
            return Need(
                hearing.deadline_ns(now_ns),
                hearing.waits_for_first,
                kind,
                batch_max,
                weight,
                place,
                hearing.ahead_until_ns(now_ns),
            )

    def runs_dry_in_ns(self, now_ns: int) -> int:
        """How much audio there is before silence, unsent audio included."""
        with self._lock:
            return self._hearing.held_ns(now_ns)

    def dry_in_ns(self, now_ns: int) -> int | None:
        """As :meth:`runs_dry_in_ns`; ``None`` unless sound is being heard and more is to come."""
        with self._lock:
            return self._hearing.dry_in_ns(now_ns)

    def view(self, now_ns: int) -> Heard:
        """What is known."""
        with self._lock:
            hearing = self._hearing
            gaps = hearing.underruns(now_ns)
            return Heard(
                hearing.held_ns(now_ns) / 1e6,
                hearing.slack_ns(now_ns) / 1e6,
                (hearing.deadline_ns(now_ns) - now_ns) / 1e6,
                gaps.count,
                gaps.longest_ns / 1e6,
                hearing.look_ahead.target_ns / 1e6,
            )

    def _wanted(self, now_ns: int) -> bool:
        """Whoever was told no is told when that has changed."""
        wanted = self._hearing.wanted(now_ns)
        self._held_back = not wanted
        return wanted

    def _note_gap(self, now_ns: int) -> None:
        """Audio ends a silence, if there is one: was it made too late, or taken too late?"""
        gap_ns = self._hearing.silence_ns(now_ns)
        dry_at_ns = now_ns - gap_ns
        if not gap_ns or self._work_since_ns > dry_at_ns:
            return  # the text came too late
        slow = self._knows_accepted and self._unsent_since_ns <= dry_at_ns
        self._on_gap(Gap.CLIENT_SLOW if slow else Gap.ENGINE_LATE, gap_ns)
