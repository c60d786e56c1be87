"""What the rules of a language are: functions from text to edits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from brisa.text.edits import Edit, Taken


@dataclass(frozen=True, slots=True)
class ReadingOptions:
    """What a text alone cannot tell.

    ``language`` is a BCP 47 tag (``en-GB``). ``date_order`` says how ``04/05/2026`` is meant:
    ``mdy``, ``dmy`` or ``ymd``; ``None`` leaves it to the language's region.
    """

    language: str = "en"
    date_order: str | None = None


FindEdits: TypeAlias = Callable[[str, Taken, ReadingOptions], list[Edit]]
"""``(text, taken, options)`` to edits in order, clear of each other and of what is taken.

``text`` is one segment of cleaned text. It never raises for any text.
"""

SayAs: TypeAlias = Callable[[str, str, ReadingOptions], str | None]
"""``(text, interpret_as, options)`` to the words for it; ``None``: read it as if unmarked.

``interpret_as`` is SSML's, with a format after a colon where there is one: ``characters``,
``spell-out``, ``digits``, ``cardinal``, ``ordinal``, ``number``, ``fraction``, ``unit``, ``date``,
``date:dmy``, ``time``, ``telephone``, ``currency``, ``address``, ``expletive``.
"""


@dataclass(frozen=True, slots=True)
class LanguageRules:
    """One language: ``code`` is its primary subtag."""

    code: str
    find_edits: FindEdits
    say_as: SayAs
