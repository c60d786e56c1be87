"""Finding a lexicon's entries in a text, in time linear in the text however many there are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from operator import eq
from typing import Final

from brisa.text.edits import Edit, Taken
from brisa.text.lexicon.ipa import folded_ipa
from brisa.text.lexicon.words import Words, exact_form
from brisa.types import LexiconEntry

_HISSING: Final = "szʃʒʂʐɕʑʧʤ"
_VOICELESS: Final = "ptkfθ"


@dataclass(frozen=True, slots=True)
class _Target:
    """How an entry's words are said. ``exact`` is ``None`` where case does not matter."""

    exact: str | None
    language: tuple[str, ...]
    spoken: str | None
    phonemes: str | None

    def fits(self, language: list[str], words: Words, first: int, end: int) -> bool:
        # Equal as far as both are specific: an entry for en goes with a text in en-GB.
        same = not self.language or all(map(eq, self.language, language))
        return same and (self.exact is None or self.exact == words.exact(first, end))

    @property
    def strictness(self) -> tuple[bool, int]:
        return self.exact is not None, len(self.language)


@dataclass(slots=True)
class _Node:
    """What may follow the words read so far, and what they are if they are an entry."""

    following: dict[str, _Node] = field(default_factory=dict)
    targets: tuple[_Target, ...] = ()


class Lexicon:
    """Entries ready to be found. Immutable and shareable.

    Of several entries for one word the one that asks for more (its case, a language) is taken where
    it fits; of two that ask for the same, the later. Entries are taken to be sound
    (:func:`brisa.text.lexicon.entries.faults_of`); one that is not is never found.
    """

    def __init__(self, entries: Iterable[LexiconEntry] = ()) -> None:
        self._root: dict[str, _Node] = {}
        latest = {identity_of(entry): entry for entry in entries}
        for entry in latest.values():
            self._insert(entry)
        self._entries = len(latest)

    def __len__(self) -> int:
        return self._entries

    def edits(self, text: str, language: str) -> list[Edit]:
        """How the entries' words in ``text`` are said: from the left, longest entry first."""
        return self.find(Words(text), language) if self._root else []

    def find(self, words: Words, language: str) -> list[Edit]:
        """As :meth:`edits`, for a text that has been taken apart already."""
        root = self._root
        if root.keys().isdisjoint(words.keys):
            return []
        parts = language.lower().split("-")
        found: list[Edit] = []
        at = 0
        for index in [index for index, key in enumerate(words.keys) if key in root]:
            if words.starts[index] < at:
                continue
            match = self._longest(words, index, language, parts)
            if match is not None:
                edit = _edit(words, index, *match, parts[0])
                found.append(edit)
                at = edit.end
        return found

    def _longest(
        self, words: Words, first: int, language: str, parts: list[str]
    ) -> tuple[int, _Target] | None:
        following, keys = self._root, words.keys
        best: tuple[int, _Target] | None = None
        index = first
        while index < len(keys) and (node := following.get(keys[index])) is not None:
            index += 1
            if node.targets and words.is_whole(first, index, language):
                for target in node.targets:
                    if target.fits(parts, words, first, index):
                        best = index, target
                        break
            following = node.following
        return best

    def _insert(self, entry: LexiconEntry) -> None:
        written = entry.written.strip()
        keys = Words(written).keys
        if not keys or (entry.spoken is None) == (entry.phonemes is None):
            return
        following = self._root
        for key in keys:
            node = following.setdefault(key, _Node())
            following = node.following
        target = _target(entry)
        node.targets = tuple(
            sorted((*node.targets, target), key=lambda item: item.strictness, reverse=True)
        )


class Layered:
    """Lexicons one over the other: what an earlier one says of a place is final."""

    def __init__(self, lexicons: Iterable[Lexicon]) -> None:
        self.lexicons = tuple(lexicon for lexicon in lexicons if len(lexicon))

    def edits(self, text: str, language: str) -> list[Edit]:
        """The edits of all, in order and clear of each other."""
        if not self.lexicons:
            return []
        words = Words(text)
        taken = Taken()
        for lexicon in self.lexicons:
            taken.add(lexicon.find(words, language))
        return list(taken.edits)


def identity_of(entry: LexiconEntry) -> tuple[str, bool, str]:
    """What two entries have in common of which only the later counts."""
    written = entry.written.strip()
    form = exact_form(written) if entry.case_sensitive else "".join(Words(written).keys)
    return form, entry.case_sensitive, (entry.language or "").lower().replace("_", "-")


def _target(entry: LexiconEntry) -> _Target:
    language = (entry.language or "").lower().replace("_", "-")
    return _Target(
        exact=exact_form(entry.written.strip()) if entry.case_sensitive else None,
        language=tuple(language.split("-")) if language else (),
        spoken=None if entry.spoken is None else " ".join(entry.spoken.split()),
        phonemes=None if entry.phonemes is None else folded_ipa(entry.phonemes),
    )


def _edit(words: Words, first: int, end: int, target: _Target, language: str) -> Edit:
    start, stop = words.starts[first], words.starts[end]
    if target.phonemes is None:
        return Edit(start, stop, target.spoken or "")
    phonemes = target.phonemes
    if language == "en" and words.keys[end : end + 2] == ["'", "s"]:
        # The possessive ending is part of the word whose sounds are given.
        stop = words.starts[end + 2]
        phonemes += _possessive(phonemes)
    return Edit(start, stop, words.text[start:stop], phonemes)


def _possessive(phonemes: str) -> str:
    last = phonemes.rstrip("ˈˌː.‿ʰ")[-1:]
    if last and last in _HISSING:
        return "ɪz"
    return "s" if last and last in _VOICELESS else "z"
