"""The corpus as the frontend reads it, and the report."""

from __future__ import annotations

import pytest

from brisa.clock import ManualClock
from brisa.quality.corpus import read_items
from brisa.quality.reading import CorpusReader, share_by_language, text_report

pytestmark = pytest.mark.unit

ITEMS = (
    *read_items('[{text: "It cost $5. Yes.", spoken: "It cost five dollars. Yes."}]', "en-money"),
    *read_items('[{text: "A 1.", spoken: "A two."}, {text: b, spoken: b}]', "en-GB-odd"),
    *read_items('[{text: "Ja [pause:1s] 2", spoken: "Ja zwei", pauses_ms: [1000]}]', "de-x"),
)


def test_what_is_said_and_where_it_pauses() -> None:
    reader = CorpusReader(ManualClock())
    assert reader.spoken(ITEMS[0]) == "It cost five dollars. Yes."
    assert reader.spoken(ITEMS[3]) == "Ja zwei"
    assert [reader.pauses_ms(item) for item in ITEMS] == [(), (), (), (1000.0,)]


def test_shares_are_of_languages_and_the_report_shows_what_differs() -> None:
    report = CorpusReader(ManualClock()).report(ITEMS)
    assert share_by_language(report) == {"en": (2, 3), "de": (1, 1)}
    shown = text_report(report)
    assert (shown["texts"], shown["share_exact"]) == (4, 0.75)
    assert shown["languages"]["en"] == {"exact": 2, "texts": 3}
    assert shown["mismatches"] == [
        {
            "language": "en-GB",
            "kind": "odd",
            "text": "A 1.",
            "expected": "A two.",
            "said": "A one.",
        }
    ]
