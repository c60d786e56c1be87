"""One stream from text to chunks, stepped by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brisa.engines.base import StepResult
from brisa.engines.scripted import Script, ScriptedEngine, ScriptedStream
from brisa.errors import EngineFailed
from brisa.service.pipeline import Pipeline
from brisa.text.segment import SegmenterOptions
from brisa.types import PcmChunk, SpeechSettings, WordMark

pytestmark = pytest.mark.unit

PAUSE_MS = 150
TEXT = "The first sentence is here. A second one follows, with a clause! And a third?"


def make(script: Script | None = None, **wishes: object) -> tuple[Pipeline, ScriptedEngine]:
    engine = ScriptedEngine(script or Script(samples_per_char=200, chunk_samples=700))
    chosen = SpeechSettings(voice="scripted", **wishes)  # type: ignore[arg-type]
    return Pipeline(engine, chosen, SegmenterOptions(sentence_pause_ms=PAUSE_MS)), engine


def drain(pipeline: Pipeline, engine: ScriptedEngine) -> list[PcmChunk]:
    chunks = []
    while pipeline.has_work:
        chunk = pipeline.advance(engine.step)
        if chunk is not None:
            chunks.append(chunk)
    return chunks


def speak(text: str, script: Script | None = None, **wishes: object) -> list[PcmChunk]:
    pipeline, engine = make(script, **wishes)
    pipeline.push(text)
    pipeline.end()
    chunks = drain(pipeline, engine)
    assert pipeline.finished
    return chunks


def samples(chunks: list[PcmChunk]) -> np.ndarray:
    return np.concatenate([chunk.pcm_t for chunk in chunks])


def test_chunks_follow_one_another_without_gap() -> None:
    chunks = speak(TEXT)
    position = 0
    for chunk in chunks:
        assert chunk.start_sample == position
        position += len(chunk.pcm_t)
    assert position > 0
    assert [chunk.segment for chunk in chunks] == sorted(chunk.segment for chunk in chunks)


@settings(deadline=None, max_examples=40)
@given(cuts=st.lists(st.integers(0, len(TEXT)), max_size=6), chunk_samples=st.integers(50, 4000))
def test_text_cut_anywhere_and_steps_of_any_size_give_the_same_samples(
    cuts: list[int], chunk_samples: int
) -> None:
    whole = samples(speak(TEXT, Script(samples_per_char=200, chunk_samples=100_000)))
    pipeline, engine = make(Script(samples_per_char=200, chunk_samples=chunk_samples))
    chunks = []
    edges = [0, *sorted(cuts), len(TEXT)]
    for start, end in zip(edges, edges[1:], strict=False):
        pipeline.push(TEXT[start:end])
        chunks += drain(pipeline, engine)
    pipeline.end()
    chunks += drain(pipeline, engine)
    np.testing.assert_array_equal(samples(chunks), whole)


@pytest.mark.parametrize("rate_hz", [8000, 16000, 22050, 48000])
def test_the_wanted_rate_scales_the_length(rate_hz: int) -> None:
    native = samples(speak(TEXT))
    wanted = speak(TEXT, sample_rate_hz=rate_hz)
    assert {chunk.sample_rate_hz for chunk in wanted} == {rate_hz}
    assert len(samples(wanted)) == pytest.approx(len(native) * rate_hz / 24000, abs=2)


@pytest.mark.parametrize("speed", [0.25, 0.4, 1.0, 2.0, 3.0, 4.0])
def test_speed_scales_the_length_inside_and_outside_the_engines_range(speed: float) -> None:
    text = "One sentence without any pause in it at all"
    expected = len(text) * 200 / speed
    assert len(samples(speak(text, speed=speed))) == pytest.approx(expected, rel=0.03, abs=800)


def test_pauses_stand_between_segments_and_not_at_the_end() -> None:
    script = Script(samples_per_char=200, chunk_samples=700)
    one = samples(speak("A sentence of some length.", script))
    two = samples(speak("A sentence of some length. A sentence of some length.", script))
    pause = PAUSE_MS * 24
    assert len(two) == 2 * len(one) + pause
    assert not two[len(one) : len(one) + pause].any()
    assert two[len(one) + pause :].any()


def test_joins_start_and_end_in_silence() -> None:
    pcm_t = samples(speak(TEXT)).astype(np.int64)
    assert abs(pcm_t[0]) < 400
    assert abs(pcm_t[-1]) < 400


def test_word_marks_point_into_the_text_and_the_audio() -> None:
    chunks = speak(TEXT, sample_rate_hz=48000)
    marks = [mark for chunk in chunks for mark in chunk.words]
    assert [mark.text for mark in marks] == TEXT.split()
    for mark in marks:
        assert TEXT[mark.start_char : mark.end_char] == mark.text
    total = sum(len(chunk.pcm_t) for chunk in chunks)
    starts = [mark.start_sample for mark in marks]
    assert starts == sorted(starts)
    assert starts[-1] < total
    for chunk in chunks:
        end = chunk.start_sample + len(chunk.pcm_t)
        for mark in chunk.words:
            assert mark.start_sample < end


def test_a_failing_engine_raises_out_of_advance() -> None:
    pipeline, engine = make(Script(fail_at_step=1, chunk_samples=700))
    pipeline.push("Some text.")
    pipeline.end()
    pipeline.advance(engine.step)
    with pytest.raises(EngineFailed):
        pipeline.advance(engine.step)


def test_a_stream_that_is_cut_off_fades_out() -> None:
    pipeline, engine = make(Script(samples_per_char=2000, chunk_samples=7000))
    pipeline.push("Some text.")
    pipeline.end()
    head = pipeline.advance(engine.step)
    tail = pipeline.cut()
    assert head is not None
    assert tail is not None
    assert tail.start_sample == len(head.pcm_t)
    fade = 24000 * 5 // 1000
    assert len(tail.pcm_t) == fade
    assert abs(int(tail.pcm_t[-1])) < 30


@pytest.mark.parametrize("rate_hz", [24000, 48000, 16000])
def test_words_without_sound_at_the_end_keep_their_marks(rate_hz: int) -> None:
    class Silent(ScriptedEngine):
        """Marks its last word where the sound has ended."""

        def step(self, streams: Sequence[ScriptedStream]) -> list[StepResult]:
            (result,) = super().step(streams)
            if not result.last:
                return [result]
            total = streams[0].produced_samples
            return [replace(result, words=(*result.words, WordMark("x", 0, 1, total, total)))]

    engine = Silent(Script(samples_per_char=200, chunk_samples=700))
    settings = SpeechSettings(voice="scripted", sample_rate_hz=rate_hz)
    pipeline = Pipeline(engine, settings, SegmenterOptions())
    pipeline.push("Some text. More text.")
    pipeline.end()
    marks = [mark.text for chunk in drain(pipeline, engine) for mark in chunk.words]
    assert marks == ["Some", "text.", "x", "More", "text.", "x"]


def test_nothing_to_say_finishes_without_a_sample() -> None:
    pipeline, engine = make()
    pipeline.push(" … ")
    pipeline.end()
    assert drain(pipeline, engine) == []
    assert pipeline.finished
    assert pipeline.produced_samples == 0


def test_flushed_text_is_spoken_before_the_end() -> None:
    pipeline, engine = make()
    pipeline.push("no full stop")
    assert not pipeline.has_work
    pipeline.flush_text()
    assert drain(pipeline, engine)
    assert not pipeline.finished
