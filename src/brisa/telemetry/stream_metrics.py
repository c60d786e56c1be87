"""What is counted of every stream when it ends: where its time went, its silences, what was less.

Labels are closed sets: stages, causes, reasons.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Histogram

from brisa.telemetry.attribution import STAGES, attribute
from brisa.telemetry.timeline import NS_PER_MS, NS_PER_S, Timeline

STAGE_BUCKETS_S: Final = (
    0.0005,
    0.001,
    0.002,
    0.005,
    0.01,
    0.02,
    0.03,
    0.05,
    0.1,
    0.2,
    0.3,
    0.5,
    1.0,
    5.0,
)
"""1 ms is what the way through a worker may add, 20 ms what the event loop may be blocked, 200 ms
the limit of a step, 300 ms the first-audio target."""

GAP_BUCKETS_S: Final = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 5.0)
"""A frame is 20 ms; 300 ms is the longest silence that the death of a worker may cost."""

CAUSES: Final = ("engine_late", "client_slow", "network")
REASONS: Final = ("streams", "capacity", "lateness", "first_sound", "share", "degraded", "draining")
OTHER: Final = "other"

WINDOW: Final = 512
"""First sounds that quantiles are taken of: the last minute or so of a busy server."""


@dataclass(frozen=True, slots=True)
class Latencies:
    """Quantiles of the latest ``count`` first sounds, in milliseconds."""

    count: int
    p50_ms: float
    p95_ms: float
    p99_ms: float


class StreamMetrics:
    """Belongs to one registry. :meth:`ended` is called once a stream."""

    def __init__(self, registry: CollectorRegistry) -> None:
        stages = Histogram(
            "brisa_stage_seconds",
            "Time to the first sound, by where it went",
            ["stage"],
            buckets=STAGE_BUCKETS_S,
            registry=registry,
        )
        self._stages = {name: stages.labels(name) for name in STAGES}
        underruns = Counter(
            "brisa_underruns",
            "Silences in the middle of live streams, as the server reckons, by cause",
            ["cause"],
            registry=registry,
        )
        self._underruns = {cause: underruns.labels(cause) for cause in CAUSES}
        self._gaps = Histogram(
            "brisa_underrun_seconds",
            "How long those silences were",
            buckets=GAP_BUCKETS_S,
            registry=registry,
        )
        refused = Counter(
            "brisa_refused",
            "Streams that were not admitted, by reason",
            ["reason"],
            registry=registry,
        )
        self._refused = {reason: refused.labels(reason) for reason in (*REASONS, OTHER)}
        self._concealed = Counter(
            "brisa_concealed_seconds", "Audio put in where a step was late", registry=registry
        )
        self._substituted = Counter(
            "brisa_substituted_segments", "Segments the fallback voice spoke", registry=registry
        )
        self._first: deque[tuple[int, float]] = deque(maxlen=WINDOW)

    def first_audio(self, span_ns: int, now_ns: int) -> None:
        """A stream's first audio went out, so long after its request."""
        self._first.append((now_ns, span_ns / NS_PER_MS))

    def refused(self, reason: str) -> None:
        """A stream was not admitted."""
        self._refused[reason if reason in self._refused else OTHER].inc()

    def ended(self, timeline: Timeline, began_ns: int) -> None:
        """A stream is over that was asked for at ``began_ns``."""
        for stage in attribute(timeline, began_ns):
            self._stages[stage.name].observe(stage.span_ns / NS_PER_S)
        for cause, gaps_ns in timeline.gaps_ns.items():
            self._underruns[cause].inc(len(gaps_ns))
            for gap_ns in gaps_ns:
                self._gaps.observe(gap_ns / NS_PER_S)
        self._concealed.inc(timeline.concealed_samples / timeline.sample_rate_hz)
        self._substituted.inc(timeline.substituted_segments)

    def latencies(self, since_ns: int | None = None) -> Latencies | None:
        """Of the latest first sounds, none from before ``since_ns``; ``None`` if there is none."""
        found = sorted(
            span_ms for at_ns, span_ms in self._first if since_ns is None or at_ns >= since_ns
        )
        if not found:
            return None
        p50_ms, p95_ms, p99_ms = (
            found[min(int(share * len(found)), len(found) - 1)] for share in (0.5, 0.95, 0.99)
        )
        return Latencies(len(found), p50_ms, p95_ms, p99_ms)
