"""Where the ear is, and what counts as a gap."""

from __future__ import annotations

import pytest

from brisa.bench.playhead import Gap, Playhead
from brisa.clock import NS_PER_MS, NS_PER_S

pytestmark = pytest.mark.unit

RATE_HZ = 24_000


def ms(value: int) -> int:
    return value * NS_PER_MS


def samples(duration_ms: int) -> int:
    return RATE_HZ * duration_ms // 1000


def test_audio_ahead_of_the_ear_leaves_no_gap() -> None:
    head = Playhead(RATE_HZ)
    assert head.started_ns is None
    head.arrived(ms(500), samples(100))
    head.arrived(ms(520), samples(300))
    assert (head.started_ns, head.samples, head.gaps) == (ms(500), samples(400), ())
    assert head.runs_dry_ns == ms(900)
    assert head.slack_ns(ms(600)) == ms(300)


def test_the_ear_waits_for_audio_that_comes_late() -> None:
    head = Playhead(RATE_HZ)
    head.arrived(ms(0), samples(100))
    head.arrived(ms(130), samples(100))
    assert head.gaps == (Gap(ms(100), ms(30)),)
    assert head.runs_dry_ns == ms(230)
    assert head.slack_ns(ms(250)) == -ms(20)


def test_a_gap_moves_all_that_follows() -> None:
    head = Playhead(RATE_HZ)
    head.arrived(0, samples(100))
    head.arrived(ms(150), samples(100))
    head.arrived(ms(250), samples(100))
    head.arrived(ms(351), samples(100))
    assert head.gaps == (Gap(ms(100), ms(50)), Gap(ms(350), ms(1)))


def test_audio_in_the_very_moment_is_in_time() -> None:
    head = Playhead(RATE_HZ)
    head.arrived(0, samples(100))
    head.arrived(ms(100), samples(100))
    assert head.gaps == ()


def test_nothing_arriving_is_nothing_heard() -> None:
    head = Playhead(RATE_HZ)
    head.arrived(ms(10), 0)
    assert head.started_ns is None
    with pytest.raises(ValueError, match="nothing has arrived"):
        _ = head.runs_dry_ns


def test_every_moment_is_played_waited_or_still_held() -> None:
    head = Playhead(RATE_HZ)
    arrivals = [(0, 40), (30, 20), (95, 10), (96, 200), (400, 1), (401, 60)]
    for at_ms, duration_ms in arrivals:
        head.arrived(ms(at_ms), samples(duration_ms))
    waited_ns = sum(gap.length_ns for gap in head.gaps)
    played_ns = head.samples * NS_PER_S // RATE_HZ
    assert head.runs_dry_ns == waited_ns + played_ns
    assert waited_ns == ms(35 + 95)


@pytest.mark.parametrize("rate_hz", [0, -1])
def test_a_rate_is_positive(rate_hz: int) -> None:
    with pytest.raises(ValueError, match="positive"):
        Playhead(rate_hz)


def test_audio_is_not_taken_back() -> None:
    with pytest.raises(ValueError, match="taken back"):
        Playhead(RATE_HZ).arrived(0, -1)
