"""A line through what is measured, and what counts as flat."""

from __future__ import annotations

import pytest

from brisa.bench.trend import FLAT_MB, theil_sen, trend, window_medians

pytestmark = pytest.mark.unit


def line(per_s: float, start: float = 100.0, duration_s: int = 100) -> list[tuple[float, float]]:
    return [(float(at_s), start + per_s * at_s) for at_s in range(duration_s)]


def test_a_slope_is_that_of_most_pairs() -> None:
    assert theil_sen([(0, 1), (1, 3), (2, 5), (3, 7), (4, 99)]) == 2
    with pytest.raises(ValueError, match="two points"):
        theil_sen([(1, 1), (1, 2)])


def test_windows_have_the_median_of_what_is_in_them() -> None:
    points = [(1.0, 5.0), (2.0, 7.0), (3.0, 900.0), (12.0, 4.0)]
    assert window_medians(points) == [(2.0, 7.0), (12.0, 4.0)]


def test_what_grows_is_not_flat() -> None:
    found = trend(line(0.1), 100.0)
    assert found is not None
    assert found.slope_per_h == pytest.approx(360.0)
    # Windows from 20 to 100 s, whose middles are 70 s apart.
    assert (found.span_s, found.growth) == (70.0, pytest.approx(7.0))
    assert not found.flat


def test_a_peak_is_no_growth() -> None:
    points = [(at, 400.0 if 60 <= at < 64 else value) for at, value in line(0.0)]
    found = trend(points, 100.0)
    assert found is not None
    assert (found.growth, found.peak, found.median, found.flat) == (0.0, 400.0, 100.0, True)


def test_what_settles_at_the_start_does_not_count() -> None:
    points = [(at, 10.0 if at < 20 else value) for at, value in line(0.0)]
    found = trend(points, 100.0)
    assert found is not None
    assert found.growth == 0.0


@pytest.mark.parametrize(
    ("growth_mb", "start_mb", "flat"),
    [(FLAT_MB - 0.1, 100, True), (FLAT_MB + 0.1, 100, False), (15, 1000, True), (-50, 100, True)],
)
def test_flat_is_a_little_growth_or_a_little_share(
    growth_mb: float, start_mb: float, flat: bool
) -> None:
    found = trend(line(growth_mb / 70, start_mb), 100.0)
    assert found is not None
    assert found.flat is flat


def test_too_short_to_tell() -> None:
    assert trend(line(0.0, duration_s=20), 20.0) is None
    assert trend([], 100.0) is None
