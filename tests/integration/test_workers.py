"""Worker processes that die, hang, lie and grow: the listener hears nothing of it."""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from brisa.artifacts.compiled import voice_cache
from brisa.artifacts.embedded import embedded_voice
from brisa.clock import NS_PER_S
from brisa.engines.scripted import EXIT_CODE
from brisa.engines.table import LoadRequest, load_engine
from brisa.errors import BrisaError, EngineFailed, EngineTimeout, ShuttingDown, Unavailable
from brisa.service.compile import compiled_model
from brisa.workers.lifecycle import State
from brisa.workers.pool import WorkerPool
from brisa.workers.remote import RemoteEngine
from support.rogue_worker import command
from support.worker_pools import (
    BREATH,
    CLOCK,
    PATIENCE_S,
    TEXT,
    VOICE,
    close_pools,
    descriptors,
    eventually,
    kill_holder,
    pid_of,
    process_exists,
    quick_pool,
    results,
    samples,
    scripted_voice,
    shared_memory,
    undisturbed,
    wait_for,
    wanted,
)

pytestmark = pytest.mark.integration

CHUNK = 6000
STEPS = -(-len(TEXT) * 1200 // CHUNK)


@pytest.fixture(autouse=True)
def nothing_left_behind(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[None]:
    """No shared memory, no folder and no descriptor outlives a pool."""
    tmp_path_factory.getbasetemp()  # made where it belongs before the tests' room is
    with tempfile.TemporaryDirectory(prefix="pools-") as room:
        monkeypatch.setattr(tempfile, "tempdir", room)
        gc.collect()
        open_before = descriptors()
        yield
        close_pools()
        gc.collect()
        assert list(Path(room).iterdir()) == []
        assert shared_memory() == []
        assert descriptors() <= open_before


@pytest.fixture
def pool(request: pytest.FixtureRequest) -> Iterator[WorkerPool]:
    options = {"workers": 2, **getattr(request, "param", {})}
    pool = quick_pool(**options)
    pool.start()
    yield pool
    pool.close()


def options(**changed: Any) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("pool", [changed], indirect=True)


def loaded(pool: WorkerPool, folder: Path, **script: Any) -> Any:
    return pool.load(scripted_voice(folder, **{"chunk_samples": CHUNK, **script}))


def assert_undisturbed(found: list[Any], request: Any) -> None:
    np.testing.assert_array_equal(samples(found), undisturbed(request, chunk_samples=CHUNK))
    calm = [mark for result in found for mark in result.words]
    assert [mark.text for mark in calm] == request.text.split()


def all_ready(workers: list[Any]) -> bool:
    return all(worker.state is State.READY for worker in workers)


# Workers that die.


@pytest.mark.parametrize("step", [1, 2, 5, STEPS - 2, STEPS - 1])
def test_a_kill_before_any_step_is_not_heard(pool: WorkerPool, tmp_path: Path, step: int) -> None:
    engine = loaded(pool, tmp_path)
    killed = []

    def kill(at: int, stream: Any) -> None:
        if at == step:
            killed.append(pid_of(pool, stream))
            kill_holder(pool, stream)

    assert_undisturbed(results(engine, wanted(), kill), wanted())
    assert len(killed) == 1


def test_a_kill_in_the_middle_of_a_step_is_not_heard(pool: WorkerPool, tmp_path: Path) -> None:
    engine = loaded(pool, tmp_path, step_ns=100_000_000)
    timers = []

    def kill_soon(at: int, stream: Any) -> None:
        if at == 2:
            timer = threading.Timer(0.05, kill_holder, (pool, stream))
            timer.start()
            timers.append(timer)

    assert_undisturbed(results(engine, wanted(), kill_soon), wanted())
    assert len(timers) == 1
    timers[0].join()
    assert sum(worker.restarts for worker in pool.workers()) <= 1
    assert any(worker.problem for worker in pool.workers())


def test_ten_kills_in_a_row_are_not_heard(pool: WorkerPool, tmp_path: Path) -> None:
    engine = loaded(pool, tmp_path)
    kills = []

    def kill(at: int, stream: Any) -> None:
        if 1 <= at <= 10:
            kills.append(pid_of(pool, stream))
            kill_holder(pool, stream)

    assert_undisturbed(results(engine, wanted(), kill), wanted())
    assert len(set(kills)) == 10


def test_a_kill_under_many_streams_is_heard_by_none(pool: WorkerPool, tmp_path: Path) -> None:
    engine = loaded(pool, tmp_path, step_ns=2_000_000)
    requests = [wanted(seed=seed) for seed in range(32)]
    with ThreadPoolExecutor(8) as threads:
        speaking = [threads.submit(results, engine, request) for request in requests]
        for _ in range(5):
            victims = [w.pid for w in pool.workers() if w.state is State.READY and w.streams]
            if victims:
                assert victims[0] is not None
                os.kill(victims[0], signal.SIGKILL)
            BREATH.wait(0.2)
        for request, future in zip(requests, speaking, strict=True):
            assert_undisturbed(future.result(), request)
    eventually(pool, all_ready)


def test_streams_stepped_together_survive_together(pool: WorkerPool, tmp_path: Path) -> None:
    engine = loaded(pool, tmp_path)
    streams = [engine.open(wanted(seed=seed)) for seed in range(4)]
    rounds = []
    for step in range(STEPS):
        if step in (1, 4):
            kill_holder(pool, streams[0])
        rounds.append(engine.step(streams))
    for seed in range(4):
        assert_undisturbed([row[seed] for row in rounds], wanted(seed=seed))


@options(workers=1)
def test_a_worker_that_exits_mid_step_is_replaced(pool: WorkerPool, tmp_path: Path) -> None:
    trouble = {"kind": "exit", "at_step": 3, "marker": str(tmp_path / "struck")}
    engine = loaded(pool, tmp_path, trouble=trouble)
    assert_undisturbed(results(engine, wanted()), wanted())
    [worker] = pool.workers()
    assert worker.restarts == 1
    assert worker.problem is not None
    assert str(EXIT_CODE) in worker.problem


def test_a_segment_that_kills_two_workers_fails_alone(pool: WorkerPool, tmp_path: Path) -> None:
    poison = loaded(pool, tmp_path / "poison", trouble={"kind": "exit", "at_step": 2})
    engine = loaded(pool, tmp_path / "sound", step_ns=20_000_000)
    with ThreadPoolExecutor(4) as threads:
        others = [threads.submit(results, engine, wanted(seed=seed)) for seed in range(4)]
        found = []
        with pytest.raises(EngineFailed, match="given up"):
            results(poison, wanted(), lambda at, stream: found.append(at))
        for seed, other in enumerate(others):
            assert_undisturbed(other.result(), wanted(seed=seed))
    assert found == [0, 1, 2]
    eventually(pool, all_ready)
    assert sum(worker.restarts for worker in pool.workers()) == 2


def test_without_any_worker_a_step_waits_and_then_says_so(tmp_path: Path) -> None:
    marker = tmp_path / "struck"
    pool = quick_pool(workers=1, wait_limit_s=0.3, command=command("crash_once", marker))
    marker.touch()
    pool.start()
    engine = loaded(pool, tmp_path)
    stream = engine.open(wanted())
    engine.step([stream])
    marker.unlink()
    kill_holder(pool, stream)
    # The next start crashes and the one after it comes too late.
    with pytest.raises(Unavailable, match="No worker process is alive"):
        engine.step([stream])
    eventually(pool, all_ready)
    assert_undisturbed(results(engine, wanted()), wanted())
    pool.close()


# Workers that hang.


@options(step_limit_s=0.3)
@pytest.mark.parametrize("kind", ["sleep", "hold"])
def test_a_step_that_hangs_is_done_elsewhere(pool: WorkerPool, tmp_path: Path, kind: str) -> None:
    trouble = {"kind": kind, "at_step": 3, "marker": str(tmp_path / "struck")}
    engine = loaded(pool, tmp_path, trouble=trouble)
    assert_undisturbed(results(engine, wanted()), wanted())
    eventually(pool, lambda workers: sum(worker.restarts for worker in workers) == 1)


@options(step_limit_s=30.0, beat_interval_s=0.1)
def test_an_interpreter_that_is_stuck_misses_its_beats(pool: WorkerPool, tmp_path: Path) -> None:
    trouble = {"kind": "hold", "at_step": 1, "marker": str(tmp_path / "struck")}
    engine = loaded(pool, tmp_path, trouble=trouble)
    began_ns = CLOCK.now_ns()
    assert_undisturbed(results(engine, wanted()), wanted())
    assert CLOCK.now_ns() - began_ns < 20 * NS_PER_S
    assert any("missed its beats" in (worker.problem or "") for worker in pool.workers())


@options(step_limit_s=10.0, beat_interval_s=0.05)
def test_a_long_step_is_no_missed_beat(pool: WorkerPool, tmp_path: Path) -> None:
    engine = loaded(pool, tmp_path, step_ns=700_000_000, chunk_samples=40_000)
    own = undisturbed(wanted(), chunk_samples=40_000)
    np.testing.assert_array_equal(samples(results(engine, wanted())), own)
    assert [worker.restarts for worker in pool.workers()] == [0, 0]


@options(step_limit_s=0.2)
def test_a_segment_that_hangs_two_workers_times_out(pool: WorkerPool, tmp_path: Path) -> None:
    engine = loaded(pool, tmp_path, trouble={"kind": "sleep", "at_step": 1})
    with pytest.raises(EngineTimeout, match="given up"):
        results(engine, wanted())


@options(workers=1, step_limit_s=0.5)
def test_a_step_that_waits_behind_another_is_not_timed(pool: WorkerPool, tmp_path: Path) -> None:
    engine = loaded(pool, tmp_path, step_ns=300_000_000, chunk_samples=40_000)
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda seed: results(engine, wanted(seed=seed)), range(4)))
    assert len(found) == 4
    assert pool.workers()[0].restarts == 0


