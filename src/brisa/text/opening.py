"""The opening clause of an utterance: what is spoken while its first sentence still arrives."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from brisa.text.clauses import PHRASE, WIDE_MARKS
from brisa.text.enclosures import open_bracket
from brisa.text.segment_options import SegmenterOptions

_WIDE_CHARS: Final = 3
"""A character of a script without spaces is a syllable or more: every measure is a third."""


@dataclass(frozen=True, slots=True)
class _Measures:
    min_chars: int
    long_chars: int
    rest_chars: int

    def certain_at(self, length: int) -> int | None:
        """How much of a sentence must be known before it is opened with ``length`` characters."""
        if length <= self.min_chars:
            return None
        return max(self.long_chars + 1, length + max(self.rest_chars, 1))


class Opening:
    """Finds it. Of several clauses, the one that is certain first."""

    def __init__(self, options: SegmenterOptions) -> None:
        first = (options.first_min_chars, options.first_long_chars, options.first_rest_chars)
        self._letters = _Measures(*first)
        self._wide = _Measures(*(chars // _WIDE_CHARS for chars in first))

    def find(self, text: str, start: int, known: int, most: int) -> int | None:
        """The end of the opening clause of the sentence at ``start``, at most ``most`` long, if the
        sentence is known to go on up to ``known``. No clause ends inside a short bracket."""
        if known - start <= self._wide.long_chars:
            return None
        best: tuple[int, int] | None = None
        for match in _marks(text, start, min(known, start + most)):
            end = match.end()
            measures = self._wide if match.group() in WIDE_MARKS else self._letters
            certain = measures.certain_at(end - start)
            if certain is None or certain > known - start or open_bracket(text, start, end):
                continue
            if best is None or certain < best[0]:
                best = certain, end
        return best[1] if best else None


def _marks(text: str, start: int, end: int) -> list[re.Match[str]]:
    return [match for match in PHRASE.finditer(text, start, end + 1) if match.end() <= end]
