"""Reports of words that are not heard: the embedded voice, and a recogniser that writes down what
it says. Entries are named as in ``tests/unit/text/test_reading_field_reports.py``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from brisa.quality.error_rate import word_errors
from brisa.quality.recognizer import SAMPLE_RATE_HZ, Recognizer
from brisa.quality.speakers import ServiceSpeaker
from brisa.quality.words import words_heard
from brisa.service.options import SynthesizerOptions
from brisa.service.synthesizer import Synthesizer
from brisa.types import SpeechSettings

pytestmark = pytest.mark.integration

VOICE = "heart"
RUNS = 5
THINGS = ("bread", "salt", "water", "paper", "iron", "glass", "honey", "silver", "butter", "copper")


@pytest.fixture(scope="module")
def recognizer() -> Recognizer:
    return Recognizer(threads=2)


@pytest.fixture(scope="module")
def tiny(cache_dir: Path) -> Iterator[ServiceSpeaker]:
    with Synthesizer(SynthesizerOptions(threads=1, cache_dir=cache_dir)) as synthesizer:
        synthesizer.load(VOICE)
        yield ServiceSpeaker("tiny", synthesizer)


def heard(recognizer: Recognizer, tiny: ServiceSpeaker, text: str, seed: int = 0) -> str:
    recording = tiny.speak(text, SpeechSettings(voice=VOICE, seed=seed))
    return recognizer.hear(recording.at_rate(SAMPLE_RATE_HZ))


@pytest.mark.parametrize("text", ["No.", "Thank you.", "Hello sister", "Stop!"])
def test_short_texts_are_understood(
    recognizer: Recognizer, tiny: ServiceSpeaker, text: str
) -> None:
    """B57, B59."""
    understood = [
        words_heard(heard(recognizer, tiny, text, seed)) == words_heard(text)
        for seed in range(RUNS)
    ]
    assert sum(understood) == RUNS


def test_no_clause_of_a_very_long_sentence_is_missing(
    recognizer: Recognizer, tiny: ServiceSpeaker
) -> None:
    """B69."""
    text = "In that house " + ", ".join(
        f"there was a room that was full of {thing}" for thing in THINGS
    )
    said = heard(recognizer, tiny, f"{text}.")
    missing = [thing for thing in THINGS if thing not in said.lower()]
    assert missing == []
    assert word_errors(words_heard(text), words_heard(said)).deletions <= 2


def test_the_first_word_is_there_in_every_run(recognizer: Recognizer, tiny: ServiceSpeaker) -> None:
    """C100."""
    for seed in range(RUNS):
        said = words_heard(heard(recognizer, tiny, "Seven forty PM", seed))
        assert word_errors(words_heard("Seven forty PM"), said).first_missing == 0, said
