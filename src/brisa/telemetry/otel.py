"""The one door to OpenTelemetry: streams that have ended become spans, sent by a thread of its own.

Loaded by name, as it is an extra. Nothing global is set: a program around the library keeps its own
tracer provider. Environment variables of OpenTelemetry's exporter act (headers, certificates,
compression), but not where it sends to, which is a setting.
"""

from __future__ import annotations

import logging

from opentelemetry import context as otel_context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter
from opentelemetry.sdk.trace.sampling import ParentBased, TraceIdRatioBased
from opentelemetry.trace import Span, SpanKind, Status, StatusCode, set_span_in_context
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from brisa.telemetry.bugs import log_bug
from brisa.telemetry.spans import Carrier, SpeechSpan, TracingOptions

logger = logging.getLogger(__name__)

_EXPORT_TIMEOUT_S = 3
"""A collector that takes longer is lost; at its end the server waits for one such time."""

_QUEUE_SPANS = 8192
"""Some hundred streams a second, five spans each, for the five seconds between two batches; of more
the later ones are lost, and memory stays bounded."""


class OtelTracer:
    """See :class:`brisa.telemetry.spans.Tracer`. ``exporter`` is by default the options' endpoint.

    Owns a thread until :meth:`close`.
    """

    def __init__(
        self, options: TracingOptions, version: str, exporter: SpanExporter | None = None
    ) -> None:
        resource = Resource({"service.name": options.service_name, "service.version": version})
        self._provider = TracerProvider(
            sampler=ParentBased(TraceIdRatioBased(options.sample_ratio)),
            resource=resource,
            shutdown_on_exit=False,
        )
        to = exporter or OTLPSpanExporter(endpoint=options.endpoint, timeout=_EXPORT_TIMEOUT_S)
        self._provider.add_span_processor(BatchSpanProcessor(to, max_queue_size=_QUEUE_SPANS))
        self._tracer = self._provider.get_tracer("brisa", version)
        self._propagator = TraceContextTextMapPropagator()

    def speech(self, span: SpeechSpan, carrier: Carrier, unix_offset_ns: int) -> None:
        try:
            self._record(span, carrier, unix_offset_ns)
        except Exception as error:  # noqa: BLE001 - a stream must not break on what watches it
            log_bug(logger, "a stream was not traced", error)

    def close(self) -> None:
        self._provider.shutdown()

    def _record(self, span: SpeechSpan, carrier: Carrier, unix_offset_ns: int) -> None:
        parent = self._propagator.extract(carrier, otel_context.Context())
        root = self._tracer.start_span(
            "speech", parent, SpanKind.SERVER, start_time=span.began_ns + unix_offset_ns
        )
        if root.is_recording():
            _describe(root, span)
            around = set_span_in_context(root, otel_context.Context())
            for stage in span.stages:
                child = self._tracer.start_span(
                    stage.name, around, start_time=stage.began_ns + unix_offset_ns
                )
                child.end(stage.ended_ns + unix_offset_ns)
        root.end(span.ended_ns + unix_offset_ns)


def _describe(root: Span, span: SpeechSpan) -> None:
    root.set_attribute("brisa.transport", span.transport)
    root.set_attribute("brisa.outcome", span.outcome)
    for name, value in span.facts.items():
        root.set_attribute(name, value)
    if span.code:
        root.set_attribute("brisa.code", span.code)
    if span.outcome == "failed":
        root.set_status(Status(StatusCode.ERROR, span.code))


def open_tracer(options: TracingOptions, version: str) -> OtelTracer:
    """A tracer that sends to ``options.endpoint``; the caller closes it."""
    return OtelTracer(options, version)
