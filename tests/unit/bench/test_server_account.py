"""What a server counted between two looks at its metrics."""

from __future__ import annotations

import pytest
from prometheus_client import CollectorRegistry, generate_latest

from brisa.bench.inspection import samples_in
from brisa.bench.server_account import Histogram, account, account_lines
from brisa.telemetry.stream_metrics import StreamMetrics
from brisa.telemetry.timeline import Timeline
from brisa.telemetry.vitals import VitalMetrics

pytestmark = pytest.mark.unit

MS = 1_000_000


class Server:
    """The metrics of a server, and what they say in text."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.streams = StreamMetrics(self.registry)
        self.vitals = VitalMetrics(self.registry)

    def spoke(self, *, queue_ms: int, infer_ms: int) -> None:
        timeline = Timeline(accepted_ns=0, sample_rate_hz=24_000)
        timeline.segment_ready(0, queue_ms * MS, queue_ms * MS)
        timeline.first_audio_ns = (queue_ms + infer_ms) * MS
        self.streams.ended(timeline, 0)

    def samples(self) -> dict[str, float]:
        return samples_in(generate_latest(self.registry).decode())


def test_only_what_happened_in_between_counts() -> None:
    server = Server()
    server.spoke(queue_ms=4000, infer_ms=4000)
    server.vitals.lag(500 * MS)
    before = server.samples()
    for _ in range(3):
        server.spoke(queue_ms=3, infer_ms=8)
    server.vitals.lag(1 * MS)
    found = account(before, server.samples())
    stages = found["attribution"]
    assert stages["queue"]["mean_ms"] == pytest.approx(3.0)
    assert stages["infer"]["mean_ms"] == pytest.approx(8.0)
    assert 5.0 <= stages["infer"]["p95_ms"] <= 10.0
    assert "playback" not in stages
    assert found["event_loop"]["blocked"] == 0
    assert found["event_loop"]["lag_p99_ms"] <= 1.0


def test_a_loop_that_was_kept_is_told() -> None:
    server = Server()
    before = server.samples()
    for lag_ms in (1, 1, 30):
        server.vitals.lag(lag_ms * MS)
    found = account(before, server.samples())
    assert found["event_loop"]["blocked"] == 1
    assert 20 < found["event_loop"]["lag_p99_ms"] <= 50


def test_silences_by_cause() -> None:
    server = Server()
    before = server.samples()
    timeline = Timeline(accepted_ns=0, sample_rate_hz=24_000)
    timeline.underrun("client_slow", 20 * MS)
    timeline.underrun("client_slow", 30 * MS)
    server.streams.ended(timeline, 0)
    assert account(before, server.samples())["underruns"] == {"client_slow": 2}


@pytest.mark.parametrize(("share", "value"), [(0.25, 0.5), (0.5, 1.0), (0.75, 1.5), (1.0, 2.0)])
def test_quantiles_lie_within_their_bucket(share: float, value: float) -> None:
    after = {
        'h_bucket{le="1.0"}': 2.0,
        'h_bucket{le="2.0"}': 4.0,
        'h_bucket{le="+Inf"}': 4.0,
        "h_count": 4.0,
    }
    assert Histogram({}, after, "h").quantile(share) == pytest.approx(value)


def test_what_is_beyond_all_bounds_is_the_greatest() -> None:
    after = {'h_bucket{le="1.0"}': 0.0, 'h_bucket{le="+Inf"}': 2.0, "h_count": 2.0}
    assert Histogram({}, after, "h").quantile(0.5) == 1.0


def test_of_nothing_there_is_nothing() -> None:
    found = account({}, {})
    assert found["attribution"] == {}
    assert found["event_loop"]["lag_p99_ms"] is None
    assert Histogram({}, {}, "h").mean == 0.0


def test_the_line_adds_up() -> None:
    server = Server()
    before = server.samples()
    server.spoke(queue_ms=3, infer_ms=8)
    (line, *_) = account_lines("brisa", account(before, server.samples()))
    assert "queue 3.0" in line
    assert line.endswith("in all 11.0")
