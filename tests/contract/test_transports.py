"""How a stream ended can be told on every wire (P3)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import numpy as np
import pytest

from brisa.audio.pcm import to_int16
from brisa.engines.scripted import Script, pattern
from brisa.service.options import SynthesizerOptions
from support.live_server import LiveServer, eventually, read_to_end, speech_request
from support.scripted_steps import CountedSteps

pytestmark = pytest.mark.contract

TEXT = "A stream ends in exactly one way."
SCRIPT = Script(samples_per_char=1200, chunk_samples=3840)
SAMPLES = len(TEXT) * SCRIPT.samples_per_char
LAST_CHUNK = b"0\r\n\r\n"

WIRES: dict[str, dict[str, Any]] = {
    "pcm": {"response_format": "pcm"},
    "wav": {"response_format": "wav"},
    "mp3": {"response_format": "mp3"},
    "opus": {"response_format": "opus"},
    "flac": {"response_format": "flac"},
    "aac": {"response_format": "aac"},
    "mulaw": {"response_format": "mulaw"},
    "sse": {"response_format": "pcm", "stream_format": "sse"},
}


@pytest.fixture(params=WIRES)
def wire(request: pytest.FixtureRequest) -> Iterator[dict[str, Any]]:
    yield WIRES[request.param]


def failing(step: int | None) -> CountedSteps:
    return CountedSteps(Script(fail_at_step=step, chunk_samples=SCRIPT.chunk_samples))


def ended(server: LiveServer, outcome: str, code: str = "") -> bool:
    labels = {"transport": "openai", "outcome": outcome, "code": code}
    return server.metric("brisa_streams_total", **labels) == 1


def test_finished_has_the_final_chunk(wire: dict[str, Any]) -> None:
    with LiveServer(CountedSteps(SCRIPT).engine) as server:
        with server.connection() as bare:
            bare.sendall(
                speech_request(input=TEXT, **wire).replace(b"Host:", b"Connection: close\r\nHost:")
            )
            answer = read_to_end(bare)
        assert answer.startswith(b"HTTP/1.1 200 OK\r\n")
        assert answer.endswith(LAST_CHUNK)
        eventually(lambda: ended(server, "finished"), "the outcome was counted")


@pytest.mark.parametrize("step", [1, 7])
def test_failed_after_audio_breaks_the_connection(wire: dict[str, Any], step: int) -> None:
    with LiveServer(failing(step).engine) as server:
        with server.connection() as bare:
            bare.sendall(speech_request(input=TEXT, **wire))
            answer = read_to_end(bare)
        assert answer.startswith(b"HTTP/1.1 200 OK\r\n")
        assert not answer.endswith(LAST_CHUNK)
        eventually(lambda: ended(server, "failed", "engine_failed"), "the outcome was counted")


def test_failed_after_audio_is_an_error_to_an_http_client(wire: dict[str, Any]) -> None:
    with LiveServer(failing(3).engine) as server, pytest.raises(httpx.RemoteProtocolError):
        httpx.post(f"{server.url}/v1/audio/speech", json={"input": TEXT, **wire})


def test_failed_before_audio_is_an_answer(wire: dict[str, Any]) -> None:
    with LiveServer(failing(0).engine) as server:
        answer = httpx.post(f"{server.url}/v1/audio/speech", json={"input": TEXT, **wire})
        assert answer.status_code == 500
        assert answer.json()["error"]["code"] == "engine_failed"
        eventually(lambda: ended(server, "refused", "engine_failed"), "the outcome was counted")


def test_cancelled_frees_the_engine(wire: dict[str, Any]) -> None:
    steps = CountedSteps(SCRIPT)
    with LiveServer(steps.engine, service=SynthesizerOptions(threads=1)) as server:
        warm = steps.begun
        steps.hold(permits=4)
        with server.connection() as bare:
            bare.sendall(speech_request(input=TEXT, **wire))
            assert bare.recv(4096)
            eventually(lambda: steps.begun == warm + 5, "a step waits")
        eventually(lambda: server.active == 0, "the stream was let go")
        steps.release()
        eventually(lambda: server.synthesizer.active_streams == 0, "the job was let go")
        # The step that ran when the listener left was the last.
        assert steps.begun == warm + 5
        eventually(lambda: ended(server, "cancelled"), "the outcome was counted")


def test_samples_are_those_of_the_engine() -> None:
    with LiveServer(CountedSteps(SCRIPT).engine) as server:
        body = {"input": TEXT, "response_format": "pcm"}
        answer = httpx.post(f"{server.url}/v1/audio/speech", json=body)
    got_t = np.frombuffer(answer.content, "<i2")
    assert got_t.shape[0] == SAMPLES
    # The joiner fades the edges of a segment; between them nothing is touched.
    inner = slice(240, SAMPLES - 240)
    expected_t = to_int16(pattern(0, SAMPLES, seed=0))
    assert np.array_equal(got_t[inner], expected_t[inner])


def test_events_carry_the_bytes_of_the_bare_stream() -> None:
    import base64

    with LiveServer(CountedSteps(SCRIPT).engine) as server:
        address = f"{server.url}/v1/audio/speech"
        bare = httpx.post(address, json={"input": TEXT, "response_format": "pcm"})
        events = httpx.post(
            address, json={"input": TEXT, "response_format": "pcm", "stream_format": "sse"}
        )
    assert events.headers["content-type"] == "text/event-stream"
    lines = [line for line in events.text.split("\n") if line]
    assert all(line.startswith("data: {") for line in lines)
    payloads = [json.loads(line[6:]) for line in lines]
    assert b"".join(base64.b64decode(item["audio"]) for item in payloads[:-1]) == bare.content
    assert payloads[-1]["type"] == "speech.audio.done"
    usage = payloads[-1]["usage"]
    assert usage["total_tokens"] == usage["input_tokens"] + usage["output_tokens"] > 0


def test_a_silent_engine_is_an_error(wire: dict[str, Any]) -> None:
    """An empty file would tell the listener that all is well."""
    with LiveServer(CountedSteps(Script(silent=True)).engine) as server:
        answer = httpx.post(f"{server.url}/v1/audio/speech", json={"input": TEXT, **wire})
        assert answer.status_code == 400
        assert answer.json()["error"]["code"] == "empty_text"
