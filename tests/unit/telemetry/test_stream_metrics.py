"""What is counted of a stream."""

from __future__ import annotations

import math

import pytest
from prometheus_client import CollectorRegistry

from brisa.errors import Overloaded, ShuttingDown, UnknownVoice
from brisa.telemetry.metrics import Metrics
from brisa.telemetry.stream_metrics import Latencies, StreamMetrics
from brisa.telemetry.timeline import Timeline
from brisa.telemetry.vitals import VitalMetrics

pytestmark = pytest.mark.unit


def value(registry: CollectorRegistry, name: str, **labels: str) -> float:
    return registry.get_sample_value(name, labels) or 0.0


def test_time_and_silences_are_told_apart_by_where_they_came_from() -> None:
    registry = CollectorRegistry()
    metrics = StreamMetrics(registry)
    timeline = Timeline(0, 24_000, concealed_samples=12_000, substituted_segments=2)
    timeline.segment_ready(0, 30_000_000, 31_000_000)
    timeline.underrun("engine_late", 15_000_000)
    timeline.underrun("engine_late", 600_000_000)
    timeline.underrun("client_slow", 1_000_000)
    metrics.ended(timeline, 0)
    assert value(registry, "brisa_stage_seconds_sum", stage="queue") == pytest.approx(0.03)
    assert value(registry, "brisa_stage_seconds_count", stage="playback") == 0
    assert value(registry, "brisa_underruns_total", cause="engine_late") == 2
    assert value(registry, "brisa_underruns_total", cause="client_slow") == 1
    assert value(registry, "brisa_underrun_seconds_bucket", le="0.3") == 2
    assert value(registry, "brisa_concealed_seconds_total") == 0.5
    assert value(registry, "brisa_substituted_segments_total") == 2


def test_refusals_have_a_reason() -> None:
    metrics = Metrics("0")
    for error in (
        Overloaded("full", reason="share"),
        Overloaded("full", reason="of another server"),
        ShuttingDown("bye"),
        UnknownVoice("whose?"),
    ):
        with metrics.stream("openai", 0) as record:
            record.refused(error)
    registry = metrics.registry
    assert value(registry, "brisa_refused_total", reason="share") == 1
    assert value(registry, "brisa_refused_total", reason="other") == 1
    assert value(registry, "brisa_refused_total", reason="draining") == 1
    assert (
        value(
            registry,
            "brisa_streams_total",
            transport="openai",
            outcome="refused",
            code="unknown_voice",
        )
        == 1
    )


def test_quantiles_are_of_the_latest_first_sounds() -> None:
    metrics = StreamMetrics(CollectorRegistry())
    assert metrics.latencies() is None
    for milliseconds in [9_000] * 50 + list(range(512)):
        metrics.first_audio(milliseconds * 1_000_000, 0)
    found = metrics.latencies()
    assert found is not None
    assert (found.count, found.p50_ms, found.p95_ms, found.p99_ms) == (512, 256, 486, 506)


def test_first_sounds_that_were_long_ago_may_be_left_out() -> None:
    metrics = StreamMetrics(CollectorRegistry())
    metrics.first_audio(900_000_000, 1_000)
    metrics.first_audio(20_000_000, 2_000)
    assert metrics.latencies(1_000) == Latencies(2, 900, 900, 900)
    assert metrics.latencies(1_001) == Latencies(1, 20, 20, 20)
    assert metrics.latencies(2_001) is None


def test_nobody_who_listens_is_not_a_listener_without_audio() -> None:
    registry = CollectorRegistry()
    vitals = VitalMetrics(registry)
    name = "brisa_lowest_held_seconds"
    assert math.isnan(value(registry, name))
    vitals.service(0, 0.0, 0.0)
    assert value(registry, name) == 0.0
    vitals.service(0, 0.0, None)
    assert math.isnan(value(registry, name))


def test_a_place_that_was_filled_again_is_counted_once() -> None:
    registry = CollectorRegistry()
    vitals = VitalMetrics(registry)
    for restarts in (0, 1, 1, 3):
        vitals.worker(0, 1e6, restarts)
    vitals.worker(1, 1e6, 2)
    assert value(registry, "brisa_worker_restarts_total", worker="0") == 3
    assert value(registry, "brisa_worker_restarts_total", worker="1") == 2


def test_what_listeners_hold_is_a_distribution() -> None:
    registry = CollectorRegistry()
    vitals = VitalMetrics(registry)
    for held_ms in (40.0, 400.0):
        vitals.held(held_ms)
    assert value(registry, "brisa_held_seconds_bucket", le="0.05") == 1
    assert value(registry, "brisa_held_seconds_count") == 2


def test_a_loop_that_is_blocked_for_more_than_a_frame_is_counted() -> None:
    registry = CollectorRegistry()
    vitals = VitalMetrics(registry)
    for lag_ms in (0, 20, 21, 300):
        vitals.lag(lag_ms * 1_000_000)
    assert value(registry, "brisa_event_loop_blocked_total") == 2
    assert value(registry, "brisa_event_loop_lag_seconds_count") == 4
