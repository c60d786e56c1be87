"""Words written alike, so that a recogniser's habits of spelling do not count as errors.

``words_heard`` is applied to both sides. Case and punctuation go; numbers become digits however
they were written (:mod:`brisa.quality.number_runs`); signs become the words they are read as;
titles, spelled letters and contractions get one form; British spellings become American.
Contractions and their long forms count as the same; beyond that, what sounds different stays so.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from brisa.quality.number_runs import join_numbers

_QUOTES = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "“": " ", "”": " ", "−": "-"})

_SIGNS: Final = (
    (re.compile(r"([$£€])\s?(\d+(?:,\d{3})*(?:\.\d+)?)(\s(?:million|billion|trillion))?"), "money"),
    (re.compile(r"(?<=\d),(?=\d{3}(?!\d))"), ""),
    (re.compile(r"(?<=\d):00(?=\s?[ap]\.?\s?m\b)"), " "),
    (re.compile(r"(?<=\d):00\b"), " o'clock "),
    # Not the groups of a telephone number or a date.
    (re.compile(r"(?<![\d-])(\d\d?|\d{4})[–-](?=(?:\d\d?|\d{4})(?![\d-]))"), r"\1 to "),
    (re.compile(r"(?<=\d)'?s\b"), " s"),
    (re.compile(r"%"), " percent "),
    (re.compile(r"&"), " and "),
    (re.compile(r"°\s?c\b"), " degrees celsius "),
    (re.compile(r"°\s?f\b"), " degrees fahrenheit "),
    (re.compile(r"(?<![\w.])-(?=\d)"), " minus "),
    (re.compile(r"\+(?=\d)"), " plus "),
    (re.compile(r"(?<=\d)\s?([ap])\.?\s?m\b\.?"), r" \1 m "),
)
_MONEY = {
    "$": ("dollar", "dollars", "cents"),
    "£": ("pound", "pounds", "pence"),
    "€": ("euro", "euros", "cents"),
}
_DOTTED = re.compile(r"\b[A-Za-z](?:\.[A-Za-z])+\b\.?")
_CAPITALS = re.compile(r"\b(?!OK\b)[A-Z]{2,5}(?=(?:s|'s)?\b)|(?<=\b[A-Z] )[A-Z](?=s\b)")
_WORD = re.compile(r"\d+(?:\.\d+)*(?:st|nd|rd|th)?|[^\W\d_]+(?:'[^\W\d_]+)*|\d+")

_FORMS: Final = {
    "mr": "mister",
    "mrs": "missus",
    "missis": "missus",
    "ms": "miz",
    "miss": "miz",
    "dr": "doctor",
    "prof": "professor",
    "st": "saint",
    "jr": "junior",
    "sr": "senior",
    "vs": "versus",
    "okay": "ok",
    "alright": "all right",
    "etc": "et cetera",
    "phd": "p h d",
    "kg": "kilograms",
    "km": "kilometers",
    "cm": "centimeters",
    "ml": "milliliters",
    "mph": "miles per hour",
    "mb": "megabytes",
    "gb": "gigabytes",
    "cannot": "can not",
    "can't": "can not",
    "won't": "will not",
    "shan't": "shall not",
    "let's": "let us",
    "grey": "gray",
}
_DECADES: Final = {
    f"{stem}ies": f"{stem}y s"
    for stem in ("twent", "thirt", "fort", "fift", "sixt", "sevent", "eight", "ninet")
}
_ENDINGS: Final = (
    ("n't", " not"),
    ("'ll", " will"),
    ("'ve", " have"),
    ("'re", " are"),
    ("'m", " am"),
)
_BRITISH: Final = {
    "analyse": "analyze",
    "catalogue": "catalog",
    "centre": "center",
    "cheque": "check",
    "colour": "color",
    "defence": "defense",
    "dialogue": "dialog",
    "favour": "favor",
    "favourite": "favorite",
    "flavour": "flavor",
    "fulfil": "fulfill",
    "harbour": "harbor",
    "honour": "honor",
    "humour": "humor",
    "jewellery": "jewelry",
    "kerb": "curb",
    "kilometre": "kilometer",
    "labour": "labor",
    "licence": "license",
    "litre": "liter",
    "metre": "meter",
    "millimetre": "millimeter",
    "mould": "mold",
    "neighbour": "neighbor",
    "neighbourhood": "neighborhood",
    "offence": "offense",
    "organise": "organize",
    "pyjamas": "pajamas",
    "plough": "plow",
    "programme": "program",
    "realise": "realize",
    "recognise": "recognize",
    "rumour": "rumor",
    "sceptical": "skeptical",
    "theatre": "theater",
    "travelled": "traveled",
    "traveller": "traveler",
    "travelling": "traveling",
    "tyre": "tire",
    "vapour": "vapor",
}


def words_heard(text: str) -> tuple[str, ...]:
    """The words of ``text``, written or spoken, in one spelling."""
    plain = unicodedata.normalize("NFKC", text.translate(_QUOTES))
    spelled = _CAPITALS.sub(_letters, _DOTTED.sub(_letters, plain)).casefold()
    found = _WORD.findall(_without_signs(spelled))
    words = [form for word in found for form in _form(word).split()]
    return tuple(_american(word) for word in join_numbers(words))


def _letters(found: re.Match[str]) -> str:
    """Letters that are spelled, apart: ``USA`` and ``u.s.a.`` are heard as ``U S A``."""
    letters = " ".join(found.group().replace(".", ""))
    plural = found.string[found.end() : found.end() + 1] == "s"
    return f"{letters} " if plural else letters


def _without_signs(text: str) -> str:
    for pattern, said in _SIGNS:
        text = pattern.sub(_money if said == "money" else said, text)
    return text


def _money(found: re.Match[str]) -> str:
    one, many, small = _MONEY[found.group(1)]
    amount, scale = found.group(2).replace(",", ""), found.group(3)
    if scale:
        return f"{amount}{scale} {many}"
    whole, _, cents = amount.partition(".")
    unit = one if whole == "1" else many
    if len(cents) != 2 or cents == "00":
        return f"{whole if cents == '00' else amount} {unit}"
    small = {"cents": "cent", "pence": "penny"}[small] if cents == "01" else small
    pieces = f"{int(cents)} {small}"
    return pieces if whole == "0" else f"{whole} {unit} and {pieces}"


def _form(word: str) -> str:
    if word in _FORMS:
        return _FORMS[word]
    if word in _DECADES:
        return _DECADES[word]
    for ending, said in _ENDINGS:
        if word.endswith(ending) and len(word) > len(ending):
            return word.removesuffix(ending) + said
    return word


def _american(word: str) -> str:
    stem = word.removesuffix("s")
    if word in _BRITISH:
        return _BRITISH[word]
    return _BRITISH[stem] + "s" if stem in _BRITISH else word
