"""What is made of steps here and in a worker."""

from __future__ import annotations

import pytest

from brisa.bench.worker_way import way_lines, way_report

pytestmark = pytest.mark.unit

MACHINE = {"cpu": "a", "usable_cores": 2, "flags": [], "python": "3", "versions": {}}


def test_what_is_added_is_the_difference_of_each_step() -> None:
    pairs = [(1.0, 1.5)] * 98 + [(5.0, 5.5)] + [(0.1, 3.1)]
    report = way_report(pairs, MACHINE)
    assert report["added_ms"]["p50"] == pytest.approx(0.5)
    assert report["added_ms"]["p99"] == pytest.approx(0.5)
    assert report["added_ms"]["max"] == pytest.approx(3.0)
    assert report["within_target"]
    assert "added" in way_lines(report)[-1]


def test_two_slow_ones_in_a_hundred_are_too_many() -> None:
    assert not way_report([(0.1, 0.3)] * 98 + [(0.1, 1.3)] * 2, MACHINE)["within_target"]
