"""The promises, kept by the real voice: one test or more for each; see docs/architecture.md."""

from __future__ import annotations

import logging
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from brisa.engines.base import SegmentRequest
from brisa.service.options import SynthesizerOptions
from brisa.service.synthesizer import Synthesizer
from brisa.types import Cancelled, Finished, PcmInt16, SpeechSettings
from support.sentences import SENTENCES

pytestmark = pytest.mark.integration

TEXT = " ".join(SENTENCES[10:18])
LONG = SENTENCES[-1]


@pytest.fixture(scope="module")
def options(cache_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> SynthesizerOptions:
    voices_dir = tmp_path_factory.mktemp("voices")
    return SynthesizerOptions(threads=2, cache_dir=cache_dir, voices_dir=voices_dir)


@pytest.fixture
def synthesizer(options: SynthesizerOptions) -> Iterator[Synthesizer]:
    with Synthesizer(options) as made:
        made.load()
        yield made


def pieces_of(text: str, seed: int) -> list[str]:
    """The text as a language model's tokens would bring it."""
    chance, cuts, position = random.Random(seed), [], 0
    while position < len(text):
        step = chance.choice((1, 2, 3, 5, 8, 13))
        cuts.append(text[position : position + step])
        position += step
    return cuts


class TestStreamingEqualsWhole:
    """P1."""

    @pytest.mark.parametrize("seed", [1, 2, 3])
    def test_text_in_pieces(self, synthesizer: Synthesizer, seed: int) -> None:
        whole_t = synthesizer.speak(TEXT).read_all()
        pieces_t = synthesizer.speak(pieces_of(TEXT, seed)).read_all()
        np.testing.assert_array_equal(pieces_t, whole_t)

    @pytest.mark.parametrize("frames", [1, 7, 40, 10_000])
    def test_audio_in_steps_of_any_size(self, synthesizer: Synthesizer, frames: int) -> None:
        engine = synthesizer.load()
        request = SegmentRequest(LONG, "heart", seed=3)
        usual_t = _run(engine, engine.open(request))
        stream = engine.open(request)
        stream.schedule_frames = (frames,)  # type: ignore[attr-defined]
        np.testing.assert_array_equal(_run(engine, stream), usual_t)


class TestSameRequestSameSamples:
    """P2."""

    def test_alone_or_among_others(self, synthesizer: Synthesizer) -> None:
        alone = [synthesizer.speak(text).read_all() for text in SENTENCES[5:13]]
        with ThreadPoolExecutor(8) as threads:
            crowd = list(
                threads.map(lambda text: synthesizer.speak(text).read_all(), SENTENCES[5:13])
            )
        for crowd_t, alone_t in zip(crowd, alone, strict=True):
            np.testing.assert_array_equal(crowd_t, alone_t)

    def test_in_another_process_with_another_thread_count(
        self, options: SynthesizerOptions, synthesizer: Synthesizer
    ) -> None:
        other = SynthesizerOptions(
            threads=1, cache_dir=options.cache_dir, voices_dir=options.voices_dir
        )
        with Synthesizer(other) as second:
            np.testing.assert_array_equal(
                second.speak(TEXT).read_all(), synthesizer.speak(TEXT).read_all()
            )

    def test_the_seed_changes_the_noise_and_not_the_timing(self, synthesizer: Synthesizer) -> None:
        first_t = synthesizer.speak(LONG, SpeechSettings(seed=1)).read_all()
        second_t = synthesizer.speak(LONG, SpeechSettings(seed=2)).read_all()
        assert len(first_t) == len(second_t)
        assert not np.array_equal(first_t, second_t)
        assert np.corrcoef(first_t, second_t)[0, 1] > 0.8


class TestOneEnd:
    """P3."""

    def test_a_whole_stream_finishes_with_its_length(self, synthesizer: Synthesizer) -> None:
        speech = synthesizer.speak(TEXT)
        assert speech.outcome is None
        pcm_t = speech.read_all()
        assert speech.outcome == Finished(len(pcm_t), 24000)
        speech.cancel()
        assert speech.outcome == Finished(len(pcm_t), 24000)

    def test_a_part_never_looks_whole(self, synthesizer: Synthesizer) -> None:
        speech = synthesizer.speak(TEXT)
        next(iter(speech))
        speech.cancel()
        assert isinstance(speech.outcome, Cancelled)


def test_leaving_frees_the_engine_within_one_step(synthesizer: Synthesizer) -> None:
    """P5: between the cancel and the end of the job lies one step at most."""
    speech = synthesizer.speak(" ".join(SENTENCES))
    next(iter(speech))
    speech.cancel()
    steps = speech.timeline.steps
    synthesizer.speak("Next.").read_all()
    assert speech.timeline.steps <= steps + 1
    assert synthesizer.active_streams == 0


def test_no_text_in_the_log(synthesizer: Synthesizer, caplog: pytest.LogCaptureFixture) -> None:
    """P8: not even at the most talkative level, for good text, odd text and refused text."""
    caplog.set_level(logging.DEBUG)
    secret = "xylophone quagmire zeppelin"
    synthesizer.speak(f"{secret}. 你好 {secret}").read_all()
    with pytest.raises(Exception, match=r".") as caught:
        synthesizer.speak(f"{secret} \0")
    records = [f"{record.getMessage()} {vars(record)}" for record in caplog.records]
    for word in secret.split():
        assert word not in str(caught.value)
        assert not any(word in record for record in records)


def test_a_loaded_voice_loads_nothing_more(synthesizer: Synthesizer) -> None:
    """P9: after load, speaking opens no file and imports no module."""
    import sys

    opened: list[str] = []

    def audit(event: str, arguments: tuple[object, ...]) -> None:
        if watching and event in ("open", "import"):
            opened.append(f"{event} {arguments[0]}")

    watching = False
    sys.addaudithook(audit)
    synthesizer.load()
    watching = True
    try:
        synthesizer.speak("The first words, zorbling quickly, at 7:30 for $5.").read_all()
    finally:
        watching = False
    assert opened == []


def _run(engine: object, stream: object) -> PcmInt16:
    pieces, last = [], False
    while not last:
        result = engine.step([stream])[0]  # type: ignore[attr-defined]
        pieces.append(result.pcm_t)
        last = result.last
    return np.concatenate(pieces)
