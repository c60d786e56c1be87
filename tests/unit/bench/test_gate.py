"""The rule by which a measurement is worse than a stored one."""

from __future__ import annotations

import msgspec
import pytest

from brisa.bench.gate import (
    FLOORS,
    Baseline,
    baseline_of,
    compare,
    gate_lines,
    held_figures,
    judge,
    read_baseline,
)
from brisa.errors import InvalidRequest
from unit.bench.listening_samples import PLAN, run_of, spoken

pytestmark = pytest.mark.unit

MACHINE = {"cpu": "A processor", "usable_cores": 2}


def test_a_quarter_more_is_allowed_where_runs_hardly_differ() -> None:
    stored = [100.0, 101.0, 102.0]
    allowed = 101 + 101 / 4
    assert judge("first_audio_p99_ms", stored, [allowed] * 3).regressed is False
    assert judge("first_audio_p99_ms", stored, [allowed + 0.1] * 3).regressed is True
    assert judge("first_audio_p99_ms", stored, [allowed]).allowed == allowed


def test_twice_the_spread_is_allowed_where_runs_differ() -> None:
    stored = [60.0, 100.0, 110.0]
    assert judge("first_audio_p99_ms", stored, [200.0]).regressed is False
    assert judge("first_audio_p99_ms", stored, [201.0]).regressed is True


def test_a_floor_is_allowed_where_figures_are_small() -> None:
    assert judge("first_audio_p50_ms", [2.0, 2.0], [7.0]).regressed is False
    assert judge("first_audio_p50_ms", [2.0, 2.0], [7.1]).regressed is True


def test_one_bad_run_of_several_is_no_regression() -> None:
    assert judge("gaps", [0.0] * 5, [0.0, 0.0, 0.0, 9.0, 9.0]).regressed is False
    assert judge("gaps", [0.0] * 5, [0.0, 0.0, 1.0, 9.0, 9.0]).regressed is True


def test_being_faster_is_none() -> None:
    assert judge("rss_mb", [300.0, 301.0], [10.0]).regressed is False


def test_figures_that_only_one_has_are_left_out() -> None:
    verdicts = compare([{"gaps": 0.0, "rss_mb": 1.0}], [{"gaps": 0.0}])
    assert [item.name for item in verdicts] == ["gaps"]
    assert compare([], [{"gaps": 1.0}]) == []


def test_a_baseline_survives_its_file() -> None:
    run = run_of([spoken(0, 0, 30.0), spoken(1, 0, 40.0)])
    stored = baseline_of(PLAN, "tiny", MACHINE, [run, run])
    read = read_baseline(msgspec.json.encode(stored), MACHINE)
    assert read == stored
    assert set(read.runs[0]) == set(FLOORS)
    assert read.load == PLAN
    assert not any(item.regressed for item in compare(stored.runs, [held_figures(run)]))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"{", "no baseline"),
        (b'{"scenario": "listeners"}', "no baseline"),
        (b"\xff\xfe", "no baseline"),
    ],
)
def test_what_is_no_baseline(content: bytes, message: str) -> None:
    with pytest.raises(InvalidRequest, match=message):
        read_baseline(content, MACHINE)


def test_another_machine_says_nothing() -> None:
    content = msgspec.json.encode(
        Baseline(scenario="gate", engine="tiny", load=PLAN, cpu="A processor", cores=4, runs=({},))
    )
    with pytest.raises(InvalidRequest, match="another machine"):
        read_baseline(content, MACHINE)


def test_a_baseline_without_a_run_is_none() -> None:
    stored = baseline_of(PLAN, "tiny", MACHINE, [])
    with pytest.raises(InvalidRequest, match="no baseline"):
        read_baseline(msgspec.json.encode(stored), MACHINE)


def test_the_lines_name_what_regressed() -> None:
    lines = gate_lines(compare([{"gaps": 0.0}], [{"gaps": 2.0}]), 1)
    assert lines[1].split() == ["gaps", "0.0", "2.0", "0.0", "regressed"]
