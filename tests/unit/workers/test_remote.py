"""A stream that outlives its workers, on workers that are objects of this process."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

import numpy as np
import pytest

from brisa.clock import ManualClock
from brisa.engines.base import SegmentRequest, StepCost
from brisa.engines.scripted import Script, ScriptedEngine
from brisa.errors import EngineFailed, EngineTimeout, Unavailable, UnknownVoice
from brisa.workers import messages
from brisa.workers.answers import Advanced
from brisa.workers.link import Loss, WorkerLost
from brisa.workers.remote import RemoteEngine
from brisa.workers.roster import Roster
from support.worker_pools import TEXT, results, samples, undisturbed, wanted

pytestmark = pytest.mark.unit

CHUNK = 5000
STEPS = -(-len(TEXT) * 1200 // CHUNK)

Accident = Callable[[int], WorkerLost | None]
"""What happens at a worker's n-th step, counted over its life."""


class InProcessLink:
    """A worker without a process; ``accident`` says when it dies."""

    def __init__(self, index: int, accident: Accident, script: Script) -> None:
        self.index = index
        self.loss: Loss | None = None
        self.calls: list[tuple[int, bool, bool]] = []
        self._engine = ScriptedEngine(script)
        self._accident = accident
        self._streams: dict[int, Any] = {}

    def step(
        self,
        engine: int,
        items: tuple[messages.Item, ...],
        requests: Sequence[SegmentRequest],
        *,
        discard: bool = False,
    ) -> list[Advanced]:
        lost = self._accident(len(self.calls))
        if lost is not None:
            self.loss = lost.loss
            raise lost
        for item in items:
            self.calls.append((item.key, item.opening is not None, discard))
            if item.opening is not None:
                self._streams[item.key] = self._engine.open(messages.request_of(item.opening))
        done = self._engine.step([self._streams[item.key] for item in items])
        return [Advanced(result, len(result.pcm_t), StepCost("scripted")) for result in done]


class Rig:
    """An engine over workers that come one after the other."""

    def __init__(self, *accidents: Accident, scripts: Sequence[Script] = ()) -> None:
        self.roster = Roster(ManualClock(), 0)
        scripts = scripts or [Script(chunk_samples=CHUNK)] * len(accidents)
        self.links = [
            InProcessLink(index, accident, script)
            for index, (accident, script) in enumerate(zip(accidents, scripts, strict=True))
        ]
        for link in self.links:
            self.roster.seat(link, {0})  # type: ignore[arg-type]
        self.gone: list[tuple[int, int, Any]] = []
        self.unloaded: list[int] = []
        own = ScriptedEngine(Script(chunk_samples=CHUNK))
        facts = messages.Loaded(
            0, own.name, own.capabilities, own.voices(), own.fingerprint, StepCost("first")
        )
        self.engine = RemoteEngine(
            facts,
            self.roster,
            count().__next__,
            lambda *stream: self.gone.append(stream),
            self.unloaded.append,
        )


def never(step: int) -> None:
    return None


def dies(at: int, loss: Loss = Loss.EXITED, *, blamed: bool = True) -> Accident:
    return lambda step: WorkerLost(loss, blamed=blamed) if step == at else None


@pytest.mark.parametrize("at", range(STEPS))
@pytest.mark.parametrize("second", [0, 2, STEPS - 1])
def test_losing_workers_at_any_step_changes_no_sample(at: int, second: int) -> None:
    rig = Rig(dies(at), dies(second, blamed=False), never)
    found = results(rig.engine, wanted(seed=4))
    np.testing.assert_array_equal(samples(found), undisturbed(wanted(seed=4), chunk_samples=CHUNK))
    assert [mark.text for result in found for mark in result.words] == TEXT.split()


def test_what_was_given_is_repeated_unheard_and_one_step_at_a_time() -> None:
    rig = Rig(dies(3), never)
    results(rig.engine, wanted())
    assert rig.links[0].calls == [(0, True, False), (0, False, False), (0, False, False)]
    assert rig.links[1].calls[:4] == [
        (0, True, True), (0, False, True), (0, False, True), (0, False, False)
    ]  # fmt: skip


