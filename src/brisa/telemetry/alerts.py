"""Thresholds that are worth a word: crossed when a value is beyond one for two looks, over when it
is back within it by a tenth for two looks, so that a value at the edge does not flicker."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

LOOKS: Final = 2
MARGIN: Final = 0.1


@dataclass(frozen=True, slots=True)
class Threshold:
    """``below``: it is bad to be under ``limit``, else over it. ``message`` has ``{value}`` and
    ``{limit}``."""

    name: str
    limit: float
    message: str
    below: bool = False


@dataclass(frozen=True, slots=True)
class ActiveAlert:
    """A threshold that is crossed."""

    name: str
    message: str
    value: float
    limit: float


@dataclass(slots=True)
class _State:
    active: bool = False
    looks: int = 0
    value: float = 0.0


@dataclass(frozen=True, slots=True)
class Change:
    """An alert began or ended."""

    name: str
    active: bool
    value: float
    limit: float


class Alerts:
    """Decides; no clock, no I/O."""

    def __init__(self, thresholds: tuple[Threshold, ...]) -> None:
        self._states = {threshold: _State() for threshold in thresholds}

    def look(self, values: dict[str, float | None]) -> list[Change]:
        """What has changed with these values; ``None``, or none at all, is as good as fine."""
        changes = []
        for threshold, state in self._states.items():
            value = values.get(threshold.name)
            state.value = state.value if value is None else value
            if self._differs(threshold, state, value):
                state.looks += 1
            else:
                state.looks = 0
            if state.looks >= LOOKS:
                state.active, state.looks = not state.active, 0
                changes.append(Change(threshold.name, state.active, state.value, threshold.limit))
        return changes

    def active(self) -> tuple[ActiveAlert, ...]:
        """Those that are crossed."""
        return tuple(
            ActiveAlert(
                one.name,
                one.message.format(value=round(state.value, 1), limit=round(one.limit, 1)),
                state.value,
                one.limit,
            )
            for one, state in self._states.items()
            if state.active
        )

    def _differs(self, threshold: Threshold, state: _State, value: float | None) -> bool:
        if value is None:
            return state.active
        margin = MARGIN * threshold.limit if state.active else 0.0
        if threshold.below:
            crossed = value < threshold.limit + margin
        else:
            crossed = value > threshold.limit - margin
        return crossed != state.active
