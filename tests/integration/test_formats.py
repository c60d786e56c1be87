"""Fifty sentences in every format: as long as each other, as loud, unclipped, without clicks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from brisa.audio.encoders.base import EncoderOptions
from brisa.audio.encoders.table import FORMATS, make_encoder
from brisa.service.options import SynthesizerOptions
from brisa.service.synthesizer import Synthesizer
from brisa.types import PcmInt16, SpeechSettings
from support.decoding import decode
from support.sentences import SENTENCES

pytestmark = pytest.mark.integration

DURATION_TOLERANCE_S = 0.1
END_TOLERANCE_S = 0.08
CLIPPED = 32767
JOIN_FLOOR = 330
"""A join may step by 1 % of full scale: both of its sides are faded to nothing."""


@pytest.fixture(scope="module")
def synthesizer(cache_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Synthesizer]:
    voices_dir = tmp_path_factory.mktemp("voices")
    with Synthesizer(SynthesizerOptions(cache_dir=cache_dir, voices_dir=voices_dir)) as made:
        yield made


@pytest.fixture(scope="module")
def spoken(synthesizer: Synthesizer) -> list[PcmInt16]:
    streams = [synthesizer.speak(text, bulk=True) for text in SENTENCES]
    return [stream.read_all() for stream in streams]


def rms(pcm_t: np.ndarray) -> float:
    return float(np.sqrt(np.mean(np.square(pcm_t.astype(np.float64)))))


def end_of_speech_s(pcm_t: np.ndarray, sample_rate_hz: int) -> float:
    """When 99 % of the energy has been heard."""
    energy_t = np.cumsum(np.square(pcm_t.astype(np.float64)))
    return float(np.searchsorted(energy_t, 0.99 * energy_t[-1])) / sample_rate_hz


def test_the_sentences_are_as_varied_as_they_should_be() -> None:
    words = sorted(len(text.split()) for text in SENTENCES)
    assert len(SENTENCES) == 50
    assert words[0] == 1
    assert words[-1] >= 60


def test_speech_has_the_pace_and_level_of_speech(spoken: list[PcmInt16]) -> None:
    for text, pcm_t in zip(SENTENCES, spoken, strict=True):
        seconds = len(pcm_t) / 24000
        assert 0.03 <= seconds / len(text) <= 0.25, text
        assert 0.01 < rms(pcm_t) / 32768 < 0.3, text
        assert np.abs(pcm_t.astype(np.int64)).max() < CLIPPED, text


def test_streams_begin_and_end_in_silence(spoken: list[PcmInt16]) -> None:
    for text, pcm_t in zip(SENTENCES, spoken, strict=True):
        assert abs(int(pcm_t[0])) < JOIN_FLOOR, text
        assert abs(int(pcm_t[-1])) < JOIN_FLOOR, text


def test_joins_between_segments_do_not_click(synthesizer: Synthesizer) -> None:
    speech = synthesizer.speak(" ".join(SENTENCES[:20]))
    chunks = list(speech)
    pcm_t = np.concatenate([chunk.pcm_t for chunk in chunks]).astype(np.int64)
    joins = [
        after.start_sample
        for before, after in zip(chunks, chunks[1:], strict=False)
        if before.segment != after.segment
    ]
    assert len(joins) >= 10
    for join in joins:
        around_t = pcm_t[max(join - 24, 0) : join + 24]
        assert np.abs(np.diff(around_t)).max() < JOIN_FLOOR


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_every_format_carries_the_whole_sentence(
    name: str, synthesizer: Synthesizer, spoken: list[PcmInt16]
) -> None:
    spec = FORMATS[name]
    rate_hz = spec.default_sample_rate_hz
    for text, native_t in zip(SENTENCES, spoken, strict=True):
        settings = SpeechSettings(sample_rate_hz=rate_hz)
        pcm_t = native_t if rate_hz == 24000 else synthesizer.speak(text, settings).read_all()
        encoder = make_encoder(name, rate_hz, EncoderOptions())
        data = b"".join(
            encoder.encode(pcm_t[start : start + 480]) for start in range(0, len(pcm_t), 480)
        )
        data += encoder.flush()
        encoder.close()
        decoded = decode(data, name, rate_hz)
        decoded_t, decoded_hz = decoded.pcm_t * 32768, decoded.sample_rate_hz
        seconds = len(native_t) / 24000
        assert len(decoded_t) / decoded_hz == pytest.approx(seconds, abs=DURATION_TOLERANCE_S), text
        assert rms(decoded_t) == pytest.approx(rms(pcm_t), rel=0.15), text
        assert end_of_speech_s(decoded_t, decoded_hz) == pytest.approx(
            end_of_speech_s(pcm_t, rate_hz), abs=END_TOLERANCE_S
        ), f"the last word of {text}"
