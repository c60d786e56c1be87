from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisa.text.markup.check import check_markup

pytestmark = pytest.mark.unit


def test_every_problem_has_its_place() -> None:
    text = "<speak>\n<p>Hi <break time='soon'/>\n<b>there</p>\n</i> [pause:x]"
    found = [(problem.start_char, problem.line, problem.column) for problem in check_markup(text)]
    assert found == [(14, 2, 7), (35, 3, 1), (48, 4, 1), (53, 4, 6), (0, 1, 1)]


@pytest.mark.parametrize(
    "text",
    ["", "Plain.", "a < b and [1] and <3", "<speak><p>Hi <break/> there</p></speak>", "[pause:1s]",
     "<think>I <b> wonder</think>Yes"],
)  # fmt: skip
def test_nothing_is_wrong(text: str) -> None:
    assert check_markup(text) == []


@given(st.text("<>/[]b =\"'!-\n", max_size=80))
def test_any_text_can_be_checked(text: str) -> None:
    assert all(0 <= problem.start_char < len(text) for problem in check_markup(text))
