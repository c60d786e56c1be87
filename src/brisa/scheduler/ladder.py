"""How a server in trouble does with less: rungs that are gone up and down one at a time.

::

    NORMAL ─▶ LOOK_AHEAD ─▶ LIGHTER_VOICE ─▶ SAMPLE_RATE ─▶ REFUSE        strained for a while
    NORMAL ◀─ LOOK_AHEAD ◀─ LIGHTER_VOICE ◀─ SAMPLE_RATE ◀─ REFUSE        relaxed for longer

A look at a time tells how things are. They are *strained* if the workers are asked for more than
``up_load`` of what they can do, if capacity was refused to somebody, or if listeners are *harmed*:
met silence that was the server's fault, or waited for a first sound longer than the target. They
are *relaxed* if nothing of that is so and the load is below ``down_load``; between the two nothing
moves. ``up_looks`` strained looks in a row lead up a rung, ``down_looks`` relaxed ones down, so an
answer does not flicker at an edge.

Only harm in every look leads to the last rung: where streams are admitted by capacity, a full
machine refuses the next one by itself and need not refuse all. What is refused by this rung is not
counted as strain, or it would never be left; it is left as soon as nothing is strained, however
full the machine is.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from brisa.errors import ConfigError


class Rung(IntEnum):
    """What new streams get less of; each rung keeps what those below it do."""

    NORMAL = 0
    LOOK_AHEAD = 1
    """More is made ahead while there is time, for when there is none."""
    LIGHTER_VOICE = 2
    """A voice that costs less, where one is named."""
    SAMPLE_RATE = 3
    """A lower sample rate, in formats that say theirs."""
    REFUSE = 4
    """None is served."""


ALL_RUNGS: Final = tuple(Rung)


@dataclass(frozen=True, slots=True)
class Strain:
    """How things are, since the look before.

    ``load`` is what live streams ask of the workers, as a share of what those can do.
    ``late_first_audio``: the p95 of the first sounds is over the target. ``underruns`` and
    ``refused`` (for want of capacity) are counts.
    """

    load: float
    underruns: int = 0
    late_first_audio: bool = False
    refused: int = 0

    @property
    def harms(self) -> bool:
        """Listeners hear that there is too little of something."""
        return self.underruns > 0 or self.late_first_audio


@dataclass(frozen=True, slots=True)
class LadderOptions:
    """When to move. ``rungs`` are those that there are, ``NORMAL`` among them.

    Raises :class:`~brisa.errors.ConfigError` for values that contradict one another.
    """

    up_load: float = 0.9
    down_load: float = 0.7
    up_looks: int = 3
    down_looks: int = 10
    rungs: tuple[Rung, ...] = ALL_RUNGS

    def __post_init__(self) -> None:
        if not 0.0 <= self.down_load < self.up_load:
            raise ConfigError(
                "degradation.down_load must be below degradation.up_load.",
                param="degradation.down_load",
            )
        if self.up_looks < 1 or self.down_looks < 1:
            raise ConfigError("A rung takes at least one look.", param="degradation.up_looks")
        if Rung.NORMAL not in self.rungs or list(self.rungs) != sorted(set(self.rungs)):
            raise ConfigError("Rungs are in order, from NORMAL on.", param="degradation")


class Ladder:
    """Where a server stands. Owned by one thread at a time."""

    def __init__(self, options: LadderOptions | None = None) -> None:
        self._options = options or LadderOptions()
        self._place = 0
        self._strained = 0
        self._harmed = 0
        self._relaxed = 0

    @property
    def rung(self) -> Rung:
        """The rung it stands on."""
        return self._options.rungs[self._place]

    def look(self, strain: Strain) -> Rung:
        """How things are at the next look; the rung from here on."""
        strained = self._is_strained(strain)
        self._strained = self._strained + 1 if strained else 0
        self._harmed = self._harmed + 1 if strain.harms else 0
        self._relaxed = self._relaxed + 1 if self._is_relaxed(strain, strained) else 0
        if self._may_go_up():
            self._move(+1)
        elif self._place and self._relaxed >= self._options.down_looks:
            self._move(-1)
        return self.rung

    def _is_strained(self, strain: Strain) -> bool:
        return strain.harms or strain.refused > 0 or strain.load > self._options.up_load

    def _is_relaxed(self, strain: Strain, strained: bool) -> bool:
        return not strained and (self.rung is Rung.REFUSE or strain.load < self._options.down_load)

    def _may_go_up(self) -> bool:
        rungs = self._options.rungs
        if self._place + 1 == len(rungs):
            return False
        looks = self._harmed if rungs[self._place + 1] is Rung.REFUSE else self._strained
        return looks >= self._options.up_looks

    def _move(self, by: int) -> None:
        self._place += by
        self._strained = self._harmed = self._relaxed = 0
