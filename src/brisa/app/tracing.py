"""A server that is traced: what each request brought, and each stream as it ends."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

import brisa
from brisa.app.build import parts_of
from brisa.app.observing_settings import TracingSettings
from brisa.clock import Clock, SystemClock, unix_offset_ns
from brisa.errors import MissingExtra
from brisa.telemetry.metrics import StreamRecord
from brisa.telemetry.spans import (
    CARRIED,
    SpeechSpan,
    Tracer,
    TracingOptions,
    caller,
    facts_of,
    stages_of,
)


def tracing_options(settings: TracingSettings) -> TracingOptions | None:
    """``None``: nothing is traced."""
    if settings.endpoint is None:
        return None
    return TracingOptions(settings.endpoint, settings.sample_ratio, settings.service_name)


@contextmanager
def traced(app: Starlette, settings: TracingSettings) -> Iterator[None]:
    """Within the block ``app``, which has not started yet, tells of its streams; the sending thread
    ends with it. Raises ``MissingExtra``."""
    options = tracing_options(settings)
    if options is None:
        yield
        return
    tracer = open_tracer(options)
    try:
        follow(app, tracer)
        yield
    finally:
        tracer.close()


def open_tracer(options: TracingOptions) -> Tracer:
    """Raises ``MissingExtra`` where OpenTelemetry is not installed."""
    try:
        door = import_module("brisa.telemetry.otel")
    except ModuleNotFoundError as error:
        if not (error.name or "").startswith("opentelemetry"):
            raise
        raise MissingExtra("Tracing", "otel", param="tracing.endpoint") from None
    tracer: Tracer = door.open_tracer(options, str(brisa.__version__))
    return tracer


def follow(app: Starlette, tracer: Tracer, clock: Clock | None = None) -> None:
    """Have ``tracer`` told of every stream of ``app``."""
    clock = clock or SystemClock()

    def ended(record: StreamRecord) -> None:
        tracer.speech(span_of(record, clock.now_ns()), caller.get(), unix_offset_ns())

    app.add_middleware(Callers)
    parts_of(app).metrics.on_end.append(ended)


def span_of(record: StreamRecord, ended_ns: int) -> SpeechSpan:
    """A stream that ended at ``ended_ns``."""
    began_ns, timeline = record.accepted_ns, record.timeline
    return SpeechSpan(
        transport=record.transport,
        outcome=record.outcome,
        code=record.code,
        began_ns=began_ns,
        ended_ns=ended_ns,
        stages=() if timeline is None else stages_of(timeline, began_ns, ended_ns),
        facts={} if timeline is None else facts_of(timeline),
    )


class Callers:
    """Keeps what a request brought of its caller's trace where the end of its stream finds it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            headers = Headers(scope=scope)
            caller.set({name: headers[name] for name in CARRIED if name in headers})
        await self._app(scope, receive, send)
