"""The order in which streams are shown."""

from __future__ import annotations

import pytest

from brisa.service.stream_state import JobClassName, StreamState, by_need

pytestmark = pytest.mark.unit


def stream(
    number: int, job_class: JobClassName = "live", slack_ms: float | None = None, **more: float
) -> StreamState:
    return StreamState(
        number=number,
        voice="heart",
        job_class=job_class,
        state="ready",
        slack_ms=slack_ms,
        deadline_in_ms=more.get("deadline_in_ms"),
    )


def test_whoever_runs_dry_first_comes_first() -> None:
    streams = [
        stream(1, "bulk", slack_ms=None),
        stream(2, slack_ms=300.0),
        stream(3, slack_ms=-20.0),
        stream(4, deadline_in_ms=150.0),
        stream(5),
    ]
    assert [found.number for found in sorted(streams, key=by_need)] == [3, 4, 2, 5, 1]


def test_equals_keep_their_numbers_order() -> None:
    streams = [stream(9, slack_ms=40.0), stream(2, slack_ms=40.0), stream(5, "bulk")]
    assert [found.number for found in sorted(streams, key=by_need)] == [2, 9, 5]
