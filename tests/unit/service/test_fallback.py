"""Another voice goes on where an engine breaks: nothing is left unsaid, and it is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from brisa.audio.stretch import Stretcher
from brisa.engines.base import Capabilities, Engine, SegmentRequest, StepResult
from brisa.engines.scripted import Script, ScriptedEngine, ScriptedStream, pattern
from brisa.errors import EngineFailed, UnknownVoice
from brisa.service.fallback import Fallback
from brisa.service.pipeline import Pipeline
from brisa.service.voicing import open_voicing
from brisa.text.edits import PhonemeSpan, Spoken
from brisa.text.reading import Reader, ReaderOptions
from brisa.text.segment import Segment
from brisa.text.span_map import SpanMap
from brisa.text.tools import reading_tools
from brisa.types import PcmChunk, PcmFloat, PcmInt16, SpeechSettings

pytestmark = pytest.mark.unit

OWN = Script(samples_per_char=200, chunk_samples=700, fail_at_step=5)
OTHER = Script(samples_per_char=100, chunk_samples=700, amplitude=0.25)
SENTENCES = ("The first sentence is here. ", "A second one follows it. ", "And a third one. ")


class Recorded(ScriptedEngine):
    """Keeps what it was asked for; ``breaks`` are the segments that break, if not those told."""

    def __init__(self, script: Script, voice: str, breaks: Sequence[int] | None = None) -> None:
        super().__init__(script, voices=[voice])
        self.requests: list[SegmentRequest] = []
        self.breaks = breaks

    def open(self, request: SegmentRequest) -> ScriptedStream:
        self.requests.append(request)
        return super().open(request)

    def step(self, streams: Sequence[ScriptedStream]) -> list[StepResult]:
        for stream in streams:
            if self.breaks and stream.request.segment in self.breaks and stream.steps == 3:
                raise EngineFailed("broken")
        return super().step(streams)

    @property
    def texts(self) -> list[str]:
        return [request.text for request in self.requests]


def fallback_to(engine: Engine) -> Fallback:
    return Fallback("other", lambda voice: engine)


def make(
    own: Engine, fallback: Fallback | None = None, rate_hz: int | None = None, speed: float = 1.0
) -> Pipeline:
    settings = SpeechSettings(voice="own", sample_rate_hz=rate_hz, speed=speed)
    reader = Reader(ReaderOptions(text=settings.text), reading_tools())
    return Pipeline(own, settings, reader, fallback=fallback)


def run(pipeline: Pipeline, text: str = "".join(SENTENCES)) -> list[PcmChunk]:
    """To the end, falling back where a step breaks; raises if nobody goes on."""
    pipeline.push(text)
    pipeline.end()
    chunks = []
    while pipeline.has_work:
        wanted = pipeline.begin()
        try:
            result = wanted and wanted.engine.step([wanted.stream])[0]
        except EngineFailed:
            if not pipeline.fall_back():
                raise
            continue
        chunk = pipeline.complete(result)
        if chunk is not None:
            chunks.append(chunk)
    return chunks


def joined(chunks: list[PcmChunk]) -> PcmInt16:
    return np.concatenate([chunk.pcm_t for chunk in chunks])


def test_the_rest_of_the_segment_is_spoken_by_the_other_voice_and_the_next_by_the_own() -> None:
    own, other = Recorded(OWN, "own"), Recorded(OTHER, "other")
    pipeline = make(own, fallback_to(other))
    run(pipeline)
    # 5 steps of 700 samples are 17.5 characters: "sentence" was under way.
    assert other.texts == ["sentence is here."]
    assert own.texts == [sentence.strip() for sentence in SENTENCES]
    assert pipeline.substituted_segments == 1
    assert pipeline.finished


def test_every_word_is_marked_in_order_where_it_is_heard() -> None:
    pipeline = make(Recorded(OWN, "own"), fallback_to(Recorded(OTHER, "other")))
    chunks = run(pipeline, SENTENCES[0])
    words = [word for chunk in chunks for word in chunk.words]
    # The word that broke was begun, and is begun again.
    assert [word.text for word in words] == ["The", "first", "sentence", "sentence", "is", "here."]
    starts = [word.start_sample for word in words]
    assert starts == sorted(starts)
    assert words[-1].end_sample <= len(joined(chunks))
    text = SENTENCES[0]
    assert [text[word.start_char : word.end_char] for word in words] == [
        word.text for word in words
    ]


def test_what_was_heard_stays_and_fades_out() -> None:
    whole_t = joined(run(make(Recorded(Script(samples_per_char=200, chunk_samples=700), "own"))))
    broken_t = joined(run(make(Recorded(OWN, "own"), fallback_to(Recorded(OTHER, "other")))))
    faded = 24_000 * 5 // 1000
    np.testing.assert_array_equal(broken_t[: 3500 - faded], whole_t[: 3500 - faded])
    assert broken_t[3499] == 0


@pytest.mark.parametrize("rate_hz", [None, 16_000])
def test_a_voice_of_another_rate_comes_at_the_streams(rate_hz: int | None) -> None:
    other = Recorded(
        Script(sample_rate_hz=16_000, samples_per_char=100, chunk_samples=700), "other"
    )
    pipeline = make(Recorded(OWN, "own"), fallback_to(other), rate_hz)
    chunks = run(pipeline, SENTENCES[0])
    assert {chunk.sample_rate_hz for chunk in chunks} == {rate_hz or 24_000}
    own_s, other_s = 3500 / 24_000, len("sentence is here.") * 100 / 16_000
    heard_s = len(joined(chunks)) / (rate_hz or 24_000)
    assert heard_s == pytest.approx(own_s + other_s, abs=0.01)


def test_what_waits_to_be_sped_up_is_heard_too() -> None:
    own = Script(samples_per_char=2000, chunk_samples=7000, fail_at_step=2)
    fallback = fallback_to(Recorded(replace(OTHER, samples_per_char=1000), "other"))
    chunks = run(make(Recorded(own, "own"), fallback, speed=4.0), SENTENCES[0])
    # Engines go twice as fast, the rest is done by time-stretching.
    said_t, rest_t = pattern(0, 14_000, 0), pattern(0, len("sentence is here.") * 500, 0, 0.25)
    assert len(joined(chunks)) == len(sped_up(said_t)) + len(sped_up(rest_t))


def sped_up(pcm_t: PcmFloat) -> PcmFloat:
    stretcher = Stretcher(2.0, 24_000)
    return np.concatenate((stretcher.push(pcm_t), stretcher.flush()))


def test_the_rest_has_the_sounds_of_its_words() -> None:
    class Phonemic(Recorded):
        @property
        def capabilities(self) -> Capabilities:
            return replace(super().capabilities, phonemes=True)

    spans = (PhonemeSpan(0, 3, "wʌn"), PhonemeSpan(4, 7, "tuː"))
    spoken = Spoken("one two", SpanMap.identity(7), spans)
    engine, segment = Phonemic(OTHER, "other"), Segment("one two", 0, 7, 0.0)
    for first_char, phonemes in ((0, spans), (4, (PhonemeSpan(0, 3, "tuː"),))):
        open_voicing(
            engine,
            SpeechSettings(),
            segment,
            spoken,
            speed=1.0,
            index=0,
            start_sample=0,
            rate_hz=24_000,
            language="en",
            first_char=first_char,
        )
        assert engine.requests[-1].text == "one two"[first_char:]
        assert engine.requests[-1].phonemes == phonemes


def test_a_voice_that_breaks_before_it_is_heard_leaves_no_trace_but_the_count() -> None:
    own = Recorded(Script(samples_per_char=200, chunk_samples=700, fail_at_step=0), "own")
    other = Recorded(OTHER, "other")
    pipeline = make(own, fallback_to(other))
    broken_t = joined(run(pipeline, SENTENCES[0]))
    np.testing.assert_array_equal(broken_t, joined(run(make(Recorded(OTHER, "own")), SENTENCES[0])))
    assert other.texts == [SENTENCES[0].strip()]
    assert pipeline.substituted_segments == 1


def test_an_engine_that_tells_no_words_has_its_segment_spoken_once_more() -> None:
    class Wordless(Recorded):
        def step(self, streams: Sequence[ScriptedStream]) -> list[StepResult]:
            return [StepResult(one.pcm_t, one.last) for one in super().step(streams)]

    other = Recorded(OTHER, "other")
    run(make(Wordless(OWN, "own"), fallback_to(other)))
    assert other.texts == [SENTENCES[0].strip()]


def test_a_voice_that_breaks_twice_in_a_row_does_not_get_the_stream_back() -> None:
    own, other = Recorded(OWN, "own", breaks=[0, 1]), Recorded(OTHER, "other")
    pipeline = make(own, fallback_to(other))
    run(pipeline)
    assert own.texts == [sentence.strip() for sentence in SENTENCES[:2]]
    assert other.texts[-1] == SENTENCES[2].strip()
    assert pipeline.substituted_segments == 3


def test_one_that_recovered_in_between_does() -> None:
    own, other = Recorded(OWN, "own", breaks=[0, 2]), Recorded(OTHER, "other")
    run(make(own, fallback_to(other)), "".join(SENTENCES) + "A fourth is the last. ")
    assert own.texts[-1] == "A fourth is the last."


def test_without_a_fallback_the_stream_breaks() -> None:
    with pytest.raises(EngineFailed):
        run(make(Recorded(OWN, "own")))


def test_a_fallback_that_breaks_too_is_not_replaced_by_itself() -> None:
    other = Recorded(Script(fail_at_step=0), "other")
    with pytest.raises(EngineFailed):
        run(make(Recorded(OWN, "own"), fallback_to(other)))
    assert len(other.requests) == 1


def test_a_voice_of_another_language_is_no_fallback() -> None:
    other = ScriptedEngine()
    assert fallback_to(other).instead_of(ScriptedEngine(), "pt-BR") is None
    assert fallback_to(other).instead_of(ScriptedEngine(), "en-GB") is other
    assert fallback_to(other).instead_of(ScriptedEngine(), None) is other


def test_a_voice_that_cannot_be_had_is_no_fallback() -> None:
    def engine_for(voice: str) -> Engine:
        raise UnknownVoice("There is none.")

    assert Fallback("other", engine_for).instead_of(ScriptedEngine(), "en") is None


def test_there_is_none_unless_it_is_named() -> None:
    assert Fallback().instead_of(ScriptedEngine(), "en") is None
