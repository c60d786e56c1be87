"""When workers are killed, and what is made of what was heard then."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from brisa.bench.kills import Kill, kill_times_s
from brisa.bench.kills_report import faults, kills_lines, kills_report
from brisa.bench.listeners_report import listeners_report
from brisa.bench.listening import Heard, HeardGap
from brisa.clock import NS_PER_S
from unit.bench.listening_samples import BEGAN_NS, refused, run_of, spoken

pytestmark = pytest.mark.unit

KNOWN = ["aa", "bb"]
MACHINE = {"cpu": "a", "usable_cores": 2, "flags": [], "python": "3.11", "versions": {}}
METRICS = {'brisa_refused_total{reason="capacity"}': 2.0, "brisa_concealed_seconds_total": 0.08}
KILLS = [
    Kill(BEGAN_NS + 1 * NS_PER_S, 50, 1),
    Kill(BEGAN_NS + 3 * NS_PER_S, 51, 1, waited_ns=NS_PER_S // 2),
]


def heard(digest: str, text: int = 0, **more: object) -> Heard:
    item = spoken(0, 0, 30.0, gaps=(HeardGap(1500.0, 80.0),))
    return msgspec.structs.replace(item, digest=digest, text=text, **more)


def report_of(items: list[Heard], kills: list[Kill] = KILLS) -> dict[str, object]:
    run = replace(run_of(items))
    return kills_report(
        run, KNOWN, kills, METRICS, listeners_report(run.plan, "tiny", [run], MACHINE)
    )


def test_kills_are_spread_over_the_time_after_all_have_come() -> None:
    assert kill_times_s(40.0, 4) == [8.0, 16.0, 24.0, 32.0]
    assert kill_times_s(4.0, 1) == [1.0]


def test_streams_like_undisturbed_ones_are_no_fault() -> None:
    report = report_of([heard("aa"), heard("bb", 1), refused(1, 1, began_ms=1.0, answered_ms=2.0)])
    assert report["streams"] == {
        "complete": 2, "equal": 2, "differing": 0, "broken_off": 0, "refused": 1,
    }  # fmt: skip
    assert faults(report) == []


@pytest.mark.parametrize(
    ("items", "message"),
    [
        ([heard("aa"), heard("aa", 1)], "1 streams differ"),
        ([heard("aa"), heard("aa", outcome="incomplete")], "1 streams broke off"),
        ([refused(1, 1, began_ms=1.0, answered_ms=2.0)], "no stream was spoken"),
    ],
)
def test_what_is_a_fault(items: list[Heard], message: str) -> None:
    [fault] = faults(report_of(items))
    assert message in fault


def test_a_kill_that_was_not_possible_is_a_fault() -> None:
    kills = [*KILLS, Kill(BEGAN_NS, None, 0)]
    assert faults(report_of([heard("aa")], kills)) == ["only 2 of 3 kills were possible"]


def test_gaps_are_told_by_kill_and_by_stream() -> None:
    calm = msgspec.structs.replace(heard("bb", 1), gaps=())
    report = report_of([heard("aa"), calm, calm])
    assert report["gaps_heard"] == {
        "streams_with_one": 1, "longest_ms": 80.0, "median_of_streams_ms": 0.0,
    }  # fmt: skip
    first, second = report["kills"]
    assert (first["gaps_after"], first["longest_gap_ms"], first["waited_ms"]) == (1, 80.0, 0.0)
    assert (second["gaps_after"], second["at_ms"], second["waited_ms"]) == (0, 3000.0, 500.0)


def test_it_is_told_to_people() -> None:
    text = "\n".join(kills_lines(report_of([heard("aa")])))
    assert "2 kills; of 1 streams 1 are byte for byte" in text
    assert "longest 80 ms" in text
    assert "refused for want of: capacity 2" in text
    assert "0.08 s of filler" in text