def test_a_stopped_worker_is_a_dead_one(tmp_path: Path) -> None:
    pool = quick_pool(workers=2, beat_interval_s=0.05)
    pool.start()
    engine = loaded(pool, tmp_path)

    def stop(at: int, stream: Any) -> None:
        if at == 2:
            os.kill(pid_of(pool, stream), signal.SIGSTOP)

    assert_undisturbed(results(engine, wanted(), stop), wanted())
    pool.close()


# Workers that lie.


@pytest.mark.parametrize(
    "how",
    ["babble", "wrong_number", "too_many_streams", "too_many_samples", "odd_beats"],
)
def test_garbage_costs_the_worker_its_life_and_nobody_else(tmp_path: Path, how: str) -> None:
    pool = quick_pool(workers=1, command=command(how, tmp_path / "struck"))
    with contextlib.suppress(EngineFailed):  # one that beats oddly may do so before it is ready
        pool.start()
    eventually(pool, all_ready)
    engine = loaded(pool, tmp_path)
    for seed in range(4):
        assert_undisturbed(results(engine, wanted(seed=seed)), wanted(seed=seed))
    eventually(pool, lambda workers: sum(worker.restarts for worker in workers) == 1)
    pool.close()


def test_samples_that_are_no_sound_are_not_believed(pool: WorkerPool, tmp_path: Path) -> None:
    trouble = {"kind": "noise", "at_step": 2, "marker": str(tmp_path / "struck")}
    engine = loaded(pool, tmp_path, trouble=trouble)
    assert_undisturbed(results(engine, wanted()), wanted())
    always = loaded(pool, tmp_path / "always", trouble={"kind": "noise", "at_step": 2})
    with pytest.raises(EngineFailed, match="given up"):
        results(always, wanted())


