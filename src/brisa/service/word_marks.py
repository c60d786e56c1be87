"""An engine's words, which it counts in what it was given, as words of what the caller wrote."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace

from brisa.text.cleaned import OBJECT
from brisa.text.edits import Spoken
from brisa.text.segment import Segment
from brisa.types import WordMark


def written_marks(words: Sequence[WordMark], spoken: Spoken, segment: Segment) -> list[WordMark]:
    """``words`` (characters of ``spoken.text``) with their places in the caller's text.

    Samples are left as they are.
    """
    marks = []
    for word in words:
        written = spoken.spans.source_span(word.start_char, word.end_char)
        start_char, end_char = segment.spans.source_span(*written)
        marks.append(
            replace(
                word,
                text="".join(_written(segment, *written)),
                spoken=spoken.text[word.start_char : word.end_char],
                start_char=start_char,
                end_char=end_char,
            )
        )
    return marks


class MarkQueue:
    """Marks that wait for their sound.

    Words that were made of one written stretch, such as the five of ``$5.20``, are one mark. It
    goes out with its first word: what is said for it later, in another step, is not marked again.
    """

    def __init__(self) -> None:
        self._waiting: deque[WordMark] = deque()
        self._last: WordMark | None = None

    def add(self, mark: WordMark) -> None:
        """The next word, in order."""
        if not self._continues(mark):
            self._waiting.append(mark)
        elif self._waiting:
            whole = self._waiting[-1]
            said = f"{whole.spoken} {mark.spoken}"
            self._waiting[-1] = replace(whole, spoken=said, end_sample=mark.end_sample)
        self._last = mark

    def take_until(self, sample: int) -> tuple[WordMark, ...]:
        """The marks that begin before ``sample``."""
        taken = []
        while self._waiting and self._waiting[0].start_sample < sample:
            taken.append(self._waiting.popleft())
        return tuple(taken)

    def keep_within(self, last_sample: int) -> None:
        """Words that have no sound begin with the last sample, not after it."""
        self._waiting = deque(
            replace(mark, start_sample=min(mark.start_sample, last_sample))
            for mark in self._waiting
        )

    def _continues(self, mark: WordMark) -> bool:
        last = self._last
        return (
            last is not None
            and mark.start_char < mark.end_char
            and (last.start_char, last.end_char) == (mark.start_char, mark.end_char)
        )


def _written(segment: Segment, start: int, end: int) -> Iterator[str]:
    if OBJECT not in segment.text:
        yield segment.text[start:end]
        return
    insert = segment.text.count(OBJECT, 0, start)
    for character in segment.text[start:end]:
        if character == OBJECT and insert < len(segment.inserts):
            yield segment.inserts[insert].text
            insert += 1
        else:
            yield character
