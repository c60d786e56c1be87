"""One stream as an operator sees it: numbers, and whose turn it is; nothing of what is said."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

JobClassName: TypeAlias = Literal["live", "bulk"]


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamState:
    """A stream at a moment; holds neither text nor anything that says who listens (P8).

    ``number`` counts the streams of a process. ``state`` is that of the scheduler's job
    (:class:`brisa.scheduler.job.JobState`), ``worker`` the place that holds the stream's state,
    ``None`` where any may step it. ``produced_ms`` was synthesised, of which ``buffered_ms`` wait
    here to be read; ``held_ms`` lie between synthesis and ear, ``slack_ms`` of that at the
    listener: ``None`` before there is anything to hear, and for bulk streams.
    ``deadline_in_ms`` is when a step is due, negative when it is late, ``None`` if none is due.
    ``longest_gap_ms`` is the longest of the ``underruns``, ``look_ahead_ms`` how far ahead of the
    ear the stream is made.
    """

    number: int
    voice: str
    job_class: JobClassName
    state: str
    worker: int | None = None
    age_ms: float = 0.0
    produced_ms: float = 0.0
    buffered_ms: float = 0.0
    held_ms: float = 0.0
    slack_ms: float | None = None
    deadline_in_ms: float | None = None
    underruns: int = 0
    longest_gap_ms: float = 0.0
    look_ahead_ms: float = 0.0


def by_need(stream: StreamState) -> tuple[bool, float, int]:
    """Sorts whoever has the least time left to the front, files last."""
    left_ms = stream.slack_ms if stream.slack_ms is not None else stream.deadline_in_ms
    bulk = stream.job_class == "bulk"
    return bulk, float("inf") if left_ms is None else left_ms, stream.number
