"""The scenario, on a clock that the contestants move themselves."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from brisa.bench.engine import ratios, real_time_factor, run_rounds, summarise
from brisa.bench.sentences import sentence_of
from brisa.bench.speakers import Trial, time_one
from brisa.clock import NS_PER_MS, ManualClock

pytestmark = pytest.mark.unit

SENTENCES = [
    sentence_of("One two three four five six seven eight nine ten."),
    sentence_of("Hello."),
]


class Contestant:
    """Takes ``first_ms`` to its first piece of 100 ms and ``rest_ms`` to its second."""

    sample_rate_hz = 1000

    def __init__(self, name: str, clock: ManualClock, first_ms: int, rest_ms: int) -> None:
        self.name = name
        self._clock = clock
        self._first_ms = first_ms
        self._rest_ms = rest_ms
        self.order: list[str] = []

    def pieces(self, text: str) -> Iterator[int]:
        self.order.append(self.name)
        yield 0
        self._clock.advance_ns(self._first_ms * NS_PER_MS)
        yield 100
        self._clock.advance_ns(self._rest_ms * NS_PER_MS)
        yield 100


def test_a_trial_counts_to_the_first_and_to_the_last_sample() -> None:
    clock = ManualClock()
    trial = time_one(Contestant("a", clock, 7, 13), "x", clock)
    assert (trial.first_audio_ms, trial.total_ms, trial.audio_s) == (7.0, 20.0, 0.2)
    assert real_time_factor([trial]) == pytest.approx(0.1)


def test_the_first_round_is_not_counted_and_turns_alternate() -> None:
    clock = ManualClock()
    one, two = Contestant("one", clock, 1, 1), Contestant("two", clock, 2, 2)
    one.order = two.order = order = []
    ticks: list[tuple[int, int]] = []
    trials = run_rounds(
        [one, two], SENTENCES, 2, clock, lambda done, total: ticks.append((done, total))
    )
    assert [len(trials[name]) for name in ("one", "two")] == [2, 2]
    assert all(len(found) == len(SENTENCES) for found in trials["one"])
    assert len(order) == 3 * 2 * 2
    assert order == ["one", "two", "two", "one", "two", "one", "one", "two"] + order[:4]
    assert ticks[-1] == (12, 12)


def trial(first_ms: float, total_ms: float, cpu_ms: float = 1.0) -> Trial:
    return Trial(first_ms, total_ms, cpu_ms, audio_s=1.0)


def test_latencies_are_medians_over_rounds_then_figures_over_sentences() -> None:
    rounds = [
        [trial(10, 20), trial(1, 2)],
        [trial(500, 20), trial(2, 2)],
        [trial(12, 20), trial(3, 2)],
    ]
    summary = summarise(rounds, SENTENCES)
    assert summary.first_audio_ms == {"p50": 7.0, "p95": 12.0, "max": 12.0}
    assert summary.plain_first_audio_ms_p50 == 12.0
    assert summary.rtf["median"] == 0.011


def test_without_plain_sentences_there_is_no_figure_for_them() -> None:
    assert summarise([[trial(1, 2)]], SENTENCES[1:]).plain_first_audio_ms_p50 is None


def test_a_ratio_is_taken_within_each_round() -> None:
    ours = [[trial(1, 10)], [trial(1, 40)], [trial(1, 30)]]
    theirs = [[trial(1, 20)], [trial(1, 80)], [trial(1, 30)]]
    assert ratios(ours, theirs) == {"median": 0.5, "min": 0.5, "max": 1.0}


def test_the_processors_time_is_counted_on_its_own() -> None:
    assert real_time_factor([trial(1, 50, cpu_ms=10)], cpu=True) == pytest.approx(0.01)


def test_no_audio_is_infinitely_slow() -> None:
    assert real_time_factor([Trial(1, 1, 1, 0.0)]) == float("inf")
