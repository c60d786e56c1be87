"""Whether one more listener can be served, and if not, when it is worth asking again.

On *m* workers, with *u* the share of a processor a stream takes (its real-time factor), *C* what
one step of fifty exceeds and *F* the p90 of the work up to a first sound, a live stream is admitted
if all three hold:

1. **Long run.** ``Σu + sqrt(Σs²) ≤ limit · m``, the candidate included; a stream's spread is
   ``s = (p90 - p50) / audio of a step``. Steps vary independently, so their sum varies with the
   root of the sum of squares: for one stream this is its p90, for hundreds nearly their mean.
   ``Σu ≤ m`` is necessary for any policy (Liu and Layland, 1973), and enough for lateness to be
   bounded:
2. **Lateness.** ``m·Cmax / (m - (m-1)·umax) + Cmax ≤ cushion``. With non-preemptive earliest
   deadline first on m processors no step is later than this past its deadline as long as 1 holds
   (from above: Devi and Anderson, "Tardiness bounds under global EDF scheduling on a
   multiprocessor", Real-Time Systems 38, 2008, where the sum is over the m longest steps). The
   cushion is the least look-ahead a stream is produced with: lateness that a listener's buffer
   outlasts is not heard.
3. **First sound.** ``wait ≤ patience · target``. Before the candidate go the first sounds of those
   who came earlier, *W* in sum; a greedy schedule ends work W and a last piece F by
   ``Cmax + W/m + F`` (Graham, 1969, and one step that cannot be preempted). For the time of a
   cushion those who are hearing can be let wait; after that they take their ``Σu`` of the m.

After a refusal for want of capacity nobody is admitted until demand is below ``resume · m``, so the
answer does not flicker at the edge. A client above a fair share is held to ``share_limit · m``.
``Retry-After`` comes from when streams are expected to end: the k-th client who is refused is told
the time of the k-th end after enough have left, so that not all come back at once.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from brisa.scheduler.demand import Demands, EngineDemand
from brisa.scheduler.job import JobClass, Terms
from brisa.scheduler.shares import Shares
from brisa.scheduler.totals import Load, Totals

_NS_PER_S: Final = 1_000_000_000
_NS_PER_MS: Final = 1_000_000


class Reason(StrEnum):
    """Why a stream was refused."""

    STREAMS = "streams"
    CAPACITY = "capacity"
    LATENESS = "lateness"
    FIRST_SOUND = "first_sound"
    SHARE = "share"


@dataclass(frozen=True, slots=True)
class Admitted:
    """The stream may begin; ``first_sound_ns`` is the predicted wait for its first sound."""

    first_sound_ns: int


@dataclass(frozen=True, slots=True)
class Refused:
    """There is no room for the stream."""

    retry_after_s: int
    reason: Reason


@dataclass(frozen=True, slots=True)
class AdmissionLimits:
    """How full it may become. Shares are of all workers; ``max_streams`` counts bulk too."""

    limit: float = 0.95
    resume: float = 0.9
    share_limit: float = 0.8
    cushion_ms: int = 250
    first_audio_target_ms: int = 300
    patience: float = 3.0
    max_streams: int | None = None
    max_retry_s: int = 30


class Admission:
    """Decides; remembers only whether it is closed and whom it sent away."""

    def __init__(self, workers: int, demands: Demands, shares: Shares, limits: AdmissionLimits):
        self.workers = workers
        self._demands = demands
        self._shares = shares
        self._limits = limits
        self._closed = False
        self._sent_away = 0

    def totals(self, loads: Iterable[Load]) -> Totals:
        """What the streams ask for."""
        totals = Totals()
        for load in loads:
            totals = totals.plus(self._demands.of(load.engine), load.waiting, load.hearing)
        return totals

    def decide(
        self, now_ns: int, terms: Terms, loads: Iterable[Load], ends_ns: Iterable[tuple[int, float]]
    ) -> Admitted | Refused:
        """The answer to one candidate.

        ``loads`` are the live streams there are (an iterable that is read once), ``ends_ns`` when
        each is expected to end and what share it frees; read only for a refusal.
        """
        demand = self._demands.of(terms.engine)
        loads = tuple(loads)
        before = self.totals(loads)
        live = sum(load.waiting + load.hearing for load in loads)
        self._reopen(before, live)
        reason = self._objection(terms, before, demand, live)
        if reason is None:
            return Admitted(self.first_sound_ns(before, demand))
        self._closed = self._closed or reason is Reason.CAPACITY
        return Refused(self._retry_after_s(now_ns, reason, before, demand, ends_ns), reason)

    def full(self, streams: int) -> bool:
        """So many streams of both classes are as many as there may be."""
        return self._limits.max_streams is not None and streams >= self._limits.max_streams

    def first_sound_ns(self, before: Totals, demand: EngineDemand) -> int:
        """How long the next stream would wait for its first sound (condition 3)."""
        workers, cushion_ns = self.workers, self._limits.cushion_ms * _NS_PER_MS
        queued_ns = before.first_work_ns / workers
        if queued_ns > cushion_ns:
            left = max(workers - before.hearing_share, 0.05 * workers)
            queued_ns = cushion_ns + (before.first_work_ns - workers * cushion_ns) / left
        return round(before.longest_step_ns + queued_ns + demand.first_p90_ns)

    def lateness_ns(self, totals: Totals) -> int:
        """The bound of condition 2."""
        longest_ns, workers = totals.longest_step_ns, self.workers
        spared = workers - (workers - 1) * min(totals.largest_share, 1.0)
        return round(workers * longest_ns / spared + longest_ns)

    def _objection(
        self, terms: Terms, before: Totals, demand: EngineDemand, live: int
    ) -> Reason | None:
        if terms.job_class is JobClass.BULK or not live:
            return None  # an empty machine does what it can for anybody
        limits, after = self._limits, before.plus(demand, waiting=1, hearing=0)
        asked = after.share_p90 / self.workers
        if self._closed or asked > limits.limit:
            return Reason.CAPACITY
        if asked > limits.share_limit and self._shares.above(terms.client_key, joining=1):
            return Reason.SHARE
        if self.lateness_ns(after) > limits.cushion_ms * _NS_PER_MS:
            return Reason.LATENESS
        allowed_ns = limits.patience * limits.first_audio_target_ms * _NS_PER_MS
        if self.first_sound_ns(before, demand) > allowed_ns:
            return Reason.FIRST_SOUND
        return None

    def _reopen(self, before: Totals, live: int) -> None:
        if not live or before.share_p90 <= self._limits.resume * self.workers:
            self._closed = False
            self._sent_away = 0

    def _retry_after_s(
        self,
        now_ns: int,
        reason: Reason,
        before: Totals,
        demand: EngineDemand,
        ends_ns: Iterable[tuple[int, float]],
    ) -> int:
        wait_ns = 0
        if reason is Reason.FIRST_SOUND:
            wait_ns = self.first_sound_ns(before, demand)
        else:
            self._sent_away += 1
            surplus = before.share_p90 - self._limits.resume * self.workers
            surplus += self._sent_away * demand.rtf
            for end_ns, share in sorted(ends_ns):
                surplus -= share
                wait_ns = end_ns - now_ns
                if surplus <= 0:
                    break
        return min(max(math.ceil(wait_ns / _NS_PER_S), 1), self._limits.max_retry_s)

    def retry_for_a_place_s(self, now_ns: int, ends_ns: Iterable[tuple[int, float]]) -> int:
        """When the first of all streams is expected to end."""
        first_ns = min((end_ns for end_ns, _ in ends_ns), default=now_ns)
        wait_s = math.ceil((first_ns - now_ns) / _NS_PER_S)
        return min(max(wait_s, 1), self._limits.max_retry_s)
