"""Watches a running server: its event loop all the time, everything else every few seconds."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

from brisa.app.options import MonitoringOptions
from brisa.clock import NS_PER_MS, NS_PER_S, Clock, SystemClock
from brisa.service.stream_state import StreamState
from brisa.service.synthesizer import Synthesizer
from brisa.telemetry.alerts import ActiveAlert, Alerts, Threshold
from brisa.telemetry.bugs import log_bug
from brisa.telemetry.cores import CoreUse
from brisa.telemetry.metrics import Metrics
from brisa.workers.base import WorkerState

logger = logging.getLogger(__name__)

_TICK_S = 0.1
"""How often the event loop is looked at. It is a sample: a block of 120 ms is always met, one of
50 ms three times in ten. 10 wake-ups a second cost 2 ms of CPU, 50 cost 10."""

RECENT_NS: Final = 60 * NS_PER_S
"""First sounds that were longer ago are no reason to warn: else an alert would outlast its cause
for as long as nobody asks for speech."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """The service at a moment."""

    level: int
    asked_share: float
    held_ms: tuple[float, ...]
    workers: tuple[WorkerState, ...]


def _thresholds(options: MonitoringOptions) -> tuple[Threshold, ...]:
    return (
        Threshold(
            "buffer_low",
            options.buffer_low_ms,
            "A listener holds only {value} ms of audio; {limit} ms is the least it should.",
            below=True,
        ),
        Threshold(
            "latency_p95",
            options.latency_p95_ms,
            "First sounds take {value} ms at p95, more than {limit} ms.",
        ),
        Threshold(
            "cpu_usage",
            options.cpu_usage_percent,
            "The cores are {value} % busy, more than {limit} %.",
        ),
    )


class Monitor:
    """One server's. :meth:`running` stands around its life."""

    def __init__(
        self,
        options: MonitoringOptions,
        synthesizer: Synthesizer,
        metrics: Metrics,
        *,
        clock: Clock | None = None,
        cores: CoreUse | None = None,
    ) -> None:
        self._options = options
        self._synthesizer = synthesizer
        self._metrics = metrics
        self._clock = clock or SystemClock()
        self._core_use = cores or CoreUse()
        self._alerts = Alerts(_thresholds(options))
        self._worst_lag_ns = 0
        self._shown_lag_ns = 0
        self.cores: tuple[float, ...] = ()

    @property
    def alerts(self) -> tuple[ActiveAlert, ...]:
        """Those that are crossed."""
        return self._alerts.active()

    @property
    def loop_lag_ms(self) -> float:
        """How late the event loop ran at worst since the last look but one."""
        return max(self._worst_lag_ns, self._shown_lag_ns) / NS_PER_MS

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Watch while the block lasts."""
        task = asyncio.get_running_loop().create_task(self._watch())
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def look(self) -> None:
        """Take the measure of everything."""
        # Hundreds of streams take 10 ms to look at, too long for the event loop.
        seen = await asyncio.to_thread(self._see)
        self.cores = self._core_use.look()
        self._shown_lag_ns, self._worst_lag_ns = self._worst_lag_ns, 0
        vitals = self._metrics.vitals
        vitals.worst_lag(self._shown_lag_ns)
        vitals.cores(self.cores)
        vitals.service(seen.level, seen.asked_share, min(seen.held_ms, default=None))
        for one_ms in seen.held_ms:
            vitals.held(one_ms)
        for worker in seen.workers:
            vitals.worker(worker.index, worker.rss_mb * (1 << 20), worker.restarts)
        self._warn(self._values(seen))

    def _see(self) -> _Seen:
        service = self._synthesizer
        return _Seen(
            service.degradation_level(),
            service.asked(),
            tuple(held_ms(service.streams())),
            tuple(service.workers()),
        )

    def _values(self, seen: _Seen) -> dict[str, float | None]:
        latencies = self._metrics.of_streams.latencies(self._clock.now_ns() - RECENT_NS)
        return {
            "buffer_low": min(seen.held_ms, default=None),
            "latency_p95": None if latencies is None else latencies.p95_ms,
            "cpu_usage": sum(self.cores) / len(self.cores) * 100 if self.cores else None,
        }

    def _warn(self, values: dict[str, float | None]) -> None:
        for change in self._alerts.look(values):
            fields = {"alert": change.name, "value": change.value, "limit": change.limit}
            say = logger.warning if change.active else logger.info
            say("an alert began" if change.active else "an alert is over", extra=fields)
        active = {alert.name for alert in self.alerts}
        for name in values:
            self._metrics.vitals.alert(name, name in active)

    async def _watch(self) -> None:
        next_look_ns = self._clock.now_ns()
        while True:
            asked_ns = self._clock.now_ns()
            await asyncio.sleep(_TICK_S)
            now_ns = self._clock.now_ns()
            lag_ns = max(now_ns - asked_ns - round(_TICK_S * NS_PER_S), 0)
            self._worst_lag_ns = max(self._worst_lag_ns, lag_ns)
            self._metrics.vitals.lag(lag_ns)
            if now_ns >= next_look_ns:
                next_look_ns = now_ns + round(self._options.interval_s * NS_PER_S)
                await self._look_safely()

    async def _look_safely(self) -> None:
        """What one look meets must not keep a server from being watched."""
        try:
            await self.look()
        except Exception as error:  # noqa: BLE001 - a bug is logged, and the next look is due
            log_bug(logger, "a look at the server raised", error)


def held_ms(streams: list[StreamState]) -> list[float]:
    """What each live listener who hears still has."""
    return [
        stream.held_ms
        for stream in streams
        if stream.job_class == "live"
        and stream.produced_ms > 0
        and stream.deadline_in_ms is not None
    ]
