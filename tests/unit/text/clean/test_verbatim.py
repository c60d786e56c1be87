from __future__ import annotations

import pytest

from brisa.text.cleaned import PAUSE
from unit.text.clean.cleaning import cleaned, read

pytestmark = pytest.mark.unit


def test_nothing_but_controls_goes_when_both_are_off() -> None:
    text = "# **a**  <b>’ &amp;\r\n\n[pause:1s] \ue001\0\udfffx!!!!  "
    expected = "# **a**  <b>’ &amp;\r\n\n[pause:1s] x!!!!  "
    assert read(text, clean=False, markup=False) == expected


def test_markup_alone_leaves_the_rest_as_it_stands() -> None:
    found = cleaned("# **a**  <b>b</b> &amp;\n[pause:1s]  !!!!", clean=False)
    assert found.text == f"# **a**  b &\n{PAUSE}  !!!!"
    assert found.spans.source_span(12, 13) == (23, 24)


def test_what_a_model_says_to_itself_is_left_out_without_clean_up_too() -> None:
    text = "<think>Let me see.\nHm *well*.</think>It is **two**."
    assert cleaned(text, clean=False).text == "It is **two**."


def test_a_tag_stands_where_it_was_written_whatever_was_folded_out_of_it() -> None:
    text = "a\u200bb <sub alias='x\u200by'>c\u200bd</sub> e"
    found = cleaned(text)
    assert found.text == "ab xy e"
    start, end = found.spans.source_span(3, 5)
    assert text[start:end] == "<sub alias='x\u200by'>c\u200bd</sub>"
