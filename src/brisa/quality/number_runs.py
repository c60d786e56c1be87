"""Numbers among words, written in digits however they were spelled.

A run of number words is read in groups: each group is one cardinal (``two thousand six``), and the
groups are written one after the other. So ``nineteen eighty seven`` and ``1987``, ``four one five``
and ``415``, ``six forty five`` and ``6 45`` come out the same. ``point`` in a run is a decimal
point, ``oh`` in it a zero. An ordinal ends its run and gets ``th`` whatever its last digit. A scale
after a decimal (``7.2 billion``) stays a word.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

_TO_NINETEEN = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_SMALL: Final = {
    **{word: value for value, word in enumerate(_TO_NINETEEN.split())},
    **{word: 10 * value for value, word in enumerate(_TENS.split(), start=2)},
}
_SCALES: Final = {
    "hundred": 10**2,
    "thousand": 10**3,
    "million": 10**6,
    "billion": 10**9,
    "trillion": 10**12,
}
_IRREGULAR_ORDINALS: Final = {
    "first": "one",
    "second": "two",
    "third": "three",
    "fifth": "five",
    "eighth": "eight",
    "ninth": "nine",
    "twelfth": "twelve",
}
_MAX_CARDINAL_DIGITS = 15
"""Longer ones are a row of digits to everybody (and Python limits the length of what it reads)."""

_DIGITS = re.compile(r"(\d+(?:\.\d+)*)(st|nd|rd|th)?")


@dataclass(slots=True)
class _Run:
    """A run of number words as far as it has been read.

    ``closed`` are the digits of its finished groups. The group at hand is ``above + below``, where
    ``above`` has been closed by a scale; a smaller number still fits it if it is under ``room``
    (0: there is no group).
    """

    closed: str = ""
    above: int = 0
    below: int = 0
    room: int = 0
    decimal: bool = False

    @property
    def digits(self) -> str:
        return self.closed + (str(self.above + self.below) if self.room else "")

    def write(self, digits: str) -> None:
        """Close the group at hand and put ``digits`` behind it."""
        self.closed, self.above, self.below, self.room = self.digits + digits, 0, 0, 0

    def add(self, value: int) -> None:
        """A cardinal below 100: into the group at hand if it fits, else a group of its own."""
        if self.room and 0 < value < self.room:
            self.below += value
        else:
            self.write("")
            self.below = value
        # Behind twenty there is room for a unit, behind any other number for a scale alone.
        self.room = 10 if value >= 20 else 1

    def scale(self, factor: int) -> bool:
        """Multiply the group at hand, if it can be."""
        if self.decimal or not self.below or (self.above and self.above < factor):
            return False
        if factor == _SCALES["hundred"]:
            self.below *= factor
        else:
            self.above, self.below = self.above + self.below * factor, 0
        self.room = factor
        return True


def join_numbers(words: Sequence[str]) -> list[str]:
    """``words`` (lower case, no punctuation) with each run of numbers as one word in digits."""
    result: list[str] = []
    run = _Run()
    for index, word in enumerate(words):
        following = words[index + 1] if index + 1 < len(words) else ""
        cardinal, ordinal = _cardinal_of(word)
        if _take(run, cardinal, following):
            if not ordinal:
                continue
            result.append(f"{run.digits}th")
        else:
            result += [run.digits] * bool(run.digits) + [word]
        run = _Run()
    return result + [run.digits] * bool(run.digits)


def _take(run: _Run, word: str, following: str) -> bool:
    """Whether ``word`` belongs to the run, which then holds it."""
    if word in _SMALL:
        run.add(_SMALL[word])
    elif word[:1].isdigit():
        _take_digits(run, word)
    elif word in _SCALES:
        return run.scale(_SCALES[word])
    elif not run.digits:
        return False
    elif word == "oh":
        run.write("0")
    elif word == "point" and _is_number(following):
        run.write(".")
        run.decimal = True
    else:
        return word == "and" and run.room >= _SCALES["hundred"] and _is_number(following)
    return True


def _take_digits(run: _Run, digits: str) -> None:
    if "." in digits:
        run.write(digits)
        run.decimal = True
    elif digits.startswith("0") or len(digits) > _MAX_CARDINAL_DIGITS:
        run.write(digits)
    else:
        run.write("")
        run.below, run.room = int(digits), 1


def _cardinal_of(word: str) -> tuple[str, bool]:
    """The cardinal of an ordinal and ``True``; any other word as it is and ``False``."""
    digits = _DIGITS.fullmatch(word)
    if digits:
        return digits.group(1), digits.group(2) is not None
    if word in _IRREGULAR_ORDINALS:
        return _IRREGULAR_ORDINALS[word], True
    for ending, cardinal_ending in (("ieth", "y"), ("th", "")):
        stem = word.removesuffix(ending) + cardinal_ending
        if word.endswith(ending) and (stem in _SMALL or stem in _SCALES):
            return stem, True
    return word, False


def _is_number(word: str) -> bool:
    cardinal, _ = _cardinal_of(word)
    return cardinal in _SMALL or cardinal == "oh" or cardinal[:1].isdigit()
