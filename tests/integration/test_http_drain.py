"""The end of the server: what runs goes on, what comes is refused, and it exits with 0 (P4)."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
import pytest
from starlette.applications import Starlette

from brisa.app.build import build_app
from brisa.app.lifecycle import serve
from brisa.app.listener import bind
from brisa.app.options import ServerOptions
from brisa.engines.base import Engine
from brisa.engines.scripted import Script
from brisa.errors import BrisaError, ConfigError, UnknownVoice
from brisa.service.synthesizer import Synthesizer
from support.live_server import DEADLINE_S, LiveServer, eventually, read_to_end, speech_request
from support.scripted_steps import CountedSteps

pytestmark = pytest.mark.integration

TEXT = "Some words that are still to be spoken."


def held_stream(steps: CountedSteps, bare: socket.socket) -> None:
    """A stream that has been heard and goes on when the steps are released."""
    steps.hold(permits=2)
    bare.sendall(speech_request(input=TEXT, response_format="pcm"))
    assert bare.recv(16)


def test_running_streams_finish_and_new_ones_are_refused() -> None:
    steps = CountedSteps()
    with LiveServer(steps.engine, drain_timeout_s=DEADLINE_S) as server:
        with server.connection() as bare:
            held_stream(steps, bare)
            server.stop()
            eventually(lambda: server.parts.gate.draining, "the drain began")
            refused = httpx.post(f"{server.url}/v1/audio/speech", json={"input": TEXT})
            assert refused.status_code == 503
            assert refused.json()["error"]["code"] == "shutting_down"
            assert int(refused.headers["retry-after"]) >= 1
            ready = httpx.get(f"{server.url}/ready")
            assert (ready.status_code, ready.json()["status"]) == (503, "draining")
            assert httpx.get(f"{server.url}/health").status_code == 200
            steps.release()
            assert read_to_end(bare).endswith(b"0\r\n\r\n")
        server.join()
        assert server.exit_code == 0


def test_what_is_left_after_the_drain_is_cut() -> None:
    steps = CountedSteps()
    with LiveServer(steps.engine, drain_timeout_s=0.05) as server:
        with server.connection() as bare:
            held_stream(steps, bare)
            server.stop()
            assert not read_to_end(bare).endswith(b"0\r\n\r\n")
        steps.release()
        server.join()
        assert server.exit_code == 0
        labels = {"transport": "openai", "outcome": "failed", "code": "shutting_down"}
        assert server.metric("brisa_streams_total", **labels) == 1


def test_a_stream_without_audio_yet_is_told_so() -> None:
    steps = CountedSteps()
    with LiveServer(steps.engine, drain_timeout_s=0.05) as server:
        steps.hold()
        with server.connection() as bare:
            bare.sendall(speech_request(input=TEXT, response_format="pcm"))
            eventually(lambda: server.active == 1, "the stream was admitted")
            server.stop()
            assert read_to_end(bare).startswith(b"HTTP/1.1 503 ")
        steps.release()
        server.join()


def test_a_second_signal_ends_at_once() -> None:
    steps = CountedSteps()
    with LiveServer(steps.engine, drain_timeout_s=3600) as server:
        with server.connection() as bare:
            held_stream(steps, bare)
            server.stop()
            eventually(lambda: server.parts.gate.draining, "the drain began")
            server.stop()
            assert not read_to_end(bare).endswith(b"0\r\n\r\n")
        steps.release()
        server.join()
        assert server.exit_code == 0


def test_a_cut_reaches_a_listener_who_does_not_read() -> None:
    steps = CountedSteps(Script(chunk_samples=48_000))
    with LiveServer(steps.engine, drain_timeout_s=0.05) as server:
        with server.connection(receive_buffer_bytes=4096) as bare:
            bare.sendall(speech_request(input=TEXT * 100, response_format="pcm"))
            assert bare.recv(16)
            server.stop()
            server.join()
        assert server.exit_code == 0


def test_a_voice_that_cannot_be_had_ends_the_server() -> None:
    options = ServerOptions(default_voice="nobody", warm_formats=())
    with pytest.raises(UnknownVoice), LiveServer(CountedSteps().engine, options):
        pass


def test_an_application_that_cannot_start_is_an_error() -> None:
    """Not the exit code of a server that was told to stop."""

    @asynccontextmanager
    async def failing(app: Starlette) -> AsyncIterator[None]:
        raise RuntimeError("no thread can be started")
        yield

    with Synthesizer(engines={"scripted": CountedSteps().engine}) as synthesizer:
        app = build_app(ServerOptions(default_voice="scripted", warm_formats=()), synthesizer)
        app.router.lifespan_context = failing
        with pytest.raises(BrisaError) as raised:
            serve(app, port=0, on_ready=lambda url: pytest.fail("it was said to be ready"))
    assert raised.value.code == "internal_error"


class Unloadable(Synthesizer):
    """Loading a voice runs into a bug."""

    def load(self, voice: str = "scripted") -> Engine:
        raise LookupError("not yet written")


def test_a_bug_in_the_warm_up_ends_the_server(caplog: pytest.LogCaptureFixture) -> None:
    with Unloadable(engines={"scripted": CountedSteps().engine}) as synthesizer:
        app = build_app(ServerOptions(default_voice="scripted", warm_formats=()), synthesizer)
        with pytest.raises(BrisaError) as raised:
            serve(app, port=0)
    assert raised.value.code == "internal_error"
    bugs = [line for line in caplog.messages if "LookupError" in line]
    assert len(bugs) == 1
    assert bugs[0].startswith("the warm-up raised LookupError")


def test_a_taken_port_is_a_clear_error() -> None:
    with LiveServer(CountedSteps().engine) as server, pytest.raises(ConfigError) as raised:
        bind("127.0.0.1", server.port)
    assert f"port {server.port}: Address already in use" in raised.value.message


PROGRAM = """
import sys
from brisa.app.build import build_app
from brisa.app.lifecycle import serve
from brisa.app.options import ServerOptions
from brisa.engines.scripted import ScriptedEngine
from brisa.service.synthesizer import Synthesizer

with Synthesizer(engines={"scripted": ScriptedEngine()}) as synthesizer:
    app = build_app(ServerOptions(default_voice="scripted"), synthesizer)
    sys.exit(serve(app, port=0, on_ready=lambda url: print(url, flush=True)))
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_process_with_0(number: signal.Signals) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        watchdog = threading.Timer(60, process.kill)
        watchdog.start()
        try:
            assert process.stdout is not None
            assert process.stderr is not None
            url = process.stdout.readline().strip()
            body = {"input": TEXT, "response_format": "wav"}
            assert httpx.post(f"{url}/v1/audio/speech", json=body).status_code == 200
            process.send_signal(number)
            assert process.wait() == 0
            assert process.stderr.read() == ""
        finally:
            watchdog.cancel()
            process.kill()
