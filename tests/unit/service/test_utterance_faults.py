"""A stream whose engine is late or breaks: what its listener hears, and what is told of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pytest

from brisa.audio.buffer_options import BufferOptions
from brisa.audio.conceal import CROSS_FADE_MS, FILLER_MS
from brisa.clock import NS_PER_MS as MS
from brisa.clock import ManualClock
from brisa.engines.scripted import Script, ScriptedEngine
from brisa.errors import BrisaError, EngineFailed, EngineTimeout
from brisa.scheduler.job import JobClass, Terms
from brisa.service.channel import ChunkChannel
from brisa.service.concealment import StepWatch
from brisa.service.fallback import Fallback
from brisa.service.listener import BULK, LIVE
from brisa.service.options import SynthesizerOptions
from brisa.service.pipeline import Pipeline
from brisa.service.streams import Streams
from brisa.service.utterance import Utterance
from brisa.telemetry.timeline import Timeline
from brisa.text.reading import Reader, ReaderOptions
from brisa.text.tools import reading_tools
from brisa.types import Cancelled, Failed, Finished, PcmInt16, SpeechSettings

pytestmark = pytest.mark.unit

RATE_HZ = 24_000
STEP_MS = 100
SCRIPT = Script(samples_per_char=600, chunk_samples=RATE_HZ * STEP_MS // 1000)
TEXT = "A sentence of forty characters, no more."
FADING = round(CROSS_FADE_MS * RATE_HZ / 1000)
HELD = 120  # the end of what a segment yields waits, in case it is to be faded out
OPTIONS = SynthesizerOptions(pre_buffer_ms=0, buffer=BufferOptions(size_ms=2000, chunk_ms=20))


@dataclass
class Stream:
    """A stream, everything that serves it, and a reader that takes what there is at once."""

    utterance: Utterance
    channel: ChunkChannel
    watch: StepWatch
    timeline: Timeline
    clock: ManualClock
    reads: bool = True

    def step(self, takes_ms: int = 0, error: BrisaError | None = None) -> None:
        """One step of the stream; it is looked at while it takes its time."""
        utterance, clock = self.utterance, self.clock
        wanted = utterance.begin(clock)
        began_ns = clock.now_ns()
        for _ in range(takes_ms // 5):
            self.pass_ms(5)
        result = None
        if error is not None:
            utterance.broke(error, clock)
        elif wanted is not None:
            try:
                result = wanted.engine.step([wanted.stream])[0]
            except BrisaError as broken:
                utterance.broke(broken, clock)
        utterance.complete(result, began_ns, clock)
        self.read()

    def pass_ms(self, span_ms: int) -> None:
        self.clock.advance_ns(span_ms * MS)
        self.watch.look(self.clock.now_ns())
        self.read()

    def read(self) -> None:
        while self.reads and self.channel.buffered_samples:
            chunk = self.channel.get()
            assert chunk is not None
            assert chunk.start_sample == len(self.pcm_t)
            self._pcm.append(chunk.pcm_t)

    def __post_init__(self) -> None:
        self._pcm: list[PcmInt16] = [np.zeros(0, np.int16)]

    @property
    def pcm_t(self) -> PcmInt16:
        return np.concatenate(self._pcm)

    def finish(self) -> Finished | Cancelled | Failed:
        """Step it to its end, without delay."""
        while self.channel.outcome is None:
            self.step()
        self.read()
        return self.channel.outcome


def make(
    *, bulk: bool = False, script: Script = SCRIPT, fallback: ScriptedEngine | None = None
) -> Stream:
    clock = ManualClock()
    engine = ScriptedEngine(script)
    settings = SpeechSettings(voice="scripted")
    other = Fallback("other", lambda voice: fallback) if fallback else None
    reader = Reader(ReaderOptions(text=settings.text), reading_tools())
    pipeline = Pipeline(engine, settings, reader, fallback=other)
    timeline = Timeline(0, RATE_HZ)
    ear, channel = Streams(OPTIONS, clock).open(timeline, BULK if bulk else LIVE, lambda: None)
    watch = StepWatch(clock, 200)
    terms = Terms(JobClass.BULK if bulk else JobClass.LIVE)
    utterance = Utterance(
        pipeline, channel, ear, timeline, terms=terms, on_end=lambda outcome: None, watch=watch
    )
    utterance.push(TEXT, 0)
    utterance.end_text()
    return Stream(utterance, channel, watch, timeline, clock)


def undisturbed() -> PcmInt16:
    stream = make()
    assert isinstance(stream.finish(), Finished)
    return stream.pcm_t


def test_a_late_step_is_bridged_and_all_of_the_audio_follows() -> None:
    stream, whole_t = make(), undisturbed()
    for _ in range(3):
        stream.step()
    stream.step(takes_ms=350)  # the listener holds 295 ms
    outcome = stream.finish()
    assert isinstance(outcome, Finished)
    filler = outcome.concealed_samples
    assert 50 <= filler * 1000 / RATE_HZ <= 120
    assert outcome.degraded
    assert outcome.samples == len(whole_t) + filler == len(stream.pcm_t)
    assert stream.timeline.concealed_samples == filler
    heard = 3 * SCRIPT.chunk_samples - HELD
    np.testing.assert_array_equal(stream.pcm_t[:heard], whole_t[:heard])
    late_t = stream.pcm_t[heard + filler :]
    np.testing.assert_array_equal(late_t[FADING:], whole_t[heard + FADING :])


def test_who_holds_enough_hears_the_same_as_ever() -> None:
    stream = make()
    for _ in range(6):
        stream.step()
    stream.step(takes_ms=500)
    outcome = stream.finish()
    assert outcome == Finished(len(stream.pcm_t), RATE_HZ)
    np.testing.assert_array_equal(stream.pcm_t, undisturbed())


def test_a_listener_who_holds_just_the_limit_when_a_step_begins_meets_no_gap() -> None:
    """As those who play as they hear do: their next step begins when they hold so much."""
    stream = make()
    stream.step()
    stream.step()
    stream.step(takes_ms=300)  # the listener holds 195 ms
    outcome = stream.finish()
    assert isinstance(outcome, Finished)
    assert outcome.concealed_samples > 0
    assert stream.utterance.ear.view(stream.clock.now_ns()).underruns == 0


def test_a_step_within_its_limit_is_not_concealed_though_the_listener_runs_dry() -> None:
    stream = make()
    stream.step()
    stream.step(takes_ms=195)
    assert isinstance(stream.finish(), Finished)
    np.testing.assert_array_equal(stream.pcm_t, undisturbed())


def test_a_filler_ends_and_what_follows_is_silence_that_counts_as_one() -> None:
    stream = make()
    for _ in range(3):
        stream.step()
    stream.step(takes_ms=1000)
    outcome = stream.finish()
    assert isinstance(outcome, Finished)
    assert outcome.concealed_samples == FILLER_MS * RATE_HZ / 1000
    heard = stream.utterance.ear.view(stream.clock.now_ns())
    assert heard.underruns == 1
    assert heard.longest_gap_ms == pytest.approx(1000 - 295 - FILLER_MS, abs=1)


@pytest.mark.parametrize("steps", [0, 1])
def test_before_the_first_sound_there_is_nothing_to_go_on_from(steps: int) -> None:
    short = replace(SCRIPT, chunk_samples=24 * 20)
    stream, whole = make(script=short), make(script=short)
    stream.reads = False  # what is not taken is not heard
    for _ in range(steps):
        stream.step()
    stream.step(takes_ms=1000)
    stream.reads = True
    assert isinstance(stream.finish(), Finished)
    whole.finish()
    np.testing.assert_array_equal(stream.pcm_t, whole.pcm_t)


def test_a_silence_that_has_begun_is_not_filled() -> None:
    stream = make()
    stream.step()
    stream.step(takes_ms=1000)
    stream.finish()
    np.testing.assert_array_equal(stream.pcm_t, undisturbed())


def test_a_listener_who_holds_the_sound_is_given_no_filler() -> None:
    stream = make()
    stream.step()
    stream.pass_ms(80)
    stream.utterance.ear.paused(stream.clock.now_ns())
    stream.step(takes_ms=1000)
    stream.utterance.ear.resumed(stream.clock.now_ns())
    stream.finish()
    np.testing.assert_array_equal(stream.pcm_t, undisturbed())


def test_a_file_is_never_concealed() -> None:
    stream = make(bulk=True)
    for _ in range(3):
        stream.step()
    stream.step(takes_ms=1000)
    assert isinstance(stream.finish(), Finished)
    np.testing.assert_array_equal(stream.pcm_t, undisturbed())


def test_a_stream_that_is_cancelled_meanwhile_counts_what_was_handed_out() -> None:
    stream = make()
    for _ in range(3):
        stream.step()
    stream.utterance.begin(stream.clock)
    for _ in range(60):
        stream.pass_ms(5)
    stream.utterance.cancel(stream.clock.now_ns())
    outcome = stream.channel.outcome
    assert outcome == Cancelled(len(stream.pcm_t), RATE_HZ)
    assert len(stream.pcm_t) > 3 * SCRIPT.chunk_samples


def test_a_step_that_broke_is_not_watched_any_more() -> None:
    stream = make()
    stream.step()
    stream.step(error=EngineTimeout("too late"))
    assert stream.watch.next_look_ns() is None
    assert isinstance(stream.channel.outcome, Failed)


def test_another_voice_goes_on_and_the_outcome_says_so() -> None:
    other = ScriptedEngine(Script(samples_per_char=300, chunk_samples=2400), voices=["other"])
    stream = make(fallback=other)
    stream.step()
    stream.step()
    stream.step(error=EngineFailed("broken"))
    outcome = stream.finish()
    assert isinstance(outcome, Finished)
    assert (outcome.substituted_segments, outcome.degraded) == (1, True)
    assert stream.timeline.substituted_segments == 1
    rest = (len(TEXT) - len("A ")) * 300  # 200 ms are eight characters: one whole word
    assert outcome.samples == 2 * SCRIPT.chunk_samples + rest == len(stream.pcm_t)


def test_a_file_fails_rather_than_change_its_voice() -> None:
    stream = make(bulk=True, fallback=ScriptedEngine(voices=["other"]))
    stream.step()
    stream.step(error=EngineFailed("broken"))
    assert isinstance(stream.channel.outcome, Failed)


def test_what_is_no_fault_of_the_engine_is_nothing_to_fall_back_from() -> None:
    stream = make(fallback=ScriptedEngine(voices=["other"]))
    stream.step()
    stream.step(error=BrisaError("something else"))
    assert isinstance(stream.channel.outcome, Failed)