def test_engines_that_disagree_are_refused(pool: WorkerPool, tmp_path: Path) -> None:
    with pytest.raises(EngineFailed, match="fingerprint"):
        loaded(pool, tmp_path, unstable_fingerprint=True)
    engine = loaded(pool, tmp_path / "sound")
    assert_undisturbed(results(engine, wanted()), wanted())


@options(workers=1, wait_limit_s=2.0)
def test_an_engine_that_changed_is_not_used_to_go_on(pool: WorkerPool, tmp_path: Path) -> None:
    engine = loaded(pool, tmp_path)
    stream = engine.open(wanted())
    engine.step([stream])
    scripted_voice(tmp_path, chunk_samples=CHUNK, amplitude=0.1)
    kill_holder(pool, stream)
    with pytest.raises(Unavailable):
        engine.step([stream])


# Workers that cannot start.


def test_a_crash_at_start_says_what_it_said(tmp_path: Path) -> None:
    pool = quick_pool(workers=2, command=command("crash"))
    with pytest.raises(EngineFailed) as caught:
        pool.start()
    assert "exit code 9" in caught.value.message
    assert "no such library: libnothing.so" in caught.value.message
    assert not pool.healthy()
    eventually(pool, lambda workers: all(worker.restarts >= 2 for worker in workers))
    pool.close()


