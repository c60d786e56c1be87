"""Which texts the commands of brisa quality take."""

from __future__ import annotations

import pytest

from brisa.cli.quality_asr import asr_items
from brisa.cli.quality_signal import signal_texts
from brisa.cli.quality_speakers import spread_over
from brisa.errors import InvalidRequest
from brisa.quality.corpus import CorpusItem

pytestmark = pytest.mark.unit

ITEMS = [CorpusItem(str(index), "x", "prose", "en") for index in range(10)]


@pytest.mark.parametrize(
    ("limit", "texts"),
    [(None, "0123456789"), (10, "0123456789"), (99, "0123456789"), (5, "02468"), (3, "036")],
)
def test_a_few_are_taken_from_all_over(limit: int | None, texts: str) -> None:
    assert "".join(item.text for item in spread_over(ITEMS, limit)) == texts


def test_prose_unless_asked_otherwise() -> None:
    assert {item.kind for item in asr_items((), every=False)} == {"prose"}
    assert {item.kind for item in asr_items(("money", "dates"), every=False)} == {"money", "dates"}


def test_every_kind_in_english_that_has_words() -> None:
    items = asr_items((), every=True)
    assert len({item.kind for item in items}) > 20
    assert all(item.language.startswith("en") and item.spoken for item in items)


def test_a_kind_that_is_not_there_is_told_with_those_that_are() -> None:
    with pytest.raises(InvalidRequest, match="'poems'; there are: .*money.*prose"):
        asr_items(("poems",), every=False)


def test_sentences_one_by_one_and_as_paragraphs() -> None:
    texts = signal_texts(9)
    assert len(texts) == 9 + 2
    assert texts[9].text == " ".join(text.text for text in texts[:4])
    assert texts[10].spoken == " ".join(text.spoken for text in texts[4:8])
