"""A traced server, as a collector sees it."""

from __future__ import annotations

import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import httpx
import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from starlette.applications import Starlette

from brisa.app.observing_settings import TracingSettings
from brisa.app.options import ServerOptions
from brisa.app.tracing import traced
from brisa.engines.scripted import Script
from brisa.telemetry.attribution import STAGES
from support.live_server import LiveServer
from support.scripted_steps import CountedSteps
from support.stream_client import stream_client

pytestmark = pytest.mark.integration

TRACE = "0af7651916cd43dd8448eb211c80319c"
PARENT = "b7ad6b7169203331"
TEXT = "The quokka sleeps."


class Collector:
    """Takes OTLP over HTTP and keeps the bytes."""

    def __init__(self) -> None:
        bodies: list[bytes] = []

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                bodies.append(self.rfile.read(int(self.headers["content-length"])))
                self.send_response(200)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None:
                pass

        self.bodies = bodies
        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.endpoint = f"http://127.0.0.1:{self.server.server_port}/v1/traces"

    def spans(self) -> list[Any]:
        return [
            span
            for body in self.bodies
            for resource in ExportTraceServiceRequest.FromString(body).resource_spans
            for scope in resource.scope_spans
            for span in scope.spans
        ]


@pytest.fixture
def collector() -> Iterator[Collector]:
    made = Collector()
    thread = threading.Thread(target=made.server.serve_forever, args=(0.01,))
    thread.start()
    yield made
    made.server.shutdown()
    thread.join()
    made.server.server_close()


class TracedServer(LiveServer):
    """Tells ``endpoint`` of its streams; when it has ended everything has been sent."""

    def __init__(self, endpoint: str, script: Script | None = None) -> None:
        options = ServerOptions(default_voice="scripted", warm_formats=())
        super().__init__(CountedSteps(script).engine, options)
        self._settings = TracingSettings(endpoint=endpoint)
        self._tracing = ExitStack()

    def make_app(self) -> Starlette:
        app = super().make_app()
        self._tracing.enter_context(traced(app, self._settings))
        return app

    def join(self) -> None:
        super().join()
        self._tracing.close()


def speak(server: LiveServer, **headers: str) -> httpx.Response:
    body = {"input": TEXT, "response_format": "pcm"}
    return httpx.post(f"{server.url}/v1/audio/speech", json=body, headers=headers)


def attributes(span: Any) -> dict[str, Any]:
    return {
        item.key: getattr(item.value, item.value.WhichOneof("value")) for item in span.attributes
    }


def test_a_stream_and_its_stages_arrive(collector: Collector) -> None:
    with TracedServer(collector.endpoint) as server:
        audio = speak(server, traceparent=f"00-{TRACE}-{PARENT}-01").content
    spans = collector.spans()
    speech = spans[-1]
    # Nobody reported from the client's end.
    made = [stage for stage in STAGES if stage != "playback"]
    assert [span.name for span in spans] == [*made, "deliver", "speech"]
    assert (speech.trace_id.hex(), speech.parent_span_id.hex()) == (TRACE, PARENT)
    assert {span.parent_span_id for span in spans[:-1]} == {speech.span_id}
    total_ns = sum(span.end_time_unix_nano - span.start_time_unix_nano for span in spans[:-1])
    assert total_ns == speech.end_time_unix_nano - speech.start_time_unix_nano > 0
    facts = attributes(speech)
    assert (facts["brisa.transport"], facts["brisa.outcome"]) == ("openai", "finished")
    assert facts["brisa.audio_s"] == len(audio) / 2 / 24_000
    assert b"quokka" not in b"".join(collector.bodies).lower()


def test_each_utterance_of_a_websocket_is_a_stream(collector: Collector) -> None:
    with TracedServer(collector.endpoint) as server, stream_client(server) as client:
        client.speak(TEXT)
        client.end_of(1)
        client.speak(TEXT)
        client.end_of(2)
    spoken = [span for span in collector.spans() if span.name == "speech"]
    outcomes = [attributes(span)["brisa.outcome"] for span in spoken]
    assert outcomes.count("finished") == 2


def test_one_that_broke_arrives_as_an_error(collector: Collector) -> None:
    with TracedServer(collector.endpoint, Script(fail_at_step=0)) as server:
        assert speak(server).status_code >= 500
    facts = attributes(collector.spans()[-1])
    assert facts["brisa.outcome"] == "refused"
    assert facts["brisa.code"] == "engine_failed"


def test_a_collector_that_is_gone_harms_nobody() -> None:
    with socket.create_server(("127.0.0.1", 0)) as gone:
        endpoint = f"http://127.0.0.1:{gone.getsockname()[1]}/v1/traces"
    with TracedServer(endpoint) as server:
        answer = speak(server)
    assert (answer.status_code, server.exit_code) == (200, 0)


def test_nothing_is_loaded_without_an_endpoint_and_its_lack_is_told_with_one() -> None:
    program = """
import sys
sys.modules["opentelemetry"] = None
from brisa.app.observing_settings import TracingSettings
from brisa.app.tracing import traced
with traced(None, TracingSettings()):
    print("untraced")
try:
    with traced(None, TracingSettings(endpoint="http://h/v1/traces")):
        pass
except Exception as error:
    print(type(error).__name__, error.param, error.message)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    untraced, missing = done.stdout.splitlines()
    assert untraced == "untraced"
    assert missing == (
        "MissingExtra tracing.endpoint Tracing needs an optional part. "
        "Install it with: pip install 'brisa[otel]'"
    )
