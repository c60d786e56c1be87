"""Spans as OpenTelemetry has them."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

import pytest
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode

from brisa.telemetry.otel import OtelTracer
from brisa.telemetry.spans import Carrier, SpeechSpan, Stage, TracingOptions

pytestmark = pytest.mark.unit

TRACE, PARENT = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"
SAMPLED, NOT_SAMPLED = f"00-{TRACE}-{PARENT}-01", f"00-{TRACE}-{PARENT}-00"
STAGES = (Stage("queue", 100, 130), Stage("infer", 130, 200))


def span(**fields: Any) -> SpeechSpan:
    given: dict[str, Any] = {
        "transport": "openai",
        "outcome": "finished",
        "code": "",
        "began_ns": 100,
        "ended_ns": 200,
        "stages": STAGES,
        "facts": {"brisa.audio_s": 1.5},
    }
    return SpeechSpan(**(given | fields))


class Traced:
    def __init__(self, ratio: float) -> None:
        self._kept = InMemorySpanExporter()
        options = TracingOptions("http://unused", ratio, "voices")
        self.tracer = OtelTracer(options, "1.2", self._kept)

    def spans(self, told: SpeechSpan, carrier: Carrier | None = None) -> list[ReadableSpan]:
        """What comes of it, the stages first, as they end first."""
        self.tracer.speech(told, carrier or {}, 1_000)
        self.tracer.close()
        return list(self._kept.get_finished_spans())


@pytest.fixture
def traced() -> Iterator[Traced]:
    made = Traced(1.0)
    yield made
    made.tracer.close()


def ids(found: ReadableSpan) -> tuple[str, str]:
    return f"{found.context.trace_id:032x}", f"{found.context.span_id:016x}"


def test_a_stream_is_a_span_with_its_stages_below(traced: Traced) -> None:
    queue, infer, speech = traced.spans(span())
    assert [item.name for item in (queue, infer, speech)] == ["queue", "infer", "speech"]
    times = [(item.start_time, item.end_time) for item in (queue, infer, speech)]
    assert times == [(1100, 1130), (1130, 1200), (1100, 1200)]
    assert speech.parent is None
    assert speech.kind is SpanKind.SERVER
    for stage in (queue, infer):
        assert stage.parent is not None
        assert (stage.context.trace_id, stage.parent.span_id) == (
            speech.context.trace_id,
            speech.context.span_id,
        )
    assert dict(speech.attributes or {}) == {
        "brisa.transport": "openai",
        "brisa.outcome": "finished",
        "brisa.audio_s": 1.5,
    }
    assert speech.status.status_code is StatusCode.UNSET
    assert speech.resource.attributes["service.name"] == "voices"
    assert speech.resource.attributes["service.version"] == "1.2"


def test_one_that_broke_says_so(traced: Traced) -> None:
    speech = traced.spans(span(outcome="failed", code="engine_failed"))[-1]
    assert speech.status.status_code is StatusCode.ERROR
    assert (speech.attributes or {})["brisa.code"] == "engine_failed"


def test_a_refusal_is_an_ordinary_answer(traced: Traced) -> None:
    speech = traced.spans(span(outcome="refused", code="overloaded"))[-1]
    assert speech.status.status_code is StatusCode.UNSET


def test_the_callers_trace_goes_on(traced: Traced) -> None:
    speech = traced.spans(span(), {"traceparent": SAMPLED, "tracestate": "a=1"})[-1]
    assert ids(speech)[0] == TRACE
    assert speech.parent is not None
    assert f"{speech.parent.span_id:016x}" == PARENT
    assert speech.context.trace_state.to_header() == "a=1"


@pytest.mark.parametrize("header", ["", "quokka", f"00-{'0' * 32}-{PARENT}-01", SAMPLED + "-x"])
def test_nonsense_begins_a_trace(traced: Traced, header: str) -> None:
    speech = traced.spans(span(), {"traceparent": header})[-1]
    assert speech.parent is None


@pytest.mark.parametrize(
    ("ratio", "carrier", "kept"),
    [
        (0.0, {}, 0),
        (0.0, {"traceparent": SAMPLED}, 3),
        (1.0, {"traceparent": NOT_SAMPLED}, 0),
        (1.0, {}, 3),
    ],
)
def test_the_caller_decides_before_the_ratio(ratio: float, carrier: Carrier, kept: int) -> None:
    assert len(Traced(ratio).spans(span(), carrier)) == kept


def test_what_cannot_be_recorded_breaks_nothing(
    traced: Traced, caplog: pytest.LogCaptureFixture
) -> None:
    broken: Any = (object(),)
    with caplog.at_level(logging.ERROR):
        assert traced.spans(span(stages=broken)) == []
    assert "a stream was not traced" in caplog.text
