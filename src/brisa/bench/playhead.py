"""Where a listener's ear is, and every time that it had nothing to hear.

Playing starts with the first audio that arrives and goes on in real time. When the ear reaches the
end of what has arrived it waits for the next audio: a gap. ::

    arrived   |####|      |########|
    heard      ####........########
               ^ start  ^ gap, from the end of what there was to the next arrival

Pure: times come in as integer nanoseconds of one monotonic clock.
"""

from __future__ import annotations

from dataclasses import dataclass

from brisa.clock import NS_PER_S


@dataclass(frozen=True, slots=True)
class Gap:
    """Silence of ``length_ns`` that nobody asked for, from ``at_ns`` on."""

    at_ns: int
    length_ns: int


class Playhead:
    """One utterance heard by one listener, at ``sample_rate_hz``."""

    def __init__(self, sample_rate_hz: int) -> None:
        if sample_rate_hz < 1:
            raise ValueError("a sample rate is positive")
        self.sample_rate_hz = sample_rate_hz
        self._started_ns: int | None = None
        self._stalled_ns = 0
        self._samples = 0
        self._gaps: list[Gap] = []

    @property
    def started_ns(self) -> int | None:
        """When the first audio arrived; ``None`` before."""
        return self._started_ns

    @property
    def samples(self) -> int:
        """What has arrived."""
        return self._samples

    @property
    def gaps(self) -> tuple[Gap, ...]:
        """Those that are over. Waiting after the last audio of an utterance is none."""
        return tuple(self._gaps)

    @property
    def runs_dry_ns(self) -> int:
        """When the ear reaches the end of what has arrived. ``ValueError`` if nothing has."""
        if self._started_ns is None:
            raise ValueError("nothing has arrived, so nothing can run dry")
        played_ns = self._samples * NS_PER_S // self.sample_rate_hz
        return self._started_ns + self._stalled_ns + played_ns

    def arrived(self, now_ns: int, samples: int) -> None:
        """``samples`` more are there. Raises ``ValueError`` for a negative number."""
        if samples < 0:
            raise ValueError("audio that has arrived cannot be taken back")
        if samples == 0:
            return
        if self._started_ns is None:
            self._started_ns = now_ns
        late_ns = now_ns - self.runs_dry_ns
        if late_ns > 0:
            self._gaps.append(Gap(self.runs_dry_ns, late_ns))
            self._stalled_ns += late_ns
        self._samples += samples

    def slack_ns(self, now_ns: int) -> int:
        """Audio that the listener still holds; negative while there is a gap."""
        return self.runs_dry_ns - now_ns
