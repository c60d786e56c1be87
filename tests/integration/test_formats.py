"""Fifty sentences in every format: as long as each other, as loud, unclipped, without clicks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from brisa.audio.encoders.base import EncoderOptions
from brisa.audio.encoders.table import FORMATS, make_encoder
from brisa.service.listener import BULK
from brisa.service.options import SynthesizerOptions
from brisa.service.synthesizer import Synthesizer
from brisa.types import PcmChunk, PcmInt16, SpeechSettings
from support.decoding import decode
from support.sentences import SENTENCES

pytestmark = pytest.mark.integration

DURATION_TOLERANCE_S = 0.1
END_TOLERANCE_S = 0.08
LEVEL_TOLERANCE = 0.15
CLIPPED = 32767
NATIVE_HZ = 24_000
JOIN_FLOOR = 330
"""A join may step by 1 % of full scale: both of its sides are faded to nothing."""


@pytest.fixture(scope="module")
def synthesizer(cache_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Synthesizer]:
    voices_dir = tmp_path_factory.mktemp("voices")
    with Synthesizer(SynthesizerOptions(cache_dir=cache_dir, voices_dir=voices_dir)) as made:
        yield made


@dataclass(frozen=True, slots=True)
class Reading:
    """All sentences as one stream at one rate, and the samples at which segments meet."""

    pcm_t: PcmInt16
    joins: tuple[int, ...]


class Voice:
    """Speaks each thing once for the whole module."""

    def __init__(self, synthesizer: Synthesizer) -> None:
        self._synthesizer = synthesizer
        self._sentences: dict[int, list[PcmInt16]] = {}
        self._readings: dict[int, Reading] = {}

    def sentences(self, rate_hz: int) -> list[PcmInt16]:
        if rate_hz not in self._sentences:
            settings = SpeechSettings(sample_rate_hz=rate_hz)
            streams = [self._synthesizer.speak(text, settings, listener=BULK) for text in SENTENCES]
            self._sentences[rate_hz] = [stream.read_all() for stream in streams]
        return self._sentences[rate_hz]

    def reading(self, rate_hz: int) -> Reading:
        if rate_hz not in self._readings:
            settings = SpeechSettings(sample_rate_hz=rate_hz)
            chunks = list(self._synthesizer.speak(" ".join(SENTENCES), settings, listener=BULK))
            pcm_t = np.concatenate([chunk.pcm_t for chunk in chunks])
            joins = _joins(chunks)
            if rate_hz != NATIVE_HZ:
                # A resampler holds samples back: where segments meet is known at the voice's rate.
                joins = tuple(
                    round(at * rate_hz / NATIVE_HZ) for at in self.reading(NATIVE_HZ).joins
                )
            self._readings[rate_hz] = Reading(pcm_t, joins)
        return self._readings[rate_hz]


def _joins(chunks: list[PcmChunk]) -> tuple[int, ...]:
    return tuple(
        after.start_sample
        for before, after in zip(chunks, chunks[1:], strict=False)
        if before.segment != after.segment
    )


@pytest.fixture(scope="module")
def voice(synthesizer: Synthesizer) -> Voice:
    return Voice(synthesizer)


@pytest.fixture(scope="module")
def spoken(voice: Voice) -> list[PcmInt16]:
    return voice.sentences(NATIVE_HZ)


def encoded(pcm_t: PcmInt16, name: str, rate_hz: int) -> bytes:
    """As a transport does it, frame by frame."""
    encoder = make_encoder(name, rate_hz, EncoderOptions())
    frame = rate_hz // 50
    data = b"".join(
        encoder.encode(pcm_t[start : start + frame]) for start in range(0, len(pcm_t), frame)
    )
    data += encoder.flush()
    encoder.close()
    return data


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
        seconds = len(pcm_t) / NATIVE_HZ
        assert 0.03 <= seconds / len(text) <= 0.25, text
        assert 0.01 < rms(pcm_t) / 32768 < 0.3, text
        assert np.abs(pcm_t.astype(np.int64)).max() < CLIPPED, text


def test_streams_begin_and_end_in_silence(spoken: list[PcmInt16]) -> None:
    for text, pcm_t in zip(SENTENCES, spoken, strict=True):
        assert abs(int(pcm_t[0])) < JOIN_FLOOR, text
        assert abs(int(pcm_t[-1])) < JOIN_FLOOR, text


@pytest.mark.parametrize(
    ("name", "rate_hz"),
    [
        ("pcm", 24_000),
        ("wav", 24_000),
        ("flac", 24_000),
        ("pcm", 16_000),
        ("flac", 44_100),
        ("wav", 48_000),
        ("mulaw", 8_000),
        ("alaw", 8_000),
    ],
)
def test_joins_between_segments_do_not_click(name: str, rate_hz: int, voice: Voice) -> None:
    """Every join of all sentences, in the formats whose samples stay where they were."""
    reading = voice.reading(rate_hz)
    decoded_t = decode(encoded(reading.pcm_t, name, rate_hz), name, rate_hz).pcm_t * 32768
    assert len(decoded_t) == len(reading.pcm_t)
    assert len(reading.joins) >= len(SENTENCES) - 1
    near = rate_hz // 1000
    # A step is spread over more samples at a higher rate.
    step_floor = JOIN_FLOOR * min(1.0, NATIVE_HZ / rate_hz)
    for join in reading.joins:
        around_t = decoded_t[join - near : join + near]
        assert np.abs(np.diff(around_t)).max() < step_floor, join
        assert np.abs(decoded_t[join - 1 : join + 1]).max() < JOIN_FLOOR, join


def test_a_stream_has_the_sound_of_its_sentences(voice: Voice) -> None:
    """Nothing is lost at a join: one stream is as long as its segments, give or take the pauses."""
    seconds = len(voice.reading(NATIVE_HZ).pcm_t) / NATIVE_HZ
    alone_s = sum(len(pcm_t) for pcm_t in voice.sentences(NATIVE_HZ)) / NATIVE_HZ
    assert seconds == pytest.approx(alone_s, rel=0.02)


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_every_format_carries_the_whole_sentence(name: str, voice: Voice) -> None:
    rate_hz = FORMATS[name].default_sample_rate_hz
    for text, native_t, pcm_t in zip(
        SENTENCES, voice.sentences(NATIVE_HZ), voice.sentences(rate_hz), strict=True
    ):
        decoded = decode(encoded(pcm_t, name, rate_hz), name, rate_hz)
        decoded_t, decoded_hz = decoded.pcm_t * 32768, decoded.sample_rate_hz
        seconds = len(native_t) / NATIVE_HZ
        assert len(decoded_t) / decoded_hz == pytest.approx(seconds, abs=DURATION_TOLERANCE_S), text
        assert rms(decoded_t) == pytest.approx(rms(pcm_t), rel=LEVEL_TOLERANCE), text
        assert np.abs(decoded_t).max() < CLIPPED, text
        assert end_of_speech_s(decoded_t, decoded_hz) == pytest.approx(
            end_of_speech_s(pcm_t, rate_hz), abs=END_TOLERANCE_S
        ), f"the last word of {text}"
