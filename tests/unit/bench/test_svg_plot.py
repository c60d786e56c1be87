"""A plot is a well-formed file whose lines are where their values are."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from brisa.bench.svg_plot import Panel, axis_step, svg

pytestmark = pytest.mark.unit

SVG = "{http://www.w3.org/2000/svg}"


def places(panels: list[Panel], duration_s: float = 10.0) -> list[list[tuple[float, float]]]:
    tree = ElementTree.fromstring(svg(panels, duration_s))
    return [
        [tuple(map(float, place.split(","))) for place in line.attrib["points"].split()]  # type: ignore[misc]
        for line in tree.iter(f"{SVG}polyline")
    ]


def test_lines_go_from_left_to_right_and_up() -> None:
    [[first, middle, last]] = places([Panel("MB", {"a": [(0, 0), (5, 5), (10, 10)]})])
    assert first[0] < middle[0] < last[0]
    assert middle[0] == pytest.approx((first[0] + last[0]) / 2, abs=0.1)
    assert first[1] > middle[1] > last[1]


def test_lines_of_a_panel_share_its_axis() -> None:
    low, high = places([Panel("MB", {"a": [(0, 1)], "b": [(0, 2)]})])
    assert low[0][1] > high[0][1]


def test_names_are_written_as_they_are() -> None:
    tree = ElementTree.fromstring(svg([Panel("a < b & c", {"<x>": [(0, 1)]})], 1.0))
    texts = [text.text for text in tree.iter(f"{SVG}text")]
    assert "a < b & c" in texts
    assert "<x>" in texts


def test_nothing_to_plot_is_a_plot() -> None:
    assert places([Panel("gaps", {"": []})], 0.0) == [[]]


@pytest.mark.parametrize(
    ("most", "step"), [(0, 1), (3.9, 1), (7, 2), (11, 5), (39, 10), (0.4, 0.1)]
)
def test_ticks_are_round(most: float, step: float) -> None:
    assert axis_step(most) == pytest.approx(step)
