"""Every metric of brisa: name, unit, labels and buckets, declared once.

Labels come from closed sets (transport, format, outcome, code of the error tree), so their number
is bounded. No text, no voice sample, no session or request id is ever a label. A registry belongs
to one :class:`Metrics`, so two servers in one process do not meet.
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from brisa.errors import BrisaError, Overloaded, ShuttingDown
from brisa.telemetry.stream_metrics import StreamMetrics
from brisa.telemetry.timeline import NS_PER_S, Timeline
from brisa.telemetry.vitals import VitalMetrics

FIRST_AUDIO_BUCKETS_S = (
    0.01,
    0.018,
    0.03,
    0.05,
    0.075,
    0.1,
    0.15,
    0.2,
    0.3,
    0.5,
    1.0,
    2.0,
    5.0,
    10.0,
)
"""18 and 30 ms are what the embedded voice promises, 150 and 300 ms what agents ask for, 10 s is
when they give up."""

REAL_TIME_FACTOR_BUCKETS = (
    0.0025,
    0.0055,
    0.01,
    0.02,
    0.05,
    0.1,
    0.2,
    0.3,
    0.5,
    0.8,
    1.0,
    2.0,
)
"""0.0055 is what the embedded voice promises; from 1 on a listener starves."""


class StreamRecord:
    """What became of one stream; counted once, when its block is left.

    ``timeline`` is that of the service, as soon as there is one.
    """

    def __init__(self, metrics: Metrics, transport: str, accepted_ns: int) -> None:
        self._metrics = metrics
        self.transport = transport
        self.accepted_ns = accepted_ns
        self.timeline: Timeline | None = None
        self.outcome = "cancelled"
        self.code = ""

    def first_audio(self, now_ns: int) -> None:
        """The first audio is on its way to the client."""
        span_s = (now_ns - self.accepted_ns) / NS_PER_S
        self._metrics.first_audio.labels(self.transport).observe(span_s)
        self._metrics.of_streams.first_audio(now_ns - self.accepted_ns, now_ns)

    def sent(self, audio_format: str, size_bytes: int) -> None:
        """Bytes of audio were handed to the connection."""
        self._metrics.sent(audio_format, size_bytes)

    def finished(self) -> None:
        """All of it was sent."""
        self.outcome, self.code = "finished", ""

    def refused(self, error: BrisaError) -> None:
        """The client was told so instead of getting audio."""
        self.outcome, self.code = "refused", error.code
        if isinstance(error, ShuttingDown):
            self._metrics.of_streams.refused("draining")
        elif isinstance(error, Overloaded):
            self._metrics.of_streams.refused(error.reason)

    def failed(self, code: str) -> None:
        """It broke after the client had got audio."""
        self.outcome, self.code = "failed", code


class Metrics:
    """The metrics of one server. Whoever else wants to know of streams is in ``on_end``: called
    with the record of each when it has been counted, in the task that served it."""

    def __init__(self, version: str) -> None:
        self.on_end: list[Callable[[StreamRecord], None]] = []
        self.registry = CollectorRegistry()
        self.of_streams = StreamMetrics(self.registry)
        self.vitals = VitalMetrics(self.registry)
        # CPU time, memory and open files of this process; nothing where there is no /proc.
        ProcessCollector(namespace="brisa", registry=self.registry)
        build = Gauge(
            "brisa_build_info",
            "1; the labels say what runs",
            ["version", "python"],
            registry=self.registry,
        )
        build.labels(version, platform.python_version()).set(1)
        self.first_audio = Histogram(
            "brisa_first_audio_seconds",
            "From the request to its first audio on the connection",
            ["transport"],
            buckets=FIRST_AUDIO_BUCKETS_S,
            registry=self.registry,
        )
        self.real_time_factor = Histogram(
            "brisa_real_time_factor",
            "Engine time per second of audio, by stream",
            ["transport"],
            buckets=REAL_TIME_FACTOR_BUCKETS,
            registry=self.registry,
        )
        self.active_streams = Gauge(
            "brisa_active_streams",
            "Streams that are being served",
            ["transport"],
            registry=self.registry,
        )
        self.max_streams = Gauge(
            "brisa_max_streams", "Streams that may be served at a time", registry=self.registry
        )
        self.streams = Counter(
            "brisa_streams",
            "Streams by how they ended; code is empty for finished and cancelled ones",
            ["transport", "outcome", "code"],
            registry=self.registry,
        )
        self.audio_seconds = Counter(
            "brisa_audio_seconds", "Audio synthesised", ["transport"], registry=self.registry
        )
        self.dropped_chars = Counter(
            "brisa_dropped_chars",
            "Letters, digits and symbols that a voice could not speak",
            ["transport"],
            registry=self.registry,
        )
        self.sent_bytes = Counter(
            "brisa_sent_bytes", "Audio sent, encoded", ["format"], registry=self.registry
        )
        self._sent_as: dict[str, Counter] = {}

    def sent(self, audio_format: str, size_bytes: int) -> None:
        """Bytes went out; called for every chunk, so the child of the counter is kept."""
        counter = self._sent_as.get(audio_format)
        if counter is None:
            counter = self._sent_as[audio_format] = self.sent_bytes.labels(audio_format)
        counter.inc(size_bytes)

    @contextmanager
    def active(self, transport: str) -> Iterator[None]:
        """Counts a stream as active while the block lasts."""
        gauge = self.active_streams.labels(transport)
        gauge.inc()
        try:
            yield
        finally:
            gauge.dec()

    @contextmanager
    def stream(self, transport: str, accepted_ns: int) -> Iterator[StreamRecord]:
        """The record of one stream.

        What raises without a word to the record is a refusal if it is of the error tree, else a
        bug. A stream of which nothing is said was left by its listener.
        """
        record = StreamRecord(self, transport, accepted_ns)
        try:
            yield record
        except Exception as error:
            if not record.code:
                if isinstance(error, BrisaError):
                    record.refused(error)
                else:
                    record.failed(BrisaError.code)
            raise
        finally:
            self._count(transport, record)
            for tell in self.on_end:
                tell(record)

    def exposition(self) -> tuple[bytes, str]:
        """The text for a scraper and its media type."""
        return generate_latest(self.registry), CONTENT_TYPE_LATEST

    def _count(self, transport: str, record: StreamRecord) -> None:
        self.streams.labels(transport, record.outcome, record.code).inc()
        timeline = record.timeline
        if timeline is not None:
            self.dropped_chars.labels(transport).inc(timeline.dropped_chars)
            self.of_streams.ended(timeline, record.accepted_ns)
        if timeline is not None and timeline.real_time_factor is not None:
            self.audio_seconds.labels(transport).inc(timeline.audio_s)
            self.real_time_factor.labels(transport).observe(timeline.real_time_factor)
