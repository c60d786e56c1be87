"""One segment of cleaned text -> the words an engine is given.

In order, and what an earlier step has said is final: objects (``say-as``, sounds, an engine's
tags), the lexicon, the rules of the language, letters that the voice does not speak. Digits of
other scripts are read as the European ones.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from types import TracebackType
from typing import Final, TypeAlias
from weakref import ReferenceType, ref

from brisa.text.cleaned import Insert
from brisa.text.edits import Edit, Spoken, Taken, apply_edits, tidied
from brisa.text.language.foreign import fold_digits
from brisa.text.lexicon.matching import Layered, Lexicon
from brisa.text.normalize.base import LanguageRules, ReadingOptions
from brisa.text.normalize.inserts import expand
from brisa.types import TextOptions

logger = logging.getLogger(__name__)

CACHED_SPOKEN: Final = 256
CACHED_MAX_CHARS: Final = 500
_DEFAULT: Final = TextOptions()

RulesFor: TypeAlias = Callable[[str], LanguageRules | None]
"""The rules of a language by its BCP 47 tag, ``None`` if there are none."""

FindForeign: TypeAlias = Callable[[str, Taken, frozenset[str], bool], tuple[list[Edit], int]]
"""``(text, taken, scripts, transliterate)`` to the edits of letters of other scripts, clear of what
is taken, and how many characters are left out by them."""


@dataclass(frozen=True, slots=True)
class _Order:
    """Everything that a spoken form depends on."""

    text: str
    inserts: tuple[Insert, ...]
    reading: ReadingOptions
    normalize: bool
    transliterate: bool
    lexicons: tuple[ReferenceType[Lexicon], ...]
    speakable: frozenset[str] | None
    tags: frozenset[str]


class Normalizer:
    """Reads segments. Immutable but for a cache of recent answers; may be shared by threads."""

    def __init__(
        self, rules_for: RulesFor, find_foreign: FindForeign, *, cached: int = CACHED_SPOKEN
    ) -> None:
        self._rules_for = rules_for
        self._find_foreign = find_foreign
        self._reported: set[tuple[str, str, int]] = set()
        self._cached = lru_cache(maxsize=cached)(self._read)

    def spoken(
        self,
        text: str,
        inserts: tuple[Insert, ...] = (),
        *,
        language: str,
        options: TextOptions = _DEFAULT,
        lexicon: Lexicon | Layered | None = None,
        speakable: frozenset[str] | None = None,
        tags: frozenset[str] = frozenset(),
    ) -> Spoken:
        """The words for ``text``; never raises, whatever it holds.

        ``inserts`` are those of its ``OBJECT`` characters in order. Of ``options``, ``normalize``,
        ``date_order`` and ``foreign`` count; ``lexicon`` holds all words, the request's included.
        ``speakable`` are the scripts that the voice reads (Unicode's names, ``Latin``); ``None``
        leaves all letters to it. ``tags`` are the engine's own. ``spans`` of the result leads back
        to ``text``.

        A rule that raises is a bug: it is logged once, without text, and the segment is read as
        far as the other steps go.
        """
        lexicons = (
            (lexicon,) if isinstance(lexicon, Lexicon) else lexicon.lexicons if lexicon else ()
        )
        order = _Order(
            text=text,
            inserts=inserts,
            reading=ReadingOptions(language, options.date_order),
            normalize=options.normalize,
            transliterate=options.foreign != "skip",
            lexicons=tuple(map(ref, lexicons)),
            speakable=speakable,
            tags=tags,
        )
        return self._cached(order) if len(text) <= CACHED_MAX_CHARS else self._read(order)

    def _read(self, order: _Order) -> Spoken:
        rules = self._rules(order.reading.language)
        expanded = expand(
            order.text,
            order.inserts,
            lambda text, interpret_as: self._said_as(rules, text, interpret_as, order.reading),
            order.tags,
        )
        text = expanded.text
        taken = Taken(expanded.settled)
        if order.lexicons:
            found = (lexicon() for lexicon in order.lexicons)
            layered = Layered(lexicon for lexicon in found if lexicon is not None)
            taken.add(layered.edits(text, order.reading.language))
        text = fold_digits(text)
        if order.normalize and rules is not None:
            taken.add(self._edits(rules, text, taken, order.reading))
        dropped_chars = self._replace_foreign(text, taken, order)
        spoken = tidied(apply_edits(text, taken.edits))
        spans = spoken.spans.then(expanded.spans) if order.inserts else spoken.spans
        return replace(spoken, spans=spans, dropped_chars=dropped_chars)

    def _rules(self, language: str) -> LanguageRules | None:
        try:
            return self._rules_for(language)
        except Exception as error:  # noqa: BLE001 - a bug in a table must not silence a voice
            self._report(error)
            return None

    def _edits(
        self, rules: LanguageRules, text: str, taken: Taken, reading: ReadingOptions
    ) -> list[Edit]:
        try:
            edits = rules.find_edits(text, taken, reading)
        except Exception as error:  # noqa: BLE001 - a bug in a rule must not silence a voice
            self._report(error)
            return []
        return [edit for edit in edits if edit.start >= 0 and edit.end <= len(text)]

    def _said_as(
        self, rules: LanguageRules | None, text: str, interpret_as: str, reading: ReadingOptions
    ) -> str | None:
        if rules is None:
            return None
        try:
            return rules.say_as(fold_digits(text), interpret_as, reading)
        except Exception as error:  # noqa: BLE001 - a bug in a rule must not silence a voice
            self._report(error)
            return None

    def _replace_foreign(self, text: str, taken: Taken, order: _Order) -> int:
        if order.speakable is None or text.isascii():
            return 0
        try:
            edits, dropped_chars = self._find_foreign(
                text, taken, order.speakable, order.transliterate
            )
        except Exception as error:  # noqa: BLE001 - a bug in a table must not silence a voice
            self._report(error)
            return 0
        taken.add(_apart(text, edit) for edit in edits)
        return dropped_chars

    def _report(self, error: Exception) -> None:
        """Log each fault once: its type and place, not its message, which may quote the text."""
        kind, (file, line) = type(error).__name__, _place(error.__traceback__)
        if (kind, file, line) not in self._reported:
            self._reported.add((kind, file, line))
            fields = {"error_type": kind, "file": file, "line": line}
            logger.error("a reading rule failed", extra=fields)


def _apart(text: str, edit: Edit) -> Edit:
    """Words do not run together where something between them is left out."""
    between = text[max(0, edit.start - 1) : edit.start] + text[edit.end : edit.end + 1]
    if edit.spoken or len(between) < 2 or not (between[0].isalnum() and between[1].isalnum()):
        return edit
    return Edit(edit.start, edit.end, " ")


def _place(traceback: TracebackType | None) -> tuple[str, int]:
    """Where an exception was raised: the file and the line."""
    while traceback is not None and traceback.tb_next is not None:
        traceback = traceback.tb_next
    if traceback is None:
        return "?", 0
    return traceback.tb_frame.f_code.co_filename, traceback.tb_lineno
