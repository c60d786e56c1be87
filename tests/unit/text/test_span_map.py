"""Span maps against the plain list of what every character stands for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisa.text.span_map import Run, SpanMap

pytestmark = pytest.mark.unit

SOURCE_CHARS = 30


@st.composite
def runs(draw: st.DrawFn, source_chars: int = SOURCE_CHARS) -> list[Run]:
    """Runs in the order of their source, as edits of a text make them."""
    made: list[Run] = []
    at = 0
    for _ in range(draw(st.integers(0, 8))):
        start = draw(st.integers(at, source_chars))
        end = draw(st.integers(start, source_chars))
        if draw(st.booleans()):
            made.append(Run(end - start, start, end, verbatim=True))
        else:
            made.append(Run(draw(st.integers(0, 5)), start, end))
        at = end
    return made


def characters(spans: SpanMap) -> list[tuple[int, int]]:
    """What each character stands for, one by one."""
    found: list[tuple[int, int]] = []
    for run in spans.runs:
        if run.verbatim:
            found += [(at, at + 1) for at in range(run.start, run.end)]
        else:
            found += [(run.start, run.end)] * run.length
    return found


def test_a_verbatim_stretch_leads_to_the_same_place_further_on() -> None:
    spans = SpanMap.identity(5, start=7)
    assert spans.length == 5
    assert spans.source_span(1, 3) == (8, 10)
    assert spans.source_span(0, 99) == (7, 12)


def test_every_part_of_a_replacement_stands_for_the_whole() -> None:
    spans = SpanMap([Run(2, 0, 2, verbatim=True), Run(11, 2, 5), Run(1, 5, 6, verbatim=True)])
    assert spans.source_span(4, 6) == (2, 5)
    assert spans.source_span(1, 4) == (1, 5)
    assert spans.source_span(12, 14) == (2, 6)


def test_an_empty_range_gives_the_place_where_it_stands() -> None:
    spans = SpanMap([Run(6, 10, 16, verbatim=True), Run(3, 16, 20)])
    assert spans.source_span(4, 4) == (14, 14)
    assert spans.source_span(7, 7) == (16, 16)
    assert spans.source_span(9, 9) == (20, 20)
    assert SpanMap([]).source_span(3, 3) == (0, 0)


def test_an_insertion_keeps_its_place_through_another_map() -> None:
    inserted = SpanMap([Run(3, 0, 3, verbatim=True), Run(1, 3, 3), Run(3, 3, 6, verbatim=True)])
    outer = SpanMap.identity(6, start=100)
    assert inserted.then(outer).source_span(3, 4) == (103, 103)


@given(runs(), st.integers(0, 60), st.integers(0, 60))
def test_a_range_stands_for_all_that_its_characters_stand_for(
    made: list[Run], start: int, end: int
) -> None:
    spans = SpanMap(made)
    chosen = characters(spans)[start:end]
    if chosen:
        expected = (min(low for low, _ in chosen), max(high for _, high in chosen))
        assert spans.source_span(start, end) == expected
    else:
        low, high = spans.source_span(start, end)
        assert low == high


@given(runs(), st.integers(0, 60), st.integers(0, 60))
def test_a_slice_stands_for_what_its_characters_stood_for(
    made: list[Run], start: int, end: int
) -> None:
    spans = SpanMap(made)
    assert characters(spans.slice(start, end)) == characters(spans)[start:end]


@given(runs(), st.integers(0, 60))
def test_two_halves_make_the_whole(made: list[Run], at: int) -> None:
    spans = SpanMap(made)
    halves = spans.slice(0, at) + spans.slice(at, spans.length)
    assert halves == spans
    assert hash(halves) == hash(spans)
    assert halves.length == spans.length


@given(runs(), st.data())
def test_composed_maps_lead_where_one_after_the_other_leads(
    outer_runs: list[Run], data: st.DataObject
) -> None:
    outer = SpanMap(outer_runs)
    inner = SpanMap(data.draw(runs(outer.length)))
    through = inner.then(outer)
    assert characters(through) == [outer.source_span(*span) for span in characters(inner)]


@given(runs(), runs())
def test_equal_maps_are_those_whose_characters_stand_for_the_same(
    one: list[Run], other: list[Run]
) -> None:
    left, right = SpanMap(one), SpanMap(other)
    assert (left == right) == (characters(left) == characters(right))


def test_equality_does_not_see_how_a_single_character_came_about() -> None:
    kept, replaced = SpanMap([Run(1, 4, 5, verbatim=True)]), SpanMap([Run(1, 4, 5)])
    assert kept == replaced
    assert hash(kept) == hash(replaced)
    assert kept != "not a map"
