"""Which texts of a corpus are said otherwise than expected, and how many there are of each kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from brisa.quality.corpus import CorpusItem
from brisa.quality.spoken_form import LINE, first_difference, words_of

_CONTEXT_WORDS = 4


@dataclass(frozen=True, slots=True)
class Mismatch:
    """``said`` instead of ``item.spoken``; they part at the word ``at`` of the expected form."""

    item: CorpusItem
    said: str
    at: int

    @property
    def wanted_words(self) -> str:
        """A few expected words from just before the place where they part."""
        return _around(words_of(self.item.spoken), self.at)

    @property
    def said_words(self) -> str:
        """What is said about there; ends of lines may shift it by a word."""
        return _around(words_of(self.said), self.at)


def _around(words: tuple[str, ...], at: int) -> str:
    near = words[max(0, at - 1) : at + _CONTEXT_WORDS]
    return " ".join("/" if word == LINE else word for word in near)


@dataclass(frozen=True, slots=True)
class CorpusReport:
    """``total_by_kind`` and ``missed_by_kind`` count texts under ``language-kind``."""

    total_by_kind: Counter[str]
    missed_by_kind: Counter[str]
    mismatches: tuple[Mismatch, ...]

    @property
    def total(self) -> int:
        return self.total_by_kind.total()

    @property
    def share_exact(self) -> float:
        """Share of the texts that are said as expected, 0 to 1; 1 where there are none."""
        return 1.0 - len(self.mismatches) / self.total if self.total else 1.0

    def lines(self) -> Iterator[str]:
        """The report for people: counts by kind, then every text that is said otherwise."""
        exact = self.total - len(self.mismatches)
        yield f"{exact} of {self.total} as expected ({100 * self.share_exact:.1f} %)"
        for kind, missed in sorted(self.missed_by_kind.items()):
            yield f"  {kind}: {missed} of {self.total_by_kind[kind]} otherwise"
        for mismatch in self.mismatches:
            yield f"{_kind(mismatch.item)}: {mismatch.item.text!r}"
            yield f"  expected: {mismatch.item.spoken!r}"
            yield f"  said:     {mismatch.said!r}"
            yield f"  at:       {mismatch.wanted_words!r} | {mismatch.said_words!r}"


def _kind(item: CorpusItem) -> str:
    return f"{item.language}-{item.kind}"


def find_mismatch(item: CorpusItem, said: str) -> Mismatch | None:
    """``None`` where ``said`` is what is expected."""
    at = first_difference(words_of(item.spoken), words_of(said))
    return None if at is None else Mismatch(item, said, at)


def compare(items: Iterable[CorpusItem], speak: Callable[[CorpusItem], str]) -> CorpusReport:
    """Hold what ``speak`` says for each text against what is expected.

    ``speak`` gives the spoken forms of the segments, joined by spaces. Its errors pass through.
    """
    total: Counter[str] = Counter()
    missed: Counter[str] = Counter()
    mismatches: list[Mismatch] = []
    for item in items:
        total[_kind(item)] += 1
        mismatch = find_mismatch(item, speak(item))
        if mismatch is not None:
            missed[_kind(item)] += 1
            mismatches.append(mismatch)
    return CorpusReport(total, missed, tuple(mismatches))
