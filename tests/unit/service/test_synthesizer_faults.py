"""The public door while engines are late or broken, and while there is too little of everything."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from brisa.audio.conceal import CROSS_FADE_MS
from brisa.clock import NS_PER_MS as MS
from brisa.clock import NS_PER_S as S
from brisa.clock import ManualClock
from brisa.engines.scripted import Script, ScriptedEngine
from brisa.errors import EngineFailed, Overloaded
from brisa.scheduler.demand import DemandSeed
from brisa.scheduler.ladder import Rung
from brisa.service.degradation import ENOUGH_FIRST_SOUNDS, Degradation, DegradationOptions
from brisa.service.listener import LIVE
from brisa.service.options import SynthesizerOptions
from brisa.service.outlet import PIECE_MS
from brisa.service.serving import engine_key
from brisa.service.streams import Streams
from brisa.service.synthesizer import Synthesizer
from brisa.telemetry.timeline import Timeline
from brisa.types import Failed, Finished, SpeechSettings
from support.live_server import eventually
from support.scripted_steps import CountedSteps

pytestmark = pytest.mark.unit

SCRIPTED = SpeechSettings(voice="scripted")
TEXT = "One sentence that is broken. Another one."
SCRIPT = Script(samples_per_char=240, chunk_samples=2400)
HELD = 120  # the end of what a segment yields waits, in case it is to be faded out
FADING = round(24 * CROSS_FADE_MS)


@pytest.fixture
def options(tmp_path: Path) -> SynthesizerOptions:
    return SynthesizerOptions(
        threads=2, cache_dir=tmp_path / "cache", voices_dir=tmp_path / "voices", pre_buffer_ms=0
    )


def test_a_step_that_hangs_is_concealed_and_nothing_is_lost(options: SynthesizerOptions) -> None:
    with Synthesizer(options, engines={"scripted": ScriptedEngine(SCRIPT)}) as calm:
        whole_t = calm.speak(TEXT, SCRIPTED).read_all()
    clock, counted = ManualClock(), CountedSteps(SCRIPT)
    concealing = replace(options, step_limit_ms=1)
    with Synthesizer(concealing, engines={"scripted": counted.engine}, clock=clock) as synthesizer:
        counted.hold(2)
        speech = synthesizer.speak(TEXT, SCRIPTED)
        pieces = []
        while sum(map(len, pieces)) < 2 * SCRIPT.chunk_samples - HELD:
            pieces.append(next(speech).pcm_t)
        clock.advance_ns(170 * MS)  # of 195
        eventually(lambda: speech.timeline.concealed_samples > 0, "a filler")
        counted.release()
        pieces += [chunk.pcm_t for chunk in speech]
    outcome, heard = speech.outcome, 2 * SCRIPT.chunk_samples - HELD
    assert isinstance(outcome, Finished)
    filler = outcome.concealed_samples
    assert filler == 24 * PIECE_MS
    pcm_t = np.concatenate(pieces)
    assert outcome.samples == len(pcm_t) == len(whole_t) + filler
    np.testing.assert_array_equal(pcm_t[:heard], whole_t[:heard])
    np.testing.assert_array_equal(pcm_t[heard + filler :][FADING:], whole_t[heard:][FADING:])


def test_a_library_is_the_same_samples_however_slow_it_was(options: SynthesizerOptions) -> None:
    assert options.step_limit_ms is None
    assert options.degradation.enabled is False


def test_the_fallback_voice_goes_on_for_a_broken_one(options: SynthesizerOptions) -> None:
    engines = {
        "scripted": ScriptedEngine(replace(SCRIPT, fail_at_step=1)),
        "other": ScriptedEngine(SCRIPT, voices=["other"]),
    }
    with Synthesizer(replace(options, fallback_voice="other"), engines=engines) as synthesizer:
        speech = synthesizer.speak(TEXT, SCRIPTED)
        pcm_t = speech.read_all()
    assert isinstance(speech.outcome, Finished)
    assert speech.outcome.substituted_segments == 1
    assert speech.timeline.substituted_segments == 1
    assert len(pcm_t) == speech.outcome.samples
    assert np.any(pcm_t)


def test_without_one_the_stream_fails(options: SynthesizerOptions) -> None:
    engines = {"scripted": ScriptedEngine(replace(SCRIPT, fail_at_step=1))}
    with Synthesizer(options, engines=engines) as synthesizer:
        speech = synthesizer.speak(TEXT, SCRIPTED)
        with pytest.raises(EngineFailed):
            speech.read_all()
    assert isinstance(speech.outcome, Failed)


def test_who_cannot_keep_up_does_with_less_and_then_refuses(options: SynthesizerOptions) -> None:
    clock = ManualClock()
    degradation = DegradationOptions(enabled=True, lighter_voices={"scripted": "other"})
    engines = {name: ScriptedEngine(SCRIPT, voices=[name]) for name in ("scripted", "other")}
    with Synthesizer(
        replace(options, degradation=degradation), engines=engines, clock=clock
    ) as synthesizer:
        assert synthesizer.degradation_level() == Rung.NORMAL
        assert synthesizer.lessened(SCRIPTED).settings == SCRIPTED
        levels = []
        for _ in range(12):
            synthesizer.degradation.underrun()
            clock.advance_ns(S)
            levels.append(synthesizer.degradation_level())
        assert levels == [0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4]
        lessened = synthesizer.lessened(SCRIPTED, rates_hz=(16_000,))
        assert lessened.header == "look-ahead, lighter-voice=other, sample-rate=16000"
        with pytest.raises(Overloaded) as caught:
            synthesizer.speak(TEXT, SCRIPTED)
        assert caught.value.retry_after_s == degradation.retry_after_s
        clock.advance_ns(60 * S)
        pcm_t = synthesizer.speak(TEXT, synthesizer.lessened(SCRIPTED).settings).read_all()
        assert len(pcm_t) > 0


def test_streams_that_begin_under_strain_are_made_further_ahead(
    options: SynthesizerOptions,
) -> None:
    clock = ManualClock()
    degradation = DegradationOptions(enabled=True, look_ahead_factor=2.0)
    engines = {"scripted": ScriptedEngine(SCRIPT)}
    with Synthesizer(
        replace(options, degradation=degradation), engines=engines, clock=clock
    ) as synthesizer:

        def look_ahead_ms() -> float:
            speech = synthesizer.open(SCRIPTED)
            held = speech._utterance.ear.view(clock.now_ns()).look_ahead_ms
            speech.cancel()
            return held

        before_ms = look_ahead_ms()
        for _ in range(3):
            synthesizer.degradation.underrun()
            clock.advance_ns(S)
            synthesizer.degradation_level()
        assert look_ahead_ms() == 2 * before_ms


def test_late_first_sounds_lead_up(options: SynthesizerOptions) -> None:
    clock = ManualClock()
    strained = replace(options, degradation=DegradationOptions(enabled=True))
    engines = {"scripted": ScriptedEngine(SCRIPT)}
    with Synthesizer(strained, engines=engines, clock=clock) as synthesizer:
        synthesizer.degradation_level()
        for _ in range(3):
            speeches = [synthesizer.speak(TEXT, SCRIPTED) for _ in range(ENOUGH_FIRST_SOUNDS)]
            clock.advance_ns(S)
            for speech in speeches:
                speech.read_all()
            synthesizer.degradation_level()
        assert synthesizer.degradation_level() == Rung.LOOK_AHEAD


def test_refusals_for_want_of_capacity_lead_up(options: SynthesizerOptions) -> None:
    clock, engine = ManualClock(), ScriptedEngine(SCRIPT)
    strained = replace(options, admission=True, degradation=DegradationOptions(enabled=True))
    with Synthesizer(strained, engines={"scripted": engine}, clock=clock) as synthesizer:
        synthesizer._dispatcher.expect(engine_key(engine), DemandSeed(rtf=1.0))
        synthesizer.degradation_level()
        speech = synthesizer.open(SCRIPTED)
        for _ in range(3):
            with pytest.raises(Overloaded):
                synthesizer.open(SCRIPTED)
            clock.advance_ns(S)
            synthesizer.degradation_level()
        speech.cancel()
        assert synthesizer.degradation_level() == Rung.LOOK_AHEAD


def test_gaps_that_are_the_servers_fault_lead_up() -> None:
    degradation = Degradation(DegradationOptions(enabled=True), lambda: 0.0, 300.0)
    degradation.rung(0)
    streams = Streams(SynthesizerOptions(), ManualClock(), degradation)
    ear, _ = streams.open(Timeline(0, 1000), LIVE, lambda: None)
    ear.text_came(0)
    for second in range(3):
        for now_ms in (1000 * second + 100, 1000 * second + 900):
            ear.produced(50, now_ms * MS)
            ear.taken(50, now_ms * MS)
        degradation.rung((second + 1) * S)
    assert degradation.rung(3 * S) is Rung.LOOK_AHEAD
