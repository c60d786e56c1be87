"""The sentences that are measured: single sentences of 3 to 60 words, written for this purpose."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib.resources import files

PLAIN_WORDS = 10

_CLAUSE_MARK = re.compile(r"[,;:—–()]")


@dataclass(frozen=True, slots=True)
class Sentence:
    """``plain`` sentences have ten words and no clause boundary: nothing can be spoken early."""

    text: str
    words: int
    plain: bool


def sentence_of(text: str) -> Sentence:
    words = len(text.split())
    return Sentence(text, words, words == PLAIN_WORDS and not _CLAUSE_MARK.search(text))


def bench_sentences(*, quick: bool = False) -> list[Sentence]:
    """All of them, or under ``quick`` every fourth."""
    content = files("brisa.bench").joinpath("sentences.txt").read_text(encoding="utf-8")
    sentences = [sentence_of(line.strip()) for line in content.splitlines() if line.strip()]
    return sentences[::4] if quick else sentences
