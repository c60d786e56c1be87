"""Which character is heard when, from the words that audio brings with it.

Characters are those of the text that was sent, cut at white space: each piece is followed by a
space, which takes no time, since clients cut words at spaces, and one of them sends sentences
without any at the end. Within a word time is shared evenly among its characters; what is written
beside it (quotes, full stops) takes none.

**Origin.** Clients either take times as counted from the start of the context (``absolute``), or
add, for each message with an alignment, its last start and duration to a clock of their own. For
those the origin of an alignment is the end of the one before, so that what they add up is exactly
the time of the audio, however the words fall on messages.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from brisa.types import WordMark

_MS_PER_S = 1000


@dataclass(frozen=True, slots=True)
class Alignment:
    """``chars[i]`` is heard from ``starts_ms[i]`` on for ``durations_ms[i]``; equal lengths."""

    chars: tuple[str, ...]
    starts_ms: tuple[int, ...]
    durations_ms: tuple[int, ...]

    def as_message(self) -> dict[str, object]:
        """As WebSockets have it."""
        return {
            "chars": self.chars,
            "charStartTimesMs": self.starts_ms,
            "charDurationsMs": self.durations_ms,
        }

    def as_seconds(self) -> dict[str, object]:
        """As HTTP has it."""
        starts_s = [start / _MS_PER_S for start in self.starts_ms]
        ends = zip(self.starts_ms, self.durations_ms, strict=True)
        return {
            "characters": self.chars,
            "character_start_times_seconds": starts_s,
            "character_end_times_seconds": [(start + span) / _MS_PER_S for start, span in ends],
        }


class Aligner:
    """One context's. All text is pushed as it is spoken: places in it are those of the marks."""

    def __init__(self, *, absolute: bool) -> None:
        self._absolute = absolute
        self._text = ""
        self._dropped_chars = 0  # of the text, from its start, which nobody asks for any more
        self._done_char = 0
        self._end_ms = 0

    def push(self, text: str) -> None:
        """More text."""
        self._text += text

    def take(self, words: Sequence[WordMark], sample_rate_hz: int) -> Alignment | None:
        """The alignment of ``words``, the next ones in order; ``None`` if they say nothing."""
        origin_ms = 0 if self._absolute else self._end_ms
        chars: list[str] = []
        edges_ms: list[tuple[int, int]] = []
        for word in words:
            self._add(word, sample_rate_hz, chars, edges_ms)
        self._forget()
        if not chars:
            return None
        return Alignment(
            tuple(chars),
            tuple(start - origin_ms for start, _ in edges_ms),
            tuple(end - start for start, end in edges_ms),
        )

    def _add(
        self, word: WordMark, rate_hz: int, chars: list[str], edges_ms: list[tuple[int, int]]
    ) -> None:
        start_char = max(word.start_char, self._done_char)
        end_char = max(self._end_of_piece(word.end_char), start_char)
        # Never before what was said already: rounding must not let time run backwards.
        start_ms = max(_ms(word.start_sample, rate_hz), self._end_ms)
        end_ms = max(_ms(word.end_sample, rate_hz), start_ms)
        spoken = max(word.end_char - start_char, 1)

        def at_ms(char: int) -> int:
            share = min(max(char - start_char, 0), spoken)
            return start_ms + (end_ms - start_ms) * share // spoken

        piece = [
            (self._text[char - self._dropped_chars], at_ms(char), at_ms(char + 1))
            for char in range(self._done_char, end_char)
        ]
        # What lies between words is one space after the word before, which is there already.
        for char, begin, end in piece:
            if char.isspace() and (not chars or chars[-1] == " "):
                continue
            chars.append(" " if char.isspace() else char)
            edges_ms.append((begin, begin if char.isspace() else end))
        self._done_char = max(self._done_char, end_char)
        if not chars:
            return  # nothing to tell: the time goes to what is told next
        if chars[-1] == " ":
            edges_ms[-1] = (end_ms, end_ms)
        else:
            chars.append(" ")
            edges_ms.append((end_ms, end_ms))
        self._end_ms = end_ms

    def _end_of_piece(self, char: int) -> int:
        """Where the white space after ``char`` begins: full stops and quotes go with a word."""
        end = len(self._text) + self._dropped_chars
        char = min(max(char, self._done_char), end)
        while char < end and not self._text[char - self._dropped_chars].isspace():
            char += 1
        return char

    def _forget(self) -> None:
        self._text = self._text[self._done_char - self._dropped_chars :]
        self._dropped_chars = self._done_char


def _ms(sample: int, rate_hz: int) -> int:
    return sample * _MS_PER_S // rate_hz
