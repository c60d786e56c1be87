"""Probes and metrics: ``/health``, ``/ready``, ``/metrics``."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from brisa.errors import BrisaError
from brisa.service.synthesizer import Synthesizer
from brisa.telemetry.metrics import Metrics
from brisa.transports.gate import StreamGate
from brisa.transports.readiness import Readiness

POOL_ANSWER_S = 5.0
"""A pool that has not taken the most urgent job by then is stuck: a step is bounded to tens of
milliseconds."""


class Probes:
    """What a supervisor or a balancer asks."""

    def __init__(
        self,
        synthesizer: Synthesizer,
        gate: StreamGate,
        readiness: Readiness,
        metrics: Metrics,
        *,
        pool_answer_s: float = POOL_ANSWER_S,
    ) -> None:
        self._synthesizer = synthesizer
        self._gate = gate
        self._readiness = readiness
        self._metrics = metrics
        self._pool_answer_s = pool_answer_s

    async def health(self, request: Request) -> Response:
        """200 while the pool takes work, 503 when it does not: restart the process then."""
        if not await self._pool_answers():
            return _status(503, "stuck")
        return _status(200, "ok", active_streams=self._gate.active)

    async def ready(self, request: Request) -> Response:
        """200 while a request would be served at full speed."""
        if self._gate.draining:
            return _status(503, "draining")
        if self._readiness.error is not None:
            return _status(503, "failed", code=self._readiness.error.code)
        if not self._readiness.ready:
            return _status(503, "starting")
        return _status(200, "ready")

    async def metrics(self, request: Request) -> Response:
        """The Prometheus text."""
        # Takes milliseconds, which the event loop has better use for.
        body, media_type = await asyncio.to_thread(self._metrics.exposition)
        return Response(body, media_type=media_type, headers={"cache-control": "no-store"})

    async def _pool_answers(self) -> bool:
        if not self._synthesizer.healthy():
            return False
        try:
            async with asyncio.timeout(self._pool_answer_s):
                await asyncio.wrap_future(self._synthesizer.ping())
        except (TimeoutError, BrisaError):
            return False
        return True


def _status(http: int, status: str, **more: object) -> JSONResponse:
    headers = {"cache-control": "no-store"}
    if http == 503:
        headers["retry-after"] = "1"
    return JSONResponse({"status": status, **more}, http, headers)


def routes(probes: Probes) -> list[BaseRoute]:
    """Everything here, at the root."""
    return [
        Route("/health", probes.health),
        Route("/ready", probes.ready),
        Route("/metrics", probes.metrics),
    ]
