"""How text is cut into segments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from brisa.errors import OutOfRange

MAX_CHARS_AT_LEAST: Final = 16

_NOT_NEGATIVE: Final = (
    "first_min_chars",
    "first_long_chars",
    "first_rest_chars",
    "grow_after_chars",
    "join_min_chars",
    "release_ms",
    "release_word_ms",
    "release_max_ms",
)


@dataclass(frozen=True, slots=True)
class SegmenterOptions:
    """How to cut.

    ``first_min_chars``: the shortest opening clause (a third of it in scripts without spaces).
    ``first_long_chars``: sentences up to this length are not opened with a clause (a third too).
    ``first_rest_chars``: what an opening clause must at least leave of its sentence.
    ``max_chars``: the longest segment. Pauses are silence to add after a segment, on top of what
    the voice itself leaves at its edges.

    ``join_min_chars``: once ``grow_after_chars`` of the utterance have been given out, a sentence
    shorter than this is joined with the next of its paragraph and line, while both fit
    ``max_chars``; never if there is a ``sentence_pause_ms``, which it would swallow. See
    :mod:`brisa.text.growth` for why characters decide.

    ``release_ms``, ``release_word_ms`` and ``release_max_ms``: when waiting text is spoken if
    nothing more comes, see :mod:`brisa.text.release`. ``language`` (BCP 47) selects abbreviations
    and conjunctions.
    """

    first_min_chars: int = 24
    first_long_chars: int = 60
    first_rest_chars: int = 12
    max_chars: int = 250
    clause_pause_ms: int = 0
    sentence_pause_ms: int = 0
    paragraph_pause_ms: int = 200
    grow_after_chars: int = 100
    join_min_chars: int = 40
    release_ms: int = 400
    release_word_ms: int = 1200
    release_max_ms: int = 3000
    language: str = "en"

    def __post_init__(self) -> None:
        """Raises ``OutOfRange``."""
        if self.max_chars < MAX_CHARS_AT_LEAST:
            raise OutOfRange(f"max_chars must be at least {MAX_CHARS_AT_LEAST}.", param="max_chars")
        for name in _NOT_NEGATIVE:
            if getattr(self, name) < 0:
                raise OutOfRange(f"{name} must not be negative.", param=name)
