"""Running quantiles of what was measured last: exact over a window, in bounded memory.

The window is what makes old measurements fade: an engine whose steps become slower is known as slow
after half a window at the median and after a tenth of one at p90. Values are kept sorted, so a
quantile is one look and adding a value moves a few hundred pointers at most.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import deque
from math import ceil


class WindowQuantile:
    """The last ``window`` values, seeded with values that count until measured ones replace them.

    Each added value takes the place of one seed while there are any.
    """

    def __init__(self, seeds: tuple[int, ...] = (), window: int = 128) -> None:
        if window < 1 or len(seeds) > window:
            raise ValueError("a window holds at least one value, and all of its seeds")
        self._window = window
        self._arrived = deque(seeds)
        self._sorted = sorted(seeds)
        self._seeds = len(seeds)

    def __len__(self) -> int:
        return len(self._sorted)

    @property
    def measured(self) -> bool:
        """Values were added, and no seed counts any more."""
        return bool(self._sorted) and not self._seeds

    def add(self, value: int) -> None:
        """One more value; the oldest goes if there is no room, or a seed if there is one."""
        if self._seeds or len(self._sorted) == self._window:
            oldest = self._arrived.popleft()
            del self._sorted[bisect_left(self._sorted, oldest)]
            self._seeds = max(self._seeds - 1, 0)
        self._arrived.append(value)
        insort(self._sorted, value)

    def quantile(self, share: float) -> int:
        """The smallest value that ``share`` of the window does not exceed (nearest rank).

        Raises ``ValueError`` of an empty window.
        """
        if not self._sorted:
            raise ValueError("no values, no quantile")
        return self._sorted[max(ceil(share * len(self._sorted)), 1) - 1]
