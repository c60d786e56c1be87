"""What all live streams together ask of the workers."""

from __future__ import annotations

import math
from dataclasses import dataclass

from brisa.scheduler.demand import EngineDemand


@dataclass(frozen=True, slots=True)
class Load:
    """The live streams of one engine: ``waiting`` have heard nothing yet."""

    engine: str
    waiting: int
    hearing: int


@dataclass(frozen=True, slots=True)
class Totals:
    """What all live streams ask of the workers; shares of a processor and nanoseconds."""

    share: float = 0.0
    hearing_share: float = 0.0
    spread_squared: float = 0.0
    first_work_ns: int = 0
    longest_step_ns: int = 0
    largest_share: float = 0.0

    @property
    def share_p90(self) -> float:
        """Processors that nine times of ten suffice."""
        return self.share + math.sqrt(self.spread_squared)

    def plus(self, demand: EngineDemand, waiting: int, hearing: int) -> Totals:
        """With so many more streams of an engine."""
        count = waiting + hearing
        return Totals(
            self.share + count * demand.rtf,
            self.hearing_share + hearing * demand.rtf,
            self.spread_squared + count * demand.spread**2,
            self.first_work_ns + waiting * demand.first_p50_ns,
            max(self.longest_step_ns, demand.long_step_ns if count else 0),
            max(self.largest_share, demand.rtf if count else 0.0),
        )
