"""How the server itself is: its event loop, its cores, its workers, what it is warned of."""

from __future__ import annotations

import math
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from brisa.telemetry.timeline import NS_PER_MS, NS_PER_S

BLOCKED_NS: Final = 20 * NS_PER_MS
"""The event loop is never kept from its work for longer: a frame."""

LAG_BUCKETS_S: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)

HELD_BUCKETS_S: Final = (0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 1.5, 2.0, 5.0)
"""50 ms is the safety margin, 100 ms the least look-ahead, 500 ms the buffer and 1 s the most."""


class VitalMetrics:
    """Belongs to one registry; set from the event loop."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._lag = Histogram(
            "brisa_event_loop_lag_seconds",
            "How late the event loop ran a timer",
            buckets=LAG_BUCKETS_S,
            registry=registry,
        )
        self._worst_lag = Gauge(
            "brisa_event_loop_worst_lag_seconds",
            "How late the event loop ran a timer at worst between the last two looks",
            registry=registry,
        )
        self._blocked = Counter(
            "brisa_event_loop_blocked",
            "How often the event loop ran a timer more than 20 ms late",
            registry=registry,
        )
        self._cores = Gauge(
            "brisa_core_usage_ratio",
            "Busy share of each core of the machine",
            ["core"],
            registry=registry,
        )
        self._worker_bytes = Gauge(
            "brisa_worker_resident_bytes", "Memory of each worker", ["worker"], registry=registry
        )
        self._worker_restarts = Counter(
            "brisa_worker_restarts",
            "How often each worker's place was filled again",
            ["worker"],
            registry=registry,
        )
        self._counted_restarts: dict[int, int] = {}
        self._alerts = Gauge(
            "brisa_alert",
            "1 while a threshold of monitoring.alert_thresholds is crossed",
            ["name"],
            registry=registry,
        )
        self._level = Gauge(
            "brisa_degradation_level", "The rung of degradation, 0 for none", registry=registry
        )
        self._asked = Gauge(
            "brisa_asked_share",
            "What live streams ask of the workers, as a share of those",
            registry=registry,
        )
        self._buffer = Gauge(
            "brisa_lowest_held_seconds",
            "Audio that the live listener with least of it still has; NaN: nobody listens",
            registry=registry,
        )
        self._buffer.set(math.nan)
        self._held = Histogram(
            "brisa_held_seconds",
            "Audio between the engine and the ear of each live listener, at every look",
            buckets=HELD_BUCKETS_S,
            registry=registry,
        )

    def lag(self, lag_ns: int) -> None:
        """A timer ran so late."""
        self._lag.observe(lag_ns / NS_PER_S)
        if lag_ns > BLOCKED_NS:
            self._blocked.inc()

    def worst_lag(self, lag_ns: int) -> None:
        """The latest timer since the look before."""
        self._worst_lag.set(lag_ns / NS_PER_S)

    def cores(self, busy: tuple[float, ...]) -> None:
        """Shares of the cores since the last look."""
        for core, share in enumerate(busy):
            self._cores.labels(str(core)).set(share)

    def worker(self, index: int, resident_bytes: float, restarts: int) -> None:
        """A worker at a moment."""
        self._worker_bytes.labels(str(index)).set(resident_bytes)
        counted = self._counted_restarts.get(index, 0)
        self._worker_restarts.labels(str(index)).inc(max(restarts - counted, 0))
        self._counted_restarts[index] = restarts

    def alert(self, name: str, active: bool) -> None:
        """Whether a threshold is crossed."""
        self._alerts.labels(name).set(int(active))

    def held(self, held_ms: float) -> None:
        """A live listener who hears has so much audio, at a look."""
        self._held.observe(held_ms / 1000)

    def service(self, level: int, asked_share: float, lowest_held_ms: float | None) -> None:
        """How the service stands; ``None``: nobody listens."""
        self._level.set(level)
        self._asked.set(asked_share)
        self._buffer.set(math.nan if lowest_held_ms is None else lowest_held_ms / 1000)
