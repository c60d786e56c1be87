from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisa.errors import InvalidRequest
from brisa.text.markup.problems import Lines, Problem, Problems
from support.split_invariance import cut, some_cuts

pytestmark = pytest.mark.unit

LINES = st.text("ab\n", min_size=1, max_size=60)


@given(LINES.flatmap(lambda text: st.tuples(st.just(text), some_cuts(len(text)))))
def test_places_do_not_depend_on_pieces(text_and_cuts: tuple[str, list[int]]) -> None:
    text, cuts = text_and_cuts
    lines = Lines()
    for piece in cut(text, cuts):
        lines.push(piece)
    for char in range(len(text)):
        before = text[:char]
        assert lines.at(char) == (before.count("\n") + 1, char - before.rfind("\n"))


def test_lines_far_behind_are_forgotten_but_counted() -> None:
    lines = Lines()
    for _ in range(10_000):
        lines.push("word\n" * 10)
    lines.push("word <b>")
    assert lines.at(500_005) == (100_001, 6)
    assert len(lines._breaks) < 4_000


def test_reading_counts() -> None:
    problems = Problems()
    problems.push("x")
    problems.report(0, "Something.")
    assert problems.count == 1
    assert problems.place(0) == (0, 0)


def test_refusing_says_where() -> None:
    kept: list[Problem] = []
    problems = Problems("refuse", kept.append)
    problems.push("one\ntwo")
    with pytest.raises(InvalidRequest) as refused:
        problems.report(5, "Something is wrong.")
    assert refused.value.message == (
        "Markup at line 2, column 2 (character 5): Something is wrong."
    )
    assert refused.value.param == "input"
    assert kept == [Problem(5, 2, 2, "Something is wrong.")]
