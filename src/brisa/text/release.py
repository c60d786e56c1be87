"""When text that nothing follows is spoken although its sentence has not ended.

Text may stop arriving without saying so. What waits is spoken after a silence of the source; a last
word with no white space behind it may be half a word, and waits longer. A source that drips
characters puts the silence off, but not for ever. Pure: times are arguments.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Final

from brisa.text.cleaned import OBJECT
from brisa.text.patterns import lazy_pattern

_NS_PER_MS: Final = 1_000_000
_SPEAKABLE: Final = lazy_pattern(rf"[^\W_]|{OBJECT}")
_WHOLE_AT_END: Final = lazy_pattern(
    "(?:[^\\W\\d_][\"'”’»)\\]]{0,2}[.!?,;:…][\"'”’»)\\]]{0,3}"
    "|[\u3001\u3002\u3040-\u30ff\u3400-\u9fff\uff01\uff0c\uff1b\uff1f\U00020000-\U0003ffff])\\Z"
)
"""A last word that is not half of one: with a mark after its letters, or of a script that has no
spaces between words."""


@dataclass(frozen=True, slots=True)
class ReleaseDelays:
    """In milliseconds: after the newest text, for words that are whole and for a last word that may
    not be; and after the oldest text that waits, however the newer arrives."""

    whole_ms: int
    last_word_ms: int
    most_ms: int


def is_speakable(text: str) -> bool:
    """Holds a letter, a digit or an object."""
    return _SPEAKABLE.search(text) is not None


def whole_words(waiting: str) -> int:
    """How many characters of ``waiting`` are whole words, 0 if there is none to speak."""
    if _WHOLE_AT_END.search(waiting, max(0, len(waiting) - 7)):
        end = len(waiting)
    else:
        end = _after_last_space(waiting)
    return end if is_speakable(waiting[:end]) else 0


def _after_last_space(text: str) -> int:
    end = len(text)
    while end and not text[end - 1].isspace():
        end -= 1
    return end


class Arrivals:
    """When the text that still waits arrived. Places are offsets in the whole text."""

    def __init__(self) -> None:
        self._at_ns: deque[tuple[int, int]] = deque()  # (end of the piece, its time)

    def add(self, end: int, now_ns: int) -> None:
        """A piece that ends at ``end`` arrived."""
        if self._at_ns and self._at_ns[-1][1] >= now_ns:
            now_ns = self._at_ns.pop()[1]
        self._at_ns.append((end, now_ns))

    def forget(self, start: int) -> None:
        """What lies before ``start`` waits no longer."""
        while len(self._at_ns) > 1 and self._at_ns[0][0] <= start:
            self._at_ns.popleft()

    def whole_due_ns(self, delays: ReleaseDelays) -> int:
        """When whole words are to be spoken."""
        oldest_ns, newest_ns = self._at_ns[0][1], self._at_ns[-1][1]
        return min(
            newest_ns + delays.whole_ms * _NS_PER_MS, oldest_ns + delays.most_ms * _NS_PER_MS
        )

    def word_due_ns(self, delays: ReleaseDelays) -> int:
        """When everything is to be spoken."""
        return self._at_ns[-1][1] + delays.last_word_ms * _NS_PER_MS
