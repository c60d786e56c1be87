"""What is made of times by protocol."""

from __future__ import annotations

import pytest

from brisa.bench.protocol_clients import Address
from brisa.bench.protocols import BARE, measure_protocols, protocols_lines, protocols_report
from brisa.clock import NS_PER_MS, ManualClock
from brisa.errors import EngineFailed

pytestmark = pytest.mark.unit

AT = Address("127.0.0.1", 1)
MACHINE = {"cpu": "a", "usable_cores": 2, "flags": [], "python": "3", "versions": {}}


def test_protocols_are_asked_by_turns_and_the_first_of_each_is_not_counted() -> None:
    clock = ManualClock(0)
    asked: list[str] = []

    def client(name: str, first_ms: int, then_ms: int) -> None:
        clock.advance_ns((first_ms if name not in asked else then_ms) * NS_PER_MS)
        asked.append(name)

    clients = {
        BARE: lambda at, text: client(BARE, 500, 10),
        "other": lambda at, text: client("other", 500, 20),
    }
    found = measure_protocols(AT, 3, clock, clients=clients)
    assert asked == [BARE, "other"] * 4
    assert found == {BARE: [10.0] * 3, "other": [20.0] * 3}


def test_one_that_is_not_spoken_is_told_and_asked_no_more() -> None:
    asked: list[str] = []

    def mute(at: Address, text: str) -> None:
        asked.append(text)
        raise EngineFailed("Not spoken.")

    found = measure_protocols(AT, 3, ManualClock(0), clients={"mute": mute})
    assert found == {"mute": "Not spoken."}
    assert len(asked) == 1


def test_what_a_protocol_adds_is_told_from_the_medians() -> None:
    found = {BARE: [10.0, 11.0, 12.0], "quick": [9.0, 20.0, 90.0], "slow": [20.0, 27.0, 40.0]}
    report = protocols_report({**found, "mute": "Not spoken."}, 3, MACHINE)
    rows = report["protocols"]
    assert rows["quick"]["added_p50_ms"] == 9.0
    assert rows["quick"]["within_target"]
    assert rows["slow"]["added_p50_ms"] == 16.0
    assert report["missed"] == ["slow", "mute"]
    lines = protocols_lines(report)
    assert lines[-1] == "not at most 15 ms above http pcm at p50: slow, mute"
    assert any("Not spoken." in line for line in lines)
