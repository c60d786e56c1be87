"""Sound to the default audio device, through a ring that the device's callback reads."""

from __future__ import annotations

import threading
from importlib import import_module
from typing import Any, Protocol

from brisa.audio.buffer_options import BufferOptions
from brisa.audio.pcm import to_float, to_int16
from brisa.audio.resample import Resampler
from brisa.audio.ring import RingBuffer
from brisa.cli.play_thread import PlayThread
from brisa.errors import MissingExtra, OutputError
from brisa.placement.plan import ThreadPlacement
from brisa.types import PcmInt16

_RING = BufferOptions(size_ms=500)
_PREBUFFER_MS = 60
_WAIT_S = 0.2
"""How long a wait for the device lasts before the ring is looked at again."""


class OutputStream(Protocol):
    """What is used of a device stream."""

    @property
    def active(self) -> bool:
        """It is started and asks for sound; false when the device has gone."""

    def start(self) -> None: ...

    def stop(self) -> None:
        """Play what the device has been given, then stop."""

    def abort(self) -> None:
        """Stop at once."""

    def close(self) -> None: ...


class Device(Protocol):
    """A sound device that plays mono int16."""

    def pick_rate_hz(self, wanted_hz: int) -> int:
        """``wanted_hz`` if the device takes it, else the rate it prefers."""

    def open(self, rate_hz: int, fill: Any) -> OutputStream:
        """A stream that calls ``fill(out_t)`` on the device's thread for every block."""


class PortAudioDevice:
    """The default output device, by ``sounddevice``.

    Raises ``MissingExtra`` without that package, ``OutputError`` without PortAudio or a device.
    """

    def __init__(self) -> None:
        try:
            self._sd: Any = import_module("sounddevice")
        except ImportError as error:
            raise MissingExtra("Playing sound", "play", param="play") from error
        except OSError as error:
            message = "Playing sound needs PortAudio; on Debian: apt-get install libportaudio2"
            raise OutputError(message, param="play") from error
        try:
            self._info: dict[str, Any] = self._sd.query_devices(kind="output")
        except (self._sd.PortAudioError, ValueError) as error:
            message = "There is no sound device to play on; write a file with --out instead."
            raise OutputError(message, param="play") from error

    @property
    def name(self) -> str:
        return str(self._info["name"])

    def pick_rate_hz(self, wanted_hz: int) -> int:
        try:
            self._sd.check_output_settings(samplerate=wanted_hz, channels=1, dtype="int16")
        except (self._sd.PortAudioError, ValueError):
            return int(self._info["default_samplerate"])
        return wanted_hz

    def open(self, rate_hz: int, fill: Any) -> OutputStream:
        def callback(out_tc: Any, frames: int, time: Any, status: Any) -> None:
            fill(out_tc[:, 0])

        try:
            stream: OutputStream = self._sd.OutputStream(
                samplerate=rate_hz, channels=1, dtype="int16", callback=callback
            )
        except self._sd.PortAudioError as error:
            message = "The sound device cannot be opened; write a file with --out instead."
            raise OutputError(message, param="play") from error
        return stream


class DeviceSink:
    """Samples at ``rate_hz`` to a device. The writer waits while the ring is full.

    Raises ``OutputError`` when the device stops asking for sound.

    ``underruns`` counts the times the device wanted sound and had to be given silence before the
    end; one gap is one underrun, however many blocks it lasts. ``thread`` is the device's, which is
    settled with its first block.
    """

    def __init__(self, device: Device, rate_hz: int, thread: PlayThread | None = None) -> None:
        self._thread = thread or PlayThread(ThreadPlacement())
        device_rate_hz = device.pick_rate_hz(rate_hz)
        self._resampler = Resampler(rate_hz, device_rate_hz) if device_rate_hz != rate_hz else None
        self._ring = RingBuffer(_RING, device_rate_hz)
        self._prebuffer_samples = _PREBUFFER_MS * device_rate_hz // 1000
        self._moved = threading.Event()
        self._stream = device.open(device_rate_hz, self.fill)
        self._started = False
        self._dry = False
        self.underruns = 0

    def write(self, pcm_t: PcmInt16) -> None:
        if self._resampler is not None:
            pcm_t = to_int16(self._resampler.push(to_float(pcm_t)))
        self._put(pcm_t)

    def finish(self) -> None:
        if self._resampler is not None:
            self._put(to_int16(self._resampler.flush()))
        self._ring.finish()
        self._start()
        while not self._ring.drained:
            self._wait()
        self._stream.stop()
        self._stream.close()
        self._thread.report()

    def discard(self) -> None:
        self._ring.close()
        self._stream.abort()
        self._stream.close()

    def fill(self, out_t: PcmInt16) -> None:
        """Give the device its next block; called on the device's thread."""
        self._thread.settle()
        filled = 0
        for view in self._ring.views(out_t.shape[0]):
            out_t[filled : filled + view.shape[0]] = view
            filled += view.shape[0]
        ended = self._ring.finished
        self._ring.consume(filled)
        out_t[filled:] = 0
        dry = filled < out_t.shape[0] and not ended
        if dry and not self._dry:
            self.underruns += 1
        self._dry = dry
        self._moved.set()

    def _put(self, pcm_t: PcmInt16) -> None:
        while pcm_t.shape[0]:
            taken = self._ring.write(pcm_t)
            pcm_t = pcm_t[taken:]
            if self._ring.fill_samples >= self._prebuffer_samples:
                self._start()
            if pcm_t.shape[0]:
                self._wait()

    def _wait(self) -> None:
        """Until the device has taken a block, or :data:`_WAIT_S`: a block may come in between."""
        self._moved.clear()
        if not self._moved.wait(_WAIT_S) and not self._stream.active:
            raise OutputError("The sound device stopped in the middle.", param="play")

    def _start(self) -> None:
        if not self._started:
            self._started = True
            self._stream.start()
