"""What ``GET /v1/status`` says, for whoever writes it and whoever reads it.

The body is one JSON object. Fields may be added; a reader passes over those it does not know, and
takes those that an older server leaves out for unknown. No text, no voice sample and nothing that
says who listens is in it (P8).
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from brisa.service.stream_state import StreamState

MAX_STREAMS: Final = 500
"""How many streams a report lists: those with the least time left. It counts them all."""

ServerState: TypeAlias = Literal["starting", "ready", "draining", "failed"]


class Quantiles(msgspec.Struct, frozen=True, kw_only=True):
    """Of the latest ``count`` measurements, in milliseconds."""

    count: int
    p50_ms: float
    p95_ms: float
    p99_ms: float


class Alert(msgspec.Struct, frozen=True, kw_only=True):
    """A threshold that is crossed. ``message`` says it in a sentence."""

    name: str
    message: str
    value: float
    threshold: float


class WorkerRow(msgspec.Struct, frozen=True, kw_only=True):
    """One worker: :class:`brisa.workers.base.WorkerState` as it is shown."""

    index: int
    pid: int | None
    state: str
    rss_mb: float
    restarts: int = 0
    streams: int | None = None
    cores: tuple[int, ...] = ()
    problem: str | None = None


class StreamCount(msgspec.Struct, frozen=True, kw_only=True):
    """How many streams there are, whether they are listed or not."""

    total: int
    live: int
    bulk: int


class Admission(msgspec.Struct, frozen=True, kw_only=True):
    """``enabled``: streams are admitted by capacity. ``share`` is what the live ones ask of the
    workers, as a part of what those can do, ``limit`` the share above which none is admitted."""

    enabled: bool
    share: float
    limit: float


class StatusReport(msgspec.Struct, frozen=True, kw_only=True):
    """A server at a moment; ``None`` stands where nothing is measured.

    ``cores`` are the busy shares of the machine's cores since the last look, ``loop_lag_ms`` how
    late the event loop ran at worst since then. ``streams`` lists at most :data:`MAX_STREAMS`,
    the one with the least time left first. ``degradation`` names the level, 0 is ``normal``
    (:class:`brisa.scheduler.ladder.Rung`).
    """

    version: str
    state: ServerState
    uptime_s: float
    stream_count: StreamCount
    streams: tuple[StreamState, ...] = ()
    workers: tuple[WorkerRow, ...] = ()
    alerts: tuple[Alert, ...] = ()
    first_audio: Quantiles | None = None
    loop_lag_ms: float | None = None
    cores: tuple[float, ...] = ()
    admission: Admission | None = None
    degradation_level: int = 0
    degradation: str = "normal"


def encode(report: StatusReport) -> bytes:
    """The JSON body."""
    return msgspec.json.encode(report)


def decode(body: bytes) -> StatusReport:
    """The report in a body. Raises ``ValueError`` for anything else."""
    try:
        return msgspec.json.decode(body, type=StatusReport)
    except msgspec.DecodeError:
        raise ValueError("not a status report") from None
