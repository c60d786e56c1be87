"""When text that the clean-up holds back is taken for what it looks like so far. Pure: times are
arguments."""

from __future__ import annotations

from typing import Final

from brisa.text.segment_options import SegmenterOptions

_NS_PER_MS: Final = 1_000_000


_TAIL_CHARS: Final = 4
_SENTENCE_MARKS: Final = frozenset(".!?…\"'”’ \n")


class HeldText:
    """The wait for text that would decide what is held.

    Marks at the end of a sentence (``!``), which may repeat, settle after ``release_ms`` without
    new text. What may become markup (half a link, say) waits ``release_word_ms``, and
    ``release_max_ms`` at most; so do the words before it, which belong to the same sentence.
    """

    def __init__(self, options: SegmenterOptions) -> None:
        self._options = options
        self.newest_ns = 0
        self._pending = False
        self._held_since_ns: int | None = None
        self._tail = ""

    def arrived(self, text: str, now_ns: int, held_chars: int) -> None:
        """``text`` arrived, and so many characters are held back."""
        self.newest_ns = max(now_ns, self.newest_ns)
        self._pending = True
        self._tail = (self._tail + text[-_TAIL_CHARS:])[-_TAIL_CHARS:]
        if held_chars <= len(self._tail) and _SENTENCE_MARKS.issuperset(
            self._tail[len(self._tail) - held_chars :]
        ):
            self._held_since_ns = None
        elif self._held_since_ns is None:
            self._held_since_ns = self.newest_ns

    def settled(self) -> None:
        """Nothing is held that more waiting would release."""
        self._pending = False
        self._held_since_ns = None

    def is_over(self, now_ns: int) -> bool:
        """What is held is to be let go."""
        return self._pending and now_ns >= self._over_ns()

    def keeps_all(self, now_ns: int) -> bool:
        """What is before the held text is to wait with it."""
        return self._held_since_ns is not None and not self.is_over(now_ns)

    def due_ns(self, segmenter_due_ns: int | None) -> int | None:
        """When to look next, given when the segmenter wants to be looked at."""
        if self._held_since_ns is not None:
            return self._over_ns()
        if not self._pending or segmenter_due_ns is None:
            return segmenter_due_ns
        return min(segmenter_due_ns, self._over_ns())

    def _over_ns(self) -> int:
        options = self._options
        if self._held_since_ns is None:
            return self.newest_ns + options.release_ms * _NS_PER_MS
        return min(
            self.newest_ns + options.release_word_ms * _NS_PER_MS,
            self._held_since_ns + options.release_max_ms * _NS_PER_MS,
        )
