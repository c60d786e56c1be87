"""Workers that die under a listener: the same samples where that can be, else another voice."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from brisa.engines.scripted import Script, ScriptedEngine
from brisa.errors import EngineFailed
from brisa.service.options import SynthesizerOptions
from brisa.service.synthesizer import Synthesizer
from brisa.types import Finished, SpeechSettings
from brisa.workers.pool import WorkerPool
from support.worker_pools import close_pools, quick_pool, scripted_voice

pytestmark = pytest.mark.integration

TEXT = "Ten little words are spoken here, one by one, slowly."
VOICE = {"samples_per_char": 2400, "chunk_samples": 4800}
DEADLY = {**VOICE, "trouble": {"kind": "exit", "at_step": 5}}


@pytest.fixture
def pool() -> Iterator[WorkerPool]:
    made = quick_pool(workers=2)
    made.start()
    yield made
    close_pools()


def serving(pool: WorkerPool, folder: Path, fallback: str | None, **voices: object) -> Synthesizer:
    options = SynthesizerOptions(
        threads=2,
        pre_buffer_ms=0,
        step_limit_ms=200,
        fallback_voice=fallback,
        cache_dir=folder / "cache",
        voices_dir=folder / "voices",
    )
    engines = {
        name: pool.load(scripted_voice(folder / name, name, **script))  # type: ignore[arg-type]
        for name, script in voices.items()
    }
    return Synthesizer(options, engines=engines)


def test_a_segment_that_kills_workers_is_spoken_on_by_another_voice(
    pool: WorkerPool, tmp_path: Path
) -> None:
    with serving(pool, tmp_path, "spare", deadly=DEADLY, spare=VOICE) as synthesizer:
        speech = synthesizer.speak(TEXT, SpeechSettings(voice="deadly"))
        pcm_t = speech.read_all()
    assert isinstance(speech.outcome, Finished)
    assert speech.outcome.substituted_segments == 1
    # Five steps are ten characters, two words to their end.
    made = 5 * 4800 + (len(TEXT) - len("Ten little ")) * 2400
    # Processes take their time to start on a busy machine.
    assert len(pcm_t) == made + speech.outcome.concealed_samples


def test_without_another_voice_it_fails(pool: WorkerPool, tmp_path: Path) -> None:
    with serving(pool, tmp_path, None, deadly=DEADLY) as synthesizer:
        speech = synthesizer.speak(TEXT, SpeechSettings(voice="deadly"))
        with pytest.raises(EngineFailed):
            speech.read_all()


def test_a_worker_that_is_killed_costs_no_sample_and_no_filler(
    pool: WorkerPool, tmp_path: Path
) -> None:
    calm = SynthesizerOptions(cache_dir=tmp_path / "cache", voices_dir=tmp_path / "voices")
    settings = SpeechSettings(voice="steady")
    engines = {"steady": ScriptedEngine(Script(**VOICE), voices=["steady"])}
    with Synthesizer(calm, engines=engines) as alone:
        whole_t = alone.speak(TEXT, settings).read_all()
    with serving(pool, tmp_path, None, steady=VOICE) as synthesizer:
        speech = synthesizer.speak(TEXT, settings)
        pieces = [next(speech).pcm_t for _ in range(3)]
        [pid] = [worker.pid for worker in pool.workers() if worker.streams]
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        pieces += [chunk.pcm_t for chunk in speech]
    assert isinstance(speech.outcome, Finished)
    assert speech.outcome.concealed_samples == 0
    np.testing.assert_array_equal(np.concatenate(pieces), whole_t)
