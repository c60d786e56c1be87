"""SIGTERM to a server with listeners: they hear all of it, nobody else is let in, none is left."""

from __future__ import annotations

import http.client
import json
import os
import signal
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from brisa.bench.process_use import descendants
from support.faulty_server import DEADLINE_S, FaultyServer, Running, alive, undisturbed
from support.worker_pools import wait_for

pytestmark = pytest.mark.integration

SCRIPT = {"chunk_samples": 4800, "step_ns": 5_000_000}
LONG = "A long text that nobody has heard to its end when the server is told to go. " * 20
STREAMS = 6


@pytest.fixture
def faulty(tmp_path: Path, cache_dir: Path) -> Iterator[FaultyServer]:
    server = FaultyServer(tmp_path / "server")
    server.prepare(cache_dir)
    server.add_voice("calm", **SCRIPT)
    yield server
    assert list((server.root / "tmp").iterdir()) == []


def begun(server: Running, stack: ExitStack, seed: int) -> http.client.HTTPResponse:
    """A stream of which the first bytes were heard; the rest waits until it is read."""
    connection = server.connection()
    stack.callback(connection.close)
    body = {"input": LONG, "voice": "calm", "response_format": "pcm", "seed": seed}
    headers = {"content-type": "application/json"}
    connection.request("POST", "/v1/audio/speech", json.dumps(body), headers)
    response = connection.getresponse()
    assert response.status == 200
    assert response.read(2) == undisturbed(LONG[:80], seed=seed, **SCRIPT)[:2]
    return response


def stop(server: Running) -> None:
    server.process.send_signal(signal.SIGTERM)
    wait_for(lambda: server.ask("GET", "/ready").json()["status"] == "draining")


def test_streams_end_whole_and_nobody_else_is_let_in(faulty: FaultyServer) -> None:
    with faulty.running() as server, ExitStack() as stack:
        pids = descendants(server.process.pid)
        assert len(pids) >= 2
        streams = [begun(server, stack, seed) for seed in range(STREAMS)]
        stop(server)
        refused = server.speak("calm")
        assert (refused.status, refused.json()["error"]["code"]) == (503, "shutting_down")
        assert int(refused.headers["retry-after"]) >= 1
        for seed, stream in enumerate(streams):
            whole = undisturbed(LONG, seed=seed, **SCRIPT)
            assert stream.read() == whole[2:]
        assert server.process.wait(DEADLINE_S) == 0
    assert not any(alive(pid) for pid in pids)
    assert "Traceback" not in faulty.stderr()


def test_streams_that_outlast_the_limit_are_cut_and_seen_to_be(faulty: FaultyServer) -> None:
    with faulty.running(BRISA_SERVER__DRAIN_TIMEOUT_S="0.2") as server, ExitStack() as stack:
        pids = descendants(server.process.pid)
        streams = [begun(server, stack, seed) for seed in range(STREAMS)]
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(DEADLINE_S) == 0
        for stream in streams:
            with pytest.raises(http.client.IncompleteRead):
                stream.read()
    assert not any(alive(pid) for pid in pids)
    assert "Traceback" not in faulty.stderr()


def test_a_worker_that_is_killed_while_the_server_drains_is_not_heard(
    faulty: FaultyServer,
) -> None:
    with faulty.running() as server, ExitStack() as stack:
        streams = [begun(server, stack, seed) for seed in range(2)]
        stop(server)
        for pid in server.worker_pids():
            os.kill(pid, signal.SIGKILL)
        for seed, stream in enumerate(streams):
            assert stream.read() == undisturbed(LONG, seed=seed, **SCRIPT)[2:]
        assert server.process.wait(DEADLINE_S) == 0


def test_a_server_that_is_killed_takes_its_workers_with_it(faulty: FaultyServer) -> None:
    with faulty.running() as server:
        pids = descendants(server.process.pid)
        server.process.kill()
        server.process.wait(DEADLINE_S)
        wait_for(lambda: not any(alive(pid) for pid in pids))
    # Only its folder is left, which the next server takes away.
    with faulty.running() as server:
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(DEADLINE_S) == 0
