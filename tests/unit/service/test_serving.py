"""Who is served on what terms, and who is told that there is no room."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest

from brisa.audio.buffer_options import BufferOptions, Overflow
from brisa.clock import ManualClock
from brisa.engines.scripted import Script, ScriptedEngine
from brisa.errors import Overloaded
from brisa.scheduler.demand import DemandSeed
from brisa.scheduler.job import JobClass
from brisa.service.listener import BULK, LIVE, Listener
from brisa.service.options import SynthesizerOptions
from brisa.service.probe import probe
from brisa.service.serving import engine_key, open_scheduler, terms_of
from brisa.service.synthesizer import Synthesizer
from brisa.types import Finished, SpeechSettings
from support.scripted_steps import CountedSteps

pytestmark = pytest.mark.unit

SCRIPTED = SpeechSettings(voice="scripted")


@pytest.fixture
def options(tmp_path: Path) -> SynthesizerOptions:
    return SynthesizerOptions(threads=1, cache_dir=tmp_path / "c", voices_dir=tmp_path / "v")


def test_terms_are_what_the_listener_is() -> None:
    engine = ScriptedEngine()
    live = terms_of(Listener(priority=80, client_key="a"), engine)
    assert (live.job_class, live.priority, live.client_key) == (JobClass.LIVE, 80, "a")
    assert terms_of(BULK, engine).job_class is JobClass.BULK
    assert live.engine == engine_key(engine)


def test_engines_that_differ_cost_differently() -> None:
    slow = ScriptedEngine(Script(step_ns=1))
    assert engine_key(slow) != engine_key(ScriptedEngine())


def test_the_scheduler_has_the_workers_of_the_service(options: SynthesizerOptions) -> None:
    assert open_scheduler(options, 3).admission.workers == 3
    assert open_scheduler(replace(options, workers=2), 4).admission.workers == 2


class SlowClock(ManualClock):
    """Each look at it takes a tick."""

    def now_ns(self) -> int:
        self.advance_ns(1_000_000)
        return super().now_ns()


def test_a_probe_tells_an_engines_speed() -> None:
    engine = ScriptedEngine(Script(samples_per_char=1200, chunk_samples=24_000))
    seed = probe(engine, "scripted", SlowClock())
    audio_s = 73 * 1200 / 24_000
    steps = 4
    assert seed.rtf == pytest.approx((2 * steps + 1) / 1000 / audio_s, rel=0.2)
    assert seed.first_ns == 2_000_000
    assert seed.step_ns == 1_000_000


def test_a_probe_of_an_engine_without_sound_is_no_answer() -> None:
    assert probe(ScriptedEngine(Script(silent=True)), "scripted", SlowClock()) == DemandSeed()


def full(options: SynthesizerOptions, steps: CountedSteps) -> Synthesizer:
    """Each stream asks for nearly half of the one worker."""
    made = Synthesizer(options, engines={"scripted": steps.engine})
    made._dispatcher.expect(
        engine_key(steps.engine), DemandSeed(rtf=0.45, step_ns=20_000_000, first_ns=20_000_000)
    )
    return made


def test_a_listener_for_whom_there_is_no_capacity_is_told_when_to_come_back(
    options: SynthesizerOptions,
) -> None:
    steps = CountedSteps(Script(samples_per_char=10_000))
    steps.hold()
    with full(replace(options, admission=True), steps) as synthesizer:
        speeches = [synthesizer.speak("One listener.", SCRIPTED) for _ in range(2)]
        with pytest.raises(Overloaded) as refused:
            synthesizer.speak("One too many.", SCRIPTED)
        assert 1 <= refused.value.retry_after_s <= 30
        assert refused.value.reason == "capacity"
        assert synthesizer.active_streams == 2
        file = synthesizer.speak("A file.", SCRIPTED, listener=BULK)
        steps.release()
        for speech in (*speeches, file):
            speech.read_all()
            assert isinstance(speech.outcome, Finished)
        synthesizer.speak("There is room again.", SCRIPTED).read_all()


def test_without_admission_everybody_is_taken(options: SynthesizerOptions) -> None:
    steps = CountedSteps(Script(samples_per_char=100))
    with full(options, steps) as synthesizer:
        speeches = [synthesizer.speak("One of many.", SCRIPTED) for _ in range(10)]
        assert all(len(speech.read_all()) for speech in speeches)


def test_a_client_with_more_than_its_share_is_refused_first(options: SynthesizerOptions) -> None:
    steps = CountedSteps(Script(samples_per_char=10_000))
    steps.hold()
    greedy, modest = Listener(client_key="greedy"), Listener(client_key="modest")
    limited = replace(options, admission=True)
    with Synthesizer(limited, engines={"scripted": steps.engine}) as synthesizer:
        synthesizer._dispatcher.expect(
            engine_key(steps.engine), DemandSeed(rtf=0.22, step_ns=20_000_000, first_ns=20_000_000)
        )
        speeches = [
            synthesizer.speak("A text.", SCRIPTED, listener=listener)
            for listener in (modest, greedy, greedy)
        ]
        with pytest.raises(Overloaded) as refused:
            synthesizer.speak("A text.", SCRIPTED, listener=greedy)
        assert refused.value.reason == "share"
        assert synthesizer.active_streams == len(speeches)
        steps.release()


def test_files_are_made_when_no_listener_needs_anything(options: SynthesizerOptions) -> None:
    """One thread: the step that follows the held one is the listener's, whoever came first."""
    order: list[str] = []
    permits, begun = threading.Semaphore(0), threading.Semaphore(0)

    def on_step(stream: object) -> None:
        order.append(stream.request.text)  # type: ignore[attr-defined]
        begun.release()
        assert permits.acquire(timeout=20)

    engine = ScriptedEngine(Script(samples_per_char=2000, chunk_samples=4000), on_step=on_step)
    with Synthesizer(options, engines={"scripted": engine}) as synthesizer:
        file = synthesizer.speak("File.", SCRIPTED, listener=BULK)
        assert begun.acquire(timeout=20)
        live = synthesizer.speak("Live.", SCRIPTED, listener=LIVE)
        permits.release(1000)
        live.read_all()
        file.read_all()
    assert order[:4] == ["File.", "Live.", "Live.", "Live."]


@pytest.mark.parametrize("overflow", [Overflow.DROP_OLDEST, Overflow.SPEED_UP])
def test_a_file_is_whole_whatever_full_buffers_lose(
    options: SynthesizerOptions, overflow: Overflow
) -> None:
    lossy = replace(options, buffer=BufferOptions(size_ms=200, overflow=overflow))
    engine = ScriptedEngine(Script(samples_per_char=2000))
    with Synthesizer(lossy, engines={"scripted": engine}) as synthesizer:
        speech = synthesizer.speak("A text of some length.", SCRIPTED, listener=BULK)
        while speech.timeline.audio_samples < 4800:
            pass
        pcm_t = speech.read_all()
    outcome = speech.outcome
    assert isinstance(outcome, Finished)
    assert len(pcm_t) == outcome.samples


def test_a_priority_out_of_range_is_refused(options: SynthesizerOptions) -> None:
    with (
        Synthesizer(options, engines={"scripted": ScriptedEngine()}) as synthesizer,
        pytest.raises(ValueError, match="0 to 99"),
    ):
        synthesizer.speak("A text.", SCRIPTED, listener=Listener(priority=100))
