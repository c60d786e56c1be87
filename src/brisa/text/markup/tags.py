"""What the scanner says about a place where a tag may stand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

TAG_MAX_CHARS: Final = 1_000
"""A tag that is not closed within this length is text."""

BLOCK_MAX_CHARS: Final = 4_000
"""The longest comment, declaration, CDATA section, or element that is left out as a whole."""

CONTENT_MAX_CHARS: Final = 300
"""The longest content of an element that is said as one thing."""


class Wait(Enum):
    """More text is needed, of ``TAG_MAX_CHARS + BLOCK_MAX_CHARS`` from the place at most."""

    WAIT = "wait"


WAIT: Final = Wait.WAIT


class TagKind(Enum):
    """What was found.

    ``OPEN``, ``CLOSE`` and ``EMPTY`` (``<a/>``) are tags. ``WHOLE`` is an element together with
    its content and its closing tag (``say-as``, ``sub``, ``phoneme``, an exponent in ``sup``).
    ``LEFT_OUT`` is a stretch without anything to say: a comment, a declaration, a script with its
    content. ``SKIP`` opens an element whose content is left out up to its closing tag. ``LITERAL``
    is text to be taken character by character: CDATA, the name of an element that is only written
    about. ``PAUSE`` is ``[pause:0.5s]``, ``SOUNDS`` is ``[written](/sounds/)``.
    """

    OPEN = "open"
    CLOSE = "close"
    EMPTY = "empty"
    WHOLE = "whole"
    LEFT_OUT = "left-out"
    SKIP = "skip"
    LITERAL = "literal"
    PAUSE = "pause"
    SOUNDS = "sounds"


@dataclass(frozen=True, slots=True)
class TagMatch:
    """``text[start:end]`` of the scanned text is markup.

    ``name`` is in lower case. ``attributes`` are in order, names in lower case, values with
    entities decoded once. ``content`` is that of ``WHOLE``, ``LITERAL`` and ``SOUNDS``: inner tags
    removed, entities decoded (of ``LITERAL``: as it stands); it is made of
    ``text[content_start:content_end]``. ``problem`` says what is wrong with the tag, if anything;
    it never quotes the text.
    """

    kind: TagKind
    start: int
    end: int
    name: str = ""
    attributes: tuple[tuple[str, str], ...] = ()
    content: str = ""
    content_start: int = 0
    content_end: int = 0
    problem: str | None = None

    def attribute(self, name: str) -> str | None:
        """The first value given to it."""
        return next((value for given, value in self.attributes if given == name), None)

    def placed(self, span: Callable[[int, int], tuple[int, int]]) -> TagMatch:
        """With places in the source, for a scanned text that lacks some of its characters.

        ``span(start, end)`` is where ``text[start:end]`` stands in the source.
        """
        start, end = span(self.start, self.end)
        content_start, content_end = span(self.content_start, self.content_end)
        return replace(
            self, start=start, end=end, content_start=content_start, content_end=content_end
        )
