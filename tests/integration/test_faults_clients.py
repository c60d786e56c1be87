"""Clients that say nothing, read a byte at a time, or come in greater numbers than can be served:
what they cost is bounded, and nobody else hears of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from statistics import median

import httpx
import pytest

from brisa.app.options import ServerOptions
from brisa.clock import NS_PER_MS, SystemClock
from brisa.engines.scripted import Script
from brisa.service.options import SynthesizerOptions
from brisa.workers.memory import rss_bytes
from support.faulty_server import undisturbed
from support.live_server import (
    DEADLINE_S,
    LiveServer,
    eventually,
    read_to_end,
    speech_request,
    unchunked,
)
from support.scripted_steps import CountedSteps

pytestmark = pytest.mark.integration

TEXT = "Some words that somebody hears to their end, whoever else is there."
LONG = "This sentence is spoken over and over again to somebody who hardly reads. " * 400
OPTIONS = ServerOptions(default_voice="scripted", warm_formats=())
SILENT = 1000
SILENT_COST_BYTES = 48 << 20
"""A connection that says nothing may cost tens of kB; not its share of a buffer for bodies."""


def post(url: str, seed: int = 0, text: str = TEXT) -> httpx.Response:
    body = {"input": text, "response_format": "pcm", "seed": seed}
    return httpx.post(f"{url}/v1/audio/speech", json=body, timeout=DEADLINE_S)


def test_a_thousand_who_say_nothing_keep_nobody_out_and_are_sent_away() -> None:
    options = ServerOptions(
        default_voice="scripted",
        warm_formats=(),
        body_timeout_s=3.0,
        max_concurrent_streams=600,
        max_connections=1100,
    )
    with LiveServer(CountedSteps().engine, options) as server, ExitStack() as crowd:
        before_bytes = rss_bytes()
        silent = [crowd.enter_context(server.connection()) for _ in range(SILENT)]
        eventually(
            lambda: len(server.uvicorn.server_state.connections) >= SILENT // 2, "they have come"
        )
        answer = post(server.url)
        assert (answer.status_code, answer.content) == (200, undisturbed(TEXT))
        assert rss_bytes() - before_bytes < SILENT_COST_BYTES
        assert all(read_to_end(bare) == b"" for bare in silent)
        eventually(lambda: len(server.uvicorn.server_state.connections) <= 1, "they are gone")
        assert post(server.url).status_code == 200


def test_who_reads_a_byte_at_a_time_is_made_no_more_than_fits() -> None:
    """A step more at most for a few bytes read, and the others hear what they would have heard."""
    script = Script(chunk_samples=4800)
    steps = CountedSteps(script)
    service = SynthesizerOptions(threads=2)
    with (
        LiveServer(steps.engine, OPTIONS, service) as server,
        server.connection(receive_buffer_bytes=4096) as slow,
    ):
        slow.sendall(speech_request(input=LONG, response_format="pcm"))
        eventually(server.held_back, "nothing more is made for who does not read")
        made = steps.begun
        whole = len(LONG) * script.samples_per_char // script.chunk_samples
        assert made < whole / 2
        for _ in range(20):
            assert len(slow.recv(1)) == 1
        eventually(server.held_back, "a few bytes make no room")
        assert steps.begun <= made + 1
        with ThreadPoolExecutor(8) as threads:
            answers = list(threads.map(lambda seed: post(server.url, seed), range(16)))
        for seed, answer in enumerate(answers):
            assert answer.content == undisturbed(TEXT, seed=seed, chunk_samples=4800)
        assert server.held_back()
    eventually_idle(server)


def eventually_idle(server: LiveServer) -> None:
    eventually(lambda: server.synthesizer.active_streams == 0, "the slow one was let go")


@pytest.fixture
def full() -> Iterator[tuple[LiveServer, CountedSteps]]:
    """A server with room for four."""
    options = ServerOptions(default_voice="scripted", warm_formats=(), max_concurrent_streams=4)
    steps = CountedSteps(Script(chunk_samples=4800))
    with LiveServer(steps.engine, options, SynthesizerOptions(threads=2)) as server:
        yield server, steps


def test_more_than_there_is_room_for_are_refused_before_anything_is_made(
    full: tuple[LiveServer, CountedSteps],
) -> None:
    server, steps = full
    clock = SystemClock()
    with ExitStack() as stack:
        before = steps.begun
        steps.hold()
        admitted = [stack.enter_context(server.connection()) for _ in range(4)]
        for seed, bare in enumerate(admitted):
            request = speech_request(input=TEXT, response_format="pcm", seed=seed)
            bare.sendall(request.replace(b"Host:", b"Connection: close\r\nHost:"))
        eventually(lambda: steps.begun == before + 2 and server.active == 4, "all are busy")
        took_ms = []
        for _ in range(40):
            began_ns = clock.now_ns()
            answer = post(server.url)
            took_ms.append((clock.now_ns() - began_ns) / NS_PER_MS)
            assert answer.status_code == 503
            assert int(answer.headers["retry-after"]) >= 1
            assert answer.json()["error"]["code"] == "overloaded"
        assert steps.begun == before + 2  # those that wait; none was made for who was refused
        steps.release()
        for seed, bare in enumerate(admitted):
            whole = undisturbed(TEXT, seed=seed, chunk_samples=4800)
            assert unchunked(read_to_end(bare)) == whole
    print(f"refused within {median(took_ms):.1f} ms (median), {max(took_ms):.1f} ms (most)")  # noqa: T201


def test_more_than_the_machine_can_serve_are_refused_and_the_others_unharmed() -> None:
    """Each stream takes a third of a worker: some of the burst are served, the rest refused."""
    script = Script(samples_per_char=1200, chunk_samples=4800, step_ns=66_000_000)
    service = SynthesizerOptions(threads=2, admission=True)
    steps = CountedSteps(script)
    with LiveServer(steps.engine, OPTIONS, service) as server:
        with ThreadPoolExecutor(30) as threads:
            answers = list(threads.map(lambda seed: post(server.url, seed), range(30)))
        served = [seed for seed, answer in enumerate(answers) if answer.status_code == 200]
        refused = [answer for answer in answers if answer.status_code != 200]
        assert 1 <= len(served) < 30
        for seed in served:
            assert answers[seed].content == undisturbed(TEXT, seed=seed, chunk_samples=4800)
        for answer in refused:
            assert answer.status_code == 503
            assert int(answer.headers["retry-after"]) >= 1
            assert json.loads(answer.content)["error"]["code"] == "overloaded"
        # Nothing was made for them.
        per_stream = -(-len(TEXT) * script.samples_per_char // script.chunk_samples)
        assert steps.begun <= len(served) * (per_stream + 1) + 40
