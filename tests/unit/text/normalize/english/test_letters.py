"""Letters said by their names have their sounds with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from brisa.engines.tiny.phonemes import Phonemizer
from brisa.text.normalize.english.letters import sounds, spelled
from unit.text.normalize.english.speaking import spoken

pytestmark = pytest.mark.unit


def test_a_part_for_every_letter() -> None:
    assert spelled("Html") == "H T M L"
    assert sounds("U S A", british=False) == "jˌuː ˌɛs ˈeɪ"
    assert sounds("U R Ls", british=False) == "jˌuː ˌɑːɹ ˈɛlz"
    assert sounds("Z", british=True) == "zˈɛd"
    assert sounds("M P three", british=False) is None


@pytest.mark.parametrize(
    ("written", "letters"),
    [
        ("at 7pm.", ["P M"]),
        ("an MP3 or A1B2", ["M P", "A", "B"]),
        ("report.pdf", ["P D F"]),
        ("the U.S.A. is", ["U S A"]),
        ("plan A is", ["A"]),
        ("20 USD", ["U S"]),
        ("the FBI's CDs", ["F B I's", "C Ds"]),
    ],
)
def test_letters_have_sounds(written: str, letters: list[str]) -> None:
    form = spoken(written)
    assert [form.text[span.start : span.end] for span in form.phonemes] == letters


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Phonemizer:
    cache_dir: Path = tmp_path_factory.mktemp("lexicons")
    return Phonemizer(british=False, cache_dir=cache_dir)


@pytest.mark.parametrize(
    ("written", "phonemes"),
    [
        ("the USA won.", "ðə jˌu ˌɛs ˈA wˈʌn."),
        ("at 7 PM.", "æt sˈɛvən pˌi ˈɛm."),
        ("at 7am.", "æt sˈɛvən ˌA ˈɛm."),
        ("plan A is", "plˈæn ˈA ɪz"),
        ("the FBI's", "ði ˌɛf bˌi ˈIz"),
    ],
)
def test_the_embedded_voice_says_their_names(
    reader: Phonemizer, written: str, phonemes: str
) -> None:
    form = spoken(written)
    (sequence,) = reader.phonemize(form.text, form.phonemes).sequences
    assert sequence.phonemes == phonemes
