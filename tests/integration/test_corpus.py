"""The corpus through the whole text frontend: how much of it is read as a careful reader would."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from brisa.clock import ManualClock
from brisa.quality.corpus import corpus
from brisa.quality.mismatches import CorpusReport
from brisa.quality.reading import CorpusReader, share_by_language

pytestmark = pytest.mark.integration

EXCEPTIONS = Path(__file__).parents[1] / "data" / "corpus_exceptions.yaml"
SHARE_EXACT = 0.97
SHARE_EXACT_OF_A_LANGUAGE = 0.95
FEWEST_TEXTS_FOR_A_SHARE = 20


@pytest.fixture(scope="module")
def reader() -> CorpusReader:
    return CorpusReader(ManualClock())


@pytest.fixture(scope="module")
def report(reader: CorpusReader) -> CorpusReport:
    return reader.report(corpus())


def test_the_share_that_is_exact(report: CorpusReport) -> None:
    assert report.share_exact >= SHARE_EXACT, "\n".join(report.lines())


def test_the_share_of_each_language(report: CorpusReport) -> None:
    shares = share_by_language(report)
    judged = {name: count for name, count in shares.items() if count[1] >= FEWEST_TEXTS_FOR_A_SHARE}
    assert {"de", "en", "es", "fr", "pt"} <= judged.keys()
    low = {
        name: f"{exact} of {total}"
        for name, (exact, total) in judged.items()
        if exact < SHARE_EXACT_OF_A_LANGUAGE * total
    }
    assert low == {}


def test_the_exceptions_are_exactly_the_known_ones(report: CorpusReport) -> None:
    """A new one is a fault; one that has become right is to be taken out of the list."""
    known = yaml.safe_load(EXCEPTIONS.read_text(encoding="utf-8"))
    assert all(entry["reason"] for entry in known)
    found = {mismatch.item.text: mismatch.said for mismatch in report.mismatches}
    assert found == {entry["text"]: entry["said"] for entry in known}


def test_pauses_are_those_that_are_asked_for(reader: CorpusReader) -> None:
    timed = [item for item in corpus() if item.pauses_ms is not None]
    assert len(timed) >= 5
    for item in timed:
        assert reader.pauses_ms(item) == item.pauses_ms, item.text
