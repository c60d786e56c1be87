"""Patterns that are compiled at their first use."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from brisa.text import patterns
from brisa.text.patterns import LazyPattern, compile_all, lazy_pattern

pytestmark = pytest.mark.unit

TEXT = "One 12, two 345; three 6."


@pytest.fixture
def no_others(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What a test makes is not kept."""
    monkeypatch.setattr(patterns, "_made", [])
    yield


@pytest.mark.parametrize(
    "use",
    [
        lambda digits: digits.match(TEXT, 4).span(),
        lambda digits: digits.match(TEXT),
        lambda digits: digits.search(TEXT, 7, 14).group(),
        lambda digits: digits.fullmatch(TEXT, 12, 15).group("number"),
        lambda digits: [found.group() for found in digits.finditer(TEXT, 5)],
        lambda digits: digits.findall(TEXT),
        lambda digits: digits.split(TEXT, maxsplit=1),
        lambda digits: digits.sub(lambda found: f"<{found['number']}>", TEXT, count=2),
        lambda digits: dict(digits.groupindex),
    ],
)
def test_each_method_answers_as_that_of_a_compiled_pattern(use: Callable[[Any], object]) -> None:
    source = r"(?P<number>\d+)"
    lazy = LazyPattern(source)
    assert not lazy.compiled
    assert use(lazy) == use(re.compile(source))
    assert lazy.compiled


def test_flags_count() -> None:
    assert LazyPattern("o.", re.IGNORECASE | re.DOTALL).findall("O\no,") == ["O\n", "o,"]


def test_it_is_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    compiling = re.compile

    def counted(pattern: str, flags: int = 0) -> re.Pattern[str]:
        compiled.append(pattern)
        return compiling(pattern, flags)

    monkeypatch.setattr(re, "compile", counted)
    lazy = LazyPattern("[ab]")
    assert lazy.pattern == "[ab]"
    assert compiled == []
    assert lazy.search("cab") and lazy.match("a") and lazy.search("b")
    assert compiled == ["[ab]"]
    lazy.forget()
    assert not lazy.compiled
    assert lazy.findall("cab") == ["a", "b"]
    assert compiled == ["[ab]", "[ab]"]


@pytest.mark.usefixtures("no_others")
def test_all_that_were_made_can_be_compiled_at_once() -> None:
    first, second = lazy_pattern("a"), lazy_pattern("b")
    second.search("b")
    assert [made.compiled for made in patterns.patterns()] == [False, True]
    compile_all()
    assert first.compiled
    assert patterns.patterns() == (first, second)


def test_what_a_pattern_has_not_is_missing_and_compiles_nothing() -> None:
    lazy = LazyPattern("a")
    with pytest.raises(AttributeError, match="no_such"):
        getattr(lazy, "no_such")  # noqa: B009 - what is not there has no other way
    assert not lazy.compiled


def test_a_wrong_pattern_is_an_error_at_its_first_use() -> None:
    lazy = LazyPattern("(")
    with pytest.raises(re.error, match="unterminated"):
        lazy.search("")
