"""Playing aloud, on a device whose callback the test drives itself."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from types import ModuleType

import numpy as np
import pytest

from brisa.cli.play_thread import PlayThread
from brisa.cli.playback import DeviceSink, PortAudioDevice
from brisa.errors import MissingExtra, OutputError
from brisa.placement.plan import ThreadPlacement
from brisa.types import PcmInt16

pytestmark = pytest.mark.unit

BLOCK = 240


class ScriptedDevice:
    """Takes one rate; while started, a thread of its own asks for blocks as fast as it can."""

    def __init__(
        self, rate_hz: int = 24_000, *, by_hand: bool = False, blocks: int = 10_000
    ) -> None:
        self.rate_hz = rate_hz
        self.heard: list[PcmInt16] = []
        self.calls: list[str] = []
        self.fill: Callable[[PcmInt16], None] = lambda out_t: None
        self._by_hand = by_hand
        self._blocks = blocks
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def pick_rate_hz(self, wanted_hz: int) -> int:
        return self.rate_hz

    def open(self, rate_hz: int, fill: Callable[[PcmInt16], None]) -> ScriptedDevice:
        assert rate_hz == self.rate_hz
        self.fill = fill
        return self

    @property
    def active(self) -> bool:
        """Gone after so many blocks."""
        return len(self.heard) < self._blocks

    def block(self) -> PcmInt16:
        out_t = np.full(BLOCK, 77, np.int16)
        self.fill(out_t)
        self.heard.append(out_t)
        return out_t

    def start(self) -> None:
        self.calls.append("start")
        if not self._by_hand:
            self._thread = threading.Thread(target=self._run, name="device")
            self._thread.start()

    def _run(self) -> None:
        while not self._stop.is_set() and self.active:
            self.block()

    def stop(self) -> None:
        self.calls.append("stop")
        self._join()

    def abort(self) -> None:
        self.calls.append("abort")
        self._join()

    def close(self) -> None:
        self.calls.append("close")

    def _join(self) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join()


def ramp(samples: int) -> PcmInt16:
    """Never zero, so that silence can be told from sound."""
    return (np.arange(samples) % 3000 + 1).astype(np.int16)


def test_more_than_the_ring_holds_arrives_whole_and_in_order() -> None:
    device = ScriptedDevice()
    sink = DeviceSink(device, 24_000)
    pcm_t = ramp(24_000 * 3)
    for part_t in np.array_split(pcm_t, 13):
        sink.write(part_t)
    sink.finish()
    heard_t = np.concatenate(device.heard)
    assert np.array_equal(heard_t[heard_t != 0], pcm_t)
    assert device.calls == ["start", "stop", "close"]


def test_what_is_shorter_than_the_prebuffer_is_played_too() -> None:
    device = ScriptedDevice()
    sink = DeviceSink(device, 24_000)
    sink.write(ramp(100))
    assert device.calls == []
    sink.finish()
    heard_t = np.concatenate(device.heard)
    assert np.array_equal(heard_t[heard_t != 0], ramp(100))
    assert sink.underruns == 0


def test_a_gap_is_silence_and_counts_once() -> None:
    device = ScriptedDevice(by_hand=True)
    sink = DeviceSink(device, 24_000)
    sink.write(ramp(1500))
    for _ in range(6):
        device.block()
    assert sink.underruns == 0
    assert not device.block()[60:].any()
    device.block()
    device.block()
    assert sink.underruns == 1
    sink.write(ramp(300))
    device.block()
    device.block()
    assert sink.underruns == 2
    sink.discard()
    assert device.calls == ["start", "abort", "close"]


def test_a_device_that_goes_away_is_noticed() -> None:
    while_writing = DeviceSink(ScriptedDevice(blocks=3), 24_000)
    with pytest.raises(OutputError, match="stopped in the middle"):
        while_writing.write(ramp(24_000 * 3))
    while_writing.discard()
    at_the_end = DeviceSink(ScriptedDevice(blocks=3), 24_000)
    at_the_end.write(ramp(5000))
    with pytest.raises(OutputError, match="stopped in the middle"):
        at_the_end.finish()
    at_the_end.discard()


def test_running_dry_at_the_end_is_no_underrun() -> None:
    device = ScriptedDevice()
    sink = DeviceSink(device, 24_000)
    sink.write(ramp(1000))
    sink.finish()
    assert sink.underruns == 0


def test_a_device_with_a_rate_of_its_own_gets_resampled_sound() -> None:
    device = ScriptedDevice(rate_hz=48_000)
    sink = DeviceSink(device, 24_000)
    time_t = np.arange(24_000) / 24_000
    # Raised, so that no sample of the tone is silent and the gaps of a fast device can be left out.
    sink.write((12_000 + 8_000 * np.sin(2 * np.pi * 440 * time_t)).astype(np.int16))
    sink.finish()
    heard_t = np.concatenate(device.heard).astype(np.float64)
    heard_t = heard_t[heard_t > 3_000]
    assert abs(heard_t.shape[0] - 48_000) < 100
    spectrum = np.abs(np.fft.rfft(heard_t - heard_t.mean(), 48_000))
    assert int(np.argmax(spectrum)) == pytest.approx(440, abs=1)


class LookingDevice(ScriptedDevice):
    """One that notes on which cores its thread runs."""

    def __init__(self) -> None:
        super().__init__()
        self.cores: list[set[int]] = []

    def block(self) -> PcmInt16:
        out_t = super().block()
        self.cores.append(os.sched_getaffinity(0))
        return out_t


def test_the_devices_thread_settles_itself_and_no_other() -> None:
    before = os.sched_getaffinity(0)
    core = min(before)
    device, thread = LookingDevice(), PlayThread(ThreadPlacement((core,)))
    sink = DeviceSink(device, 24_000, thread)
    sink.write(ramp(5000))
    sink.finish()
    assert set().union(*device.cores) == {core}
    assert os.sched_getaffinity(0) == before
    assert [(step.what, step.got) for step in thread.placed or ()] == [("cores", str(core))]


def test_a_play_thread_that_is_refused_plays_and_says_so(caplog: pytest.LogCaptureFixture) -> None:
    device, thread = LookingDevice(), PlayThread(ThreadPlacement((4000,)))
    sink = DeviceSink(device, 24_000, thread)
    sink.write(ramp(5000))
    sink.finish()
    heard_t = np.concatenate(device.heard)
    assert np.array_equal(heard_t[heard_t != 0], ramp(5000))
    [record] = caplog.records
    assert "cpu_scheduling.play_thread" in record.message
    assert vars(record)["refused"].startswith("cores 4000: refused")


def test_a_play_thread_of_which_nothing_is_asked_is_left_alone() -> None:
    device = LookingDevice()
    sink = DeviceSink(device, 24_000)
    sink.write(ramp(5000))
    sink.finish()
    assert all(cores == os.sched_getaffinity(0) for cores in device.cores)


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sounddevice", None)
    with pytest.raises(MissingExtra, match=r"pip install 'brisa\[play\]'"):
        PortAudioDevice()


def sounddevice(devices: object, *, refuses_rate: bool = False) -> ModuleType:
    """As much of the package as is used."""
    module = ModuleType("sounddevice")

    class PortAudioError(Exception):
        pass

    def query_devices(kind: str) -> object:
        if devices is None:
            raise PortAudioError("none")
        return devices

    def check_output_settings(**settings: object) -> None:
        if refuses_rate:
            raise PortAudioError("rate")

    module.PortAudioError = PortAudioError  # type: ignore[attr-defined]
    module.query_devices = query_devices  # type: ignore[attr-defined]
    module.check_output_settings = check_output_settings  # type: ignore[attr-defined]
    return module


def test_without_a_device(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sounddevice", sounddevice(None))
    with pytest.raises(OutputError, match="no sound device"):
        PortAudioDevice()


@pytest.mark.parametrize(("refuses", "rate_hz"), [(False, 24_000), (True, 44_100)])
def test_the_devices_own_rate_if_it_refuses_ours(
    monkeypatch: pytest.MonkeyPatch, refuses: bool, rate_hz: int
) -> None:
    info = {"name": "speaker", "default_samplerate": 44_100.0}
    monkeypatch.setitem(sys.modules, "sounddevice", sounddevice(info, refuses_rate=refuses))
    device = PortAudioDevice()
    assert device.name == "speaker"
    assert device.pick_rate_hz(24_000) == rate_hz
