"""Whether one full stop ends a sentence: titles, abbreviations, initials, numbers, glued words.

Looks at the word before and the word after, never further than the limits of
:mod:`brisa.text.boundaries`; says ``None`` when the word after has not arrived whole.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from brisa.text.abbreviations import ADDRESS_ENDS, SentenceWords, written_in
from brisa.text.patterns import lazy_pattern

LOOK_BEHIND_CHARS: Final = 64

_NEXT_WORD_CHARS: Final = 12
_WORD: Final = lazy_pattern(r"[^\W\d_]{1,12}")
_LAST_WORD: Final = lazy_pattern(r"[^\s(\[{“‘«\"'—]*\Z")
_GLUED_BEFORE: Final = lazy_pattern(r"(?:^|[\s(“\"'‘«])([^\W\d_]{2,})\Z")
_GLUED_AFTER: Final = lazy_pattern(r"[^\W\d_]{1,14}(?=[\s,.!?'’])")
_GLUED_MAX_CHARS: Final = 16
_LETTER_BEFORE: Final = lazy_pattern(r"(?<![\w.])[a-z]\.[ \u00a0]\Z")
_DOTTED: Final = lazy_pattern(r"(?:[^\W\d_]\.)+[^\W\d_]|[Pp]h\.[Dd]")


@dataclass(frozen=True, slots=True)
class Stop:
    """A stop in its text: ``text[start:end]`` is the mark with what closes after it, the next
    visible character is at ``next_at``. ``final`` says that no text will follow."""

    text: str
    start: int
    end: int
    next_at: int
    line_start: int
    final: bool

    @property
    def behind(self) -> str:
        return self.text[max(0, self.start - LOOK_BEHIND_CHARS) : self.start]

    @property
    def quoted(self) -> bool:
        return self.text[self.end - 1] not in ".!?…"


def last_word(behind: str) -> str:
    """What stands before a stop, up to white space or an opening quote or bracket."""
    found = _LAST_WORD.search(behind)
    return found.group() if found else ""


def starts_sentence(stop: Stop, words: SentenceWords) -> bool | None:
    """Whether the next word is one that begins sentences; ``None``: it may go on.

    A single letter is not (``A. A. Milne``) unless the text goes on after a space (``A cat``).
    """
    word = _next_word(stop)
    if word is None:
        return None
    if len(word) == 1 and stop.text[stop.next_at + 1 : stop.next_at + 2] == ".":
        return False
    return word in words.starters


def _next_word(stop: Stop) -> str | None:
    """In lower case, empty if it is no word; ``None``: it may go on."""
    found = _WORD.match(stop.text, stop.next_at)
    end = found.end() if found else stop.next_at
    if not stop.final and end < stop.next_at + _NEXT_WORD_CHARS and end == len(stop.text):
        return None
    return found.group().lower() if found else ""


def ends_sentence(stop: Stop, words: SentenceWords) -> bool | None:
    """Of a full stop with white space after it; ``None``: wait for more."""
    behind, following = stop.behind, stop.text[stop.next_at]
    word = last_word(behind)
    before = behind[: len(behind) - len(word)]
    if word.isdecimal():
        return _after_number(stop, word, before, words)
    if written_in(word, words.titles) or written_in(word, words.never_last):
        return False
    if following.isdigit() and written_in(word, words.before_number):
        return False
    if _is_initial(word, before, stop):
        return starts_sentence(stop, words)
    ends_here = written_in(word, words.last_before_capital)
    if ends_here or written_in(word, words.maybe_last) or _is_dotted(word, before):
        return _after_abbreviation(stop, words, ends_here)
    if following.islower():
        return len(word) > 3 and word.isalpha() and not stop.quoted
    return True


def _after_number(stop: Stop, word: str, before: str, words: SentenceWords) -> bool | None:
    """``1. First item`` and ``am 3. Mai`` go on, ``It was 5. Then`` does not."""
    if len(word) > 3:
        return True
    previous = before.split()[-1:]
    listed = not previous or before.endswith("\n") or previous[0][-1] in ".:;!?"
    if stop.start - len(word) <= stop.line_start:
        return False
    if listed and not (previous and words.is_abbreviation(previous[0][:-1])):
        return False
    following = stop.text[stop.next_at]
    if words.ordinal_stops and len(word) < 3 and following.isalpha():
        return False if following.islower() else starts_sentence(stop, words)
    return not following.islower()


def _after_abbreviation(stop: Stop, words: SentenceWords, ends_here: bool) -> bool | None:
    following = stop.text[stop.next_at]
    if not following.isalpha():
        return not following.isdigit()
    if following.islower():
        return False
    if not ends_here:
        return starts_sentence(stop, words)
    found = _next_word(stop)
    return None if found is None else found not in words.after_clock


def _is_dotted(word: str, before: str) -> bool:
    """``u.g``, also written ``u. g``."""
    if _DOTTED.fullmatch(word):
        return True
    return len(word) == 1 and word.islower() and _LETTER_BEFORE.search(before) is not None


def _is_initial(word: str, before: str, stop: Stop) -> bool:
    """``J. K. Rowling``, ``George W. Bush``, ``and C. S. Lewis``; but ``vitamin C.`` and
    ``so do I.`` end sentences. True as well where the next letter may become an initial."""
    if len(word) != 1 or not word.isupper():
        return False
    previous = before.split()[-1:]
    if not previous or previous[0][0].isupper() or previous[0].endswith("."):
        return True
    after = stop.text[stop.next_at : stop.next_at + 2]
    return after[0].isupper() and (after[1:] == "." or (len(after) == 1 and not stop.final))


def ends_glued(stop: Stop) -> bool | None:
    """No space after the stop: ``done.And`` ends a sentence, ``example.Com`` does not."""
    text, end = stop.text, stop.end
    if end - stop.start != 1 or not text[end].isupper():
        return False
    before = _GLUED_BEFORE.search(stop.behind)
    if before is None or (text[stop.start] == "." and not before.group(1).islower()):
        return False
    after = _GLUED_AFTER.match(text, end)
    if after is None:
        arrived = text[end : end + _GLUED_MAX_CHARS]
        more = len(arrived) < _GLUED_MAX_CHARS and arrived.isalpha() and not stop.final
        return None if more else False
    word = after.group()
    return (len(word) == 1 or word[1:].islower()) and word.lower() not in ADDRESS_ENDS
