"""What the signal of speech must keep to, each with its reason."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limit:
    """A figure's allowed range, ends included; ``None`` leaves a side open."""

    name: str
    unit: str
    low: float | None
    high: float | None
    why: str

    def holds(self, value: float) -> bool:
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)

    def excess(self, value: float) -> float:
        """How far ``value`` is past the nearer end; negative inside. Ranks values by badness."""
        over = [] if self.high is None else [value - self.high]
        under = [] if self.low is None else [self.low - value]
        return max(over + under)

    @property
    def range_text(self) -> str:
        """``-32 to -16 dBFS``, ``at most 150 ms``."""
        unit = f" {self.unit}" if self.unit else ""
        if self.low is None:
            return f"at most {self.high:g}{unit}"
        if self.high is None:
            return f"at least {self.low:g}{unit}"
        if self.low == self.high:
            return f"exactly {self.low:g}{unit}"
        return f"{self.low:g} to {self.high:g}{unit}"


PER_TEXT = (
    Limit("speech_level", "dBFS", -32.0, -16.0, "a listener should not reach for the volume"),
    Limit("peak", "dBFS", None, -1.0, "encoders and resamplers overshoot by up to a decibel"),
    Limit("full_scale_samples", "", 0, 0, "a wave that reaches the end of the range is cut off"),
    Limit("offset", "dBFS", None, -60.0, "an offset thumps when playing starts and stops"),
    Limit("edges", "dBFS", None, -66.0, "a stream begins and ends in silence, or it clicks"),
    Limit("leading_silence", "ms", None, 150.0, "the listener waits through it"),
    Limit(
        "trailing_silence", "ms", 20.0, 600.0, "less cuts the last sound, more keeps turns apart"
    ),
    Limit("longest_silence", "ms", None, 1000.0, "inside a text a second of silence is a fault"),
    Limit("pace", "chars/s", 8.0, 26.0, "outside, words were left out, doubled or drawn out"),
    Limit("worst_join", "", None, 2.5, "a step at a join over all around it is heard as a click"),
)
"""Held by the recording of each text. Levels and silences: see ``levels`` and ``silences``."""

TAIL = Limit(
    "tail_ratio", "", 0.75, 1.25, "without its full stop a text ends as long and as clean as with"
)
"""Sound without the final punctuation over sound with it."""

JOIN_RANK = Limit(
    "join_rank", "sd", None, 4.0, "joins that are rougher than their surroundings on the whole"
)
"""Over all joins of a run."""

PAUSE = Limit("pause_error", "samples", 0, 0, "a pause that was asked for is exact in samples")
"""A longer pause must lengthen the recording by the difference."""

ALL = (*PER_TEXT, TAIL, JOIN_RANK, PAUSE)
