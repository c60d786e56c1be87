from __future__ import annotations

import pytest

from brisa.errors import InvalidRequest
from brisa.text.clean.cleaner import Cleaner
from brisa.text.clean.options import CleanOptions
from brisa.text.cleaned import STOP
from brisa.types import TextOptions

pytestmark = pytest.mark.unit


def test_what_is_certain_comes_at_once() -> None:
    cleaner = Cleaner()
    assert cleaner.push("The **first").text == "The first"
    assert cleaner.push("** one. ").text == " one. "
    assert cleaner.push("Then").text == "Then"


def test_flush_releases_what_waits_and_the_utterance_goes_on() -> None:
    cleaner = Cleaner()
    assert cleaner.push("see [the li").text == "see"
    assert cleaner.flush().text == " [the li"
    assert cleaner.push("st] and").text == "st] and"
    assert cleaner.push("\nHead").text == f"{STOP}Head"
    assert cleaner.push("!!").text == ""
    assert cleaner.flush().text == "!"
    assert cleaner.end().text == ""


def test_flush_holds_half_a_tag() -> None:
    cleaner = Cleaner()
    cleaner.push("go [pau")
    assert cleaner.flush().text == ""
    assert cleaner.push("se:1s] on").inserts[0].value == 1000.0


def test_places_go_on_after_a_flush() -> None:
    cleaner = Cleaner()
    cleaner.push("ab [c")
    cleaner.flush()
    found = cleaner.push("d ef")
    assert found.text == "d ef"
    assert found.spans.source_span(2, 4) == (7, 9)


def test_nothing_comes_after_the_end() -> None:
    cleaner = Cleaner()
    cleaner.end()
    with pytest.raises(ValueError, match="ended"):
        cleaner.push("x")


def test_malformed_markup_is_counted_or_refused() -> None:
    cleaner = Cleaner()
    assert cleaner.push("a <break time='soon'/> b").text.startswith("a")
    cleaner.end()
    assert cleaner.problem_count == 1
    with pytest.raises(InvalidRequest) as refused:
        Cleaner(CleanOptions(malformed="refuse")).push("line\n<break time='soon'/>")
    assert "line 2" in refused.value.message


def test_options_of_a_request() -> None:
    asked = TextOptions(clean=False, code="read", emoji="name", malformed="refuse")
    options = CleanOptions.of(asked, ["Laugh"], "de")
    assert options == CleanOptions(
        clean=False,
        code="read",
        emoji="name",
        malformed="refuse",
        tags=frozenset(["laugh"]),
        language="de",
    )
