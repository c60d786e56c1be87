"""When the next attempt to connect is made. No clock: spans in, spans out."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

NS_PER_MS: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class RetryOptions:
    """The first attempt comes within ``first_ms`` of a loss; the pauses after that double from
    ``base_ms`` to ``most_ms``."""

    first_ms: int = 80
    base_ms: int = 200
    most_ms: int = 3_000


class Retry:
    """Pauses of one outage after another.

    Every pause is drawn from the upper half of its span, and the first from all of it, so that the
    clients of a server that comes back do not come all at once.
    """

    def __init__(self, options: RetryOptions, random: Random) -> None:
        self._options = options
        self._random = random
        self._attempts = 0

    def reset(self) -> None:
        """The outage is over."""
        self._attempts = 0

    def next_ns(self) -> int:
        """How long to wait before the next attempt."""
        options, attempt = self._options, self._attempts
        self._attempts += 1
        if attempt == 0:
            return round(self._random.uniform(0, options.first_ms) * NS_PER_MS)
        span_ms = min(options.base_ms << min(attempt - 1, 30), options.most_ms)
        return round(self._random.uniform(span_ms / 2, span_ms) * NS_PER_MS)
