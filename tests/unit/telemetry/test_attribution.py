"""Where the time went: stages that add up, whatever was stamped."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisa.telemetry.attribution import STAGES, STAMPS, attribute, total_ns
from brisa.telemetry.timeline import Timeline

pytestmark = pytest.mark.unit


def stamped(accepted_ns: int, times_ns: list[int | None]) -> Timeline:
    timeline = Timeline(accepted_ns, 24_000)
    for (_, stamp), at_ns in zip(STAMPS, times_ns, strict=True):
        setattr(timeline, stamp, at_ns)
    return timeline


@given(
    st.integers(-100, 100),
    st.lists(st.none() | st.integers(-500, 500), min_size=len(STAMPS), max_size=len(STAMPS)),
    st.none() | st.integers(-500, 500),
)
def test_stages_add_up_to_the_total(
    accepted_ns: int, times_ns: list[int | None], until_ns: int | None
) -> None:
    stages = attribute(stamped(accepted_ns, times_ns), until_ns=until_ns)
    assert sum(stage.span_ns for stage in stages) == total_ns(stages)
    assert all(stage.span_ns >= 0 for stage in stages)
    assert [stage.name for stage in stages] == [
        name for name, at_ns in zip(STAGES, times_ns, strict=True) if at_ns is not None
    ]
    if stages:
        latest = max([accepted_ns, *(at_ns for at_ns in times_ns if at_ns is not None)])
        expected = latest if until_ns is None else max(accepted_ns, min(latest, until_ns))
        assert stages[0].began_ns == accepted_ns
        assert stages[-1].ended_ns == expected


def test_each_stage_lasts_from_stamp_to_stamp() -> None:
    timeline = Timeline(0, 24_000)
    timeline.text_arrived(0)
    timeline.segment_ready(1, 3, 6)
    timeline.stepped(3, 10)
    timeline.audio_ready(480, 10)
    timeline.taken(15)
    timeline.encoded(21)
    timeline.sent(28)
    timeline.played(36)
    assert {stage.name: stage.span_ns for stage in attribute(timeline)} == {
        "input": 1,
        "queue": 2,
        "text": 3,
        "infer": 4,
        "buffer": 5,
        "encode": 6,
        "network": 7,
        "playback": 8,
    }


def test_only_the_first_of_each_counts() -> None:
    timeline = Timeline(0, 24_000)
    for now_ns in (5, 9):
        timeline.segment_ready(now_ns, now_ns, now_ns)
        timeline.taken(now_ns)
        timeline.encoded(now_ns)
        timeline.sent(now_ns)
        timeline.played(now_ns)
    assert {at_ns for _, stamp in STAMPS if (at_ns := getattr(timeline, stamp)) is not None} == {5}


def test_a_stream_of_which_nothing_is_known_has_no_stage() -> None:
    assert attribute(Timeline(7, 24_000)) == ()
    assert total_ns(()) == 0
