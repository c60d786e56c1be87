"""What is counted, once, with labels from closed sets."""

from __future__ import annotations

import pytest

from brisa.errors import EmptyText
from brisa.telemetry.metrics import FIRST_AUDIO_BUCKETS_S, REAL_TIME_FACTOR_BUCKETS, Metrics
from brisa.telemetry.timeline import NS_PER_MS, NS_PER_S, Timeline

pytestmark = pytest.mark.unit

OPENAI = {"transport": "openai"}


def value(metrics: Metrics, name: str, **labels: str) -> float:
    return metrics.registry.get_sample_value(name, labels) or 0.0


def streams(metrics: Metrics, outcome: str, code: str = "") -> float:
    return value(metrics, "brisa_streams_total", outcome=outcome, code=code, **OPENAI)


def test_promises_are_bucket_edges() -> None:
    assert {0.018, 0.03, 0.15, 0.3} <= set(FIRST_AUDIO_BUCKETS_S)
    assert {0.0055, 1.0} <= set(REAL_TIME_FACTOR_BUCKETS)


def test_a_stream_of_which_nothing_is_said_was_left() -> None:
    metrics = Metrics("1")
    with metrics.stream("openai", 0):
        pass
    assert streams(metrics, "cancelled") == 1


def test_a_finished_stream() -> None:
    metrics = Metrics("1")
    with metrics.stream("openai", 5 * NS_PER_S) as record:
        record.timeline = Timeline(0, 24_000)
        record.timeline.stepped(0, NS_PER_S)
        record.timeline.audio_ready(48_000, 1)
        record.first_audio(5 * NS_PER_S + 20 * NS_PER_MS)
        record.sent("mp3", 100)
        record.sent("mp3", 50)
        record.finished()
    assert streams(metrics, "finished") == 1
    assert value(metrics, "brisa_sent_bytes_total", format="mp3") == 150
    assert value(metrics, "brisa_audio_seconds_total", **OPENAI) == 2
    assert value(metrics, "brisa_first_audio_seconds_bucket", le="0.018", **OPENAI) == 0
    assert value(metrics, "brisa_first_audio_seconds_bucket", le="0.03", **OPENAI) == 1
    assert value(metrics, "brisa_real_time_factor_sum", **OPENAI) == 0.5


def test_a_refusal_is_counted_by_its_code() -> None:
    metrics = Metrics("1")
    with pytest.raises(EmptyText), metrics.stream("openai", 0):
        raise EmptyText("x")
    assert streams(metrics, "refused", "empty_text") == 1


def test_a_bug_is_a_failure() -> None:
    metrics = Metrics("1")
    with pytest.raises(KeyError), metrics.stream("openai", 0):
        raise KeyError("somebody's text")
    assert streams(metrics, "failed", "internal_error") == 1
    assert b"somebody" not in metrics.exposition()[0]


def test_what_the_record_was_told_stands() -> None:
    metrics = Metrics("1")
    with pytest.raises(KeyError), metrics.stream("openai", 0) as record:
        record.failed("engine_failed")
        raise KeyError
    assert streams(metrics, "failed", "engine_failed") == 1
    assert streams(metrics, "failed", "internal_error") == 0


def test_the_gauge_falls_on_every_path() -> None:
    metrics = Metrics("1")
    with pytest.raises(KeyError), metrics.active("openai"):
        assert value(metrics, "brisa_active_streams", **OPENAI) == 1
        raise KeyError
    assert value(metrics, "brisa_active_streams", **OPENAI) == 0


def test_the_build_is_named() -> None:
    text = Metrics("9.8.7").exposition()[0].decode()
    assert 'version="9.8.7"' in text


def test_two_servers_do_not_meet() -> None:
    one, other = Metrics("1"), Metrics("1")
    with one.stream("openai", 0):
        pass
    assert streams(other, "cancelled") == 0


def test_labels_are_few() -> None:
    of_streams = {"transport", "outcome", "code", "format", "stage", "cause", "reason"}
    of_servers = {"version", "python", "core", "worker", "name"}
    allowed = {*of_streams, *of_servers, "le"}
    metrics = Metrics("1")
    with metrics.stream("openai", 0) as record:
        record.sent("pcm", 1)
        record.first_audio(1)
    labels = {
        label
        for family in metrics.registry.collect()
        for sample in family.samples
        for label in sample.labels
    }
    assert labels <= allowed
