"""An engine's words, which it counts in what it was given, as words of what the caller wrote."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate

from brisa.text.cleaned import OBJECT
from brisa.text.edits import Spoken
from brisa.text.segment import Segment
from brisa.text.span_map import Run
from brisa.types import WordMark


def written_marks(words: Sequence[WordMark], spoken: Spoken, segment: Segment) -> list[WordMark]:
    """``words`` (characters of ``spoken.text``) with their places in the caller's text.

    Words that were made of one written stretch have one place, and all of them are ``spoken`` in
    each of their marks. Samples are left as they are.
    """
    runs = _Runs(spoken.text, spoken.spans.then(segment.spans).runs)
    marks = []
    for word in words:
        start, end = runs.around(word.start_char, word.end_char)
        written = spoken.spans.source_span(start, end)
        start_char, end_char = segment.spans.source_span(*written)
        marks.append(
            replace(
                word,
                text="".join(_written(segment, *written)),
                spoken=spoken.text[start:end],
                start_char=start_char,
                end_char=end_char,
            )
        )
    return marks


def moved(mark: WordMark, to: Callable[[int], int]) -> WordMark:
    """``mark`` with all of its places in the sound where ``to`` puts them."""
    sounds = tuple(
        replace(sound, start_sample=to(sound.start_sample), end_sample=to(sound.end_sample))
        for sound in mark.sounds
    )
    start, end = to(mark.start_sample), to(mark.end_sample)
    return replace(mark, start_sample=start, end_sample=end, sounds=sounds)


class _Runs:
    """Which words of a spoken text were made together."""

    def __init__(self, text: str, runs: tuple[Run, ...]) -> None:
        self._text = text
        self._runs = runs
        self._ends = list(accumulate(run.length for run in self._runs))

    def around(self, start: int, end: int) -> tuple[int, int]:
        """The stretch of ``start``..``end`` and all that was made of the same written one, with
        the marks on it; itself where it is said as written."""
        given = start, end
        start, end = self._token(start, end)
        changed = False
        while (wider := self._with_changes(start, end)) != (start, end):
            changed = True
            start, end = self._token(*wider)
        return (start, end) if changed or self._is_changed(start, end) else given

    def _token(self, start: int, end: int) -> tuple[int, int]:
        text = self._text
        while start and not text[start - 1].isspace():
            start -= 1
        while end < len(text) and not text[end].isspace():
            end += 1
        return start, end

    def _touched(self, start: int, end: int) -> range:
        first = bisect_right(self._ends, start)
        return range(first, min(bisect_left(self._ends, end) + 1, len(self._runs)))

    def _is_changed(self, start: int, end: int) -> bool:
        return any(not self._runs[index].verbatim for index in self._touched(start, end))

    def _with_changes(self, start: int, end: int) -> tuple[int, int]:
        """As far as the changes go that it touches."""
        for index in self._touched(start, end):
            run = self._runs[index]
            if not run.verbatim and run.start < run.end:
                first, last = self._same(index)
                low, high = self._ends[first] - self._runs[first].length, self._ends[last]
                said = self._text[low:high]
                start = min(start, low + len(said) - len(said.lstrip()))
                end = max(end, low + len(said.rstrip()))
        return start, end

    def _same(self, index: int) -> tuple[int, int]:
        """The first and the last of the runs beside it whose written stretches overlap."""
        runs, first, last = self._runs, index, index
        while first and runs[first - 1].end > runs[first].start:
            first -= 1
        while last + 1 < len(runs) and runs[last + 1].start < runs[last].end:
            last += 1
        return first, last


class MarkQueue:
    """Marks that wait for their sound.

    Words that were made of one written stretch, such as the five of ``$5.20``, are one mark. It
    goes out with its first word: those of a later step are not marked again, and do not put off
    where it ends.
    """

    def __init__(self) -> None:
        self._waiting: deque[WordMark] = deque()
        self._last: WordMark | None = None

    def add(self, mark: WordMark) -> None:
        """The next word, in order."""
        if not self._continues(mark):
            self._waiting.append(mark)
        elif self._waiting:
            first = self._waiting[-1]
            self._waiting[-1] = replace(
                first, end_sample=mark.end_sample, sounds=first.sounds + mark.sounds
            )
        self._last = mark

    def take_until(self, sample: int) -> tuple[WordMark, ...]:
        """The marks that begin before ``sample``."""
        taken = []
        while self._waiting and self._waiting[0].start_sample < sample:
            taken.append(self._waiting.popleft())
        return tuple(taken)

    def forget(self) -> None:
        """What waits is not spoken, or once more by somebody else."""
        self._waiting.clear()
        self._last = None

    def keep_within(self, last_sample: int) -> None:
        """A segment ends: words of it without sound begin with the last sample, none ends after
        it."""
        self._last = None
        self._waiting = deque(
            replace(
                moved(mark, lambda sample: min(sample, last_sample + 1)),
                start_sample=min(mark.start_sample, last_sample),
            )
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
