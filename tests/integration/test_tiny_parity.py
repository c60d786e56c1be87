"""The embedded voice against the package it comes from: same words, same timing, same sound.

The noise is drawn differently, so waveforms are compared where noise averages out: total length,
and levels in bands of time and frequency.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import hibari
import numpy as np
import pytest

from brisa.engines.base import Engine, SegmentRequest
from brisa.service.options import SynthesizerOptions
from brisa.service.synthesizer import Synthesizer
from support.sentences import SENTENCES

pytestmark = pytest.mark.integration

BAND_EDGES_HZ = (80, 300, 800, 1500, 2500, 4000, 6000, 9000)
FRAME_SAMPLES = 2400
LEVEL_TOLERANCE_DB = 1.0
CORRELATION_MIN = 0.985


@pytest.fixture(scope="module")
def engine(cache_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    voices_dir = tmp_path_factory.mktemp("voices")
    with Synthesizer(SynthesizerOptions(cache_dir=cache_dir, voices_dir=voices_dir)) as made:
        yield made.load()


@pytest.fixture(scope="module")
def original() -> hibari.Hibari:
    return hibari.Hibari()


def speak(engine: Engine, text: str, speed: float = 1.0) -> np.ndarray:
    stream, pieces, last = engine.open(SegmentRequest(text, "heart", speed=speed)), [], False
    while not last:
        result = engine.step([stream])[0]
        pieces.append(result.pcm_t)
        last = result.last
    return np.concatenate(pieces)


def band_levels_db(pcm_t: np.ndarray) -> np.ndarray:
    """Level per 100 ms and band, floored 60 dB below the loudest."""
    frames = len(pcm_t) // FRAME_SAMPLES
    framed = pcm_t[: frames * FRAME_SAMPLES].reshape(frames, FRAME_SAMPLES)
    power = np.abs(np.fft.rfft(framed * np.hanning(FRAME_SAMPLES), axis=1)) ** 2
    edges = [round(hz * FRAME_SAMPLES / 24000) for hz in BAND_EDGES_HZ]
    bands = np.stack(
        [power[:, low:high].sum(1) for low, high in zip(edges, edges[1:], strict=False)], axis=1
    )
    return 10 * np.log10(np.maximum(bands, bands.max() * 1e-6))


@pytest.mark.parametrize("text", SENTENCES[2::4])
@pytest.mark.parametrize("speed", [1.0, 1.4])
def test_length_is_the_same_and_levels_agree(
    engine: Engine, original: hibari.Hibari, text: str, speed: float
) -> None:
    if len(original.split_sentences(text)) != 1:
        pytest.fail("the corpus has one sentence an entry")
    ours_t = speak(engine, text, speed)
    theirs_t = original(text, speed=speed, seed=0)
    assert len(ours_t) == len(theirs_t)
    ours, theirs = band_levels_db(ours_t), band_levels_db(theirs_t)
    loud = theirs > theirs.max() - 35
    assert abs(np.median((ours - theirs)[loud])) < LEVEL_TOLERANCE_DB
    assert np.corrcoef(ours[loud], theirs[loud])[0, 1] > CORRELATION_MIN


def test_another_draw_of_noise_differs_as_much_from_itself(original: hibari.Hibari) -> None:
    """The tolerances above are those of the noise: the original needs as much against itself."""
    first, second = (band_levels_db(original(SENTENCES[20], seed=seed)) for seed in (1, 2))
    loud = first > first.max() - 35
    assert 0.98 < np.corrcoef(first[loud], second[loud])[0, 1] < 1.0
