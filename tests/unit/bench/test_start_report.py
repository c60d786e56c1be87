"""What is made of the times of processes: medians over processes, ratios within one."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from brisa.bench.start import ServerRun, StartCounts, StartTimes
from brisa.bench.start_report import (
    installed_figures,
    server_figures,
    start_lines,
    start_report,
)

pytestmark = pytest.mark.unit

FAST = ServerRun(500.0, 20.0, (10.0, 11.0, 400.0), 100.0, 101.0)
SLOW = ServerRun(900.0, 60.0, (20.0, 20.0, 20.0), 104.0, 108.0)
SLOWEST = ServerRun(1000.0, 90.0, (15.0, 15.0, 15.0), 102.0, 103.0)
MACHINE = {
    "cpu": "A processor",
    "usable_cores": 2,
    "flags": ["avx2"],
    "python": "3.11.0",
    "versions": {"brisa": "0.1.0"},
}


def test_a_servers_later_requests_are_their_median() -> None:
    assert FAST.later_request_ms == 11.0
    assert FAST.first_to_later_ratio == pytest.approx(20 / 11)


def test_the_ratio_is_taken_within_each_server() -> None:
    """20/11, 60/20 and 90/15: the median is 3, which the medians' own ratio, 60/15, is not."""
    figures = server_figures([FAST, SLOW, SLOWEST])
    assert figures["first_to_later_ratio"] == {"median": 3.0, "min": 1.818, "max": 6.0}
    assert figures["ready_ms"] == {"median": 900.0, "min": 500.0, "max": 1000.0}
    assert figures["first_request_ms"]["median"] == 60.0
    assert figures["later_request_ms"]["median"] == 15.0
    assert figures["rss_ready_mb"]["median"] == 102.0
    assert figures["rss_after_mb"]["max"] == 108.0


def test_memory_that_the_system_does_not_tell_is_null() -> None:
    run = replace(FAST, rss_ready_mb=None, rss_after_mb=None)
    assert server_figures([run])["rss_ready_mb"] is None


def test_sizes_are_added_up_and_listed_from_the_largest() -> None:
    figures = installed_figures({"small": 40_000, "large": 3_260_000, "other": 1_000_000})
    assert figures == {
        "total_mb": 4.3,
        "packages_mb": {"large": 3.26, "other": 1.0, "small": 0.04},
    }


def test_the_report_is_plain_data_and_lines() -> None:
    times = StartTimes([10.0, 12.0, 11.0], [80.0, 90.0, 85.0], [500.0, 510.0, 505.0], [FAST, SLOW])
    counts = StartCounts(commands=3, servers=2, requests=3)
    report = start_report(counts, times, {"brisa": 2_000_000}, MACHINE)
    assert json.loads(json.dumps(report)) == report
    assert report["help_ms"] == {"median": 85.0, "min": 80.0, "max": 90.0}
    lines = start_lines(report)
    assert "brisa --help      85 ms (80 to 90)" in lines
    assert "memory, ready     102 MB (100 to 104)" in lines
    assert lines[-1] == "installed core    2 MB (brisa 2, ...)"


def test_all_processes_are_counted() -> None:
    assert StartCounts(commands=4, servers=2, requests=9).processes == 14
