"""One stream as the dispatcher steps it: how much text is read when."""

from __future__ import annotations

import pytest

from brisa.audio.buffer_options import BufferOptions
from brisa.clock import ManualClock
from brisa.engines.scripted import Script, ScriptedEngine
from brisa.errors import BrisaError, InvalidRequest
from brisa.scheduler.job import Terms
from brisa.service.channel import ChunkChannel
from brisa.service.listener import LIVE
from brisa.service.options import SynthesizerOptions
from brisa.service.pipeline import READ_AHEAD_SEGMENTS, Pipeline
from brisa.service.streams import Streams
from brisa.service.utterance import READ_CHARS, Utterance
from brisa.telemetry.timeline import Timeline
from brisa.text.reading import Reader, ReaderOptions, Utterable
from brisa.text.tools import reading_tools
from brisa.types import Failed, Finished, SpeechSettings, TextOptions

pytestmark = pytest.mark.unit


class CountingReader(Reader):
    """Tells how much it was given."""

    chars = 0

    def push(self, text: str, now_ns: int = 0) -> list[Utterable]:
        self.chars += len(text)
        return super().push(text, now_ns)


def make(
    text: TextOptions | None = None, **script: int
) -> tuple[Utterance, CountingReader, ChunkChannel, ManualClock]:
    clock = ManualClock()
    engine = ScriptedEngine(Script(**{"samples_per_char": 20, "chunk_samples": 500, **script}))
    settings = SpeechSettings(voice="scripted", text=text or TextOptions())
    reader = CountingReader(ReaderOptions(text=settings.text), reading_tools())
    pipeline = Pipeline(engine, settings, reader)
    timeline = Timeline(clock.now_ns(), pipeline.sample_rate_hz)
    streams = Streams(SynthesizerOptions(buffer=BufferOptions(chunk_ms=20, size_ms=200)), clock)
    ear, channel = streams.open(timeline, LIVE, lambda: None)
    utterance = Utterance(
        pipeline, channel, ear, timeline, terms=Terms(), on_end=lambda outcome: None
    )
    return utterance, reader, channel, clock


def run_step(utterance: Utterance, clock: ManualClock) -> None:
    """One step, alone."""
    wanted = utterance.begin(clock)
    result = None
    if wanted is not None:
        try:
            result = wanted.engine.step([wanted.stream])[0]
        except BrisaError as error:
            utterance.broke(error, clock)
    utterance.complete(result, clock.now_ns(), clock)


SENTENCE = "A sentence of fifty characters, more or less, yes. "


def test_a_long_text_is_read_bit_by_bit_and_heard_at_once() -> None:
    utterance, reader, channel, clock = make()
    utterance.push(SENTENCE * 2000, 0)
    utterance.end_text()
    run_step(utterance, clock)
    assert 0 < reader.chars <= READ_CHARS
    assert channel.buffered_ms > 0
    steps = 1
    while utterance.wanted(clock.now_ns()):
        run_step(utterance, clock)
        steps += 1
        assert steps < 100
    assert reader.chars < (READ_AHEAD_SEGMENTS + 1) * 250 + 2 * READ_CHARS


def test_a_text_read_bit_by_bit_is_read_to_its_end_and_flushes_keep_their_place() -> None:
    utterance, reader, channel, clock = make()
    for piece in (SENTENCE * 100, "no end", SENTENCE * 40):
        utterance.push(piece, 0)
        utterance.flush_text()
    utterance.end_text()
    words: list[str] = []
    while not utterance.finished:
        while utterance.wanted(clock.now_ns()):
            run_step(utterance, clock)
        while channel.buffered_ms > 0:
            chunk = channel.get()
            assert chunk is not None
            words += [mark.text for mark in chunk.words]
    assert isinstance(channel.outcome, Finished)
    assert words == (SENTENCE * 100 + "no end " + SENTENCE * 40).split()
    assert reader.chars == len(SENTENCE) * 140 + 6


def test_the_timer_waits_while_text_is_there_unread() -> None:
    utterance, reader, _, clock = make()
    utterance.push("x" * 100 + " " + SENTENCE * 200 + "half", 0)
    clock.advance_ns(10_000_000_000)
    run_step(utterance, clock)
    assert utterance.wake_at_ns(clock.now_ns()) == clock.now_ns()  # for there is room
    assert reader.chars == READ_CHARS


def test_what_is_to_be_refused_is_read_before_any_of_it_is_heard() -> None:
    utterance, _, channel, clock = make(TextOptions(malformed="refuse"))
    utterance.push(SENTENCE * 300 + '<prosody rate="x">y', 0)
    utterance.end_text()
    while utterance.wanted(clock.now_ns()):
        run_step(utterance, clock)
    assert isinstance(channel.outcome, Failed)
    assert isinstance(utterance.error, InvalidRequest)
    assert channel.outcome.samples == 0


def test_a_broken_source_ends_the_stream_whatever_is_unread() -> None:
    utterance, reader, channel, clock = make()
    utterance.push(SENTENCE * 1000, 0)
    run_step(utterance, clock)
    utterance.end_text(InvalidRequest("The source broke."))
    assert utterance.wanted(clock.now_ns())
    run_step(utterance, clock)
    assert isinstance(channel.outcome, Failed)
    assert reader.chars == READ_CHARS
