"""How long a step takes: running quantiles by kind of step and size of batch.

What has not been measured is answered from what has: a larger batch costs at most as many single
steps as it holds, and a smaller batch at most what a larger one does. Both are upper bounds, so a
batch is never planned cheaper than it turns out.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Final

from brisa.scheduler.quantiles import WindowQuantile

MAX_KINDS: Final = 64
"""Kinds that are remembered; the one that was not stepped for longest goes."""

DEFAULT_STEP_NS: Final = 20_000_000
"""A step nobody has measured: half of the longest quantum."""


@dataclass(slots=True)
class _Kind:
    """One kind: a window for each size of batch."""

    sizes: dict[int, WindowQuantile] = field(default_factory=dict)


class CostModel:
    """Step times of every kind. ``max_batch`` bounds the sizes that are told apart."""

    def __init__(
        self, default_step_ns: int = DEFAULT_STEP_NS, *, window: int = 128, max_batch: int = 64
    ) -> None:
        self._default_step_ns = default_step_ns
        self._window = window
        self._max_batch = max_batch
        self._kinds: OrderedDict[str, _Kind] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kinds)

    def seed(self, kind: str, step_ns: int, batch_size: int = 1) -> None:
        """What a step is taken to cost until four of them were measured."""
        window = WindowQuantile((step_ns,) * 4, self._window)
        self._kind(kind).sizes.setdefault(min(batch_size, self._max_batch), window)

    def measured(self, kind: str, batch_size: int, cost_ns: int, weight: float = 1.0) -> None:
        """A step of ``batch_size`` streams took ``cost_ns``; ``weight`` is their mean weight."""
        size = min(batch_size, self._max_batch)
        sizes = self._kind(kind).sizes
        window = sizes.get(size)
        if window is None:
            window = sizes[size] = WindowQuantile(window=self._window)
        window.add(round(cost_ns / weight) if weight > 0 else cost_ns)

    def p50_ns(self, kind: str, batch_size: int = 1, weight: float = 1.0) -> int:
        """The median cost of a step."""
        return self._estimate(kind, batch_size, weight, 0.5)

    def p90_ns(self, kind: str, batch_size: int = 1, weight: float = 1.0) -> int:
        """The cost that nine steps of ten do not exceed."""
        return self._estimate(kind, batch_size, weight, 0.9)

    def _kind(self, kind: str) -> _Kind:
        found = self._kinds.get(kind)
        if found is None:
            found = self._kinds[kind] = _Kind()
            if len(self._kinds) > MAX_KINDS:
                self._kinds.popitem(last=False)
        else:
            self._kinds.move_to_end(kind)
        return found

    def _estimate(self, kind: str, batch_size: int, weight: float, share: float) -> int:
        found = self._kinds.get(kind)
        if found is None or not found.sizes:
            return round(self._default_step_ns * batch_size * weight)
        size = min(batch_size, self._max_batch)
        window = found.sizes.get(size)
        if window is not None:
            return round(window.quantile(share) * weight)
        bounds = [
            found.sizes[known].quantile(share) * (1.0 if known > size else size / known)
            for known in found.sizes
        ]
        return round(min(bounds) * weight)
