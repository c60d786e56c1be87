from __future__ import annotations

import pytest

from brisa.text.markup.quantities import bare_duration_ms, clamped_rate, duration_ms, rate_factor

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("written", "ms"),
    [("500ms", 500.0), ("1.1s", 1_100.0), ("4.35 s", 4_350.0), (".5s", 500.0), ("+2s", 2_000.0),
     ("0,5s", 500.0), (" 3 Seconds ", 3_000.0), ("1.005s", 1_005.0), ("0s", 0.0), ("5", None),
     ("", None), ("s", None), ("-1s", None), ("1m", None), ("1e3s", None), ("1.2.3s", None),
     ("9" * 5_000 + "s", None), ("٣s", None)],
)  # fmt: skip
def test_durations_are_exact(written: str, ms: float | None) -> None:
    assert duration_ms(written) == ms


@pytest.mark.parametrize(
    ("written", "ms"),
    [("1", 1_000.0), ("19.5", 19_500.0), ("20", 20.0), ("500", 500.0), ("x", None)],
)
def test_a_number_without_a_unit(written: str, ms: float | None) -> None:
    assert bare_duration_ms(written) == ms


@pytest.mark.parametrize(
    ("written", "factor"),
    [("slow", 0.75), (" MEDIUM ", 1.0), ("default", 1.0), ("80%", 0.8), ("+20%", 1.2),
     ("-20 %", 0.8), ("1.2", 1.2), ("+1.5", 1.5), ("150%", 1.5), ("0%", None),
     ("-100%", None), ("-200%", None),
     ("-1", None), ("0", None), ("", None), ("%", None), ("180wpm", None)],
)  # fmt: skip
def test_rates(written: str, factor: float | None) -> None:
    assert rate_factor(written) == factor


def test_the_rate_spoken_at_has_limits() -> None:
    assert (clamped_rate(0.01), clamped_rate(1.5), clamped_rate(9.0)) == (0.25, 1.5, 4.0)
    assert clamped_rate(0.75 * 0.8) == 0.6