def test_a_step_that_kills_two_workers_is_given_up() -> None:
    rig = Rig(dies(2), dies(2), never)
    with pytest.raises(EngineFailed, match="given up"):
        results(rig.engine, wanted())
    assert rig.links[2].calls == []
    assert rig.gone[0][:2] == (0, 0)


def test_a_step_that_hangs_two_workers_has_timed_out() -> None:
    rig = Rig(dies(2), dies(2, Loss.HUNG), never)
    with pytest.raises(EngineTimeout):
        results(rig.engine, wanted())


@pytest.mark.parametrize("between", [3, 0])
def test_deaths_at_different_steps_do_not_add_up(between: int) -> None:
    rig = Rig(dies(2), dies(between), dies(2), never)
    own = undisturbed(wanted(), chunk_samples=CHUNK)
    np.testing.assert_array_equal(samples(results(rig.engine, wanted())), own)


def test_a_death_it_is_innocent_of_does_not_clear_a_step() -> None:
    rig = Rig(dies(2), dies(2, blamed=False), dies(2), never)
    with pytest.raises(EngineFailed, match="given up"):
        results(rig.engine, wanted())
    assert rig.links[3].calls == []


def test_workers_that_disagree_are_found_out() -> None:
    scripts = [Script(chunk_samples=CHUNK), Script(chunk_samples=CHUNK + 1)]
    rig = Rig(dies(2), never, scripts=scripts)
    with pytest.raises(EngineFailed, match="repeat itself"):
        results(rig.engine, wanted())


def test_streams_of_one_worker_share_a_round_trip() -> None:
    rig = Rig(never)
    streams = [rig.engine.open(wanted(seed=seed)) for seed in range(3)]
    rig.engine.step(streams)
    assert len(rig.links[0].calls) == 3
    assert len({stream.link for stream in streams}) == 1


def test_streams_of_several_workers_come_back_in_order() -> None:
    rig = Rig(never, never)
    streams = [rig.engine.open(wanted(seed=seed)) for seed in range(4)]
    for stream in (streams[2], streams[0], streams[1], streams[3]):
        rig.engine.step([stream])
    assert {stream.link.index for stream in streams if stream.link} == {0, 1}
    found = rig.engine.step(streams)
    for seed, result in enumerate(found):
        own = undisturbed(wanted(seed=seed), chunk_samples=CHUNK)
        np.testing.assert_array_equal(result.pcm_t, own[CHUNK : 2 * CHUNK])


def test_without_workers_the_stream_ends_with_a_reason() -> None:
    rig = Rig(dies(1))
    stream = rig.engine.open(wanted())
    rig.engine.step([stream])
    with pytest.raises(Unavailable):
        rig.engine.step([stream])
    assert stream.ended


def test_a_stream_that_is_let_go_is_reported_once_and_an_ended_one_never() -> None:
    rig = Rig(never)
    results(rig.engine, wanted())
    assert rig.gone == []
    assert rig.roster.open_streams(0) == 0
    stream = rig.engine.open(wanted())
    rig.engine.step([stream])
    link = stream.link
    del stream
    assert rig.gone == [(0, 1, link)]


def test_an_engine_is_unloaded_when_closed_and_when_let_go() -> None:
    rig = Rig(never)
    stream = rig.engine.open(wanted())
    rig.engine.close()
    assert rig.unloaded == [0]
    with pytest.raises(Unavailable):
        rig.engine.open(wanted())
    rig.engine.step([stream])
    other = Rig(never)
    kept = other.engine.open(wanted())
    del other.engine
    assert other.unloaded == []
    del kept
    assert other.unloaded == [0]


def test_only_its_voices_are_opened() -> None:
    with pytest.raises(UnknownVoice):
        Rig(never).engine.open(wanted(voice="nobody"))


def test_the_first_cost_is_that_of_an_opening() -> None:
    rig = Rig(never)
    stream = rig.engine.open(wanted())
    assert stream.next_cost.kind == "first"
    rig.engine.step([stream])
    assert stream.next_cost.kind == "scripted"
