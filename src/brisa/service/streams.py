"""What stands between a stream's synthesis and its listener: the ear and the buffer, by options."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from brisa.audio.buffer_options import Overflow
from brisa.audio.buffer_table import open_buffer
from brisa.clock import Clock
from brisa.scheduler.hearing import Hearing, HearingOptions
from brisa.scheduler.watermarks import LookAheadOptions
from brisa.service.channel import ChunkChannel
from brisa.service.degradation import Degradation, no_degradation
from brisa.service.ear import Ear, Gap
from brisa.service.listener import Listener
from brisa.service.options import SynthesizerOptions
from brisa.service.pre_buffer import PreBuffer
from brisa.telemetry.timeline import Timeline


class Streams:
    """Makes them. Any thread may call. ``degradation`` is told what their listeners meet."""

    def __init__(
        self, options: SynthesizerOptions, clock: Clock, degradation: Degradation | None = None
    ) -> None:
        self._options = options
        self._clock = clock
        self._degradation = degradation or no_degradation()
        self._pre_buffer = PreBuffer(options.pre_buffer_ms, options.pre_buffer_max_ms)

    @property
    def pre_buffer_ms(self) -> float:
        """What is gathered before the first audio of a stream that begins."""
        return self._pre_buffer.size_ms(self._clock.now_ns())

    def open(
        self, timeline: Timeline, listener: Listener, wake: Callable[[], None]
    ) -> tuple[Ear, ChunkChannel]:
        """For a stream that begins; ``wake`` is called when it may be wanted again."""
        ear = self._ear(timeline, listener)
        heard = listener.bulk

        def taken(samples: int) -> None:
            nonlocal heard
            now_ns = self._clock.now_ns()
            timeline.taken(now_ns)
            if not heard:
                heard = True
                asked_ns = timeline.accepted_ns
                if timeline.first_text_ns is not None:
                    asked_ns = timeline.first_text_ns
                self._degradation.first_audio(now_ns - asked_ns)
            if ear.taken(samples, now_ns):
                wake()

        return ear, self._channel(timeline, listener, taken)

    def _ear(self, timeline: Timeline, listener: Listener) -> Ear:
        options = self._options
        lossless = self._lossless(listener)
        hearing_options = HearingOptions(
            timeline.sample_rate_hz,
            safety_margin_ms=options.safety_margin_ms,
            first_audio_target_ms=round(options.first_audio_target_ms),
            knows_accepted=lossless,
            # Where a full buffer loses audio, only time can say how much may be made.
            paced=(listener.paced and not listener.bulk) or not lossless,
        )
        look_ahead = self._look_ahead(timeline.accepted_ns)
        hearing = Hearing(hearing_options, look_ahead, arrived_ns=timeline.accepted_ns)

        def gap(cause: Gap, gap_ns: int) -> None:
            if not listener.bulk:
                timeline.underrun(cause.value, gap_ns)
                if cause is Gap.ENGINE_LATE:
                    self._pre_buffer.gap(self._clock.now_ns())
                    self._degradation.underrun()

        return Ear(hearing, knows_accepted=lossless, reports=listener.reports, on_gap=gap)

    def _look_ahead(self, now_ns: int) -> LookAheadOptions:
        factor, options = self._degradation.look_ahead_factor(now_ns), self._options.look_ahead
        if factor == 1.0:
            return options
        size_ms, max_ms = round(options.size_ms * factor), round(options.max_ms * factor)
        return replace(options, size_ms=size_ms, max_ms=max_ms)

    def _channel(
        self, timeline: Timeline, listener: Listener, taken: Callable[[int], None]
    ) -> ChunkChannel:
        options, rate_hz = self._options, timeline.sample_rate_hz
        buffer_options = options.buffer
        if self._lossless(listener):
            buffer_options = replace(buffer_options, overflow=Overflow.PAUSE)
        buffer = open_buffer(options.buffer_type, buffer_options, rate_hz)
        first_ms = 0.0 if listener.bulk else self.pre_buffer_ms
        return ChunkChannel(buffer, first_samples=round(first_ms * rate_hz / 1000), on_taken=taken)

    def _lossless(self, listener: Listener) -> bool:
        """A file is never cut short, whatever the buffers of listeners do."""
        return listener.bulk or self._options.buffer.overflow is Overflow.PAUSE
