"""Sounds of words, from the engine to the reader of a stream."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from brisa.engines.scripted import ScriptedEngine
from brisa.errors import UnsupportedOption
from brisa.service.options import SynthesizerOptions
from brisa.service.synthesizer import Synthesizer
from brisa.service.visemes import visemes
from brisa.types import SpeechSettings, WordMark

pytestmark = pytest.mark.integration

TEXT = "Please bring the boat back. It costs $5.20, they say."


@pytest.fixture(scope="module")
def synthesizer(cache_dir: Path) -> Iterator[Synthesizer]:
    with Synthesizer(SynthesizerOptions(threads=1, cache_dir=cache_dir)) as made:
        yield made


def spoken(synthesizer: Synthesizer, **settings: object) -> tuple[np.ndarray, list[WordMark]]:
    chunks = list(synthesizer.speak(TEXT, SpeechSettings(**settings)))  # type: ignore[arg-type]
    return (
        np.concatenate([chunk.pcm_t for chunk in chunks]),
        [mark for chunk in chunks for mark in chunk.words],
    )


@pytest.mark.parametrize("settings", [{}, {"sample_rate_hz": 8000}, {"speed": 3.0}])
def test_sounds_lie_in_their_words_in_order(
    synthesizer: Synthesizer, settings: dict[str, object]
) -> None:
    plain_t, _ = spoken(synthesizer, **settings)
    pcm_t, words = spoken(synthesizer, sounds=True, **settings)
    assert np.array_equal(pcm_t, plain_t), "to be told of sounds changes no sample"
    sounds = [sound for word in words for sound in word.sounds]
    assert len(sounds) > 30
    assert all(one.end_sample <= two.start_sample + 1 for one, two in itertools.pairwise(sounds))
    assert sounds[-1].end_sample <= len(pcm_t)
    for word in words:
        assert word.sounds, word
        assert word.start_sample <= word.sounds[0].start_sample + 1
        assert word.sounds[-1].end_sample <= word.end_sample + 1


def test_sounds_are_those_of_the_words(synthesizer: Synthesizer) -> None:
    _, words = spoken(synthesizer, sounds=True)
    by_text = {word.text: "".join(sound.phoneme for sound in word.sounds) for word in words}
    assert by_text["boat"] == "boʊt"
    assert by_text["back"] == "bæk"
    assert by_text["$5.20,"] == "faɪvdɑləɹzændtwɛntisɛnts", "all words of one written stretch"


def test_mouths_close_for_b_and_p(synthesizer: Synthesizer) -> None:
    _, words = spoken(synthesizer, sounds=True)
    shapes = visemes(words)
    assert [shape.shape for shape in visemes([words[0]])] == ["PP", "nn", "I", "SS"]
    assert all(one.end_sample <= two.start_sample + 1 for one, two in itertools.pairwise(shapes))


def test_nobody_pays_for_sounds_that_were_not_asked_for(synthesizer: Synthesizer) -> None:
    assert not any(word.sounds for word in spoken(synthesizer)[1])


class Mute(ScriptedEngine):
    """Does not time its sounds."""

    @property
    def capabilities(self):  # type: ignore[no-untyped-def]
        from dataclasses import replace

        return replace(super().capabilities, sound_timestamps=False)


def test_a_voice_that_does_not_time_its_sounds_says_so() -> None:
    with (
        Synthesizer(engines={"mute": Mute(voices=("mute",))}) as synthesizer,
        pytest.raises(UnsupportedOption) as raised,
    ):
        synthesizer.open(SpeechSettings(voice="mute", sounds=True))
    assert raised.value.param == "visemes"
