"""Word error rate: how far what was heard is from what should have been said.

The two are aligned with the fewest substitutions, deletions and insertions (Levenshtein distance
over words, Wagner and Fischer, "The String-to-String Correction Problem", 1974). The rate is their
number over the number of expected words, so it can pass 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum


class Op(Enum):
    """What became of a word."""

    SAME = "same"
    SUBSTITUTED = "substituted"
    DELETED = "deleted"
    INSERTED = "inserted"


@dataclass(frozen=True, slots=True)
class AlignedWord:
    """``expected`` is empty for an inserted word, ``heard`` for a deleted one."""

    op: Op
    expected: str
    heard: str


@dataclass(frozen=True, slots=True)
class WordErrors:
    """Errors in ``expected_words`` words, of one text or of many added up.

    ``first_missing`` and ``last_missing`` count the texts whose first or last word was not heard
    at all; a word heard as another one is not missing.
    """

    expected_words: int = 0
    substitutions: int = 0
    deletions: int = 0
    insertions: int = 0
    first_missing: int = 0
    last_missing: int = 0

    @property
    def errors(self) -> int:
        return self.substitutions + self.deletions + self.insertions

    @property
    def rate(self) -> float:
        """Errors per expected word. Without expected words it is the count of what was heard."""
        return self.errors / max(self.expected_words, 1)

    def __add__(self, other: WordErrors) -> WordErrors:
        return WordErrors(
            self.expected_words + other.expected_words,
            self.substitutions + other.substitutions,
            self.deletions + other.deletions,
            self.insertions + other.insertions,
            self.first_missing + other.first_missing,
            self.last_missing + other.last_missing,
        )


def word_errors(expected: Sequence[str], heard: Sequence[str]) -> WordErrors:
    """The errors of one text, both sides as words written alike (:mod:`brisa.quality.words`)."""
    ops = [word.op for word in align(expected, heard)]
    return WordErrors(
        expected_words=len(expected),
        substitutions=ops.count(Op.SUBSTITUTED),
        deletions=ops.count(Op.DELETED),
        insertions=ops.count(Op.INSERTED),
        # An insertion beside a deletion would be a substitution, so no insertion hides them.
        first_missing=int(ops[:1] == [Op.DELETED]),
        last_missing=int(ops[-1:] == [Op.DELETED]),
    )


def total_errors(errors: Iterable[WordErrors]) -> WordErrors:
    """All of them added up: each word weighs the same, however long its text."""
    return sum(errors, WordErrors())


def align(expected: Sequence[str], heard: Sequence[str]) -> tuple[AlignedWord, ...]:
    """The two word by word, in order.

    Of alignments with equally few errors it is the one that, read from the end, pairs words
    before it deletes and deletes before it inserts, so the answer is always the same one. Time and
    memory grow with the product of the lengths: for sentences, not for books.
    """
    costs = _costs(expected, heard)
    row, column = len(expected), len(heard)
    backwards: list[AlignedWord] = []
    while row or column:
        word = _last_word(costs, expected, heard, row, column)
        backwards.append(word)
        row -= word.op is not Op.INSERTED
        column -= word.op is not Op.DELETED
    return tuple(reversed(backwards))


def _costs(expected: Sequence[str], heard: Sequence[str]) -> list[list[int]]:
    """``costs[i][j]``: the fewest errors between the first i expected and the first j heard."""
    rows = [list(range(len(heard) + 1))]
    for i, wanted in enumerate(expected, start=1):
        above, row = rows[-1], [i]
        for j, word in enumerate(heard, start=1):
            row.append(min(above[j - 1] + (wanted != word), above[j] + 1, row[j - 1] + 1))
        rows.append(row)
    return rows


def _last_word(
    costs: list[list[int]], expected: Sequence[str], heard: Sequence[str], row: int, column: int
) -> AlignedWord:
    if row and column:
        wanted, word = expected[row - 1], heard[column - 1]
        if costs[row][column] == costs[row - 1][column - 1] + (wanted != word):
            return AlignedWord(Op.SAME if wanted == word else Op.SUBSTITUTED, wanted, word)
    if row and costs[row][column] == costs[row - 1][column] + 1:
        return AlignedWord(Op.DELETED, expected[row - 1], "")
    return AlignedWord(Op.INSERTED, "", heard[column - 1])
