"""Signs between and beside words: names that hold signs, then whatever sign is left."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import Final

from brisa.text.normalize.english.rule import Context, Marks, Rule
from brisa.text.normalize.english.vocabulary import words

_NAMES: Final = MappingProxyType(
    {
        "C++": "C plus plus",
        "c++": "C plus plus",
        "g++": "G plus plus",
        "Notepad++": "notepad plus plus",
        "C#": "C sharp",
        "F#": "F sharp",
        "G#": "G sharp",
        "D#": "D sharp",
        "A#": "A sharp",
        ".NET": "dot net",
        "ASP.NET": "A S P dot net",
        "AT&T": "A T and T",
        "R&D": "R and D",
        "Q&A": "Q and A",
        "R&B": "R and B",
        "B&B": "B and B",
        "P&L": "P and L",
        "M&A": "M and A",
        "H&M": "H and M",
        "A&E": "A and E",
        "S&P": "S and P",
        "w/o": "without",
        "W/o": "without",
        "w/": "with",
        "W/": "with",
        "b/c": "because",
        "c/o": "care of",
        "N/A": "N A",
        "n/a": "N A",
        "and/or": "and or",
        "A/C": "A C",
        "I/O": "I O",
        "TCP/IP": "T C P I P",
        "&c.": "et cetera",
    }
)
_SIGNS: Final = MappingProxyType(
    {
        "&": "and",
        "＆": "and",
        "+": "plus",
        "@": "at",
        "%": "percent",
        "‰": "per mille",
        "=": "equals",
        "≠": "is not equal to",
        "≈": "is about",
        "±": "plus or minus",
        "×": "times",
        "÷": "divided by",
        "≤": "is less than or equal to",
        "≥": "is greater than or equal to",
        "∞": "infinity",
        "√": "square root of",
        "§": "section",
        "¶": "paragraph",
        "°": "degrees",
        "№": "number",
        "$": "dollars",
        "£": "pounds",
        "€": "euros",
        "¥": "yen",
        "₹": "rupees",
        "¢": "cents",
        "♯": "sharp",
        "♭": "flat",
        "♮": "natural",
        "′": "prime",
        "∑": "sum",
        "∆": "delta",
        "Ω": "omega",
        "µ": "mu",
        "ℓ": "L",
    }
)
_GREEK: Final = MappingProxyType(
    dict(
        zip(
            "αβγδεζηθικλμνξοπρστυφχψω",
            words(
                "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi"
                " omicron pi rho"
                " sigma tau upsilon phi chi psi omega"
            ),
            strict=True,
        )
    )
)
_SILENT: Final = "™©®℠*^~`|\\/_<>{}#•·→←↑↓⇒⇐➜►▶■□●○◆★☆✓✔✗✘†‡"
_PAUSE: Final = frozenset("→←⇒⇐➜|")


def _name(match: re.Match[str], context: Context) -> str:
    return _NAMES[match.group()]


def _sign(match: re.Match[str], context: Context) -> str:
    return _SIGNS[match.group()]


def _greek(match: re.Match[str], context: Context) -> str | None:
    return _GREEK.get(match.group().lower())


def _initials(match: re.Match[str], context: Context) -> str:
    first, last = match.groups()
    return f"{first} and {last}"


def _silent(match: re.Match[str], context: Context) -> str:
    """Nothing; but words on both sides stay apart, and an arrow is a pause."""
    signs = match.group()
    text = context.text
    if any(sign in _PAUSE for sign in signs):
        return ","
    letters = (
        text[match.start() - 1 : match.start()].isalnum() and text[match.end() :][:1].isalnum()
    )
    return " " if letters and signs.strip("*`") else ""


RULES: Final = (
    Rule(
        (
            rf"(?<![\w.])(?:{'|'.join(map(re.escape, sorted(_NAMES, key=len, reverse=True)))})"
            r"(?:(?<=/)|(?![\w+#&]))"
        ),
        _name,
        Marks.SYMBOL | Marks.DOT | Marks.CAPITALS,
    ),
    Rule((r"(?<![\w&])([A-Z])\s?&\s?([A-Z])(?![\w&])"), _initials, Marks.SYMBOL, among="&"),
)
"""Names, before anything else looks at the signs in them."""

KEYS: Final = Rule(
    (
        r"(?:(?i:\b(?:press|dial|hit|enter|push)\s(?:the\s|\d+\s?)?)|\bor )"
        r"(?P<said>[#*])(?![\w#*])"
    ),
    lambda match, context: (
        "star" if match.group("said") == "*" else "hash" if context.british else "pound"
    ),
    Marks.SYMBOL,
)
"""Keys of a telephone."""

PER: Final = Rule(
    (r"(?<=[\d%])/(?=(?:second|minute|hour|day|night|week|month|year|person|unit)\b)"),
    lambda _match, _context: "per",
    Marks.SYMBOL,
)

LEFT_OVER: Final = (
    PER,
    Rule((f"[{re.escape(''.join(_SIGNS))}]"), _sign, Marks.SYMBOL),
    Rule((r"(?<![^\W\d_])[α-ωΑ-Ω](?![^\W\d_])"), _greek, Marks.SYMBOL),
    Rule((f"[{re.escape(_SILENT)}]+"), _silent, Marks.SYMBOL),
)
"""Signs that stand alone, when every other rule has had its turn."""
