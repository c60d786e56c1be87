"""What a service does with less of, and what it says about it."""

from __future__ import annotations

import logging

import pytest

from brisa.clock import NS_PER_S as S
from brisa.errors import ConfigError, Overloaded
from brisa.scheduler.ladder import Rung
from brisa.service.degradation import (
    ENOUGH_FIRST_SOUNDS,
    Degradation,
    DegradationOptions,
    Lessened,
)
from brisa.types import SpeechSettings

pytestmark = pytest.mark.unit

ASKED = SpeechSettings(voice="grand", sample_rate_hz=24_000)
RATES_HZ = (8000, 16_000, 24_000)
OPTIONS = DegradationOptions(enabled=True, lighter_voices={"grand": "small"})


class Service:
    """A service whose load a test sets, looked at every second."""

    def __init__(self, options: DegradationOptions = OPTIONS) -> None:
        self.load = 0.0
        self.now_ns = 0
        self.degradation = Degradation(options, lambda: self.load, 300.0)
        self.degradation.rung(0)

    def pass_seconds(self, seconds: int, *, underruns: bool = False) -> Rung:
        for _ in range(seconds):
            if underruns:
                self.degradation.underrun()
            self.now_ns += S
            self.degradation.rung(self.now_ns)
        return self.degradation.rung(self.now_ns)

    def reach(self, rung: Rung) -> None:
        while self.pass_seconds(1, underruns=True) < rung:
            pass


def test_without_strain_everybody_gets_what_was_asked_for() -> None:
    service = Service()
    service.pass_seconds(60)
    lessened = service.degradation.lessened(ASKED, service.now_ns, rates_hz=RATES_HZ)
    assert (lessened.settings, lessened.notes, lessened.header) == (ASKED, (), "")
    assert service.degradation.look_ahead_factor(service.now_ns) == 1.0
    service.degradation.check(service.now_ns)


@pytest.mark.parametrize(
    ("rung", "voice", "rate_hz", "header"),
    [
        (Rung.LOOK_AHEAD, "grand", 24_000, "look-ahead"),
        (Rung.LIGHTER_VOICE, "small", 24_000, "look-ahead, lighter-voice=small"),
        (
            Rung.SAMPLE_RATE,
            "small",
            16_000,
            "look-ahead, lighter-voice=small, sample-rate=16000",
        ),
    ],
)
def test_each_rung_keeps_what_those_below_do(
    rung: Rung, voice: str, rate_hz: int, header: str
) -> None:
    service = Service()
    service.reach(rung)
    lessened = service.degradation.lessened(ASKED, service.now_ns, rates_hz=RATES_HZ)
    assert lessened.settings == SpeechSettings(voice=voice, sample_rate_hz=rate_hz)
    assert lessened.header == header
    assert service.degradation.look_ahead_factor(service.now_ns) == 1.5
    service.degradation.check(service.now_ns)


def test_a_rate_that_is_fixed_or_low_enough_stays() -> None:
    service = Service()
    service.reach(Rung.SAMPLE_RATE)
    for own_hz, rates_hz in ((24_000, ()), (24_000, (22_050, 24_000)), (8000, RATES_HZ)):
        asked = SpeechSettings(sample_rate_hz=own_hz)
        lessened = service.degradation.lessened(asked, service.now_ns, rates_hz=rates_hz)
        assert lessened == Lessened(asked, ("look-ahead",))


def test_a_stream_at_its_voices_own_rate_gets_the_lower_one() -> None:
    service = Service()
    service.reach(Rung.SAMPLE_RATE)
    lessened = service.degradation.lessened(SpeechSettings(), service.now_ns, rates_hz=RATES_HZ)
    assert lessened.settings.sample_rate_hz == 16_000


def test_a_header_is_ascii_whatever_a_voice_is_called() -> None:
    assert Lessened(ASKED, ("look-ahead", "lighter-voice=voz\u00e9")).header == (
        "look-ahead, lighter-voice=voz?"
    )


def test_the_last_rung_refuses_with_a_time_to_come_back() -> None:
    service = Service()
    service.reach(Rung.REFUSE)
    with pytest.raises(Overloaded) as caught:
        service.degradation.check(service.now_ns)
    assert caught.value.retry_after_s == 5.0
    assert caught.value.reason == "degraded"
    assert service.pass_seconds(10) is Rung.SAMPLE_RATE
    service.degradation.check(service.now_ns)


def test_a_load_that_stays_high_leads_up_without_harm() -> None:
    service = Service()
    service.load = 0.95
    assert service.pass_seconds(2) is Rung.NORMAL
    assert service.pass_seconds(1) is Rung.LOOK_AHEAD
    assert service.pass_seconds(60) is Rung.SAMPLE_RATE


def test_late_first_sounds_are_strain_and_a_few_are_not() -> None:
    for sounds, rung in ((ENOUGH_FIRST_SOUNDS, Rung.LOOK_AHEAD), (1, Rung.NORMAL)):
        service = Service()
        for _ in range(3):
            for _ in range(sounds):
                service.degradation.first_audio(S // 2)
            service.pass_seconds(1)
        assert service.degradation.rung(service.now_ns) is rung


def test_refusals_are_strain() -> None:
    service = Service()
    for _ in range(3):
        service.degradation.refused()
        service.pass_seconds(1)
    assert service.degradation.rung(service.now_ns) is Rung.LOOK_AHEAD


def test_a_service_that_nobody_asked_for_a_while_is_at_ease_again() -> None:
    service = Service()
    service.reach(Rung.REFUSE)
    service.now_ns += 3600 * S
    assert service.degradation.rung(service.now_ns) is Rung.NORMAL


def test_what_was_missed_is_made_up_for_once() -> None:
    service = Service()
    service.now_ns += 3600 * S
    service.degradation.rung(service.now_ns)
    service.load = 0.95
    for _ in range(20):
        service.now_ns += 1
        assert service.degradation.rung(service.now_ns) is Rung.NORMAL


def test_asking_often_is_no_more_than_a_look_each_interval() -> None:
    service = Service()
    service.load = 0.95
    for _ in range(100):
        service.now_ns += S // 50
        service.degradation.rung(service.now_ns)
    assert service.degradation.rung(service.now_ns) is Rung.NORMAL


def test_without_a_lighter_voice_that_rung_is_passed_over() -> None:
    service = Service(DegradationOptions(enabled=True))
    service.reach(Rung.LOOK_AHEAD)
    assert service.pass_seconds(3, underruns=True) is Rung.SAMPLE_RATE


def test_not_enabled_it_never_moves() -> None:
    service = Service(DegradationOptions())
    assert service.pass_seconds(60, underruns=True) is Rung.NORMAL


def test_a_change_is_logged_once_with_its_rungs(caplog: pytest.LogCaptureFixture) -> None:
    service = Service()
    with caplog.at_level(logging.WARNING):
        service.reach(Rung.LOOK_AHEAD)
        service.pass_seconds(5)
    [record] = caplog.records
    assert (record.__dict__["before"], record.__dict__["rung"]) == ("normal", "look_ahead")


def test_options_that_contradict_one_another_are_refused() -> None:
    with pytest.raises(ConfigError):
        DegradationOptions(lighter_voices={"a": "b", "b": "c"})
    with pytest.raises(ConfigError):
        DegradationOptions(up_load=0.5)
