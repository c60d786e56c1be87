"""What every engine promises, over every engine there is."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from brisa.engines.base import Engine, SegmentRequest, StepResult
from brisa.engines.scripted import Script, ScriptedEngine
from brisa.errors import UnknownVoice
from brisa.service.options import SynthesizerOptions
from brisa.service.synthesizer import Synthesizer
from brisa.types import PcmFloat

pytestmark = pytest.mark.contract

TEXT = "A quick brown fox jumps over the lazy dog, at 7:30."


@pytest.fixture(scope="module", params=["scripted", "tiny"])
def engine(
    request: pytest.FixtureRequest, cache_dir: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Engine]:
    if request.param == "scripted":
        yield ScriptedEngine(Script(chunk_samples=2000))
        return
    voices_dir = tmp_path_factory.mktemp("voices")
    with Synthesizer(SynthesizerOptions(cache_dir=cache_dir, voices_dir=voices_dir)) as made:
        yield made.load()


def request(engine: Engine, text: str = TEXT, **more: float) -> SegmentRequest:
    return SegmentRequest(text, engine.voices()[0].name, **more)  # type: ignore[arg-type]


def results(engine: Engine, wanted: SegmentRequest) -> list[StepResult]:
    stream, found = engine.open(wanted), []
    while not found or not found[-1].last:
        assert stream.next_cost.kind
        found += engine.step([stream])
        assert len(found) < 1000
    return found


def samples(engine: Engine, wanted: SegmentRequest) -> PcmFloat:
    return np.concatenate([result.pcm_t for result in results(engine, wanted)])


def test_samples_are_finite_floats_in_range(engine: Engine) -> None:
    pcm_t = samples(engine, request(engine))
    assert pcm_t.dtype == np.float32
    assert np.isfinite(pcm_t).all()
    assert 0.01 < np.abs(pcm_t).max() <= 1.0


def test_sound_comes_in_several_steps(engine: Engine) -> None:
    found = results(engine, request(engine))
    assert len(found) > 2
    assert len(found[0].pcm_t) < sum(len(result.pcm_t) for result in found) / 2


def test_the_same_request_gives_the_same_samples(engine: Engine) -> None:
    wanted = request(engine, seed=5, segment=2)
    np.testing.assert_array_equal(samples(engine, wanted), samples(engine, wanted))


def test_streams_stepped_together_or_by_turns_do_not_mix(engine: Engine) -> None:
    texts = [TEXT, "Hello there.", "One, two, three, four, five."]
    alone = [samples(engine, request(engine, text)) for text in texts]
    streams = [engine.open(request(engine, text)) for text in texts]
    pieces: list[list[PcmFloat]] = [[] for _ in texts]
    active = set(range(len(texts)))
    while active:
        order = sorted(active)
        for index, result in zip(order, engine.step([streams[i] for i in order]), strict=True):
            pieces[index].append(result.pcm_t)
            if result.last:
                active.remove(index)
    for index, alone_t in enumerate(alone):
        np.testing.assert_array_equal(np.concatenate(pieces[index]), alone_t)


def test_threads_share_the_engine(engine: Engine) -> None:
    wanted = [request(engine, seed=seed) for seed in range(6)]
    alone = [samples(engine, item) for item in wanted]
    with ThreadPoolExecutor(6) as threads:
        crowd = list(threads.map(lambda item: samples(engine, item), wanted))
    for crowd_t, alone_t in zip(crowd, alone, strict=True):
        np.testing.assert_array_equal(crowd_t, alone_t)


def test_seed_and_segment_change_the_samples(engine: Engine) -> None:
    first_t = samples(engine, request(engine, seed=1))
    assert not np.array_equal(samples(engine, request(engine, seed=2)), first_t)


@pytest.mark.parametrize("speed", [0.5, 1.5, 2.0])
def test_speed_scales_the_length(engine: Engine, speed: float) -> None:
    usual = len(samples(engine, request(engine)))
    assert len(samples(engine, request(engine, speed=speed))) == pytest.approx(
        usual / speed, rel=0.15
    )


def test_words_are_marked_in_order_inside_the_segment(engine: Engine) -> None:
    assert engine.capabilities.word_timestamps
    found = results(engine, request(engine))
    marks = [mark for result in found for mark in result.words]
    total = sum(len(result.pcm_t) for result in found)
    assert [TEXT[mark.start_char : mark.end_char] for mark in marks] == [
        mark.text for mark in marks
    ]
    assert [mark.text.strip(",.") for mark in marks] == [w.strip(",.") for w in TEXT.split()]
    position = 0
    for mark in marks:
        assert position <= mark.start_sample <= mark.end_sample <= total
        position = mark.start_sample


@pytest.mark.parametrize("speed", [0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.3, 2.0])
@pytest.mark.parametrize("text", [TEXT, "Look at that.", "Shall we?", "Stop.", "He ran."])
def test_outside_the_speech_span_is_silence(engine: Engine, text: str, speed: float) -> None:
    found = results(engine, request(engine, text, speed=speed))
    assert all(result.speech is None for result in found[1:])
    span = found[0].speech
    if span is None:
        return
    pcm_t = np.abs(np.concatenate([result.pcm_t for result in found]))
    floor = 0.02 * pcm_t.max()
    assert pcm_t[: span.start_sample].max(initial=0.0) < floor
    assert pcm_t[span.end_sample :].max(initial=0.0) < floor


def test_little_silence_is_left_before_the_sound(engine: Engine) -> None:
    found = results(engine, request(engine))
    pcm_t = np.abs(np.concatenate([result.pcm_t for result in found]))
    start = found[0].speech.start_sample if found[0].speech else 0
    onset = int(np.flatnonzero(pcm_t > 0.02 * pcm_t.max())[0])
    assert onset - start < 3600


@pytest.mark.parametrize(
    "text", ["a", "1", "你好世界", "é", "x" * 250, "9" * 60, "a-" * 60 + "a", "\u202eabc\u200b d"]
)
def test_odd_text_is_spoken_or_silent_but_never_raises(engine: Engine, text: str) -> None:
    assert np.isfinite(samples(engine, request(engine, text))).all()


def test_an_unknown_voice_is_refused(engine: Engine) -> None:
    with pytest.raises(UnknownVoice):
        engine.open(SegmentRequest(TEXT, "nobody"))


def test_fingerprints_are_stable_text(engine: Engine) -> None:
    assert engine.fingerprint == engine.fingerprint
    assert len(engine.fingerprint) > 10
