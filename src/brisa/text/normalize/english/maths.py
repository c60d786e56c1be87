"""Arithmetic and comparisons, powers, roots, scientific notation, signs before numbers."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import Final

from brisa.text.normalize.english.numbers import number, ordinal
from brisa.text.normalize.english.rule import NUMBER, Context, Marks, Rule
from brisa.text.patterns import lazy_pattern

_SUPERSCRIPTS: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
_SUBSCRIPTS: Final = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_SIGNS: Final = MappingProxyType(
    {
        "+": "plus",
        "-": "minus",
        "−": "minus",
        "*": "times",
        "×": "times",
        "·": "times",
        "⋅": "times",
        "∗": "times",
        "x": "times",
        "/": "divided by",
        "÷": "divided by",
        "=": "equals",
        "==": "equals",
        "≠": "is not equal to",
        "!=": "is not equal to",
        "<": "is less than",
        ">": "is greater than",
        "≤": "is less than or equal to",
        "<=": "is less than or equal to",
        "≥": "is greater than or equal to",
        ">=": "is greater than or equal to",
        "≈": "is about",
        "≅": "is about",
        "±": "plus or minus",
        "+/-": "plus or minus",
        "^": "to the power of",
        "**": "to the power of",
        "%": "mod",
        "∈": "in",
        "∝": "is proportional to",
        "≡": "is equivalent to",
    }
)
_OPERATOR: Final = r"\*\*|\+/-|[!=]=|[<>]=|(?<![-=<>])[<>](?![-=<>])|[+*×·⋅∗/÷=≤≥≠≈≅±∝≡∈x−-]"
_BEFORE: Final = r"(?P<before>[\w.)\]²³°!∞])"
_AFTER: Final = r"(?=(?P<after>[-−+]?[\w(√.$£€∞]))"
_POWERS: Final = MappingProxyType({"2": "squared", "3": "cubed"})


def power(exponent: str) -> str:
    """``2`` "squared", ``-4`` "to the minus four", ``n`` "to the N"."""
    if exponent in _POWERS:
        return _POWERS[exponent]
    if exponent.isalpha():
        return f"to the {exponent.upper() if len(exponent) == 1 else exponent}"
    if exponent[0] in "-−+":
        return f"to the {number(exponent)}"
    return f"to the {ordinal(exponent)}" if "." not in exponent else f"to the {number(exponent)}"


def _scientific(match: re.Match[str], context: Context) -> str:
    sign, base, exponent = match.group("sign") or "", match.group("base"), match.group("exponent")
    exponent = exponent.translate(_SUPERSCRIPTS).lstrip("+")
    exponent = _LEADING_ZEROS.sub("", exponent)
    return f"{number(sign + base)} times ten to the {number(exponent)}"


def _superscript(match: re.Match[str], context: Context) -> str | None:
    exponent = match.group().translate(_SUPERSCRIPTS)
    return power(exponent) if _WHOLE.fullmatch(exponent) else None


def _caret(match: re.Match[str], context: Context) -> str:
    return power(match.group("exponent") or match.group("inner"))


def _operator(match: re.Match[str], context: Context) -> str | None:
    """Both sides are terms and the spaces are even, so it stands between them."""
    sign, left, right = match.group("sign"), match.group("left"), match.group("right")
    before, after = match.group("before"), match.group("after")[-1]
    if bool(left) != bool(right):
        return None
    figures = before.isdigit() or after.isdigit()
    if sign == "x" or (sign == "×" and not left):
        return _by_or_times(before, after, context)
    if sign in "*/-−" and not _arithmetic(match, context, figures):
        return None
    return "to" if sign == "-" and not _is_sum(context) else _SIGNS[sign]


def _arithmetic(match: re.Match[str], context: Context, figures: bool) -> bool:
    """``a * b`` and ``6 / 2``, but neither ``and/or`` nor ``10-year``."""
    if match.group("sign") in "-/−" and not match.group("left"):
        return match.group("sign") == "−" and figures
    both = match.group("before").isdigit() and match.group("after")[-1].isdigit()
    return both or _ONE_LETTER_TERMS.match(context.text, max(0, match.start() - 1)) is not None


_LEADING_ZEROS: Final = lazy_pattern(r"(?<!\d)0+(?=\d)")
_WHOLE: Final = lazy_pattern(r"[-+]?\d+")
_ONE_LETTER_TERMS: Final = lazy_pattern(
    r"(?:\A|[\s(=+*/\d]|(?<=\A))?[\w)]\s?[*/−-]\s?(?:\w(?!\w)|\d|\()"
)


def _by_or_times(before: str, after: str, context: Context) -> str | None:
    if not (before.isdigit() and after.isdigit()):
        return None
    return "times" if _is_sum(context) else "by"


def _is_sum(context: Context) -> bool:
    return "=" in context.text


def _leading(match: re.Match[str], context: Context) -> str:
    return _SIGNS[match.group("sign")].removeprefix("is ")


def _root(match: re.Match[str], context: Context) -> str:
    kind = {"√": "square", "∛": "cube", "∜": "fourth"}[match.group()]
    return f"{kind} root of"


def _times(match: re.Match[str], context: Context) -> str:
    words = number(match.group("number"), british=context.british)
    return f"{words} X" if _is_sum(context) else f"{words} times"


def _subscript(match: re.Match[str], context: Context) -> str:
    return number(match.group().translate(_SUBSCRIPTS))


def _factorial(match: re.Match[str], context: Context) -> str:
    return f"{number(match.group('number'))} factorial"


RULES: Final = (
    Rule(
        (
            r"(?<![\w.])(?P<sign>[-−])?(?P<base>\d+(?:\.\d+)?)(?:[eE](?P<exponent>[-+−]?\d{1,4}))(?![\w.]\w|\w)"
        ),
        _scientific,
        Marks.DIGIT,
        among="eE",
    ),
    Rule(
        (
            r"(?<![\w.])(?P<sign>[-−])?(?P<base>\d+(?:\.\d+)?)\s?[×x*]\s?10"
            r"(?:\^\{?(?=[-+−\d])|(?=[⁻⁰-⁹¹²³]))(?P<exponent>[-+−]?\d{1,4}|[⁻⁺]?[⁰¹²³⁴-⁹]+)\}?"
        ),
        _scientific,
        Marks.DIGIT,
        among="×x*",
    ),
    Rule((r"(?<=[\w)\]])[⁻⁺]?[⁰¹²³⁴-⁹]+"), _superscript, Marks.SYMBOL),
    Rule(
        (
            r"(?<=[\w)\]])\s?(?:\^|\*\*)\s?(?:\{(?P<inner>-?\w{1,6})\}"
            r"|(?P<exponent>[-−]?\d+(?:\.\d+)?|[a-z](?!\w)))"
        ),
        _caret,
        Marks.SYMBOL,
        among="^*",
    ),
    Rule((r"[√∛∜](?=\s?[\w(])"), _root, Marks.SYMBOL),
    Rule(
        (rf"(?<![\w.,])(?P<number>{NUMBER})\s?[×x](?![\w])(?!\s?[\d.(])"),
        _times,
        Marks.DIGIT,
        among="×x",
    ),
    Rule((r"(?<![\w.,])(?P<number>\d+)!(?=\s?[=+*/×÷])"), _factorial, Marks.DIGIT, among="!"),
    Rule(
        (rf"{_BEFORE}(?P<left>\s?)(?P<said>(?P<sign>{_OPERATOR}))(?P<right>\s?){_AFTER}"),
        _operator,
        Marks.SYMBOL | Marks.DIGIT,
    ),
    Rule((r"(?<![\w~])[~∼≈](?=\s?[$£€]?[\d.])"), lambda _m, _c: "about", Marks.SYMBOL),
    Rule((r"(?<![\w<>=-])(?P<sign>±|[≤≥]|[<>]=?)(?=\s?[$£€]?\d)"), _leading, Marks.SYMBOL),
    Rule((r"(?<=[A-Za-z)])[₀-₉]+"), _subscript, Marks.SYMBOL),
)
"""Powers before operators, operators before signs."""
