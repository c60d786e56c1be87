"""Running rules over a text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from brisa.text.edits import Edit, Taken
from brisa.text.normalize.european.reader import Reader
from brisa.text.patterns import LazyPattern, lazy_pattern

Render: TypeAlias = Callable[[re.Match[str], Reader], str | None]
"""The words for what a pattern found; ``None``: it is not what it looked like."""

_AFTER: Final = lazy_pattern(r"[\s\"'\u00bb\u201c\u201d)\]]*$")


@dataclass(frozen=True, slots=True)
class Finder:
    """A rule: a pattern and how what it finds is said."""

    pattern: LazyPattern
    render: Render


def find(text: str, taken: Taken, reader: Reader, finders: Iterable[Finder]) -> list[Edit]:
    """The edits of all rules, earlier rules first, clear of what is taken."""
    known = Taken(taken.edits)
    given = set(taken.edits)
    for finder in finders:
        known.add(_found(text, known, reader, finder))
    return [edit for edit in known.edits if edit not in given]


def _found(text: str, known: Taken, reader: Reader, finder: Finder) -> Iterable[Edit]:
    for match in finder.pattern.finditer(text):
        if known.free(match.start(), match.end()):
            said = finder.render(match, reader)
            if said is not None:
                yield Edit(match.start(), match.end(), said)


def alternatives(keys: Iterable[str]) -> str:
    """A pattern for any of ``keys``, the longest first."""
    return "|".join(re.escape(key) for key in sorted(keys, key=lambda key: (-len(key), key)))


def ends_text(match: re.Match[str]) -> bool:
    """Does nothing but closing marks follow."""
    return _AFTER.match(match.string, match.end()) is not None


def replaced(pattern: str, words: Mapping[str, str]) -> Finder:
    """A rule that says the ``key`` group of ``pattern`` as ``words`` has it.

    A full stop that ends the abbreviation and the text at once is kept.
    """

    def render(match: re.Match[str], _reader: Reader) -> str | None:
        said = words.get(match["key"])
        if said and match["key"].endswith(".") and ends_text(match):
            return f"{said}."
        return said

    return Finder(lazy_pattern(pattern), render)
