"""Entries of a request: refused by number and field, without quoting them."""

from __future__ import annotations

import pytest

from brisa.errors import InvalidRequest
from brisa.text.lexicon.entries import REQUEST_ENTRIES_MAX, check_entries, faults_of
from brisa.types import LexiconEntry

pytestmark = pytest.mark.unit

SOUND = LexiconEntry("Zhrekk", spoken="shreck")


@pytest.mark.parametrize(
    "entry",
    [
        SOUND,
        LexiconEntry("C++", spoken="C plus plus"),
        LexiconEntry("→", spoken="to"),
        LexiconEntry("Nguyễn", phonemes="/ŋwiən˨˦/", language="vi"),
        LexiconEntry("test", phonemes="'tEst:", language="en-GB"),
        LexiconEntry("北京", spoken="běijīng", language="zh_Hans"),
    ],
)
def test_sound_entries(entry: LexiconEntry) -> None:
    assert faults_of(entry) == []


@pytest.mark.parametrize(
    ("entry", "fields"),
    [
        (LexiconEntry("", spoken="x"), ["written"]),
        (LexiconEntry("\u200b", spoken="x"), ["written"]),
        (LexiconEntry("\ue004", spoken="x"), ["written"]),
        (LexiconEntry("a"), ["spoken"]),
        (LexiconEntry("a", spoken=""), ["spoken"]),
        (LexiconEntry("a", phonemes="ˈ"), ["phonemes"]),
        (LexiconEntry("a", phonemes="x" * 501), ["phonemes"]),
        (LexiconEntry("a", spoken="b", language=""), ["language"]),
        (LexiconEntry(" ", language="1"), ["written", "spoken", "language"]),
    ],
)
def test_faults_name_their_fields(entry: LexiconEntry, fields: list[str]) -> None:
    assert [field for field, _ in faults_of(entry)] == fields


def test_a_request_is_refused_by_number_and_field_without_its_words() -> None:
    secret = LexiconEntry("Zhrekk", spoken="shreck", phonemes="ʃrɛk")
    with pytest.raises(InvalidRequest, match="Lexicon entry 2: ") as caught:
        check_entries([SOUND, secret])
    assert caught.value.param == "lexicon.phonemes"
    assert "Zhrekk" not in caught.value.message


def test_a_request_brings_a_bounded_number() -> None:
    check_entries([SOUND] * REQUEST_ENTRIES_MAX)
    with pytest.raises(InvalidRequest, match="at most"):
        check_entries([SOUND] * (REQUEST_ENTRIES_MAX + 1))
