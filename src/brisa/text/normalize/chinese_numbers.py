"""Chinese number words, as Mandarin says them."""

from __future__ import annotations

from typing import Final

DIGITS: Final = "零一二三四五六七八九"
_PLACES: Final = ("", "十", "百", "千")
_GROUPS: Final = ("", "万", "亿", "兆")

LARGEST: Final = 10**16
"""Numbers from here on are said digit by digit."""


def digit_words(digits: str, *, telephone: bool = False) -> str:
    """One digit after the other; on the telephone one is 幺."""
    said = "".join(DIGITS[int(digit)] for digit in digits)
    return said.replace("一", "幺") if telephone else said


def cardinal(value: int) -> str:
    """``value >= 0`` in words: 105 is 一百零五, 12 is 十二, 200 is 二百."""
    if value >= LARGEST:
        return digit_words(str(value))
    if value == 0:
        return "零"
    groups: list[int] = []
    while value:
        value, group = divmod(value, 10_000)
        groups.append(group)
    said = ""
    gap = False
    for place in range(len(groups) - 1, -1, -1):
        group = groups[place]
        if not group:
            gap = bool(said)
            continue
        if said and (gap or group < 1000):
            said += "零"
        gap = False
        said += _below_ten_thousand(group) + _GROUPS[place]
    return said[1:] if said.startswith("一十") else said


def _below_ten_thousand(value: int) -> str:
    said = ""
    zero = False
    for place in range(3, -1, -1):
        digit = value // 10**place % 10
        if not digit:
            zero = bool(said)
            continue
        said += ("零" if zero else "") + DIGITS[digit] + _PLACES[place]
        zero = False
    return said


def counted(value: int) -> str:
    """Before a measure word: two is 两, also in two hundred and more of something."""
    said = "两" if value == 2 else cardinal(value)
    for place in ("千", "万", "亿"):
        if said.startswith(f"二{place}"):
            return f"两{said[1:]}"
    return said
