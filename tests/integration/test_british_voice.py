"""A voice file of the user's own, spoken in British English: read, compiled and heard.

The second voice is the embedded one with every floating-point weight moved a little, so that all of
it is new: the file's digest, the calibrated ranges, the sound.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
import onnx
import pytest
from onnx import TensorProto, numpy_helper

from brisa.artifacts.embedded import embedded_voice
from brisa.engines.runtime import Session
from brisa.engines.tiny import hibari_g2p
from brisa.engines.tiny.phonemes import Phonemizer
from brisa.service.options import SynthesizerOptions
from brisa.service.synthesizer import Synthesizer
from brisa.types import SpeechSettings
from support.command_line import CommandLine, command_line

pytestmark = pytest.mark.integration

DIFFERENT = "A bath and a tomato are on the schedule."
ALIKE = "Ten men sit still."
UNKNOWN = "A zorbler."
SENTENCE = "The morning train was already full when we reached the old town."

WEIGHT_SHIFT = 0.02
"""Of each weight, one standard deviation."""


def second_voice() -> bytes:
    model = onnx.load_model(embedded_voice().file)
    random = np.random.default_rng(7)
    for tensor in model.graph.initializer:
        if tensor.data_type == TensorProto.FLOAT and len(tensor.dims) > 0:
            weights = numpy_helper.to_array(tensor)
            factors = 1.0 + WEIGHT_SHIFT * random.standard_normal(weights.shape)
            moved = (weights * factors).astype(np.float32)
            tensor.CopyFrom(numpy_helper.from_array(moved, tensor.name))
    return model.SerializeToString()


@pytest.fixture(scope="module")
def brisa(tmp_path_factory: pytest.TempPathFactory, cache_dir: Path) -> CommandLine:
    """The second voice added twice: as British, and as American English."""
    brisa = command_line(tmp_path_factory.mktemp("british"), cache_dir)
    (brisa.folder / "second.onnx").write_bytes(second_voice())
    for name, language in (("british", "en-gb"), ("american", "en-US")):
        done = brisa.run("voices", "add", "second.onnx", "--name", name, "--lang", language)
        assert done.code == 0, done.err
    return brisa


@pytest.fixture(scope="module")
def synthesizer(brisa: CommandLine, cache_dir: Path) -> Iterator[Synthesizer]:
    voices_dir = Path(brisa.env["BRISA_VOICES__DIR"])
    with Synthesizer(SynthesizerOptions(cache_dir=cache_dir, voices_dir=voices_dir)) as made:
        yield made


def spoken(synthesizer: Synthesizer, text: str, voice: str) -> npt.NDArray[np.float64]:
    pcm_t = synthesizer.speak(text, SpeechSettings(voice=voice)).read_all()
    return pcm_t.astype(np.float64) / 32768


def level_db(pcm_t: npt.NDArray[np.float64]) -> float:
    return float(10 * np.log10(np.mean(np.square(pcm_t))))


def test_its_language_is_kept_in_its_usual_spelling(brisa: CommandLine) -> None:
    listed = {voice["name"]: voice for voice in brisa.run("voices", "list", "--json").json()}
    assert listed["british"]["language"] == "en-GB"
    assert listed["american"]["language"] == "en-US"


def test_it_speaks_from_the_command_line_as_from_the_library(
    brisa: CommandLine, synthesizer: Synthesizer
) -> None:
    command = ("say", DIFFERENT, "--voice", "british", "--format", "pcm", "--out", "-")
    done = brisa.run(*command)
    assert done.code == 0, done.err
    said_t = np.frombuffer(done.out, "<i2") / 32768
    assert np.array_equal(said_t, spoken(synthesizer, DIFFERENT, "british"))


@pytest.mark.parametrize("text", [SENTENCE, DIFFERENT])
def test_it_is_another_voice_of_the_same_make(synthesizer: Synthesizer, text: str) -> None:
    second_t, heart_t = (spoken(synthesizer, text, voice) for voice in ("american", "heart"))
    assert not np.array_equal(second_t, heart_t)
    assert 0.8 < len(second_t) / len(heart_t) < 1.25
    assert abs(level_db(second_t) - level_db(heart_t)) < 3.0
    assert 0.05 < np.abs(second_t).max() < 1.0


def test_british_readings_are_heard_where_they_differ_and_only_there(
    synthesizer: Synthesizer,
) -> None:
    for text, alike in ((ALIKE, True), (DIFFERENT, False), (UNKNOWN, False)):
        british_t, american_t = (
            spoken(synthesizer, text, voice) for voice in ("british", "american")
        )
        assert np.array_equal(british_t, american_t) is alike, text
        assert 0.7 < len(british_t) / len(american_t) < 1.4, text
        assert abs(level_db(british_t) - level_db(american_t)) < 4.0, text


@pytest.mark.parametrize("voice", ["british", "american"])
def test_unknown_words_sound_as_known_ones_of_the_same_reading(
    synthesizer: Synthesizer, voice: str
) -> None:
    unknown_t, known_t = (
        spoken(synthesizer, text, voice) for text in ("A korner, a kart.", "A corner, a cart.")
    )
    assert np.array_equal(unknown_t, known_t)


@pytest.mark.parametrize(
    ("word", "american", "british"),
    [
        ("bath", "bˈæθ", "bˈɑːθ"),
        ("tomato", "təmˈATO", "təmˈɑːtQ"),
        ("schedule", "skˈɛʤˌul", "ʃˈɛdjuːl"),
        ("zorbler", "zˈɔɹbləɹ", "zˈɔːblə"),
    ],
)
def test_words_are_read_by_the_lexicon_and_the_network_of_the_accent(
    cache_dir: Path, word: str, american: str, british: str
) -> None:
    for is_british, expected in ((False, american), (True, british)):
        network = Session(hibari_g2p.out_of_vocabulary_model(british=is_british))
        reader = Phonemizer(british=is_british, cache_dir=cache_dir / "phonemes", network=network)
        assert reader.phonemize(word).sequences[0].phonemes == expected
