"""The report counts what is said otherwise and shows where."""

from __future__ import annotations

import pytest

from brisa.quality.corpus import CorpusItem, read_items
from brisa.quality.mismatches import compare, find_mismatch

pytestmark = pytest.mark.unit


def _items() -> tuple[CorpusItem, ...]:
    return (
        *read_items("[{text: 'I have 2.', spoken: I have two.}]", "en-numbers"),
        *read_items("[{text: '3 cats', spoken: three cats}]", "en-numbers"),
        *read_items("[{text: Ja., spoken: Ja.}]", "de-prose"),
    )


def test_counts_by_kind() -> None:
    report = compare(_items(), lambda item: item.text)
    assert report.total == 3
    assert report.missed_by_kind == {"en-numbers": 2}
    assert report.total_by_kind == {"en-numbers": 2, "de-prose": 1}
    assert report.share_exact == pytest.approx(1 / 3)


def test_lines_name_every_mismatch() -> None:
    lines = list(compare(_items(), lambda item: item.text).lines())
    assert lines[0] == "1 of 3 as expected (33.3 %)"
    assert lines[1] == "  en-numbers: 2 of 2 otherwise"
    assert lines[2:6] == [
        "en-numbers: 'I have 2.'",
        "  expected: 'I have two.'",
        "  said:     'I have 2.'",
        "  at:       'have two .' | 'have 2 .'",
    ]
    assert len(lines) == 10


def test_all_as_expected() -> None:
    report = compare(_items(), lambda item: item.spoken.upper())
    assert (report.share_exact, report.mismatches) == (1.0, ())
    assert compare((), lambda item: "").share_exact == 1.0


def test_place_of_a_mismatch() -> None:
    item = _items()[0]
    mismatch = find_mismatch(item, "I have too.")
    assert mismatch is not None
    assert mismatch.at == 2
    assert find_mismatch(item, "i have two.") is None
