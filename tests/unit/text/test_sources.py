"""Runs of waiting text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisa.text.sources import SourceRuns
from brisa.text.span_map import Run, SpanMap

pytestmark = pytest.mark.unit

RUNS = st.lists(
    st.builds(
        lambda length, gap, verbatim: (length, gap, verbatim),
        st.integers(1, 5),
        st.integers(0, 3),
        st.booleans(),
    ),
    max_size=12,
)


@given(parts=RUNS, data=st.data())
def test_stretches_taken_in_order_are_slices_of_the_whole(
    parts: list[tuple[int, int, bool]], data: st.DataObject
) -> None:
    runs, source, length = [], 0, 0
    for size, gap, verbatim in parts:
        end = source + (size if verbatim else gap)
        runs.append(Run(size, source, end, verbatim))
        source, length = end + gap, length + size
    sources, whole = SourceRuns(), SpanMap(runs)
    edges = sorted(data.draw(st.lists(st.integers(0, length), min_size=2, max_size=8)))
    sources.add(runs)
    for start, end in zip(edges[::2], edges[1::2], strict=False):
        assert sources.take(start, end) == whole.slice(start, end)


def test_text_that_goes_on_in_the_source_is_one_run() -> None:
    sources = SourceRuns()
    for at in range(1000):
        sources.add(SpanMap.identity(1, at).runs)
    assert sources.take(10, 990).runs == (Run(980, 10, 990, verbatim=True),)


def test_what_is_forgotten_is_not_kept() -> None:
    sources = SourceRuns()
    sources.add([Run(1, at, at + 1) for at in range(0, 1000, 2)])
    sources.forget(499)
    assert len(sources._runs) == 1
    assert sources.take(499, 500).runs == (Run(1, 998, 999),)
