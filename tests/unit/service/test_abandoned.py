"""Streams that nobody holds end, whatever lock the garbage collector finds held."""

from __future__ import annotations

import gc
import threading
from pathlib import Path

import pytest

from brisa.engines.scripted import Script, ScriptedEngine
from brisa.service.options import SynthesizerOptions
from brisa.service.synthesizer import Synthesizer
from brisa.types import Cancelled, Outcome, SpeechSettings

pytestmark = pytest.mark.unit

SCRIPTED = SpeechSettings(voice="scripted")


@pytest.fixture
def synthesizer(tmp_path: Path) -> Synthesizer:
    options = SynthesizerOptions(threads=1, cache_dir=tmp_path / "c", voices_dir=tmp_path / "v")
    engine = ScriptedEngine(Script(samples_per_char=10_000))
    return Synthesizer(options, engines={"scripted": engine})


def test_a_stream_that_is_let_go_ends(synthesizer: Synthesizer) -> None:
    outcomes: list[Outcome] = []
    over = threading.Event()

    def ended(outcome: Outcome) -> None:
        outcomes.append(outcome)
        over.set()

    with synthesizer:
        speech = synthesizer.open(SCRIPTED, on_end=ended)
        del speech
        gc.collect()
        assert over.wait(timeout=20)
    assert isinstance(outcomes[0], Cancelled)


def test_a_collection_under_the_dispatchers_lock_waits_for_nobody(
    synthesizer: Synthesizer,
) -> None:
    done = threading.Event()

    def collect_inside(speeches: list[object]) -> None:
        with synthesizer._dispatcher._lock:
            speeches.clear()
            gc.collect()
        done.set()

    with synthesizer:
        held: list[object] = [synthesizer.speak("A long text.", SCRIPTED)]
        thread = threading.Thread(target=collect_inside, args=(held,), daemon=True)
        thread.start()
        assert done.wait(timeout=20), "the collector waits for a lock"
        thread.join()


def test_closing_ends_the_thread(synthesizer: Synthesizer) -> None:
    synthesizer.close()
    assert "brisa-abandoned" not in {
        thread.name for thread in threading.enumerate() if thread is synthesizer._abandoned._thread
    }
