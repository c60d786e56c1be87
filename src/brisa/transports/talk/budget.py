"""How many messages a client may send."""

from __future__ import annotations

from typing import Final

NS_PER_S: Final = 1_000_000_000


class MessageBudget:
    """A message costs its share of a second, of which no more is saved than for ``burst``."""

    def __init__(self, messages_per_s: int, burst: int, now_ns: int) -> None:
        self.messages_per_s = messages_per_s
        self._cost_ns = NS_PER_S // messages_per_s
        self._most_ns = burst * NS_PER_S // messages_per_s
        self._credit_ns = self._most_ns
        self._credit_at_ns = now_ns

    def afford(self, now_ns: int) -> bool:
        """One more message came; false if it is one too many."""
        earned_ns = self._credit_ns + max(now_ns - self._credit_at_ns, 0)
        self._credit_ns = min(earned_ns, self._most_ns) - self._cost_ns
        self._credit_at_ns = max(now_ns, self._credit_at_ns)
        return self._credit_ns >= 0
