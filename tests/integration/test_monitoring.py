"""A running server watches itself, and says so where operators look."""

from __future__ import annotations

import logging

import httpx
import pytest

from brisa.app.options import MonitoringOptions, ServerOptions
from brisa.engines.scripted import Script
from brisa.service.options import SynthesizerOptions
from support.live_server import LiveServer, eventually, speech_request
from support.scripted_steps import CountedSteps

pytestmark = pytest.mark.integration

BODY = {"input": "A sentence to be spoken.", "response_format": "pcm"}


def options(**monitoring: float) -> ServerOptions:
    return ServerOptions(
        default_voice="scripted",
        warm_formats=(),
        monitoring=MonitoringOptions(interval_s=0.1, **monitoring),
    )


def test_time_is_told_in_the_answer_the_metrics_and_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO, "brisa.stream")
    with LiveServer(CountedSteps().engine, options()) as server:
        answer = httpx.post(f"{server.url}/v1/audio/speech", json=BODY)
        eventually(lambda: server.active == 0, "the stream has ended")
        resident = "brisa_worker_resident_bytes"
        eventually(lambda: server.metric(resident, worker="0") > 0, "the monitor has looked")
        metrics = httpx.get(f"{server.url}/metrics").text
        eventually(
            lambda: httpx.get(f"{server.url}/v1/status").json()["first_audio"] is not None,
            "the status knows",
        )
    stages = dict(part.split(";dur=") for part in answer.headers["server-timing"].split(", "))
    assert list(stages) == ["input", "queue", "text", "infer", "buffer", "encode"]
    assert all(float(span) >= 0 for span in stages.values())
    assert 'brisa_stage_seconds_count{stage="network"} 1.0' in metrics
    assert "brisa_event_loop_lag_seconds_count" in metrics
    assert 'brisa_worker_resident_bytes{worker="0"}' in metrics
    (line,) = [record for record in caplog.records if record.name == "brisa.stream"]
    assert (line.outcome, line.transport) == ("finished", "openai")
    assert line.queue_ms >= 0
    assert "sentence" not in str(vars(line))


def test_a_threshold_that_is_crossed_is_an_alert_everywhere(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO, "brisa.app.monitoring")
    with LiveServer(CountedSteps().engine, options(latency_p95_ms=0.0)) as server:
        for _ in range(3):
            httpx.post(f"{server.url}/v1/audio/speech", json=BODY)
        eventually(
            lambda: server.metric("brisa_alert", name="latency_p95") == 1, "the gauge is set"
        )
        alerts = {
            alert["name"]: alert for alert in httpx.get(f"{server.url}/v1/status").json()["alerts"]
        }
        assert "p95" in alerts["latency_p95"]["message"]
        assert server.metric("brisa_alert", name="buffer_low") == 0
    begun = [record for record in caplog.records if record.getMessage() == "an alert began"]
    assert [record.alert for record in begun if record.alert == "latency_p95"] == ["latency_p95"]


def test_a_refusal_is_counted_by_its_reason() -> None:
    steps = CountedSteps(Script(samples_per_char=10_000))
    one = ServerOptions(default_voice="scripted", warm_formats=(), max_concurrent_streams=1)
    with LiveServer(steps.engine, one, SynthesizerOptions(threads=1)) as server:
        steps.hold()
        with server.connection() as bare:
            bare.sendall(speech_request(**BODY))
            eventually(lambda: server.active == 1, "the place is taken")
            assert httpx.post(f"{server.url}/v1/audio/speech", json=BODY).status_code == 503
        assert server.metric("brisa_refused_total", reason="streams") == 1
        steps.release()
