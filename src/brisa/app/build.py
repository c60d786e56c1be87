"""Options to objects: the only place that constructs the HTTP server."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

import brisa
from brisa.app.keys_watch import KeysWatch
from brisa.app.monitoring import Monitor
from brisa.app.options import ServerOptions
from brisa.app.stream_log import log_stream
from brisa.app.wires.shared import Shared
from brisa.app.wires.table import WIRES, operations
from brisa.app.wires.wyoming import speaking, wyoming_server
from brisa.clock import SystemClock
from brisa.errors import BrisaError
from brisa.scheduler.admission import AdmissionLimits
from brisa.service.synthesizer import Synthesizer
from brisa.telemetry.bugs import log_bug
from brisa.telemetry.metrics import Metrics
from brisa.transports import admin, openapi, page, status
from brisa.transports.asgi import LastNet, RequestIds
from brisa.transports.encoding import EncodingThreads
from brisa.transports.errors import (
    HttpRefusal,
    MethodNotAllowed,
    NotFound,
    error_response,
    internal_error,
)
from brisa.transports.gate import StreamGate
from brisa.transports.guard import PROBES, Guard
from brisa.transports.origins import Origins
from brisa.transports.readiness import Readiness, WarmUp
from brisa.transports.status_report import Admission, Alert, Quantiles
from brisa.transports.wyoming.server import WyomingServer

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ServerParts:
    """What :mod:`brisa.app.lifecycle` and the tests need of a running server."""

    options: ServerOptions
    synthesizer: Synthesizer
    gate: StreamGate
    readiness: Readiness
    metrics: Metrics
    encoding: EncodingThreads
    monitor: Monitor
    keys: KeysWatch | None = None
    wyoming: WyomingServer | None = None


def parts_of(app: Starlette) -> ServerParts:
    """The parts of an application made by :func:`build_app`."""
    parts: ServerParts = app.state.parts
    return parts


def build_app(options: ServerOptions, synthesizer: Synthesizer) -> Starlette:
    """The ASGI application. It warms up when started; the caller closes ``synthesizer`` after it.

    Call it where the event loop will run or before; it starts nothing itself. Raises
    ``ConfigError`` for a keys file that cannot be used.
    """
    keys = None if options.keys is None else KeysWatch(options.keys)
    ring = None if keys is None else keys.ring
    metrics = Metrics(str(brisa.__version__))
    metrics.max_streams.set(options.max_concurrent_streams)
    gate = StreamGate(options.max_concurrent_streams)
    encoding = EncodingThreads(options.encoder_threads)
    shared = Shared(options, synthesizer, gate, metrics, encoding)
    parts = ServerParts(
        options=options,
        synthesizer=synthesizer,
        gate=gate,
        readiness=Readiness(),
        metrics=metrics,
        encoding=encoding,
        monitor=Monitor(options.monitoring, synthesizer, metrics),
        keys=keys,
        wyoming=wyoming_server(shared),
    )
    metrics.on_end.append(log_stream)
    app = Starlette(
        routes=_routes(parts, shared),
        middleware=[
            Middleware(RequestIds),
            Middleware(LastNet),
            Middleware(Origins, allowed=options.allowed_origins),
            Middleware(Guard, ring=ring, open_paths=_open_paths(options)),
        ],
        exception_handlers={BrisaError: _answer_error, HTTPException: _answer_http},
        lifespan=_lifespan,
    )
    app.state.parts = parts
    return app


def _open_paths(options: ServerOptions) -> frozenset[str]:
    """What needs no key."""
    groups = {
        "metrics": {"/metrics"},
        "status": {"/v1/status"},
        "page": page.PATHS | {openapi.PATH},
    }
    wanted = options.keys.without_key if options.keys is not None else frozenset()
    return PROBES.union(*(groups[name] for name in wanted))


def _routes(parts: ServerParts, shared: Shared) -> list[BaseRoute]:
    probes = admin.Probes(parts.synthesizer, parts.gate, parts.readiness, parts.metrics)
    return [
        *(route for wire in WIRES for route in wire(shared)),
        *_status_routes(parts),
        *admin.routes(probes),
        *openapi.routes(openapi.OpenApiEndpoint(operations(), str(brisa.__version__))),
        *page.routes(),
    ]


def _status_routes(parts: ServerParts) -> list[BaseRoute]:
    service = parts.synthesizer

    def vitals() -> status.Vitals:
        admission = Admission(
            enabled=service.options.admission, share=service.asked(), limit=AdmissionLimits().limit
        )
        latencies, monitor = parts.metrics.of_streams.latencies(), parts.monitor
        first_audio = None
        if latencies is not None:
            first_audio = Quantiles(
                count=latencies.count,
                p50_ms=latencies.p50_ms,
                p95_ms=latencies.p95_ms,
                p99_ms=latencies.p99_ms,
            )
        alerts = tuple(
            Alert(name=one.name, message=one.message, value=one.value, threshold=one.limit)
            for one in monitor.alerts
        )
        return status.Vitals(alerts, first_audio, monitor.loop_lag_ms, monitor.cores, admission)

    endpoint = status.StatusEndpoint(service, parts.gate, parts.readiness, SystemClock(), vitals)
    return status.routes(endpoint)


@asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    """Warms up beside the open port; ends what it started, the encoding threads last."""
    parts = parts_of(app)
    async with AsyncExitStack() as stack:
        parts.encoding.start()
        stack.callback(parts.encoding.close)
        await stack.enter_async_context(parts.monitor.running())
        if parts.keys is not None:
            await stack.enter_async_context(parts.keys.running())
        if parts.wyoming is not None and parts.options.wyoming is not None:
            await stack.enter_async_context(speaking(parts.wyoming, parts.options.wyoming))
        warming = asyncio.get_running_loop().create_task(_warm_up(parts))
        stack.push_async_callback(asyncio.wait, (warming,))
        stack.callback(warming.cancel)
        yield


async def _warm_up(parts: ServerParts) -> None:
    options = parts.options
    voices = list(dict.fromkeys((options.default_voice, *options.preload_voices)))
    warm_up = WarmUp(parts.synthesizer, parts.encoding, voices, options.warm_formats)
    try:
        await warm_up.run()
    except BrisaError as error:
        logger.error("the server cannot become ready", extra={"code": error.code})
        parts.readiness.settle(error)
    except Exception as error:  # noqa: BLE001 - whoever waits for readiness must be told
        log_bug(logger, "the warm-up raised", error)
        parts.readiness.settle(internal_error())
    else:
        parts.readiness.settle()


async def _answer_error(request: Request, error: Exception) -> Response:
    return error_response(error if isinstance(error, BrisaError) else internal_error())


async def _answer_http(request: Request, error: Exception) -> Response:
    """What the router refuses, in the same shape as every other error."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    refusals: dict[int, HttpRefusal] = {
        404: NotFound("There is nothing at this address."),
        405: MethodNotAllowed("This address does not take that method."),
    }
    response = error_response(refusals.get(status, internal_error()))
    if isinstance(error, HTTPException):
        response.headers.update(error.headers or {})
    return response
