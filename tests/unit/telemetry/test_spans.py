"""A stream's time, cut into stages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisa.telemetry.spans import Stage, facts_of, stages_of
from brisa.telemetry.timeline import Timeline

pytestmark = pytest.mark.unit

stamps = st.none() | st.integers(-50, 300)


def timeline(text: int | None, step: int | None, audio: int | None) -> Timeline:
    told = Timeline(0, 24_000, text_came_ns=text, taken_up_ns=step, first_audio_ns=audio)
    told.first_text_ns = text
    return told


def test_stages_are_what_happened() -> None:
    assert stages_of(timeline(10, 30, 60), 0, 100) == (
        Stage("input", 0, 10),
        Stage("queue", 10, 30),
        Stage("infer", 30, 60),
        Stage("deliver", 60, 100),
    )


def test_what_did_not_happen_has_no_stage() -> None:
    assert stages_of(timeline(10, None, None), 0, 100) == (
        Stage("input", 0, 10),
        Stage("deliver", 10, 100),
    )


@given(stamps, stamps, stamps, st.integers(0, 200))
def test_stages_add_up_to_the_whole(
    text: int | None, step: int | None, audio: int | None, ended_ns: int
) -> None:
    stages = stages_of(timeline(text, step, audio), 0, ended_ns)
    assert (stages[0].began_ns, stages[-1].ended_ns) == (0, ended_ns)
    assert all(stage.began_ns <= stage.ended_ns for stage in stages)
    for before, after in zip(stages, stages[1:], strict=False):
        assert before.ended_ns == after.began_ns


def test_facts_are_numbers() -> None:
    told = timeline(0, 1_000_000, 3_000_000)
    told.stepped(1_000_000, 3_000_000)
    told.audio_ready(12_000, 3_000_000)
    assert facts_of(told) == {
        "brisa.audio_s": 0.5,
        "brisa.steps": 1,
        "brisa.synthesis_ms": 2.0,
        "brisa.concealed_samples": 0,
        "brisa.substituted_segments": 0,
        "brisa.first_audio_ms": 3.0,
    }


def test_without_audio_there_is_no_first_one() -> None:
    assert "brisa.first_audio_ms" not in facts_of(timeline(0, None, None))
