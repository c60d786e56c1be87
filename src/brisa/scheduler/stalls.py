"""Silences that happen behind this end's back, told from a listener's reports of its ear.

A report that comes at *t* and says that the ear is at *s* is late by ``t - s``, less the silences
that this end knows of: the way of the audio, the client's own buffer, the way of the report. The
ways take longer at one time than at another, which only ever makes a report later; so the least
lateness of several is that of the ear. Where it has grown for good, the ear stood still although
the audio had left here.
"""

from __future__ import annotations

from collections import deque
from typing import Final

LEAST_NS: Final = 20_000_000
"""Shorter silences are not told from the rounding of clients that count in frames."""

_RECENT: Final = 3
_BEFORE: Final = 8


class StallMeter:
    """One listener's; reports come in the order of time."""

    def __init__(self) -> None:
        self._late_ns: deque[int] = deque(maxlen=_RECENT + _BEFORE)

    def reported(self, ear_ns: int, now_ns: int, known_ns: int) -> int:
        """The ear is at ``ear_ns`` of the stream; ``known_ns`` of silence are known of so far.

        How long the silence was that this report proves, else 0. It takes some reports to prove.
        """
        late = self._late_ns
        late.append(now_ns - ear_ns - known_ns)
        if len(late) <= _RECENT:
            return 0
        latest = [late[index] for index in range(-_RECENT, 0)]
        stalled_ns = min(latest) - min(late[index] for index in range(len(late) - _RECENT))
        if stalled_ns < LEAST_NS:
            return 0
        late.clear()
        late.extend(latest)
        return stalled_ns

    def reset(self) -> None:
        """The listener held the sound: what was known of its lateness is worth nothing."""
        self._late_ns.clear()
