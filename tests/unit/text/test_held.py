"""Times at which held text is let go."""

from __future__ import annotations

import pytest

from brisa.text.held import HeldText
from brisa.text.segment_options import SegmenterOptions

pytestmark = pytest.mark.unit

MS = 1_000_000
OPTIONS = SegmenterOptions(release_ms=400, release_word_ms=1200, release_max_ms=3000)


@pytest.fixture
def held() -> HeldText:
    return HeldText(OPTIONS)


def test_nothing_is_due_before_text_has_come(held: HeldText) -> None:
    assert held.due_ns(None) is None
    assert held.due_ns(7) == 7
    assert not held.is_over(10**12)


def test_marks_settle_together_with_what_the_segmenter_holds(held: HeldText) -> None:
    held.arrived("Hi!", 100 * MS, 1)
    assert held.due_ns(None) is None
    assert held.due_ns(1300 * MS) == 500 * MS
    assert held.due_ns(450 * MS) == 450 * MS
    assert not held.keeps_all(450 * MS)
    assert not held.is_over(500 * MS - 1)
    assert held.is_over(500 * MS)


def test_what_may_become_markup_waits_longer_and_keeps_what_is_before_it(held: HeldText) -> None:
    held.arrived("the [do", 100 * MS, 3)
    assert held.due_ns(None) == 1300 * MS
    assert held.due_ns(500 * MS) == 1300 * MS
    assert held.keeps_all(1300 * MS - 1)
    assert not held.is_over(1300 * MS - 1)
    assert held.is_over(1300 * MS)
    assert not held.keeps_all(1300 * MS)


def test_a_mark_of_markup_is_no_mark_of_a_sentence(held: HeldText) -> None:
    held.arrived("so", 0, 0)
    held.arrived("*", 100 * MS, 1)
    assert held.due_ns(500 * MS) == 1300 * MS
    held.arrived("!", 200 * MS, 2)
    assert held.due_ns(600 * MS) == 1400 * MS
    held.arrived("x", 300 * MS, 0)
    assert held.due_ns(700 * MS) == 700 * MS


def test_dripping_puts_it_off_but_not_for_ever(held: HeldText) -> None:
    for at_ms in range(0, 3000, 500):
        held.arrived("[", at_ms * MS, 3)
    assert held.due_ns(None) == 3000 * MS
    held.arrived("x", 2600 * MS, 0)
    held.arrived("[[", 2700 * MS, 2)
    assert held.due_ns(None) == 3900 * MS


def test_once_settled_only_new_text_is_waited_for(held: HeldText) -> None:
    held.arrived("a[b", 100 * MS, 2)
    held.settled()
    assert held.due_ns(None) is None
    assert not held.is_over(10**12)
    assert not held.keeps_all(0)
    held.arrived("[", 200 * MS, 1)
    assert held.due_ns(None) == 1400 * MS


def test_time_does_not_run_back(held: HeldText) -> None:
    held.arrived("a", 500 * MS, 0)
    held.arrived("a", 100 * MS, 0)
    assert held.newest_ns == 500 * MS
