"""SSML's ``say-as`` by tables."""

from __future__ import annotations

from typing import Final

from brisa.text.edits import Taken, apply_edits
from brisa.text.normalize.base import FindEdits, ReadingOptions
from brisa.text.normalize.european.figures import SIGNED
from brisa.text.normalize.european.reader import Reader
from brisa.text.patterns import lazy_pattern

_SIGNED: Final = lazy_pattern(SIGNED)
_DATE_PARTS: Final = lazy_pattern(r"\d+")
_ORDERS: Final = {
    "dmy": (0, 1, 2), "mdy": (1, 0, 2), "ymd": (2, 1, 0), "dm": (0, 1), "md": (1, 0)
}  # fmt: skip
_AS_READ: Final = frozenset(("time", "currency", "fraction", "unit", "address"))


def said_as(text: str, interpret_as: str, reader: Reader, find_edits: FindEdits) -> str | None:
    """The words for ``text`` said as ``interpret_as``, or ``None`` to read it as if unmarked."""
    kind, _, form = interpret_as.partition(":")
    if kind in ("characters", "spell-out", "verbatim"):
        return spelled_out(text, reader)
    if kind in ("digits", "telephone"):
        return _digits(text, reader, grouped=kind == "telephone")
    if kind in ("cardinal", "number"):
        match = _SIGNED.fullmatch(text.strip())
        return reader.number(reader.parse(match[0])) if match else None
    if kind == "ordinal":
        digits = text.strip().rstrip(".\u00ba\u00aaer")
        return reader.ordinal(int(digits)) if digits.isdecimal() and len(digits) < 7 else None
    if kind == "date":
        return _date(text, form, reader, find_edits)
    if kind in _AS_READ:
        return _read(text, reader.options, find_edits)
    return None


def spelled_out(text: str, reader: Reader) -> str:
    """Letter by letter; signs by their names where they have one."""
    names = {"@": reader.lexis.address.at, ".": reader.lexis.address.dot}
    names |= {"-": reader.lexis.address.hyphen, "_": reader.lexis.address.underscore}
    said = []
    for letter in text:
        if letter.isdecimal():
            said.append(reader.cardinal(int(letter)))
        elif not letter.isspace():
            said.append(names.get(letter, reader.lexis.symbols.get(letter, letter.upper())))
    return " ".join(said)


def _digits(text: str, reader: Reader, *, grouped: bool) -> str | None:
    groups = _DATE_PARTS.findall(text)
    if not groups:
        return None
    said = [reader.digits(group) for group in groups]
    plus = f"{reader.lexis.signs.plus} " if text.lstrip().startswith("+") else ""
    return plus + (", " if grouped else " ").join(said)


def _date(text: str, form: str, reader: Reader, find_edits: FindEdits) -> str | None:
    parts = _DATE_PARTS.findall(text)
    order = _ORDERS.get(form)
    if order and len(parts) == len(order):
        day, month = parts[order[0]], parts[order[1]]
        year = f".{parts[order[2]]}" if len(order) > 2 else ".2000"
        said = _read(f"{day}.{month}{year}", ReadingOptions(reader.options.language), find_edits)
        if len(order) == 2 and said:
            return said.removesuffix(reader.lexis.year(2000, reader.locale)).removesuffix(" de ")
        return said
    return _read(text, reader.options, find_edits)


def _read(text: str, options: ReadingOptions, find_edits: FindEdits) -> str | None:
    edits = find_edits(text, Taken(), options)
    return apply_edits(text, edits).text if edits else None
