"""Silences told from reports alone."""

from __future__ import annotations

from random import Random

import pytest

from brisa.scheduler.stalls import LEAST_NS, StallMeter

pytestmark = pytest.mark.unit

MS = 1_000_000
EVERY_MS = 100


def heard(
    stalls_ms: dict[int, int], jitter_ms: int = 0, reports: int = 100, known: bool = False
) -> list[int]:
    """What is found where the ear stands still for so long before the report of that number."""
    meter, random = StallMeter(), Random(1)
    ear_ms = stood_ms = 0
    found = []
    for number in range(reports):
        stood_ms += stalls_ms.get(number, 0)
        ear_ms += EVERY_MS
        now_ms = 1000 + ear_ms + stood_ms + random.randint(0, jitter_ms)
        known_ms = stood_ms if known else 0
        if gap_ns := meter.reported(ear_ms * MS, now_ms * MS, known_ms * MS):
            found.append(gap_ns // MS)
    return found


def test_an_even_ear_has_no_silence() -> None:
    assert heard({}) == []


def test_a_way_that_takes_longer_now_and_then_is_none() -> None:
    assert heard({}, jitter_ms=15) == []


def test_a_late_report_or_two_are_none() -> None:
    meter = StallMeter()
    late_ms = [0, 0, 0, 0, 300, 0, 300, 300, 0, 0]
    found = [
        meter.reported(number * 100 * MS, (number * 100 + late) * MS, 0)
        for number, late in enumerate(late_ms)
    ]
    assert found == [0] * len(late_ms)


def test_silences_are_found_with_their_length() -> None:
    assert heard({20: 150, 60: 400}) == [150, 400]


def test_a_silence_is_found_through_jitter() -> None:
    (found,) = heard({40: 200}, jitter_ms=15)
    assert 185 <= found <= 215


def test_what_this_end_knows_of_is_not_found_again() -> None:
    assert heard({20: 150, 60: 400}, known=True) == []


def test_less_than_a_frame_is_not_told() -> None:
    assert heard({20: LEAST_NS // MS - 1}) == []


def test_a_pause_is_no_silence() -> None:
    meter = StallMeter()
    for number in range(5):
        assert meter.reported(number * 100 * MS, number * 100 * MS, 0) == 0
    meter.reset()
    for number in range(5, 10):
        assert meter.reported(number * 100 * MS, (number * 100 + 5000) * MS, 0) == 0
