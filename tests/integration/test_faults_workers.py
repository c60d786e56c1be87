"""Workers of a running server that die, hang, lie, grow and cannot start: who listens hears all of
it, and the server says what is wrong."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from support.faulty_server import LAST_WORDS, TEXT, FaultyServer, Running, alive, undisturbed
from support.worker_pools import wait_for

pytestmark = pytest.mark.integration

CHUNK = {"chunk_samples": 4800}
SLOW = {**CHUNK, "step_ns": 20_000_000}
TROUBLES = {
    "exits": {"kind": "exit", "at_step": 3},
    "sleeps": {"kind": "sleep", "at_step": 3},
    "holds": {"kind": "hold", "at_step": 3},
    "lies": {"kind": "noise", "at_step": 3},
}


@pytest.fixture
def faulty(tmp_path: Path, cache_dir: Path) -> FaultyServer:
    server = FaultyServer(tmp_path / "server")
    server.prepare(cache_dir)
    server.add_voice("calm", **SLOW)
    return server


@pytest.fixture(scope="module")
def troubled(tmp_path_factory: pytest.TempPathFactory, cache_dir: Path) -> Iterator[Running]:
    """A server with a voice for every trouble, each of which strikes once."""
    root = tmp_path_factory.mktemp("troubled")
    server = FaultyServer(root / "server")
    server.prepare(cache_dir)
    server.add_voice("calm", **CHUNK)
    for name, trouble in TROUBLES.items():
        server.add_voice(name, **CHUNK, trouble={**trouble, "marker": str(root / name)})
    server.env["BRISA_RESOURCES__MODEL_CACHE_SIZE"] = str(len(TROUBLES) + 1)
    with server.running() as running:
        yield running


@pytest.mark.parametrize("voice", sorted(TROUBLES))
def test_a_worker_that_breaks_under_a_stream_is_not_heard(troubled: Running, voice: str) -> None:
    troubled.wait_for_workers()
    restarts = sum(row.restarts for row in troubled.status().workers)
    with ThreadPoolExecutor(4) as threads:
        others = [threads.submit(troubled.speak_patiently, "calm", seed=seed) for seed in range(3)]
        answer = troubled.speak_patiently(voice)
        assert (answer.status, answer.whole) == (200, True)
        assert answer.body == undisturbed(**CHUNK)
        for seed, other in enumerate(others):
            assert other.result().body == undisturbed(seed=seed, **CHUNK)
    wait_for(lambda: sum(row.restarts for row in troubled.status().workers) == restarts + 1)
    assert any(row.problem for row in troubled.status().workers)
    assert troubled.process.poll() is None


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP, signal.SIGSEGV])
def test_workers_that_go_one_after_the_other_are_not_heard(
    faulty: FaultyServer, number: signal.Signals
) -> None:
    with faulty.running() as server, ThreadPoolExecutor(6) as threads:
        streams = [threads.submit(server.speak_patiently, "calm", seed=seed) for seed in range(6)]
        wait_for(lambda: any(row.streams for row in server.status().workers))
        first = server.worker_pids()[0]
        os.kill(first, number)
        server.wait_for_workers(without={first})
        for seed, stream in enumerate(streams):
            assert stream.result().body == undisturbed(seed=seed, **SLOW)
        wait_for(lambda: not alive(first))


def test_all_workers_gone_at_once_cost_time_alone(faulty: FaultyServer) -> None:
    with faulty.running() as server, ThreadPoolExecutor(6) as threads:
        streams = [threads.submit(server.speak_patiently, "calm", seed=seed) for seed in range(6)]
        wait_for(lambda: any(row.streams for row in server.status().workers))
        pids = server.worker_pids()
        for pid in pids:
            os.kill(pid, signal.SIGKILL)
        for seed, stream in enumerate(streams):
            assert stream.result().body == undisturbed(seed=seed, **SLOW)
        server.wait_for_workers(without=set(pids))
        assert sum(row.restarts for row in server.status().workers) == 2


def test_a_worker_over_its_memory_is_replaced_under_streams(
    faulty: FaultyServer, tmp_path: Path
) -> None:
    hoard = {"kind": "hoard", "at_step": 1, "hoard_bytes": 150 << 20}
    hoard["marker"] = str(tmp_path / "struck")
    faulty.add_voice("grows", **SLOW, trouble=hoard)
    limit = {"BRISA_RESOURCES__MEMORY_LIMIT_MB": "150"}
    with faulty.running(**limit) as server, ThreadPoolExecutor(4) as threads:
        before = set(server.worker_pids())
        others = [threads.submit(server.speak_patiently, "calm", seed=seed) for seed in range(3)]
        assert server.speak_patiently("grows").body == undisturbed(**SLOW)
        for seed, other in enumerate(others):
            assert other.result().body == undisturbed(seed=seed, **SLOW)
        wait_for(lambda: len(set(server.worker_pids()) - before) == 1)
        wait_for(lambda: sum(row.restarts for row in server.status().workers) == 1)
        server.wait_for_workers()
        assert all(row.rss_mb < 150 for row in server.status().workers)
        assert server.speak_patiently("grows").body == undisturbed(**SLOW)


def test_a_worker_that_cannot_start_is_an_error_that_says_why(faulty: FaultyServer) -> None:
    faulty.unstartable.touch()
    with faulty.start() as process:
        try:
            assert process.wait(60) == 1
            assert process.stdout is not None
            assert process.stdout.read() == b""
        finally:
            process.kill()
    assert LAST_WORDS in faulty.stderr()
    assert "exit code 9" in faulty.stderr()
    assert "Traceback" not in faulty.stderr()
    assert list((faulty.root / "tmp").iterdir()) == []


def test_workers_that_cannot_come_back_are_tried_again_until_they_can(
    faulty: FaultyServer,
) -> None:
    with faulty.running() as server:
        assert server.ask("GET", "/health").status == 200
        faulty.unstartable.touch()
        for pid in server.worker_pids():
            os.kill(pid, signal.SIGKILL)
        wait_for(lambda: all(row.restarts >= 3 for row in server.status().workers))
        health = server.ask("GET", "/health")
        assert (health.status, health.json()["status"]) == (503, "stuck")
        problems = [row.problem or "" for row in server.status().workers]
        assert all("exit code 9" in problem and LAST_WORDS in problem for problem in problems)
        refused = server.speak("calm")
        assert refused.status == 503
        assert int(refused.headers["retry-after"]) >= 1
        faulty.unstartable.unlink()
        server.wait_for_workers()
        assert server.ask("GET", "/health").status == 200
        assert server.speak("calm").body == undisturbed(**SLOW)


def test_starts_that_fail_come_less_and_less_often(faulty: FaultyServer) -> None:
    """A worker that fails at once does not keep a core busy with starting it."""
    with faulty.running() as server:
        faulty.unstartable.touch()
        for pid in server.worker_pids():
            os.kill(pid, signal.SIGKILL)
        wait_for(lambda: all(row.restarts >= 4 for row in server.status().workers))
        restarts = sum(row.restarts for row in server.status().workers)
        looks = 0
        while looks < 50 and sum(row.restarts for row in server.status().workers) == restarts:
            looks += 1
        assert {row.state for row in server.status().workers} <= {"backing_off", "starting", "dead"}
        # After four failures the next start is most of a second away.
        assert looks >= 5
    assert TEXT not in faulty.stderr()