def test_a_crash_at_the_first_start_alone_is_recovered_from(tmp_path: Path) -> None:
    pool = quick_pool(workers=1, command=command("crash_once", tmp_path / "struck"))
    with pytest.raises(EngineFailed):
        pool.start()
    eventually(pool, all_ready)
    assert pool.healthy()
    engine = loaded(pool, tmp_path)
    assert_undisturbed(results(engine, wanted()), wanted())
    pool.close()


@pytest.mark.parametrize("how", ["other_version", "other_version_here"])
def test_another_version_is_refused(how: str) -> None:
    pool = quick_pool(workers=1, command=command(how))
    with pytest.raises(EngineFailed, match="protocol 99.*restart"):
        pool.start()
    assert not pool.healthy()
    pool.close()


def test_a_start_that_takes_for_ever_is_given_up() -> None:
    pool = quick_pool(workers=1, command=command("silent"), start_limit_s=0.3)
    with pytest.raises(EngineFailed, match="did not start in time"):
        pool.start()
    pool.close()


def test_a_program_that_is_not_there_is_an_error_not_a_crash() -> None:
    pool = quick_pool(workers=1, command=("/nonexistent/python",))
    with pytest.raises(EngineFailed, match="cannot be started"):
        pool.start()
    pool.close()


def test_a_voice_that_kills_workers_is_not_loaded(pool: WorkerPool, tmp_path: Path) -> None:
    with pytest.raises(EngineFailed, match=f"exit code {EXIT_CODE}"):
        loaded(pool, tmp_path, trouble={"kind": "exit", "at_step": "load"})
    eventually(pool, all_ready)
    engine = loaded(pool, tmp_path / "sound")
    assert_undisturbed(results(engine, wanted()), wanted())


@options(workers=1, load_limit_s=0.5)
def test_a_load_that_hangs_is_given_up(pool: WorkerPool, tmp_path: Path) -> None:
    with pytest.raises(EngineFailed, match="did not load"):
        loaded(pool, tmp_path, trouble={"kind": "sleep", "at_step": "load"})
    eventually(pool, all_ready)
    assert pool.healthy()


@options(workers=1)
def test_a_voice_that_became_deadly_costs_only_itself(pool: WorkerPool, tmp_path: Path) -> None:
    doomed = loaded(pool, tmp_path / "doomed")
    engine = loaded(pool, tmp_path / "sound")
    doomed_script = {"kind": "exit", "at_step": "load"}
    scripted_voice(tmp_path / "doomed", chunk_samples=CHUNK, trouble=doomed_script)
    stream = engine.open(wanted())
    engine.step([stream])
    kill_holder(pool, stream)
    eventually(pool, lambda workers: workers[0].restarts >= 3 and all_ready(workers))
    assert_undisturbed(results(engine, wanted()), wanted())
    assert doomed.name == "scripted"


# Workers that grow, and workers that are asked to go.


def test_a_worker_over_its_memory_is_replaced_unheard(tmp_path: Path) -> None:
    pool = quick_pool(workers=1, memory_limit_mb=120, beat_interval_s=0.2)
    pool.start()
    before = pool.workers()[0].pid
    hoard = {"kind": "hoard", "at_step": 1, "hoard_bytes": 120 << 20}
    hoard["marker"] = str(tmp_path / "struck")
    engine = loaded(pool, tmp_path, trouble=hoard)
    stream = engine.open(wanted())
    found = [*engine.step([stream]), *engine.step([stream])]
    # The replacement is ready before the old one goes, which may finish its segment.
    eventually(pool, lambda workers: {w.state for w in workers} == {State.READY, State.DRAINING})
    while not found[-1].last:
        found += engine.step([stream])
    assert_undisturbed(found, wanted())
    eventually(pool, lambda workers: len(workers) == 1 and workers[0].pid not in (before, None))
    assert pool.workers()[0].restarts == 1
    assert pool.workers()[0].rss_mb < 120
    assert_undisturbed(results(engine, wanted()), wanted())
    pool.close()


