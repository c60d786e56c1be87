"""Codes: digits one by one after words that announce one, postal codes, numbers after ``#``."""

from __future__ import annotations

import re
from typing import Final

from brisa.text.normalize.english.letters import spelled
from brisa.text.normalize.english.numbers import cardinal, ordinal, spell_digits
from brisa.text.normalize.english.rule import Context, Marks, Rule
from brisa.text.normalize.english.states import STATES, WORDS_TOO
from brisa.text.patterns import lazy_pattern

_ZIP_DIGITS: Final = 5
_STATE: Final = "|".join(STATES)
_ALONE: Final = "|".join(state for state in STATES if state not in WORDS_TOO)
_ANNOUNCED: Final = (
    r"(?:(?:access |area |dial(?:l)?ing |country |error |zip |security |pass|promo |discount "
    r"|verification |confirmation |post(?:al)? |booking |status |door |gate |sort )?codes?"
    r"|pin|id|otp|cvv|cvc|ssn|isbn|imei|iban|passcode|flight|account|acct\.?|extension|ext\.?"
    r"|serial|tracking|order|invoice|ticket|case|confirmation|reference|ref\.?|reservation|booking"
    r"|routing|port|passport|badge|part|model|dial|call)"
)
_BETWEEN: Final = r"(?:\s(?:number|no\.|code|id|is|was|of|#))*"
_SEPARATOR: Final = lazy_pattern(r"[-./ ]")
_SINGLE: Final = lazy_pattern(r"[A-Za-z]+|\d+")
_COUNTED_CALL: Final = lazy_pattern(r"\s(?:[a-z]+s|people|men|women)\b")
_COUNTED: Final = lazy_pattern(r"\s[a-z]")
_PLAIN_BEFORE: Final = frozenset(
    {"part", "model", "text", "call", "dial", "case", "order", "ticket"}
)


def _zip(match: re.Match[str], context: Context) -> str:
    code, more = match.group("code"), match.group("more")
    words = spell_digits(code, "oh")
    return f"{words}, {spell_digits(more, 'oh')}" if more else words


def _state_zip(match: re.Match[str], context: Context) -> str:
    return f"{STATES[match.group('state')]} {_zip(match, context)}"


def _announced(match: re.Match[str], context: Context) -> str | None:
    code = match.group("said")
    if match.group("word").lower() in _PLAIN_BEFORE and not match.group("between"):
        call = match.group("word").lower() in ("call", "dial")
        counted = (_COUNTED_CALL if call else _COUNTED).match(context.text, match.end())
        fewest = 3 if call else 4
        if counted or sum(map(str.isdigit, code)) < fewest:
            return None
    return f"number {say_code(code[1:])}" if match.group("hash") else say_code(code)


def say_code(code: str) -> str:
    """``A45-9`` is "A four five, nine"."""
    groups = []
    for group in _SEPARATOR.split(code):
        pieces = [
            spell_digits(piece) if piece.isdigit() else spelled(piece)
            for piece in _SINGLE.findall(group)
        ]
        groups.append(" ".join(pieces))
    return ", ".join(filter(None, groups))


def _hash(match: re.Match[str], context: Context) -> str:
    digits = match.group("digits")
    said = spell_digits(digits) if len(digits) >= 4 or digits[0] == "0" else cardinal(digits)
    return f"number {said}"


def _lettered(match: re.Match[str], context: Context) -> str:
    return f"number {say_code(match.group('code')).replace(',', '')}"


def _hyphenated(match: re.Match[str], context: Context) -> str | None:
    return say_code(match.group())


def _tail(match: re.Match[str], context: Context) -> str | None:
    """``ending in 4471``, unless that is a year."""
    digits = match.group("said")
    if match.group()[:1] in "eE" and 1100 <= int(digits) <= 2099:
        return None
    return spell_digits(digits)


def _long(match: re.Match[str], context: Context) -> str:
    digits = match.group()
    # Five figures that begin with a nought are a ZIP code more often than not.
    return spell_digits(digits, "oh" if len(digits) == _ZIP_DIGITS else "zero")


def _nth(match: re.Match[str], context: Context) -> str:
    return ordinal(match.group("digits").replace(",", ""), british=context.british)


RULES: Final = (
    Rule(
        (rf"(?<!\w)(?P<state>{_STATE}),?\s(?P<code>\d{{5}})(?:-(?P<more>\d{{4}}))?(?![\w-])"),
        _state_zip,
        Marks.CAPITALS,
    ),
    Rule(
        (rf"(?<=[a-z], )(?P<state>{_ALONE})(?!\w)"),
        lambda match, _context: STATES[match.group("state")],
        Marks.CAPITALS,
    ),
    Rule(
        (
            r"(?i:\bzip(?:\s?codes?)?(?:\s(?:is|was|of))?:?\s)"
            r"(?P<said>(?P<code>\d{5})(?:-(?P<more>\d{4}))?)(?![\w-])"
        ),
        _zip,
        Marks.DIGIT,
    ),
    Rule(
        (
            rf"(?<![\w-])(?P<word>(?i:{_ANNOUNCED}))(?P<between>(?i:{_BETWEEN})):?\s"
            r"(?P<said>(?P<hash>#\s?)?(?=[A-Z-]{0,4}\d|[A-Z]{2}\s\d)(?:[A-Z]{2}\s)?[A-Z\d]+(?:-[A-Z\d]+)*)(?![\w:%/]|[.,]\d)"
        ),
        _announced,
        Marks.DIGIT,
    ),
    Rule(
        (
            r"(?i:\bend(?:s|ed|ing)?\s(?:in|with)\s|\blast\s(?:four|4|three|3)(?:\sdigits)?"
            r"(?:\sof\s[a-z]+\s[a-z]+)?(?:\sare|\sis|\swere)?:?\s)"
            r"(?P<said>\d{3,6})(?![\w:/%-]|[.,]\d)"
        ),
        _tail,
        Marks.DIGIT,
    ),
    Rule((r"(?<![\w&])#\s?(?P<digits>\d+)(?![\w-]|[.,]\d)"), _hash, Marks.SYMBOL),
    Rule((r"(?<![\w&])#(?P<code>[A-Z]{1,5}-?\d+)(?![\w-])"), _lettered, Marks.SYMBOL),
    Rule((r"(?<![\w.,-])\d+(?:-\d+){2,}(?![\w-]|[.,]\d)"), _hyphenated, Marks.DIGIT),
    Rule((r"(?<![\w.,'’$£€])(?:\d{7,}|0\d+)(?![\w]|[.,]\d)"), _long, Marks.DIGIT),
)
"""ZIP codes first, long strings of digits last."""
