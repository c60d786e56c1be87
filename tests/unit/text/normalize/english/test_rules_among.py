"""What a rule names as necessary is: its pattern has no match without one of those characters."""

from __future__ import annotations

import re
from collections.abc import Iterable
from re import _constants as kinds  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

import pytest

from brisa.text.edits import Taken
from brisa.text.normalize.base import ReadingOptions
from brisa.text.normalize.english import rules
from brisa.text.normalize.english.rule import Context, Marks, Rule

pytestmark = pytest.mark.unit

NARROWED = [rule for rule in rules._RULES if rule.among]


def needs(pattern: str, among: str) -> bool:
    """Whether a match of ``pattern`` has one of ``among`` in it or in what it looks at."""
    return _any_needs(parser.parse(pattern), frozenset(map(ord, among)))


def _any_needs(parts: Iterable[tuple[Any, Any]], among: frozenset[int]) -> bool:
    return any(_one_needs(kind, value, among) for kind, value in parts)


def _one_needs(kind: Any, value: Any, among: frozenset[int]) -> bool:
    if kind is kinds.LITERAL:
        return value in among
    if kind is kinds.IN:
        return all(_within(*item, among) for item in value)
    if kind is kinds.BRANCH:
        return all(_any_needs(branch, among) for branch in value[1])
    if kind is kinds.SUBPATTERN:
        return _any_needs(value[-1], among)
    if kind is kinds.ATOMIC_GROUP:
        return _any_needs(value, among)
    if kind is kinds.ASSERT:
        return _any_needs(value[1], among)
    if kind in (kinds.MAX_REPEAT, kinds.MIN_REPEAT, kinds.POSSESSIVE_REPEAT):
        return value[0] > 0 and _any_needs(value[2], among)
    return False


def _within(kind: Any, value: Any, among: frozenset[int]) -> bool:
    if kind is kinds.LITERAL:
        return value in among
    return kind is kinds.RANGE and among.issuperset(range(value[0], value[1] + 1))


@pytest.mark.parametrize(
    ("pattern", "needed"),
    [
        ("a-b", True),
        ("a-?b", False),
        ("a[-+]{2,3}b", True),
        ("a[-+.]b", False),
        ("[^-]", False),
        ("(?:-|x\\+)y", True),
        ("(?:-|x)y", False),
        ("(?<=[+-])y", True),
        ("(?<!-)y(?!\\+)", False),
        ("(?P<one>(?>x-))*z", False),
        ("[*-.]", False),
        ("\\d", False),
    ],
)
def test_what_a_pattern_needs_is_told(pattern: str, needed: bool) -> None:
    assert needs(pattern, "-+") is needed


@pytest.mark.parametrize("rule", NARROWED, ids=lambda rule: f"{rule.say.__name__} {rule.among}")
def test_every_match_has_one_of_the_characters(rule: Rule) -> None:
    assert needs(rule.pattern, rule.among)


def test_a_text_without_dashes_is_spared_the_ranges() -> None:
    """Of all rules a text with an amount and a date has marks for, a third need a sign more."""
    text = "It costs $45.99 on May 3rd, 2026."
    marks = rules.marks_of(text)
    may = [rule for rule in rules._RULES if rule.may_match(marks, frozenset(text))]
    assert len(may) < 0.8 * sum(bool(rule.needs & marks) for rule in rules._RULES)


def test_a_rule_is_tried_if_one_of_its_characters_is_there() -> None:
    rule = Rule(r"(\d)[-+](\d)", lambda match, _: "and", Marks.DIGIT, among="-+")
    assert rule.may_match(Marks.DIGIT, frozenset("1+2"))
    assert not rule.may_match(Marks.DIGIT, frozenset("12"))
    assert not rule.may_match(Marks.SYMBOL, frozenset("1+2"))
    assert len(list(rule.edits(Context("1+2", british=False, order="mdy"), Taken()))) == 1


@pytest.mark.parametrize("text", ["pages 5-7", "pages 5–7", "from 3 kg−5 kg", "½ cup", "20¢"])
def test_such_texts_are_read_all_the_same(text: str) -> None:
    spoken = rules.find_edits(text, Taken(), ReadingOptions("en-US", None))
    assert spoken
    assert not re.search(r"\d", "".join(edit.spoken for edit in spoken))
