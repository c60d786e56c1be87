"""Probes, metrics, listings and the page."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from starlette.applications import Starlette

from brisa.app.options import ServerOptions
from brisa.engines.scripted import ScriptedEngine
from brisa.service.options import SynthesizerOptions
from brisa.transports.admin import Probes, routes
from support.live_server import DEADLINE_S, LiveServer, eventually, speech_request
from support.scripted_steps import CountedSteps

pytestmark = pytest.mark.integration


@pytest.fixture(scope="module")
def server() -> Iterator[LiveServer]:
    with LiveServer(ScriptedEngine()) as started:
        yield started


def test_ready_only_when_warm() -> None:
    """Encoders have run in every default format by then."""
    steps = CountedSteps()
    options = ServerOptions(default_voice="scripted")
    steps.hold()
    states = []

    def watch(server: LiveServer) -> None:
        eventually(lambda: steps.begun >= 1, "the warm-up speaks")
        states.append(httpx.get(f"{server.url}/ready"))
        steps.release()

    server = LiveServer(steps.engine, options)
    watcher = threading.Thread(target=watch, args=(server,))
    watcher.start()
    with server:
        watcher.join()
        assert (states[0].status_code, states[0].json()["status"]) == (503, "starting")
        assert states[0].headers["retry-after"] == "1"
        ready = httpx.get(f"{server.url}/ready")
        assert (ready.status_code, ready.json()["status"]) == (200, "ready")
        # A sentence in each of pcm, wav, mp3 and opus, and nothing counted as a listener's.
        assert steps.begun >= 4
        assert "outcome=" not in httpx.get(f"{server.url}/metrics").text


def test_health_says_that_the_pool_takes_work(server: LiveServer) -> None:
    answer = httpx.get(f"{server.url}/health")
    assert answer.status_code == 200
    assert answer.json() == {"status": "ok", "active_streams": 0}
    assert answer.text != "OK"


def probes_of(server: LiveServer, pool_answer_s: float) -> Starlette:
    parts = server.parts
    probes = Probes(
        parts.synthesizer,
        parts.gate,
        parts.readiness,
        parts.metrics,
        pool_answer_s=pool_answer_s,
    )
    return Starlette(routes=routes(probes))


def test_health_fails_when_the_pool_is_stuck() -> None:
    """Every pool thread hangs in a step; the event loop is fine and the model list still works."""
    steps = CountedSteps()
    with LiveServer(steps.engine, service=SynthesizerOptions(threads=1)) as server:
        steps.hold()
        before = steps.begun
        with server.connection() as bare:
            bare.sendall(speech_request(input="A stream that hangs."))
            eventually(lambda: steps.begun == before + 1, "the pool hangs")
            answer = asyncio.run(ask(probes_of(server, pool_answer_s=0.0), "/health"))
            assert server.synthesizer.active_streams == 1, "the question was taken back"
            steps.release()
        assert (answer.status_code, answer.json()["status"]) == (503, "stuck")


def test_health_stands_by_a_pool_that_is_only_slow() -> None:
    """It is answered after the step that runs, before every other that waits."""
    steps = CountedSteps()
    answers = []
    with LiveServer(steps.engine, service=SynthesizerOptions(threads=1)) as server:
        steps.hold()
        before = steps.begun

        def look() -> None:
            answers.append(asyncio.run(ask(probes_of(server, DEADLINE_S), "/health")))

        with server.connection() as first, server.connection() as second:
            first.sendall(speech_request(input="A stream that is slow."))
            second.sendall(speech_request(input="A stream that waits."))
            eventually(lambda: steps.begun == before + 1, "the pool is busy")
            looking = threading.Thread(target=look)
            looking.start()
            eventually(lambda: server.synthesizer.active_streams == 3, "the question waits")
            steps.allow(1)
            looking.join()
            assert steps.begun <= before + 2
            steps.release()
        assert (answers[0].status_code, answers[0].json()["status"]) == (200, "ok")


def test_health_of_a_pool_that_was_closed() -> None:
    with LiveServer(CountedSteps().engine) as server:
        server.synthesizer.close()
        answer = httpx.get(f"{server.url}/health")
        assert (answer.status_code, answer.json()["status"]) == (503, "stuck")


async def ask(app: Starlette, path: str) -> httpx.Response:
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
        return await client.get(path)


def test_metrics_are_prometheus_text(server: LiveServer) -> None:
    httpx.post(f"{server.url}/v1/audio/speech", json={"input": "a", "response_format": "pcm"})
    answer = httpx.get(f"{server.url}/metrics")
    assert answer.headers["content-type"].startswith("text/plain")
    families = {family.name for family in text_string_to_metric_families(answer.text)}
    assert {
        "brisa_build_info",
        "brisa_first_audio_seconds",
        "brisa_real_time_factor",
        "brisa_active_streams",
        "brisa_streams",
        "brisa_sent_bytes",
    } <= families


def test_models(server: LiveServer) -> None:
    listed = httpx.get(f"{server.url}/v1/models").json()
    assert listed["object"] == "list"
    names = [model["id"] for model in listed["data"]]
    assert "tts-1" in names
    for model in listed["data"]:
        assert model["object"] == "model"
        assert isinstance(model["created"], int)
        assert httpx.get(f"{server.url}/v1/models/{model['id']}").json() == model
    audio = httpx.get(f"{server.url}/v1/audio/models").json()
    assert [model["id"] for model in audio["models"]] == names


def test_voices(server: LiveServer) -> None:
    voices = httpx.get(f"{server.url}/v1/audio/voices").json()["voices"]
    assert voices[0]["id"] == "scripted"
    assert all(isinstance(voice["id"], str) and voice["name"] for voice in voices)
    assert "heart" in {voice["id"] for voice in voices}


def test_what_clients_probe_for(server: LiveServer) -> None:
    assert httpx.get(f"{server.url}/v1/test").json() == {"status": "ok"}
    assert httpx.get(f"{server.url}/v1/readyz").status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/player.js",
        "/status.js",
        "/brisa-client.js",
        "/playout-worklet.js",
        "/style.css",
    ],
)
def test_the_page_is_whole_and_locked_down(server: LiveServer, path: str) -> None:
    answer = httpx.get(server.url + path)
    assert answer.status_code == 200
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert "http://" not in answer.text.replace("http://www.w3.org/2000/svg", "")
    assert "https://" not in answer.text
    again = httpx.get(server.url + path, headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
