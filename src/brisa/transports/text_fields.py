"""How text is read, as fields of a JSON request: the same on every HTTP wire."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import msgspec

from brisa.errors import InvalidRequest, OutOfRange
from brisa.types import LexiconEntry, TextOptions

LEXICON_MAX_ENTRIES = 1000
"""A request's own words; a server's lexicon file takes more."""

_WRITTEN_MAX_CHARS = 200
_SPOKEN_MAX_CHARS = 500


class LexiconItem(msgspec.Struct, forbid_unknown_fields=True):
    """One word: ``spoken`` or ``phonemes``."""

    written: str
    spoken: str | None = None
    phonemes: str | None = None
    case_sensitive: bool = False
    language: str | None = None


class TextFields(msgspec.Struct, forbid_unknown_fields=True):
    """The object ``text`` of a request; what is left out is as the server has it.

    See :class:`brisa.types.TextOptions`. ``lexicon`` is a list of :class:`LexiconItem`, or an
    object of words and what is said for them.
    """

    clean: bool | None = None
    markup: bool | None = None
    malformed: Literal["read", "refuse"] | None = None
    normalize: bool | None = None
    code: Literal["skip", "summarise", "read"] | None = None
    emoji: Literal["skip", "name"] | None = None
    foreign: Literal["skip", "transliterate", "voice"] | None = None
    date_order: Literal["mdy", "dmy", "ymd"] | None = None
    strict: bool | None = None
    lexicon: list[LexiconItem] | dict[str, str] | None = None


def text_options(fields: TextFields | None, defaults: TextOptions) -> TextOptions:
    """``defaults`` with what a request says otherwise. Raises ``InvalidRequest``."""
    if fields is None:
        return defaults
    given = {
        name: value
        for name in fields.__struct_fields__
        if name != "lexicon" and (value := getattr(fields, name)) is not None
    }
    if fields.lexicon is not None:
        given["lexicon"] = lexicon_entries(fields.lexicon)
    return replace(defaults, **given)


def lexicon_entries(items: list[LexiconItem] | dict[str, str]) -> tuple[LexiconEntry, ...]:
    """The entries of a request. Raises ``InvalidRequest``, which names the entry by its number."""
    if isinstance(items, dict):
        items = [LexiconItem(written, spoken) for written, spoken in items.items()]
    if len(items) > LEXICON_MAX_ENTRIES:
        message = f"A request's lexicon has at most {LEXICON_MAX_ENTRIES} entries."
        raise OutOfRange(message, param="text.lexicon")
    return tuple(_entry(number, item) for number, item in enumerate(items, 1))


def _entry(number: int, item: LexiconItem) -> LexiconEntry:
    said = item.spoken if item.phonemes is None else item.phonemes
    problem = None
    if not item.written.strip():
        problem = "has no written word"
    elif (item.spoken is None) == (item.phonemes is None):
        problem = "takes either spoken or phonemes"
    elif len(item.written) > _WRITTEN_MAX_CHARS or len(said or "") > _SPOKEN_MAX_CHARS:
        problem = "is too long"
    if problem is not None:
        raise InvalidRequest(f"Entry {number} of the lexicon {problem}.", param="text.lexicon")
    return LexiconEntry(
        item.written, item.spoken, item.phonemes, item.case_sensitive, item.language
    )
