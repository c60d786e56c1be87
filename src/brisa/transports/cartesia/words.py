"""Words as they are written, with the marks around them.

Clients look each word up in what they sent, and find their place in it no more once a word is
missing or has lost its comma. So a word is all of the text around it that has no space in it, and
what follows it that nobody speaks (a dash, an emoji) is its too. Scripts without spaces have a word
for each mark of the engine, with the punctuation after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from brisa.text.language.scripts import script_of
from brisa.types import WordMark

_UNSPACED: Final = frozenset({"Han", "Kana", "Bopomofo", "Thai", "Lao", "Khmer", "Myanmar"})
_TAG: Final = frozenset("<>")


@dataclass(frozen=True, slots=True)
class TimedWord:
    """``start_s`` and ``end_s`` count from the start of the audio."""

    text: str
    start_s: float
    end_s: float


class WrittenWords:
    """The text of one stream as it grows, and how far its words have been told."""

    def __init__(self, *, normalized: bool = False) -> None:
        """``normalized``: words as they are said instead of as they are written."""
        self._normalized = normalized
        self._text = ""
        self._pieces: list[str] = []
        self._gone_chars = 0

    def push(self, text: str) -> None:
        """More text."""
        self._pieces.append(text)

    def timed(
        self, marks: Sequence[WordMark], sample_rate_hz: int, earlier_samples: int = 0
    ) -> list[TimedWord]:
        """The words that begin with ``marks``, the next ones of the stream, which came after
        ``earlier_samples`` of others."""
        words: list[TimedWord] = []
        for mark in marks:
            end_s = _seconds(earlier_samples + mark.end_sample, sample_rate_hz)
            if text := self._word(mark):
                start_s = _seconds(earlier_samples + mark.start_sample, sample_rate_hz)
                words.append(TimedWord(text, start_s, end_s))
            elif words:  # the rest of that one
                words[-1] = replace(words[-1], end_s=max(end_s, words[-1].end_s))
        return words

    def _word(self, mark: WordMark) -> str:
        """Nothing if the mark is in a word that was told."""
        if self._normalized:
            return mark.spoken or mark.text
        if mark.start_char == mark.end_char:  # said, not written: what code is announced with
            return mark.text
        if self._pieces:
            self._text += "".join(self._pieces)
            self._pieces.clear()
        text = self._text
        start, end = mark.start_char - self._gone_chars, mark.end_char - self._gone_chars
        if end <= 0:
            return ""
        start, end = max(start, 0), min(end, len(text))
        while start > 0 and _joins(text[start - 1]):
            start -= 1
        while end < len(text) and _joins(text[end]):
            end += 1
        end = _with_unspoken(text, end)
        self._text = text[end:]
        self._gone_chars += end
        return text[start:end].strip()


def _joins(char: str) -> bool:
    return not (char.isspace() or char in _TAG or script_of(char) in _UNSPACED)


def _with_unspoken(text: str, end: int) -> int:
    """The end of what follows without a letter or a digit; not of what may not be all there."""
    start = at = end
    while at < len(text) and (text[at].isspace() or not (text[at].isalnum() or text[at] in _TAG)):
        at += 1
        if at < len(text) and text[at].isspace() and not text[at - 1].isspace():
            start = at
    return start


def _seconds(samples: int, sample_rate_hz: int) -> float:
    return round(samples / sample_rate_hz, 4)
