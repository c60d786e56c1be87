"""Clicks at joins: synthetic speech with steps of known size at known places."""

from __future__ import annotations

import numpy as np
import pytest

from brisa.quality.clicks import (
    JoinFigures,
    figures_at,
    join_figures,
    joins_of,
    mean_rank_excess,
)
from brisa.quality.recording import Recording
from support.voiced import voiced

pytestmark = pytest.mark.unit

RATE_HZ = 24_000
NEARBY = 288


def recording_with_step(step: float, at: int) -> Recording:
    pcm_t = voiced(2.0, RATE_HZ)
    pcm_t[at:] += np.float32(step)
    return Recording(pcm_t, RATE_HZ, segment_starts=(at,))


def test_a_step_stands_out_of_what_is_around_it() -> None:
    (clean,) = join_figures(recording_with_step(0.0, 20_000))
    (clicked,) = join_figures(recording_with_step(0.05, 20_000))
    assert clean.ratio < 1.5
    assert clicked.ratio > 2.5
    assert clicked.rank == 1.0


def test_a_step_elsewhere_is_not_the_joins() -> None:
    pcm_t = voiced(2.0, RATE_HZ)
    pcm_t[20_000:] += np.float32(0.05)
    figures = figures_at(pcm_t, 20_100, NEARBY)
    assert figures is not None
    assert figures.ratio < 0.5


def test_the_level_does_not_matter() -> None:
    loud = recording_with_step(0.1, 20_000)
    quiet = Recording(loud.pcm_t * np.float32(0.1), RATE_HZ, segment_starts=(20_000,))
    assert join_figures(quiet)[0].rank == join_figures(loud)[0].rank == 1.0
    assert join_figures(quiet)[0].ratio > 2.5


def test_a_click_in_silence() -> None:
    pcm_t = np.zeros(4_800, np.float32)
    assert figures_at(pcm_t, 2_400, NEARBY) == JoinFigures(0.0, None)
    pcm_t[2_400:] = 0.004
    figures = figures_at(pcm_t, 2_400, NEARBY)
    assert figures is not None
    assert figures.ratio > 2.5


def test_small_steps_show_in_the_mean_of_many_joins() -> None:
    pcm_t = voiced(12.0, RATE_HZ)
    places = np.arange(60) * 4_700 + 1_501
    stepped_t = pcm_t.copy()
    for index, place in enumerate(places):
        around_t = pcm_t[place - 240 : place + 240]
        stepped_t[place:] += np.float32((-1) ** index * 0.1 * np.sqrt(np.mean(around_t**2)))
    starts = tuple(int(place) for place in places)
    clean = mean_rank_excess(join_figures(Recording(pcm_t, RATE_HZ, segment_starts=starts)))
    stepped = mean_rank_excess(join_figures(Recording(stepped_t, RATE_HZ, segment_starts=starts)))
    assert abs(clean) < 3
    assert stepped > 4


def test_a_chunk_may_be_at_fault_at_its_edge_and_where_the_step_ended() -> None:
    recording = Recording(np.zeros(10_000, np.float32), RATE_HZ, (5_000,), (2_000, 7_000))
    assert joins_of(recording) == [2_000, 2_120, 5_000, 7_000, 7_120]


@pytest.mark.parametrize("at", [0, 1, 2, 499, 500, 501, 9_000])
def test_joins_at_the_very_edges_are_no_error(at: int) -> None:
    recording = Recording(np.full(500, 0.1, np.float32), RATE_HZ, segment_starts=(at,))
    assert len(join_figures(recording)) <= 1


def test_a_join_like_all_around_it_ranks_in_the_middle() -> None:
    alternating_t = np.tile(np.array([0.25, -0.25], np.float32), 600)
    figures = figures_at(alternating_t, 600, NEARBY)
    assert figures is not None
    assert figures.rank == 0.5
    assert figures.ratio == pytest.approx(1.0, abs=0.01)


def test_too_little_sound_has_no_figures() -> None:
    assert figures_at(np.zeros(0, np.float32), 0, NEARBY) is None
    assert figures_at(np.zeros(11, np.float32), 5, NEARBY) is None
    assert mean_rank_excess([]) == 0.0


def test_the_excess_counts_standard_deviations() -> None:
    figures = [JoinFigures(1.0, 0.75)] * 12 + [JoinFigures(1.0, None)]
    assert mean_rank_excess(figures) == pytest.approx(0.25 * 12)