def test_a_worker_that_is_to_go_moves_what_does_not_end(tmp_path: Path) -> None:
    pool = quick_pool(workers=1, beat_interval_s=0.05, drain_limit_s=0.2)
    pool.start()
    engine = loaded(pool, tmp_path)
    stream = engine.open(wanted())
    found = engine.step([stream])
    before = pid_of(pool, stream)
    os.kill(before, signal.SIGTERM)
    eventually(pool, lambda workers: [w.pid for w in workers] not in ([before], [None]))
    eventually(pool, lambda workers: before not in [w.pid for w in workers])
    while not found[-1].last:
        found += engine.step([stream])
    assert_undisturbed(found, wanted())
    pool.close()


@options(workers=1)
def test_an_interrupt_is_the_servers_business(pool: WorkerPool, tmp_path: Path) -> None:
    engine = loaded(pool, tmp_path)
    [before] = pool.workers()
    assert before.pid is not None
    os.kill(before.pid, signal.SIGINT)
    assert_undisturbed(results(engine, wanted()), wanted())
    assert pool.workers()[0].pid == before.pid


# What is loaded, what is freed.


@options(workers=1)
def test_an_engine_is_freed_with_its_last_stream(pool: WorkerPool, tmp_path: Path) -> None:
    hoard = {"kind": "hoard", "at_step": 0, "hoard_bytes": 100 << 20}
    engine = loaded(pool, tmp_path, trouble=hoard)
    assert isinstance(engine, RemoteEngine)
    stream = engine.open(wanted())
    engine.step([stream])
    eventually(pool, lambda workers: workers[0].rss_mb > 120)
    pool.unload(engine)
    with pytest.raises(Unavailable):
        engine.open(wanted())
    engine.step([stream])
    assert pool.workers()[0].rss_mb > 120
    del stream
    eventually(pool, lambda workers: workers[0].rss_mb < 120)


@options(workers=1)
def test_streams_that_are_let_go_are_freed_in_the_worker(pool: WorkerPool, tmp_path: Path) -> None:
    engine = loaded(pool, tmp_path)
    streams = [engine.open(wanted(seed=seed)) for seed in range(20)]
    for stream in streams:
        engine.step([stream])
    assert pool.workers()[0].streams == 20
    del stream, streams
    eventually(pool, lambda workers: workers[0].streams == 0)
    assert pool.drain(PATIENCE_S)


