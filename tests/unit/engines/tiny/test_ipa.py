"""Sounds given in IPA: the reader's alphabet, and words at their places in the caller's text."""

import pytest

from brisa.engines.tiny import hibari_g2p
from brisa.engines.tiny.ipa import SOUNDS_MAX_CHARS, marked_up, reader_sounds
from brisa.engines.tiny.phonemes import Phonemizer
from brisa.text.edits import PhonemeSpan

pytestmark = pytest.mark.unit

KNOWN = frozenset(hibari_g2p.vocabulary())


@pytest.fixture(scope="module")
def american() -> Phonemizer:
    return Phonemizer(british=False, cache_dir=None)


@pytest.mark.parametrize(
    ("ipa", "american", "british"),
    [
        ("dʒɪf", "ʤɪf", "ʤɪf"),
        ("t͡ʃɜːrtʃ", "ʧɜɹʧ", "ʧɜːɹʧ"),
        ("/hoʊm/", "hOm", "hQm"),
        ("'deɪ.taɪm", "ˈdAtIm", "ˈdAtIm"),
        ("ɡaʊdʒ", "ɡWʤ", "ɡWʤ"),
        ("its", "its", "its"),
        ("1 & ☃", "", ""),
    ],
)
def test_ipa_becomes_the_readers_alphabet(ipa: str, american: str, british: str) -> None:
    assert reader_sounds(ipa, british=False, known=KNOWN) == american
    assert reader_sounds(ipa, british=True, known=KNOWN) == british


def test_given_sounds_are_said(american: Phonemizer) -> None:
    text = "Ask Siobhan or Xi about it."
    sounds = [PhonemeSpan(4, 11, "ʃɪˈvɔːn"), PhonemeSpan(15, 17, "ʃiː")]
    reading = american.phonemize(text, sounds)
    assert reading.sequences[0].phonemes.split()[1:4:2] == ["ʃɪˈvɔn", "ʃi"]
    assert reading.dropped_chars == 0


def test_words_keep_their_places(american: Phonemizer) -> None:
    text = "Then New Delhi, C++, done."
    sounds = [PhonemeSpan(5, 14, "njuː ˈdɛli"), PhonemeSpan(16, 19, "siː plʌs plʌs")]
    words = american.phonemize(text, sounds).sequences[0].words
    assert [word.text for word in words] == ["Then", "New", "Delhi", "C++", "done"]
    assert [(word.start_char, word.end_char) for word in words] == [
        (0, 4),
        (5, 8),
        (9, 14),
        (16, 19),
        (21, 25),
    ]
    assert all(word.start_id < word.end_id for word in words)


@pytest.mark.parametrize("ipa", ["", "☃", "a" * (SOUNDS_MAX_CHARS + 1)])
def test_what_cannot_be_said_is_read_as_written(american: Phonemizer, ipa: str) -> None:
    text = "A plain word here."
    assert american.phonemize(text, [PhonemeSpan(2, 7, ipa)]) == american.phonemize(text)


@pytest.mark.parametrize("written", ["[x]", "a](/b/)", "]]", "(", "\\"])
def test_markup_cannot_be_injected(written: str) -> None:
    marked, spans = marked_up(
        written, [PhonemeSpan(0, len(written), "tɛst")], british=False, known=KNOWN
    )
    assert marked == "[word](/tɛst/)"
    assert spans.source_span(0, len(marked)) == (0, len(written))
