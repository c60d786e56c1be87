"""Clocks that are set, jump, or stand still: streams go on as if nothing had happened."""

from __future__ import annotations

import ast
import itertools
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import brisa
from brisa.app.options import ServerOptions
from brisa.clock import NS_PER_S, SystemClock
from brisa.engines.scripted import Script
from brisa.service.options import SynthesizerOptions
from brisa.service.synthesizer import Synthesizer
from brisa.types import Finished, SpeechSettings
from brisa.workers.options import PoolOptions
from brisa.workers.pool import WorkerPool
from support.faulty_server import undisturbed
from support.live_server import LiveServer, read_to_end, speech_request, unchunked
from support.scripted_steps import CountedSteps
from support.worker_pools import MADE, close_pools, results, samples, scripted_voice, wanted
from support.worker_pools import undisturbed as undisturbed_t

pytestmark = pytest.mark.integration

TEXT = "Some words that are heard while the clocks go mad. And some more that follow them. " * 3
SCRIPT = Script(chunk_samples=4800)
HOUR_NS = 3600 * NS_PER_S


class JumpingClock(SystemClock):
    """The machine's clock, as it is after the machine has slept for a while."""

    def __init__(self) -> None:
        self.slept_ns = 0

    def now_ns(self) -> int:
        return super().now_ns() + self.slept_ns


@pytest.fixture
def pool_clock() -> Iterator[JumpingClock]:
    yield JumpingClock()
    close_pools()


def alone(**fields: object) -> bytes:
    """A request on a connection that ends with its answer."""
    request = speech_request(input=TEXT, response_format="pcm", **fields)
    return request.replace(b"Host:", b"Connection: close\r\nHost:")


@pytest.mark.parametrize("slept_ns", [NS_PER_S, 10 * HOUR_NS])
def test_a_machine_that_slept_goes_on_with_its_streams(slept_ns: int) -> None:
    clock, steps = JumpingClock(), CountedSteps(SCRIPT)
    service = SynthesizerOptions(threads=2, admission=True)
    synthesizer = Synthesizer(service, engines={"scripted": steps.engine}, clock=clock)
    options = ServerOptions(default_voice="scripted", warm_formats=())
    whole = undisturbed(TEXT, chunk_samples=4800)
    with LiveServer(None, options, synthesizer=synthesizer) as server:
        with server.connection() as bare:
            steps.hold(permits=3)
            bare.sendall(alone())
            first = bare.recv(1)
            clock.slept_ns += slept_ns
            steps.release()
            assert unchunked(first + read_to_end(bare)) == whole
        with server.connection() as bare:
            bare.sendall(alone())
            assert unchunked(read_to_end(bare)) == whole


def test_a_library_that_slept_before_every_chunk() -> None:
    clock = JumpingClock()
    engines = {"scripted": CountedSteps(SCRIPT).engine}
    with Synthesizer(SynthesizerOptions(threads=2), engines=engines, clock=clock) as synthesizer:
        speech = synthesizer.speak(TEXT, SpeechSettings(voice="scripted"))
        pieces = []
        for chunk in speech:
            pieces.append(chunk.pcm_t)
            clock.slept_ns += HOUR_NS
    assert isinstance(speech.outcome, Finished)
    assert np.concatenate(pieces).tobytes() == undisturbed(TEXT, chunk_samples=4800)


def test_text_that_comes_after_the_machine_slept_is_spoken() -> None:
    clock = JumpingClock()
    engines = {"scripted": CountedSteps(SCRIPT).engine}
    with Synthesizer(SynthesizerOptions(threads=1), engines=engines, clock=clock) as synthesizer:
        speech = synthesizer.open(SpeechSettings(voice="scripted"))
        speech.push("A sentence before it. ")
        first = next(speech)
        clock.slept_ns += HOUR_NS
        speech.push("And one after it.")
        speech.end()
        rest = speech.read_all()
    assert isinstance(speech.outcome, Finished)
    whole = undisturbed("A sentence before it. And one after it.", chunk_samples=4800)
    assert first.pcm_t.tobytes() + rest.tobytes() == whole


def test_workers_that_seem_silent_for_an_hour_cost_no_sample(
    pool_clock: JumpingClock, tmp_path: Path
) -> None:
    """Their beats are overdue by that clock; whatever is made of it, streams go on."""
    pool = WorkerPool(PoolOptions(workers=2), pool_clock)
    MADE.append(pool)
    pool.start()
    engine = pool.load(scripted_voice(tmp_path, chunk_samples=6000))

    def sleep(at: int, stream: object) -> None:
        if at in (2, 5):
            pool_clock.slept_ns += HOUR_NS

    found = samples(results(engine, wanted(), sleep))
    np.testing.assert_array_equal(found, undisturbed_t(wanted(), chunk_samples=6000))


def test_a_wall_clock_that_is_set_to_and_fro_is_not_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Years forth and back, at every reading; only lines of the log and headers show it."""
    real_s, years = time.time, itertools.cycle([1e8, -1e8, 0.0])
    monkeypatch.setattr(time, "time", lambda: real_s() + next(years))
    monkeypatch.setattr(time, "time_ns", lambda: round(time.time() * NS_PER_S))
    service = SynthesizerOptions(threads=2, admission=True)
    with LiveServer(CountedSteps(SCRIPT).engine, service=service) as server:
        for seed in range(3):
            with server.connection() as bare:
                bare.sendall(alone(seed=seed))
                whole = undisturbed(TEXT, seed=seed, chunk_samples=4800)
                assert unchunked(read_to_end(bare)) == whole


def test_nobody_but_the_clock_reads_a_clock() -> None:
    """So a wall clock that is set can move nothing."""
    readers = {"time", "time_ns", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns"}
    root = Path(brisa.__file__).parent
    found = []
    for path in sorted(root.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                named = (node.value.id, node.attr)
                if (named[0] == "time" and named[1] in readers) or named == ("datetime", "now"):
                    found.append(path.relative_to(root).as_posix())
    assert set(found) == {"clock.py"}
