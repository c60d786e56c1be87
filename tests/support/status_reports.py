"""A service whose state a test scripts, and the reports of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from brisa.service.stream_state import StreamState
from brisa.transports.status import Vitals
from brisa.transports.status_report import (
    Admission,
    Alert,
    Quantiles,
    StatusReport,
    StreamCount,
    WorkerRow,
)
from brisa.workers.base import WorkerState
from brisa.workers.lifecycle import State

HEARING = StreamState(
    number=7,
    voice="heart",
    job_class="live",
    state="ready",
    worker=1,
    age_ms=4200.0,
    produced_ms=5100.0,
    buffered_ms=180.0,
    held_ms=420.0,
    slack_ms=240.0,
    deadline_in_ms=370.0,
    underruns=2,
    longest_gap_ms=85.0,
    look_ahead_ms=500.0,
)
DRY = StreamState(number=8, voice="heart", job_class="live", state="running", slack_ms=-30.0)
FILE = StreamState(number=3, voice="joe", job_class="bulk", state="idle", produced_ms=60_000.0)

LATE = Alert(
    name="latency_p95_ms",
    message="First sounds are late: 95 of 100 come within 412 ms, which should be 300.",
    value=412.0,
    threshold=300.0,
)
VITALS = Vitals(
    alerts=(LATE,),
    first_audio=Quantiles(count=200, p50_ms=38.4, p95_ms=412.0, p99_ms=530.2),
    loop_lag_ms=3.2,
    cores=(0.93, 0.41),
    admission=Admission(enabled=True, share=0.62, limit=0.95),
)


@dataclass(slots=True)
class ScriptedService:
    """Says what it is told to."""

    live: list[StreamState] = field(default_factory=lambda: [FILE, HEARING, DRY])
    level: int = 0

    def streams(self) -> list[StreamState]:
        return list(self.live)

    def workers(self) -> list[WorkerState]:
        return [
            WorkerState(0, 4321, State.READY, 148.2, 0, 2, (0,)),
            WorkerState(1, None, State.BACKING_OFF, 0.0, 3, None, (1,), "killed by signal 9"),
        ]

    def degradation_level(self) -> int:
        return self.level


REPORT = StatusReport(
    version="9.8.7",
    state="ready",
    uptime_s=3723.0,
    stream_count=StreamCount(total=3, live=2, bulk=1),
    streams=(DRY, HEARING, FILE),
    workers=(
        WorkerRow(index=0, pid=4321, state="ready", rss_mb=148.2, streams=2, cores=(0,)),
        WorkerRow(
            index=1,
            pid=None,
            state="backing_off",
            rss_mb=0.0,
            restarts=3,
            cores=(1,),
            problem="killed by signal 9",
        ),
    ),
    alerts=(LATE,),
    first_audio=VITALS.first_audio,
    loop_lag_ms=3.2,
    cores=(0.93, 0.41),
    admission=VITALS.admission,
    degradation_level=2,
    degradation="lighter_voice",
)
