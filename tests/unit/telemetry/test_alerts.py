"""Alerts begin and end once, and do not flicker at the edge."""

from __future__ import annotations

import pytest

from brisa.telemetry.alerts import Alerts, Change, Threshold

pytestmark = pytest.mark.unit

HIGH = Threshold("cpu", 90, "{value} over {limit}")
LOW = Threshold("buffer", 50, "{value} under {limit}", below=True)


def changes(threshold: Threshold, values: list[float | None]) -> list[tuple[int, bool]]:
    alerts = Alerts((threshold,))
    found = []
    for look, value in enumerate(values):
        found += [(look, change.active) for change in alerts.look({threshold.name: value})]
    return found


def test_one_look_is_no_alert() -> None:
    assert changes(HIGH, [95, 80, 95, 80]) == []


def test_it_begins_once_and_ends_once() -> None:
    assert changes(HIGH, [95, 95, 95, 95, 70, 70, 70]) == [(1, True), (5, False)]
    assert changes(LOW, [40, 40, 40, 90, 90]) == [(1, True), (4, False)]


def test_at_the_edge_it_stays_as_it_is() -> None:
    assert changes(HIGH, [91, 91, 89, 89, 89, 82, 82]) == [(1, True)]
    assert changes(HIGH, [89, 89, 90, 90]) == []
    assert changes(LOW, [49, 49, 51, 54, 51]) == [(1, True)]


def test_nothing_measured_is_fine() -> None:
    assert changes(LOW, [None, None, None]) == []
    assert changes(LOW, [40, 40, None, None]) == [(1, True), (3, False)]


def test_an_alert_says_what_is_wrong() -> None:
    alerts = Alerts((HIGH, LOW))
    alerts.look({"cpu": 96.04, "buffer": 100})
    assert alerts.active() == ()
    assert alerts.look({"cpu": 97.26, "buffer": 100}) == [Change("cpu", True, 97.26, 90)]
    (active,) = alerts.active()
    assert (active.name, active.message) == ("cpu", "97.3 over 90")
