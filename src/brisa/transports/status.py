"""``GET /v1/status``: how the server is, its workers and its streams, as ``brisa top`` shows it.

Whoever reaches ``/metrics`` reaches this; a web page of another origin is not let read either. It
names voices and says how streams fare, not what is said in them or to whom.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

import brisa
from brisa.clock import NS_PER_S, Clock
from brisa.scheduler.ladder import Rung
from brisa.service.stream_state import StreamState, by_need
from brisa.transports.gate import StreamGate
from brisa.transports.readiness import Readiness
from brisa.transports.status_report import (
    MAX_STREAMS,
    Admission,
    Alert,
    Quantiles,
    ServerState,
    StatusReport,
    StreamCount,
    WorkerRow,
    encode,
)
from brisa.workers.base import WorkerState


class Watched(Protocol):
    """The service, as far as it is looked at. Every method may be called from any thread."""

    def streams(self) -> list[StreamState]:
        """The streams that have not ended, in any order."""

    def workers(self) -> list[WorkerState]:
        """Who synthesises."""

    def degradation_level(self) -> int:
        """The rung that the service stands on."""


@dataclass(frozen=True, slots=True)
class Vitals:
    """What a monitor measured; see :class:`brisa.transports.status_report.StatusReport`."""

    alerts: tuple[Alert, ...] = ()
    first_audio: Quantiles | None = None
    loop_lag_ms: float | None = None
    cores: tuple[float, ...] = ()
    admission: Admission | None = None


class StatusEndpoint:
    """Answers for one server, which began when this was made. ``vitals`` is called on the event
    loop and must not block."""

    def __init__(
        self,
        watched: Watched,
        gate: StreamGate,
        readiness: Readiness,
        clock: Clock,
        vitals: Callable[[], Vitals] = Vitals,
    ) -> None:
        self._watched = watched
        self._gate = gate
        self._readiness = readiness
        self._clock = clock
        self._vitals = vitals
        self._began_ns = clock.now_ns()
        self._turn = asyncio.Lock()

    async def status(self, request: Request) -> Response:
        """200 with the report, also while the server starts or drains."""
        state, vitals = self._state(), self._vitals()
        # Hundreds of streams take 10 ms to look at, too long for the event loop; and however many
        # look, the threads are there for others too.
        async with self._turn:
            body = await asyncio.to_thread(self._body, state, vitals)
        headers = {"cache-control": "no-store"}
        return Response(body, media_type="application/json", headers=headers)

    def _state(self) -> ServerState:
        if self._gate.draining:
            return "draining"
        if self._readiness.error is not None:
            return "failed"
        return "ready" if self._readiness.ready else "starting"

    def _body(self, state: ServerState, vitals: Vitals) -> bytes:
        watched = self._watched
        streams = sorted(watched.streams(), key=by_need)
        level = watched.degradation_level()
        report = StatusReport(
            version=str(brisa.__version__),
            state=state,
            uptime_s=(self._clock.now_ns() - self._began_ns) / NS_PER_S,
            stream_count=_count(streams),
            streams=tuple(streams[:MAX_STREAMS]),
            workers=tuple(map(_row, watched.workers())),
            alerts=vitals.alerts,
            first_audio=vitals.first_audio,
            loop_lag_ms=vitals.loop_lag_ms,
            cores=vitals.cores,
            admission=vitals.admission,
            degradation_level=level,
            degradation=Rung(level).name.lower(),
        )
        return encode(report)


def _count(streams: Sequence[StreamState]) -> StreamCount:
    live = sum(stream.job_class == "live" for stream in streams)
    return StreamCount(total=len(streams), live=live, bulk=len(streams) - live)


def _row(worker: WorkerState) -> WorkerRow:
    return WorkerRow(
        index=worker.index,
        pid=worker.pid,
        state=worker.state.value,
        rss_mb=worker.rss_mb,
        restarts=worker.restarts,
        streams=worker.streams,
        cores=worker.cores,
        problem=worker.problem,
    )


def routes(endpoint: StatusEndpoint) -> list[BaseRoute]:
    """Everything here."""
    return [Route("/v1/status", endpoint.status)]
