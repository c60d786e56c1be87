"""What one key may use: streams at a time, requests and characters a minute. No clock in here.

Rates are buckets that hold a minute's worth and fill steadily. A text is taken while there is
anything left, and all of it is paid for: one longer than a minute's worth can be spoken, and what
comes after it waits longer for that.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

_S_PER_MINUTE: Final = 60
_NS_PER_MINUTE: Final = 60_000_000_000
_SLIVER: Final = 1e-6

STREAM_RETRY_S: Final = 1.0
"""A stream that is heard as it is made ends within seconds; asking again sooner gains nothing."""


@dataclass(frozen=True, slots=True)
class KeyLimits:
    """``None``: no limit. ``streams`` at a time; ``requests`` and ``characters`` in a minute."""

    streams: int | None = None
    requests: int | None = None
    characters: int | None = None


NO_LIMITS: Final = KeyLimits()


class Bucket:
    """``per_minute`` at most, and as much in the long run; full at first. May be overdrawn."""

    def __init__(self, per_minute: int, now_ns: int) -> None:
        self.per_minute = per_minute
        self._left = float(per_minute)
        self._at_ns = now_ns

    def wait_s(self, now_ns: int) -> float:
        """How long until there is a whole one; 0 if there is."""
        self._fill(now_ns)
        missing = 1 - self._left
        # Rounding may have taken a sliver of a whole one away.
        return 0.0 if missing < _SLIVER else missing * _S_PER_MINUTE / self.per_minute

    def take(self, amount: int, now_ns: int) -> None:
        """Use up ``amount``, or give it back if it is negative."""
        self._fill(now_ns)
        self._left = min(self._left - amount, float(self.per_minute))

    def _fill(self, now_ns: int) -> None:
        passed_ns = max(now_ns - self._at_ns, 0)
        self._at_ns = max(now_ns, self._at_ns)
        gained = passed_ns * self.per_minute / _NS_PER_MINUTE
        self._left = min(self._left + gained, float(self.per_minute))


class Allowance:
    """One key's. Every method that may refuse answers with the seconds to wait, 0 if it grants.
    ``revoked``: the key is nobody's any more, whoever is still connected with it."""

    def __init__(self, limits: KeyLimits, now_ns: int) -> None:
        self._streams = 0
        self.limits = limits
        self.revoked = False
        self._requests = _bucket(limits.requests, now_ns)
        self._characters = _bucket(limits.characters, now_ns)

    def change(self, limits: KeyLimits, now_ns: int) -> None:
        """Other limits from here on; a rate that stays the same keeps what was used of it."""
        if limits.requests != self.limits.requests:
            self._requests = _bucket(limits.requests, now_ns)
        if limits.characters != self.limits.characters:
            self._characters = _bucket(limits.characters, now_ns)
        self.limits = limits

    @property
    def streams(self) -> int:
        """Those that are open."""
        return self._streams

    def request(self, now_ns: int) -> float:
        """One more request."""
        if self._requests is None:
            return 0.0
        wait_s = self._requests.wait_s(now_ns)
        if not wait_s:
            self._requests.take(1, now_ns)
        return wait_s

    def enter(self) -> float:
        """One more stream, until :meth:`leave`."""
        if self.limits.streams is not None and self._streams >= self.limits.streams:
            return STREAM_RETRY_S
        self._streams += 1
        return 0.0

    def leave(self) -> None:
        """A stream is over."""
        self._streams -= 1

    def text(self, characters: int, now_ns: int) -> float:
        """So much text to be spoken."""
        if self._characters is None or not characters:
            return 0.0
        wait_s = self._characters.wait_s(now_ns)
        if not wait_s:
            self._characters.take(characters, now_ns)
        return wait_s

    def refund(self, characters: int, now_ns: int) -> None:
        """That text will not be spoken after all."""
        if self._characters is not None:
            self._characters.take(-characters, now_ns)


def _bucket(per_minute: int | None, now_ns: int) -> Bucket | None:
    return None if per_minute is None else Bucket(per_minute, now_ns)
