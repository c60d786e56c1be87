"""Settings of what a running server watches and when it warns."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from brisa.app.options import MonitoringOptions

Milliseconds = Annotated[float, Meta(ge=0, le=600_000)]


class AlertThresholds(Struct, frozen=True, kw_only=True):
    """``monitoring.alert_thresholds``: crossing one sets a gauge, is logged once, and shows on the
    page. A live listener who holds less than ``buffer_low_ms``, first sounds over
    ``latency_p95_ms`` at p95, cores busier than ``cpu_usage_percent``."""

    buffer_low_ms: Milliseconds = 50.0
    latency_p95_ms: Milliseconds = 350.0
    cpu_usage_percent: Annotated[float, Meta(ge=0, le=100)] = 90.0


class MonitoringSettings(Struct, frozen=True, kw_only=True):
    """``monitoring``: everything is looked at every ``metrics_interval_sec``."""

    metrics_interval_sec: Annotated[float, Meta(ge=0.1, le=3600)] = 5.0
    alert_thresholds: AlertThresholds = AlertThresholds()


def monitoring_options(monitoring: MonitoringSettings) -> MonitoringOptions:
    """What the server's monitor gets."""
    thresholds = monitoring.alert_thresholds
    return MonitoringOptions(
        monitoring.metrics_interval_sec,
        thresholds.buffer_low_ms,
        thresholds.latency_p95_ms,
        thresholds.cpu_usage_percent,
    )
