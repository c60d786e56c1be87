"""Cleaned text: what is to be read, with the few things that are not characters marked in it.

Five characters of Unicode's private use area stand in cleaned text for what letters cannot say.
The clean-up takes them out of whatever a caller sends, so one that is there was put there by it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from brisa.text.span_map import SpanMap

STOP: Final = "\ue000"
"""A heading, list item, table row or other line ends here as a sentence does."""

PARAGRAPH: Final = "\ue001"
"""A paragraph ends here."""

PAUSE: Final = "\ue002"
"""Silence of an exact length; takes the next insert, of kind ``PAUSE``."""

RATE: Final = "\ue003"
"""The speaking rate changes from here on; takes the next insert, of kind ``RATE``."""

OBJECT: Final = "\ue004"
"""One thing to be said as a whole; takes the next insert, of one of the other kinds."""

CONTROLS: Final = frozenset((STOP, PARAGRAPH, PAUSE, RATE, OBJECT))
WITH_INSERT: Final = frozenset((PAUSE, RATE, OBJECT))


class InsertKind(Enum):
    """What an insert says."""

    PAUSE = "pause"
    RATE = "rate"
    SAY_AS = "say-as"
    PHONEMES = "phonemes"
    TAG = "tag"


@dataclass(frozen=True, slots=True)
class Insert:
    """What a control character stands for; ``start_char``..``end_char`` is its place in the source.

    ``PAUSE``: ``value`` is milliseconds. ``RATE``: ``value`` is the rate relative to the request's
    own (1 again where an element ends). ``SAY_AS``: ``text`` is read as ``detail`` says, which is
    SSML's ``interpret-as``, with ``format`` after a colon if there is one (``date:dmy``).
    ``PHONEMES``: ``text`` is what is written, ``detail`` its IPA. ``TAG``: ``detail`` is the name
    of an engine's own tag, such as ``laugh``.
    """

    kind: InsertKind
    start_char: int
    end_char: int
    text: str = ""
    detail: str = ""
    value: float = 0.0


@dataclass(frozen=True, slots=True)
class Cleaned:
    """A piece of cleaned text, the place of its characters in the source (offsets from the start of
    the utterance), and the inserts of its control characters in order."""

    text: str
    spans: SpanMap
    inserts: tuple[Insert, ...] = ()

    def __add__(self, other: Cleaned) -> Cleaned:
        return Cleaned(
            self.text + other.text, self.spans + other.spans, self.inserts + other.inserts
        )


NOTHING: Final = Cleaned("", SpanMap(()))


def plain(text: str, start_char: int = 0) -> Cleaned:
    """Text that is taken as it stands. It must not hold a control character."""
    return Cleaned(text, SpanMap.identity(len(text), start_char))


def joined(pieces: Sequence[Cleaned]) -> Cleaned:
    """Pieces one after the other."""
    return Cleaned(
        "".join(piece.text for piece in pieces),
        SpanMap(run for piece in pieces for run in piece.spans.runs),
        tuple(insert for piece in pieces for insert in piece.inserts),
    )
