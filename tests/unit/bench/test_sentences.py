"""The sentences are what the figures claim they are."""

from __future__ import annotations

import pytest

from brisa.bench.sentences import bench_sentences, sentence_of
from brisa.text.segment import Segmenter, SegmenterOptions

pytestmark = pytest.mark.unit


def test_enough_and_varied() -> None:
    sentences = bench_sentences()
    words = [sentence.words for sentence in sentences]
    assert len(sentences) >= 30
    assert (min(words), max(words)) == (3, 60)
    assert sum(sentence.plain for sentence in sentences) >= 8
    assert len({sentence.text for sentence in sentences}) == len(sentences)


def test_plain_is_ten_words_without_a_clause_boundary() -> None:
    assert sentence_of("One two three four five six seven eight nine ten.").plain
    assert not sentence_of("One two three, four five six seven eight nine ten.").plain
    assert not sentence_of("One two three.").plain


def test_a_plain_sentence_is_one_segment() -> None:
    """Otherwise its first audio would be that of a shorter text."""
    for sentence in bench_sentences():
        if sentence.plain:
            segmenter = Segmenter(SegmenterOptions(max_chars=400))
            segments = [*segmenter.push(sentence.text), *segmenter.end()]
            assert len(segments) == 1, sentence.text


def test_quick_has_both_kinds() -> None:
    quick = bench_sentences(quick=True)
    assert 8 <= len(quick) <= 12
    assert {sentence.plain for sentence in quick} == {True, False}
