"""Trim leaves out silence where it was told to, and nothing but silence."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisa.audio.trim import QUIET, Trim
from support.split_invariance import assert_split_invariant, some_cuts

pytestmark = pytest.mark.unit

SAMPLES = 300
QUIET_RUN = 20


def piece(loud: list[tuple[int, int]]) -> np.ndarray:
    """Numbered faint samples, loud in the given spans."""
    pcm_t = np.arange(SAMPLES, dtype=np.float32) * 1e-6
    for begin, end in loud:
        pcm_t[begin:end] += 0.5
    return pcm_t


def trimmed(pcm_t: np.ndarray, start: int, end: int | None) -> np.ndarray:
    return Trim(start, end, QUIET_RUN).push(pcm_t)


def reference(pcm_t: np.ndarray, start: int, end: int | None) -> np.ndarray:
    """The rule, sample by sample."""
    passed, begun, quiet = [], start == 0, QUIET_RUN
    for position, sample in enumerate(pcm_t):
        if end is not None and position >= end and quiet >= QUIET_RUN:
            break
        begun = begun or position >= start or abs(sample) > QUIET
        quiet = 0 if abs(sample) > QUIET else quiet + 1
        if begun:
            passed.append(sample)
    return np.array(passed, np.float32)


@given(
    cuts=some_cuts(SAMPLES),
    start=st.integers(0, SAMPLES + 20),
    end=st.none() | st.integers(0, SAMPLES + 20),
    loud=st.lists(st.tuples(st.integers(0, SAMPLES), st.integers(0, SAMPLES)), max_size=4),
)
def test_any_cut_passes_what_the_rule_says(
    cuts: list[int], start: int, end: int | None, loud: list[tuple[int, int]]
) -> None:
    pcm_t = piece(loud)
    passed = assert_split_invariant(lambda: Trim(start, end, QUIET_RUN), pcm_t, cuts)
    np.testing.assert_array_equal(passed, reference(pcm_t, start, end))


def test_silence_outside_the_span_is_left_out() -> None:
    pcm_t = piece([(100, 150)])
    np.testing.assert_array_equal(trimmed(pcm_t, 80, 200), pcm_t[80:200])


def test_sound_before_the_start_is_kept() -> None:
    pcm_t = piece([(60, 150)])
    np.testing.assert_array_equal(trimmed(pcm_t, 80, 200), pcm_t[60:200])


def test_sound_after_the_end_is_kept_until_it_is_quiet() -> None:
    pcm_t = piece([(100, 210), (220, 230)])
    np.testing.assert_array_equal(trimmed(pcm_t, 80, 200), pcm_t[80 : 230 + QUIET_RUN])


def test_nothing_follows_the_end() -> None:
    trim = Trim(0, 100, QUIET_RUN)
    trim.push(piece([(0, 50)])[:200])
    assert len(trim.push(piece([(210, 290)])[200:])) == 0


def test_what_was_dropped_before_the_sound_is_counted() -> None:
    trim = Trim(80, None)
    pcm_t = piece([(60, 70)])
    trim.push(pcm_t[:50])
    assert trim.head_samples == 80
    trim.push(pcm_t[50:])
    assert trim.head_samples == 60


def test_nothing_is_left_out_unless_asked() -> None:
    pcm_t = piece([])
    np.testing.assert_array_equal(Trim().push(pcm_t), pcm_t)
