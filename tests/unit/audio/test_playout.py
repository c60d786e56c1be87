"""The listener's model: slack, deadline, silences; exact whatever is asked in between."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisa.audio.playout import NEVER_NS, Playout, Underruns
from brisa.clock import NS_PER_MS, NS_PER_S

pytestmark = pytest.mark.unit

MS = NS_PER_MS
RATE_HZ = 1000  # a sample is a millisecond


def listener(pre_buffer_ms: int = 60, margin_ms: int = 100, **more: int) -> Playout:
    return Playout(RATE_HZ, pre_buffer_ms, margin_ms, **more)


def test_before_the_first_sound_the_deadline_is_arrival_plus_target() -> None:
    ear = listener(arrived_ns=5 * MS, first_audio_target_ms=300)
    assert ear.deadline_ns() == 305 * MS
    ear.produced(59, 20 * MS)
    assert (ear.playing, ear.deadline_ns()) == (False, 305 * MS)
    assert ear.playhead_samples(90 * MS) == 0
    assert ear.slack_ns(90 * MS) == 59 * MS


def test_slack_falls_with_time_and_the_deadline_is_where_it_meets_the_margin() -> None:
    ear = listener()
    ear.produced(400, 10 * MS)
    assert ear.playing
    assert ear.playhead_samples(10 * MS) == 0
    assert ear.playhead_samples(110 * MS) == 100
    assert ear.slack_ns(110 * MS) == 300 * MS
    assert ear.deadline_ns() == 310 * MS
    assert ear.slack_ns(ear.deadline_ns()) == 100 * MS
    ear.produced(50, 200 * MS)
    assert ear.deadline_ns() == 360 * MS


def test_a_silence_is_one_episode_and_the_playhead_waits() -> None:
    ear = listener()
    ear.produced(100, 0)
    assert ear.underruns(100 * MS) == Underruns(0, 0, 0)
    assert ear.underruns(130 * MS) == Underruns(1, 30 * MS, 30 * MS)
    assert ear.playhead_samples(130 * MS) == 100
    assert ear.slack_ns(130 * MS) == 0
    ear.produced(0, 140 * MS)
    assert ear.deadline_ns() == 0, "in a silence the deadline stays where it was missed"
    ear.produced(20, 150 * MS)
    assert ear.playhead_samples(160 * MS) == 110
    assert ear.underruns(160 * MS) == Underruns(1, 50 * MS, 50 * MS)
    assert ear.underruns(180 * MS) == Underruns(2, 60 * MS, 50 * MS)


def test_the_end_of_a_finished_stream_is_no_underrun() -> None:
    ear = listener()
    ear.produced(100, 0)
    ear.finished(50 * MS)
    assert ear.deadline_ns() == NEVER_NS
    assert ear.playhead_samples(500 * MS) == 100
    assert ear.underruns(500 * MS) == Underruns(0, 0, 0)
    with pytest.raises(ValueError, match="before the end"):
        ear.produced(1, 501 * MS)


def test_a_silence_before_the_end_mark_stays_counted() -> None:
    ear = listener()
    ear.produced(100, 0)
    ear.finished(130 * MS)
    assert ear.underruns(900 * MS) == Underruns(1, 30 * MS, 30 * MS)


def test_what_is_shorter_than_the_pre_buffer_plays_when_finished() -> None:
    ear = listener()
    ear.produced(10, 0)
    ear.finished(5 * MS)
    assert ear.playhead_samples(9 * MS) == 4
    assert ear.playhead_samples(99 * MS) == 10


def test_a_listener_that_says_it_started_plays_the_first_audio_at_once() -> None:
    ear = listener()
    ear.started(10 * MS)
    assert not ear.playing
    ear.produced(20, 30 * MS)
    assert ear.playhead_samples(40 * MS) == 10
    assert ear.underruns(40 * MS) == Underruns(0, 0, 0)


def test_time_stands_still_while_paused() -> None:
    ear = listener()
    ear.produced(200, 0)
    ear.paused(50 * MS)
    assert ear.deadline_ns() == NEVER_NS
    assert ear.playhead_samples(900 * MS) == 50
    ear.resumed(1000 * MS)
    assert ear.playhead_samples(1010 * MS) == 60
    assert ear.deadline_ns() == 1050 * MS
    ear.paused(1160 * MS)
    ear.resumed(1200 * MS)
    assert ear.underruns(1205 * MS) == Underruns(1, 15 * MS, 15 * MS)
    assert ear.deadline_ns() == 1090 * MS


def test_a_listener_further_on_moves_the_model_on() -> None:
    ear = listener()
    ear.produced(200, 0)
    ear.acknowledged(80, 50 * MS)
    assert ear.playhead_samples(60 * MS) == 90
    assert ear.deadline_ns() == 70 * MS
    ear.acknowledged(9999, 60 * MS)
    assert ear.playhead_samples(60 * MS) == 200


def test_a_listener_further_back_has_more_slack_and_the_playhead_holds() -> None:
    ear = listener()
    ear.produced(200, 0)
    ear.acknowledged(20, 50 * MS)
    assert ear.slack_ns(50 * MS) == 180 * MS
    assert ear.deadline_ns() == 130 * MS
    assert [ear.playhead_samples(t * MS) for t in (50, 79, 80, 81, 100)] == [50, 50, 50, 51, 70]


def test_an_acknowledgement_ends_a_supposed_silence() -> None:
    ear = listener()
    ear.produced(100, 0)
    ear.acknowledged(90, 120 * MS)
    assert ear.underruns(125 * MS) == Underruns(1, 20 * MS, 20 * MS)
    assert ear.underruns(135 * MS) == Underruns(2, 25 * MS, 20 * MS)
    with pytest.raises(ValueError, match="before the first"):
        ear.acknowledged(-1, 130 * MS)


def test_time_does_not_run_back() -> None:
    ear = listener()
    ear.produced(100, 40 * MS)
    ear.produced(100, 10 * MS)
    assert ear.playhead_samples(0) == 0
    assert ear.playhead_samples(50 * MS) == 10
    ear.paused(70 * MS)
    ear.resumed(60 * MS)
    assert ear.slack_ns(0) == ear.slack_ns(70 * MS) == 170 * MS


EVENTS = st.lists(
    st.tuples(
        st.sampled_from(["produced", "started", "paused", "resumed", "acknowledged", "ask"]),
        st.integers(0, 500),
        st.integers(0, 200 * MS + 7),
    ),
    max_size=40,
)
RATES_HZ = st.sampled_from([1000, 8000, 22_050, 24_000, 44_100, 48_000])


def play(ear: Playout, events: list[tuple[str, int, int]], *, finish: bool, ask: bool) -> int:
    """Send events, optionally look between them; returns the time at the end."""
    now_ns, before = 0, 0
    for kind, samples, wait_ns in events:
        if ask:
            ear.slack_ns(now_ns + wait_ns // 2)
            ear.produced(0, now_ns + wait_ns // 3)
        now_ns += wait_ns
        if kind in {"produced", "acknowledged"}:
            getattr(ear, kind)(samples, now_ns)
        elif kind != "ask":
            getattr(ear, kind)(now_ns)
        assert before <= ear.playhead_samples(now_ns) <= ear.produced_samples
        assert ear.slack_ns(now_ns) >= 0
        before = ear.playhead_samples(now_ns)
    if finish:
        ear.finished(now_ns)
    return now_ns


def state(ear: Playout, now_ns: int) -> tuple[object, ...]:
    return (
        ear.playhead_samples(now_ns),
        ear.slack_ns(now_ns),
        ear.deadline_ns(),
        ear.underruns(now_ns),
    )


@given(events=EVENTS, rate_hz=RATES_HZ, finish=st.booleans(), later_ns=st.integers(0, NS_PER_S))
def test_looking_changes_nothing(
    events: list[tuple[str, int, int]], rate_hz: int, finish: bool, later_ns: int
) -> None:
    seen, unseen = Playout(rate_hz, 60, 100), Playout(rate_hz, 60, 100)
    now_ns = play(seen, events, finish=finish, ask=True)
    assert play(unseen, events, finish=finish, ask=False) == now_ns
    assert state(seen, now_ns + later_ns) == state(unseen, now_ns + later_ns)


@given(
    chunks=st.lists(st.tuples(st.integers(1, 500), st.integers(0, 300 * MS)), min_size=1),
    rate_hz=RATES_HZ,
)
def test_heard_plus_silence_is_the_time_that_passed(
    chunks: list[tuple[int, int]], rate_hz: int
) -> None:
    ear = Playout(rate_hz, 0, 100)
    now_ns, started_ns = 0, chunks[0][1]
    for samples, wait_ns in chunks:
        now_ns += wait_ns
        ear.produced(samples, now_ns)
        silence_ns = ear.underruns(now_ns).total_ns
        heard_ns = ear.produced_samples * NS_PER_S // rate_hz - ear.slack_ns(now_ns)
        assert abs(heard_ns + silence_ns - (now_ns - started_ns)) <= 2
    longest = ear.underruns(now_ns)
    assert longest.longest_ns <= longest.total_ns <= longest.count * (longest.longest_ns + 1)


@given(events=EVENTS, rate_hz=RATES_HZ)
def test_at_the_deadline_slack_is_the_margin(
    events: list[tuple[str, int, int]], rate_hz: int
) -> None:
    ear = Playout(rate_hz, 60, 100)
    now_ns = play(ear, events, finish=False, ask=False)
    deadline_ns = ear.deadline_ns()
    if ear.playing and now_ns <= deadline_ns < NEVER_NS:
        assert 0 <= ear.slack_ns(deadline_ns) - 100 * MS <= 1
    elif ear.playing and deadline_ns < now_ns:
        assert ear.slack_ns(now_ns) <= 100 * MS
