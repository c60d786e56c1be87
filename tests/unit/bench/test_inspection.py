"""What a server says of itself, read from the text it says it in."""

from __future__ import annotations

import pytest

from brisa.bench.inspection import labelled, ready_workers, samples_in
from brisa.transports.status_report import StatusReport, StreamCount, WorkerRow

pytestmark = pytest.mark.unit

TEXT = """# HELP brisa_refused_total Streams that were not admitted, by reason
# TYPE brisa_refused_total counter
brisa_refused_total{reason="capacity"} 3.0
brisa_refused_total{reason="share"} 0.0
brisa_refused_created{reason="capacity"} 1.79e+09
brisa_event_loop_blocked_total 2.0
brisa_lag_bucket{le="+Inf"} +Inf
"""


def test_samples_by_their_names() -> None:
    samples = samples_in(TEXT)
    assert samples["brisa_event_loop_blocked_total"] == 2.0
    assert samples['brisa_lag_bucket{le="+Inf"}'] == float("inf")
    assert len(samples) == 5


def test_what_is_nothing_is_left_out() -> None:
    assert labelled(samples_in(TEXT), "brisa_refused_total", "reason") == {"capacity": 3.0}
    assert labelled(samples_in(TEXT), "brisa_streams_total", "reason") == {}


def test_workers_that_take_steps() -> None:
    rows = (
        WorkerRow(index=0, pid=7, state="ready", rss_mb=50.0),
        WorkerRow(index=1, pid=None, state="backing_off", rss_mb=0.0),
        WorkerRow(index=2, pid=9, state="loading", rss_mb=20.0),
    )
    count = StreamCount(total=0, live=0, bulk=0)
    report = StatusReport(
        version="1", state="ready", uptime_s=1.0, stream_count=count, workers=rows
    )
    assert [row.pid for row in ready_workers(report)] == [7]