def test_a_worker_is_told_of_streams_that_are_let_go(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    pool = quick_pool(workers=1, command=command("tell_releases"), beat_interval_s=0.05)
    pool.start()
    engine = loaded(pool, tmp_path)
    streams = [engine.open(wanted(seed=seed)) for seed in range(3)]
    engine.step(streams)
    wait_for(lambda: pool.workers()[0].streams == 3)
    del streams
    wait_for(lambda: "3 released, 0 kept" in caplog.text)
    pool.close()


def test_drain_waits_for_what_is_open(pool: WorkerPool, tmp_path: Path) -> None:
    engine = loaded(pool, tmp_path)
    stream = engine.open(wanted())
    found = engine.step([stream])
    assert not pool.drain(0.05)
    with pytest.raises(ShuttingDown):
        engine.open(wanted())
    while not found[-1].last:
        found += engine.step([stream])
    assert_undisturbed(found, wanted())
    assert pool.drain(PATIENCE_S)


def test_close_ends_steps_that_are_running(tmp_path: Path) -> None:
    pool = quick_pool(workers=2)
    pool.start()
    pids = [worker.pid for worker in pool.workers()]
    engine = loaded(pool, tmp_path, step_ns=2_000_000_000, chunk_samples=100)
    with ThreadPoolExecutor(8) as threads:
        running = [threads.submit(results, engine, wanted(seed=seed)) for seed in range(8)]
        eventually(pool, lambda workers: sum(worker.streams or 0 for worker in workers) >= 2)
        pool.close()
        for future in running:
            assert isinstance(future.exception(PATIENCE_S), ShuttingDown)
    with pytest.raises(ShuttingDown):
        engine.open(wanted())
    assert not any(process_exists(pid) for pid in pids if pid is not None)


def test_two_pools_at_once(tmp_path: Path) -> None:
    pools = [quick_pool(workers=1) for _ in range(2)]
    for pool in pools:
        pool.start()
    engines = [loaded(pool, tmp_path) for pool in pools]
    for engine in engines:
        assert_undisturbed(results(engine, wanted()), wanted())
    pools[0].close()
    assert_undisturbed(results(engines[1], wanted()), wanted())
    with pytest.raises(BrisaError):
        results(engines[0], wanted())
    pools[1].close()


@options(workers=1, slot_bytes=4096)
def test_a_result_larger_than_its_slot_comes_all_the_same(pool: WorkerPool, tmp_path: Path) -> None:
    engine = loaded(pool, tmp_path)
    assert_undisturbed(results(engine, wanted()), wanted())


def test_a_bug_in_a_worker_is_logged_here_without_the_text(
    pool: WorkerPool, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    engine = loaded(pool, tmp_path, trouble={"kind": "bug", "at_step": 1})
    with pytest.raises(EngineFailed, match="broke its contract") as caught:
        results(engine, wanted("secret words"))
    wait_for(lambda: "RuntimeError" in caplog.text)
    assert "_suffer" in caplog.text
    assert "secret" not in caplog.text + str(caught.value)
    assert [worker.restarts for worker in pool.workers()] == [0, 0]


# A real voice.


def test_the_embedded_voice_is_the_same_from_a_worker_that_is_killed(
    pool: WorkerPool, tmp_path: Path, cache_dir: Path
) -> None:
    record = embedded_voice()
    cache = voice_cache(cache_dir)
    model_dir = compiled_model(record.engine, Path(record.file), cache)
    load = LoadRequest(record, model_dir, cache_dir)
    own, engine = load_engine(load), pool.load(load)
    assert engine.fingerprint == own.fingerprint
    assert engine.capabilities == own.capabilities
    request = wanted("It is half past seven, and all is well in the harbour.", record.name, seed=3)
    undisturbed_t = samples(results(own, request))
    calm = samples(results(engine, request))
    disturbed = results(
        engine, request, lambda at, stream: kill_holder(pool, stream) if at == 2 else None
    )
    np.testing.assert_array_equal(calm, undisturbed_t)
    np.testing.assert_array_equal(samples(disturbed), undisturbed_t)
    own.close()
    cache.close()


# The server's own death.

_SERVER = f"""
import sys, time
from pathlib import Path
sys.path.insert(0, {str(Path(__file__).parent.parent)!r})
from support.worker_pools import *
pool = quick_pool(workers=2, step_limit_s=1000.0, beat_interval_s=1000.0)
pool.start()
pids = [worker.pid for worker in pool.workers()]
if sys.argv[1:]:
    trouble = dict(kind="hold", at_step=0, marker=sys.argv[1])
    engine = pool.load(scripted_voice(Path(sys.argv[1] + "-voice"), trouble=trouble), warm_up=False)
    threading.Thread(target=engine.step, args=([engine.open(wanted())],)).start()
    wait_for(Path(sys.argv[1]).exists)
print(*pids, flush=True)
time.sleep(3600)
"""


@pytest.mark.parametrize("stuck", [False, True])
def test_workers_die_with_a_server_that_is_killed(tmp_path: Path, stuck: bool) -> None:
    room = Path(tempfile.gettempdir())
    environment = {**os.environ, "TMPDIR": str(room)}
    with subprocess.Popen(
        [sys.executable, "-c", _SERVER, *([str(tmp_path / "struck")] if stuck else [])],
        stdout=subprocess.PIPE,
        env=environment,
    ) as server:
        assert server.stdout is not None
        pids = [int(pid) for pid in server.stdout.readline().split()]
        assert len(pids) == 2
        assert all(process_exists(pid) for pid in pids)
        server.kill()
    try:
        wait_for(lambda: not any(process_exists(pid) for pid in pids))
    finally:
        for pid in filter(process_exists, pids):
            os.kill(pid, signal.SIGKILL)
    [stale] = room.iterdir()
    assert not any("brisa" in path.name for path in Path("/dev/shm").iterdir())
    again = f"from brisa.workers.rendezvous import Rendezvous; Rendezvous().close() # {VOICE}"
    subprocess.run([sys.executable, "-c", again], env=environment, check=True)
    assert not stale.exists()
