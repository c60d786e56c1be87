"""Lists of cores."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisa.placement.cpu_list import format_cpu_list, parse_cpu_list

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("text", "cores"),
    [
        ("0-3,8,10-11", {0, 1, 2, 3, 8, 10, 11}),
        ("0", {0}),
        ("", set()),
        (" 1 , 2-3 ", {1, 2, 3}),
        ("3-1", set()),
        ("1,x,2-,-3,4", {1, 4}),
        ("0-99999999999", set()),
        ("(null)", set()),
        ("²", set()),
    ],
)
def test_lists_and_damaged_lists(text: str, cores: set[int]) -> None:
    assert parse_cpu_list(text) == cores


@pytest.mark.parametrize(
    ("cores", "text"),
    [({3, 1, 2, 0, 8}, "0-3,8"), ({1, 2}, "1,2"), (set(), "none"), ({5}, "5")],
)
def test_written(cores: set[int], text: str) -> None:
    assert format_cpu_list(cores) == text


@given(st.sets(st.integers(0, 300), min_size=1))
def test_what_is_written_reads_back(cores: set[int]) -> None:
    assert parse_cpu_list(format_cpu_list(cores)) == cores


@given(st.text(max_size=60))
def test_any_text_is_some_set(text: str) -> None:
    assert all(0 <= core < 8192 for core in parse_cpu_list(text))
