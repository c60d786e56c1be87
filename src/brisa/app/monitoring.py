"""Watches a running server: its event loop all the time, everything else every few seconds."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from brisa.app.options import MonitoringOptions
from brisa.clock import NS_PER_MS, NS_PER_S, Clock, SystemClock
from brisa.service.stream_state import StreamState
from brisa.service.synthesizer import Synthesizer
from brisa.telemetry.alerts import ActiveAlert, Alerts, Threshold
from brisa.telemetry.cores import CoreUse
from brisa.telemetry.metrics import Metrics

logger = logging.getLogger(__name__)

_TICK_S = 0.1
"""How often the event loop is looked at: short enough to meet what blocks it, and 10 wake-ups a
second cost nothing that could be measured."""


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

    def look(self) -> None:
        """Take the measure of everything; called on the event loop."""
        self.cores = self._core_use.look()
        self._shown_lag_ns, self._worst_lag_ns = self._worst_lag_ns, 0
        service, vitals = self._synthesizer, self._metrics.vitals
        lowest_ms = lowest_held_ms(service.streams())
        vitals.cores(self.cores)
        vitals.service(service.degradation_level(), service.asked(), lowest_ms)
        for worker in service.workers():
            vitals.worker(worker.index, worker.rss_mb * (1 << 20), worker.restarts)
        latencies = self._metrics.of_streams.latencies()
        busy = max(sum(self.cores) / len(self.cores), 0.0) * 100 if self.cores else None
        values = {
            "buffer_low": lowest_ms,
            "latency_p95": None if latencies is None else latencies.p95_ms,
            "cpu_usage": busy,
        }
        for change in self._alerts.look(values):
            fields = {"alert": change.name, "value": change.value, "limit": change.limit}
            say = logger.warning if change.active else logger.info
            say("an alert began" if change.active else "an alert is over", extra=fields)
        active = {alert.name for alert in self.alerts}
        for name in values:
            vitals.alert(name, name in active)

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
                self.look()


def lowest_held_ms(streams: list[StreamState]) -> float | None:
    """What the live listener who hears, and has least left, still has."""
    held = [
        stream.held_ms
        for stream in streams
        if stream.job_class == "live"
        and stream.produced_ms > 0
        and stream.deadline_in_ms is not None
    ]
    return min(held, default=None)
