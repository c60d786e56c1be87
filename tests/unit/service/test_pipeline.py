"""One stream from text to chunks, stepped by hand."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brisa.engines.base import Engine, StepResult, Voice
from brisa.engines.scripted import Script, ScriptedEngine, ScriptedStream
from brisa.errors import EmptyText, EngineFailed, UnknownVoice
from brisa.service.pipeline import NOTHING_SPOKEN_MS, Pipeline
from brisa.text.reading import Reader, ReaderOptions
from brisa.text.segment import SegmenterOptions
from brisa.text.tools import reading_tools
from brisa.types import PcmChunk, SpeechSettings, TextOptions, WordMark

pytestmark = pytest.mark.unit

PAUSE_MS = 150
TEXT = "The first sentence is here. A second one follows, with a clause! And a third?"


def make(
    script: Script | None = None, settings: SpeechSettings | None = None, **wishes: object
) -> tuple[Pipeline, ScriptedEngine]:
    engine = ScriptedEngine(script or Script(samples_per_char=200, chunk_samples=700))
    chosen = settings or SpeechSettings(voice="scripted", **wishes)  # type: ignore[arg-type]
    options = ReaderOptions(
        text=chosen.text,
        speakable=frozenset({"Latin"}),
        segmenter=SegmenterOptions(sentence_pause_ms=PAUSE_MS),
    )
    return Pipeline(engine, chosen, Reader(options, reading_tools())), engine


def reader(**segmenter: int) -> Reader:
    return Reader(ReaderOptions(segmenter=SegmenterOptions(**segmenter)), reading_tools())


def advance(pipeline: Pipeline) -> PcmChunk | None:
    """One step, alone."""
    wanted = pipeline.begin()
    return pipeline.complete(wanted and wanted.engine.step([wanted.stream])[0])


def drain(pipeline: Pipeline, engine: ScriptedEngine) -> list[PcmChunk]:
    chunks = []
    while pipeline.has_work:
        chunk = advance(pipeline)
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


def test_a_failing_engine_raises_to_whoever_steps() -> None:
    pipeline, engine = make(Script(fail_at_step=1, chunk_samples=700))
    pipeline.push("Some text.")
    pipeline.end()
    advance(pipeline)
    with pytest.raises(EngineFailed):
        advance(pipeline)


def test_a_stream_that_is_cut_off_fades_out() -> None:
    pipeline, engine = make(Script(samples_per_char=2000, chunk_samples=7000))
    pipeline.push("Some text.")
    pipeline.end()
    head = advance(pipeline)
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
    pipeline = Pipeline(engine, settings, reader())
    pipeline.push("Some text. More text.")
    pipeline.end()
    marks = [mark.text for chunk in drain(pipeline, engine) for mark in chunk.words]
    assert marks == ["Some", "text.", "S", "More", "text.", "M"]


@pytest.mark.parametrize("text", [" … ", "", "🎉 !!", "```\ncode()\n```"])
def test_nothing_to_say_is_a_short_silence(text: str) -> None:
    chunks = speak(text)
    assert not samples(chunks).any()
    assert sum(chunk.duration_ms for chunk in chunks) == NOTHING_SPOKEN_MS


@pytest.mark.parametrize("text", [" … ", "", "🎉 !!", "[pause:1s]"])
def test_nothing_to_say_is_an_error_where_the_request_is_strict(text: str) -> None:
    with pytest.raises(EmptyText):
        speak(text, settings=SpeechSettings(voice="scripted", text=TextOptions(strict=True)))


@pytest.mark.parametrize("rate_hz", [8000, 16000, 24000, 44100, 48000])
@pytest.mark.parametrize(
    ("text", "pauses_ms"),
    [
        ("Ready [pause:0.5s] go.", [500]),
        ("[pause:1s]Hello there.", [1000]),
        ("The end.[pause:333ms]", [333]),
        ('One<break time="250ms"/>two<break time="0.125s"/>three.', [250, 125]),
        ("[pause:40ms]", [40]),
        ("First. [pause:200ms] [pause:300ms] Second.", [200, 300]),
    ],
)
def test_pauses_are_exact_in_samples(text: str, pauses_ms: list[int], rate_hz: int) -> None:
    """Against the same words without the pauses: each is as long as it says, to the sample."""
    with_pauses = speak(text, sample_rate_hz=rate_hz)
    bare = re.sub(r"\[pause[^]]*\]|<break[^>]*>", "\n\n", text)
    pipeline, engine = make(sample_rate_hz=rate_hz)
    pipeline = Pipeline(
        engine,
        SpeechSettings(voice="scripted", sample_rate_hz=rate_hz),
        reader(paragraph_pause_ms=0),
    )
    pipeline.push(bare)
    pipeline.end()
    words = drain(pipeline, engine) if any(map(str.isalpha, bare)) else []
    silence = sum(len(chunk.pcm_t) for chunk in with_pauses) - sum(
        len(chunk.pcm_t) for chunk in words
    )
    assert silence == round(sum(pauses_ms) * rate_hz / 1000)


def test_a_pause_stands_where_it_was_written() -> None:
    pcm_t = samples(speak("Ready [pause:0.5s] go."))
    ready, pause = len("Ready") * 200, 12_000
    assert not pcm_t[ready : ready + pause].any()
    assert pcm_t[ready - 400 : ready].any()
    assert pcm_t[ready + pause : ready + pause + 400].any()


def test_a_slower_passage_takes_longer() -> None:
    plain = samples(speak("Some words here. The end."))
    slow = samples(speak('<prosody rate="50%">Some words here.</prosody> The end.'))
    grown = len("Some words here.") * 200
    assert abs(len(slow) - len(plain) - grown) < 50


def test_words_are_marked_where_they_are_written() -> None:
    text = "It **cost** $24.95 &amp; more."
    marks = [mark for chunk in speak(text) for mark in chunk.words]
    found = {mark.text: (text[mark.start_char : mark.end_char], mark.spoken) for mark in marks}
    assert found["cost"] == ("cost", "cost")
    assert found["$24.95"][0] == "$24.95"
    assert found["more."] == ("more.", "more.")


def test_what_was_left_out_is_counted() -> None:
    pipeline, engine = make(settings=SpeechSettings("scripted", text=TextOptions(foreign="skip")))
    pipeline.push("Hello 你好 there.")
    pipeline.end()
    drain(pipeline, engine)
    assert pipeline.dropped_chars == 2


def test_another_engine_speaks_its_language() -> None:
    guest = ScriptedEngine(
        Script(sample_rate_hz=16000, samples_per_char=1600, chunk_samples=900), voices=("guest",)
    )
    host = ScriptedEngine(Script(samples_per_char=200, chunk_samples=700))
    asked: list[str | None] = []

    def engine_of(language: str | None) -> Engine:
        asked.append(language)
        return guest if language == "ru" else host

    options = ReaderOptions(
        text=TextOptions(foreign="voice"), languages=("en", "ru"), speakable=frozenset({"Latin"})
    )
    settings = SpeechSettings(voice="scripted", text=TextOptions(foreign="voice"))
    pipeline = Pipeline(host, settings, Reader(options, reading_tools()), engine_of)
    pipeline.push("Hello. Привет. Bye.")
    pipeline.end()
    length = len(samples(drain(pipeline, host)))
    assert asked == ["en", "ru", "en"]
    assert abs(length - (6 + 4) * 200 - 7 * 1600 * 24 // 16) < 100


def test_flushed_text_is_spoken_before_the_end() -> None:
    pipeline, engine = make()
    pipeline.push("no full stop")
    assert not pipeline.has_work
    pipeline.flush_text()
    assert drain(pipeline, engine)
    assert not pipeline.finished


@pytest.mark.parametrize("chunk_samples", [50, 700, 100_000])
def test_every_spoken_word_is_marked_however_long_the_steps(chunk_samples: int) -> None:
    text = "It cost $1,204.50 on 3/4/2026, &amp; `a`. <sub alias='as they say'>A.</sub> End 5%."
    chunks = speak(text, Script(samples_per_char=200, chunk_samples=chunk_samples))
    marks = [mark for chunk in chunks for mark in chunk.words]
    said = " ".join(mark.spoken for mark in marks)
    assert "one thousand two hundred and four dollars" in said.replace(
        " two hundred four", " two hundred and four"
    )
    assert [mark.start_char for mark in marks] == sorted(mark.start_char for mark in marks)
    assert [m.spoken for m in marks] == [m.spoken for c in speak(text) for m in c.words]
    for before, after in zip(marks, marks[1:], strict=False):
        assert before.end_char <= after.start_char
    assert text[marks[2].start_char : marks[2].end_char] == "$1,204.50"
    total = sum(len(chunk.pcm_t) for chunk in chunks)
    assert all(mark.start_sample < mark.end_sample <= total for mark in marks)


@pytest.mark.parametrize("foreign", ["voice", "transliterate"])
def test_where_no_other_voice_can_be_had_the_own_one_reads(foreign: str) -> None:
    host = ScriptedEngine(Script(samples_per_char=200, chunk_samples=700))

    def engine_of(language: str | None) -> Engine:
        if language == "ru":
            raise UnknownVoice("There is no voice 'gone'.", param="voice")
        return host

    text = TextOptions(foreign=foreign)  # type: ignore[arg-type]
    options = ReaderOptions(text=text, languages=("en", "ru"), speakable=frozenset({"Latin"}))
    settings = SpeechSettings(voice="scripted", text=text)
    pipeline = Pipeline(host, settings, Reader(options, reading_tools()), engine_of)
    pipeline.push("Hello. Привет. Bye.")
    pipeline.end()
    marks = [mark for chunk in drain(pipeline, host) for mark in chunk.words]
    assert [mark.spoken for mark in marks] == ["Hello.", "Privet.", "Bye."]
    assert [mark.text for mark in marks] == ["Hello.", "Привет.", "Bye."]


def test_an_engine_of_several_voices_speaks_with_the_one_of_the_language() -> None:
    class Two(ScriptedEngine):
        def voices(self) -> tuple[Voice, ...]:
            return Voice("scripted", "en-US", "scripted"), Voice("olga", "ru", "scripted")

    asked: list[str] = []
    engine = Two(
        Script(samples_per_char=200),
        voices=("scripted", "olga"),
        on_step=lambda stream: asked.append(stream.request.voice),
    )
    text = TextOptions(foreign="voice")
    options = ReaderOptions(text=text, languages=("en", "ru"), speakable=frozenset({"Latin"}))
    settings = SpeechSettings(voice="scripted", text=text)
    pipeline = Pipeline(engine, settings, Reader(options, reading_tools()), lambda _: engine)
    pipeline.push("Hello. Привет.")
    pipeline.end()
    while pipeline.has_work:
        advance(pipeline)
    assert list(dict.fromkeys(asked)) == ["scripted", "olga"]
