"""Numbers in English words.

Written here rather than taken from a library because a sentence holds several of them and its first
sound waits for all: these take microseconds and nothing is loaded for them. Short scale, names as
far as 10^33 (a decillion); what is larger is said digit by digit.
"""

from __future__ import annotations

from typing import Final

from brisa.text.normalize.english.vocabulary import words

_ONES: Final = words(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen"
)
_TENS: Final = ("", "", *words("twenty thirty forty fifty sixty seventy eighty ninety"))
_SCALES: Final = (
    "",
    *words(
        "thousand million billion trillion quadrillion quintillion sextillion septillion octillion"
        " nonillion decillion"
    ),
)
_ORDINALS: Final = {
    "one": "first",
    "two": "second",
    "three": "third",
    "five": "fifth",
    "eight": "eighth",
    "nine": "ninth",
    "twelve": "twelfth",
}
_MAX_DIGITS: Final = 3 * len(_SCALES)
_LONG_DIGITS: Final = 7
"""As many digits without a separator are a code, not a quantity."""

MINUS_SIGNS: Final = "-−"


def cardinal(digits: str, *, british: bool = False) -> str:
    """``digits`` (ASCII, leading zeros allowed) as a quantity; British with "and"."""
    digits = digits.lstrip("0") or "0"
    if len(digits) > _MAX_DIGITS:
        return spell_digits(digits)
    if digits == "0":
        return _ONES[0]
    return " ".join(_groups(digits, british))


def _groups(digits: str, british: bool) -> list[str]:
    words: list[str] = []
    scales = (len(digits) - 1) // 3
    padded = digits.zfill(3 * (scales + 1))
    for scale in range(scales, -1, -1):
        at = 3 * (scales - scale)
        value = int(padded[at : at + 3])
        if not value:
            continue
        if british and not scale and value < 100 and words:
            words.append("and")
        words += _below_thousand(value, british)
        if scale:
            words.append(_SCALES[scale])
    return words


def _below_thousand(value: int, british: bool) -> list[str]:
    hundreds, rest = divmod(value, 100)
    words = [_ONES[hundreds], "hundred"] if hundreds else []
    if rest:
        if hundreds and british:
            words.append("and")
        words += below_hundred(rest).split()
    return words


def below_hundred(value: int) -> str:
    """``0 <= value < 100``."""
    if value < 20:
        return _ONES[value]
    tens, ones = divmod(value, 10)
    return f"{_TENS[tens]} {_ONES[ones]}" if ones else _TENS[tens]


def ordinal(digits: str, *, british: bool = False) -> str:
    """``21`` is "twenty first"."""
    *rest, last = cardinal(digits, british=british).split()
    if last in _ORDINALS:
        last = _ORDINALS[last]
    elif last.endswith("y"):
        last = f"{last[:-1]}ieth"
    else:
        last += "h" if last.endswith("t") else "th"
    return " ".join((*rest, last))


def spell_digits(digits: str, zero: str = "zero") -> str:
    """One by one; ``zero`` may be ``oh``. Any decimal digit of Unicode; other characters go."""
    return " ".join(
        zero if value == 0 else _ONES[value] for value in map(int, filter(str.isdecimal, digits))
    )


def number(written: str, *, british: bool = False) -> str:
    """What ``1,234.5``, ``.5``, ``-3`` or ``007`` is called; separators within it are ignored.

    A whole number with a leading zero, or of seven digits and more without separators, is a code
    and is said digit by digit.
    """
    sign = ""
    if written[:1] in (*MINUS_SIGNS, "+") and written[:1]:
        sign = "plus " if written[0] == "+" else "minus "
        written = written[1:]
    whole, point, fraction = written.partition(".")
    bare = "".join(filter(str.isdecimal, whole))
    bare = bare if bare.isascii() else "".join(str(int(digit)) for digit in bare)
    code = not point and (len(whole) >= _LONG_DIGITS or (len(whole) > 1 and whole[0] == "0"))
    if bare == whole and code:
        return sign + spell_digits(bare)
    words = cardinal(bare, british=british) if bare else ""
    if fraction:
        words = f"{words} point {spell_digits(fraction)}".lstrip()
    return sign + words


def is_one(written: str) -> bool:
    """What is counted is said in the singular."""
    return written.lstrip("+-−") == "1"


def decade(value: int) -> str:
    """``90`` is "nineties", ``0`` "hundreds", ``10`` "tens"."""
    words = below_hundred(value) if value else "hundred"
    return f"{words[:-1]}ies" if words.endswith("y") else f"{words}s"
