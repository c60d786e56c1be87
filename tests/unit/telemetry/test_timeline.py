"""Stamps of a stream and what follows from them."""

import pytest

from brisa.telemetry.timeline import Timeline

pytestmark = pytest.mark.unit

MS = 1_000_000


def test_first_audio_counts_from_the_first_text() -> None:
    timeline = Timeline(accepted_ns=0, sample_rate_hz=24000)
    assert timeline.first_audio_ms is None
    timeline.text_arrived(100 * MS)
    timeline.text_arrived(900 * MS)
    timeline.audio_ready(2400, 117 * MS)
    timeline.audio_ready(2400, 500 * MS)
    assert timeline.first_audio_ms == pytest.approx(17)


def test_the_real_time_factor_counts_engine_time_alone() -> None:
    timeline = Timeline(accepted_ns=0, sample_rate_hz=24000)
    assert timeline.real_time_factor is None
    timeline.stepped(10 * MS, 15 * MS)
    timeline.stepped(100 * MS, 105 * MS)
    timeline.audio_ready(24000, 110 * MS)
    assert timeline.first_step_ns == 10 * MS
    assert timeline.steps == 2
    assert timeline.audio_s == 1.0
    assert timeline.real_time_factor == pytest.approx(0.010)
