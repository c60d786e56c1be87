"""The search for the most listeners, against servers whose limit is known."""

from __future__ import annotations

from typing import Any

import pytest

from brisa.bench.capacity import CapacitySearch, capacity_lines, shortfalls

pytestmark = pytest.mark.unit

SERVED: dict[str, Any] = {
    "first_audio_ms": {"p50": 20.0, "p95": 90.0, "p99": 180.0, "max": 300.0},
    "gaps": 0,
    "longest_gap_ms": 0.0,
    "refused": 0,
    "failed": 0,
    "incomplete": 0,
    "server_cores": 1.5,
    "worker_cores": None,
    "generator": {"lagged": False},
}


def searched(limit: int, search: CapacitySearch) -> CapacitySearch:
    while (count := search.next_count()) is not None:
        search.record(count, passed=count <= limit)
    return search


def test_it_doubles_and_then_narrows_down() -> None:
    search = searched(280, CapacitySearch(50, 1600, 10))
    assert search.tried == [50, 100, 200, 400, 300, 250, 275, 287]
    assert (search.passed, search.failed, search.closed) == (275, 287, True)


def test_a_server_that_serves_nobody() -> None:
    search = searched(0, CapacitySearch(50, 1600, 10))
    assert (search.passed, search.failed, search.closed) == (0, 1, True)


def test_the_most_that_is_asked_for_ends_it() -> None:
    search = searched(10_000, CapacitySearch(50, 130, 10))
    assert search.tried == [50, 100, 130]
    assert (search.passed, search.closed) == (130, True)


def test_steps_are_bounded() -> None:
    search = searched(280, CapacitySearch(50, 1600, 5))
    assert len(search.tried) == 5
    assert (search.passed, search.closed) == (200, False)


@pytest.mark.parametrize("limit", range(1, 90, 7))
def test_the_answer_passed_and_a_little_more_did_not(limit: int) -> None:
    search = searched(limit, CapacitySearch(8, 64, 30))
    assert search.closed
    assert search.passed <= limit
    assert search.passed == 64 or search.passed >= limit * 0.95 - 1


@pytest.mark.parametrize(("first", "most", "steps"), [(0, 5, 5), (6, 5, 5), (1, 5, 0)])
def test_a_search_has_bounds(first: int, most: int, steps: int) -> None:
    with pytest.raises(ValueError, match="within its bounds"):
        CapacitySearch(first, most, steps)


def test_being_served_is_in_time_and_whole() -> None:
    assert shortfalls(SERVED, 187) == []
    assert shortfalls(SERVED, 179) == ["first audio"]
    assert shortfalls(SERVED | {"first_audio_ms": None, "failed": 4}, 187) == [
        "first audio",
        "failed",
    ]
    bad = SERVED | {"gaps": 1, "refused": 1, "incomplete": 1}
    assert shortfalls(bad, 187) == ["gaps", "refused", "cut"]


def test_the_table_says_what_was_missing() -> None:
    step = SERVED | {"listeners": 100, "shortfalls": ["gaps"], "gaps": 3, "longest_gap_ms": 41.0}
    report = {"steps": [step], "capacity": 50, "target_ms": 187.0, "closed": False}
    lines = capacity_lines(report)
    assert lines[1].split() == ["100", "20", "180", "3", "41", "1.50", "-", "gaps"]
    assert "capacity: 50 listeners" in lines[2]
    assert "steps were used up" in lines[2]
    empty = step | {"first_audio_ms": None, "generator": {"lagged": True}}
    lines = capacity_lines(report | {"steps": [empty], "closed": True})
    assert "nan" in lines[1]
    assert "used up" not in lines[2]
    assert lines[-1].startswith("warning")
