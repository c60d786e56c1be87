"""Where a stream's time to its first sound went: spans between stamps that add up to the whole.

==========  ===========================================================================
stage       from … to
==========  ===========================================================================
input       the request was taken … the text that ends the first segment had arrived
queue       … a thread took it up
text        … it was read: cleaned, cut into segments, put into words
infer       … the first audio was made
buffer      … the reader took it from the stream buffer
encode      … the first of it was encoded
network     … the connection had taken it
playback    … the listener heard it, where a client says so
==========  ===========================================================================

The sum is the total by construction: each stage begins where the one before it ended. What did not
happen takes no time, and a stamp out of order is moved between its neighbours.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from brisa.telemetry.timeline import Timeline

STAMPS: Final = (
    ("input", "text_came_ns"),
    ("queue", "taken_up_ns"),
    ("text", "text_ready_ns"),
    ("infer", "first_audio_ns"),
    ("buffer", "taken_ns"),
    ("encode", "encoded_ns"),
    ("network", "sent_ns"),
    ("playback", "played_ns"),
)
"""Every stage and the stamp that ends it, in order."""

STAGES: Final = tuple(name for name, _ in STAMPS)


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of a stream's time, on the monotonic clock."""

    name: str
    began_ns: int
    ended_ns: int

    @property
    def span_ns(self) -> int:
        """How long it took."""
        return self.ended_ns - self.began_ns


def attribute(
    timeline: Timeline, began_ns: int | None = None, until_ns: int | None = None
) -> tuple[Stage, ...]:
    """The stages that have ended, none of them after ``until_ns``; together they last from the
    request, or ``began_ns``, to the latest stamp."""
    at_ns = timeline.accepted_ns if began_ns is None else began_ns
    stages = []
    for name, stamp in STAMPS:
        happened_ns: int | None = getattr(timeline, stamp)
        if happened_ns is not None:
            ended_ns = max(happened_ns, at_ns)
            if until_ns is not None:
                ended_ns = max(min(ended_ns, until_ns), at_ns)
            stages.append(Stage(name, at_ns, ended_ns))
            at_ns = ended_ns
    return tuple(stages)


def total_ns(stages: tuple[Stage, ...]) -> int:
    """From the first stage's beginning to the last one's end."""
    return stages[-1].ended_ns - stages[0].began_ns if stages else 0
