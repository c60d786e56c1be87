"""What a look at a server finds, and when it warns."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from brisa.app.monitoring import RECENT_NS, Monitor, held_ms
from brisa.app.options import MonitoringOptions
from brisa.clock import NS_PER_MS, ManualClock
from brisa.engines.scripted import ScriptedEngine
from brisa.service.stream_state import StreamState
from brisa.service.synthesizer import Synthesizer
from brisa.telemetry.alerts import LOOKS
from brisa.telemetry.cores import CoreUse
from brisa.telemetry.metrics import Metrics

pytestmark = pytest.mark.unit

SECRET = "What somebody said."
QUIET = MonitoringOptions(interval_s=5.0, buffer_low_ms=0.0, cpu_usage_percent=100.0)


@pytest.fixture
def synthesizer() -> Iterator[Synthesizer]:
    with Synthesizer(engines={"scripted": ScriptedEngine()}) as service:
        yield service


HEARS = StreamState(
    number=1, voice="v", job_class="live", state="idle", produced_ms=500.0, deadline_in_ms=100.0
)


def names(monitor: Monitor) -> list[str]:
    return [alert.name for alert in monitor.alerts]


def looked(monitor: Monitor, looks: int = LOOKS) -> list[str]:
    for _ in range(looks):
        asyncio.run(monitor.look())
    return names(monitor)


def test_what_is_held_is_that_of_live_listeners_who_hear() -> None:
    assert held_ms([]) == []
    others = [
        replace(HEARS, held_ms=1.0, job_class="bulk"),
        replace(HEARS, held_ms=2.0, produced_ms=0.0),
        replace(HEARS, held_ms=3.0, deadline_in_ms=None),
    ]
    assert held_ms(others) == []
    hear = [replace(HEARS, held_ms=90.0), replace(HEARS, held_ms=40.0)]
    assert held_ms([*others, *hear]) == [90.0, 40.0]


def test_first_sounds_that_are_late_are_an_alert_until_they_are_long_ago(
    synthesizer: Synthesizer,
) -> None:
    clock, metrics = ManualClock(), Metrics("0")
    monitor = Monitor(QUIET, synthesizer, metrics, clock=clock)
    metrics.of_streams.first_audio(400 * NS_PER_MS, clock.now_ns())
    assert looked(monitor) == ["latency_p95"]
    clock.advance_ns(RECENT_NS)
    assert looked(monitor) == ["latency_p95"]
    clock.advance_ns(1)
    assert looked(monitor) == []
    metrics.of_streams.first_audio(300 * NS_PER_MS, clock.now_ns())
    assert looked(monitor) == []


def test_busy_cores_are_an_alert(synthesizer: Synthesizer, tmp_path: Path) -> None:
    stat = tmp_path / "stat"
    stat.write_text("cpu0 0 0 0 0\ncpu1 0 0 0 0\n")
    metrics = Metrics("0")
    options = MonitoringOptions(cpu_usage_percent=70.0)
    monitor = Monitor(options, synthesizer, metrics, cores=CoreUse(stat))
    for look in range(1, LOOKS + 1):
        stat.write_text(f"cpu0 {100 * look} 0 0 0\ncpu1 {50 * look} 0 0 {50 * look}\n")
        asyncio.run(monitor.look())
    assert monitor.cores == (1.0, 0.5)
    assert names(monitor) == ["cpu_usage"]
    assert metrics.registry.get_sample_value("brisa_core_usage_ratio", {"core": "1"}) == 0.5


def test_a_listener_who_runs_dry_is_an_alert(
    synthesizer: Synthesizer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(synthesizer, "streams", lambda: [replace(HEARS, held_ms=49.0)])
    metrics = Metrics("0")
    assert looked(Monitor(QUIET, synthesizer, metrics)) == []
    monitor = Monitor(MonitoringOptions(buffer_low_ms=50.0), synthesizer, metrics)
    assert "buffer_low" in looked(monitor)
    assert metrics.registry.get_sample_value("brisa_alert", {"name": "buffer_low"}) == 1
    assert metrics.registry.get_sample_value("brisa_lowest_held_seconds") == 0.049


def test_a_look_that_raises_is_not_the_last(
    synthesizer: Synthesizer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    metrics = Metrics("0")

    async def watched() -> None:
        seen_again = asyncio.Event()
        loop = asyncio.get_running_loop()
        looks: list[str] = []

        def streams() -> list[StreamState]:
            looks.append(SECRET)
            if len(looks) == 1:
                raise ValueError(SECRET)
            loop.call_soon_threadsafe(seen_again.set)
            return []

        monkeypatch.setattr(synthesizer, "streams", streams)
        monitor = Monitor(MonitoringOptions(interval_s=0.1), synthesizer, metrics)
        async with monitor.running(), asyncio.timeout(20):
            await seen_again.wait()
        assert len(asyncio.all_tasks()) == 1

    with caplog.at_level(logging.ERROR, "brisa.app.monitoring"):
        asyncio.run(watched())
    (line,) = [one for one in caplog.records if one.name == "brisa.app.monitoring"]
    assert "ValueError" in line.getMessage()
    assert SECRET not in caplog.text
