"""Settings of the real-time core: stream buffers, latency, what goes on the wire, sampling.

Sections and keys are those of brisa's configuration format; a preset or another key that says the
same thing differently is refused.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from brisa.app.options import StreamingOptions
from brisa.audio.buffer_options import PRESET_SIZE_MS, BufferOptions, Overflow
from brisa.errors import ConfigError
from brisa.scheduler.watermarks import LookAheadOptions

Share = Annotated[float, Meta(ge=0, le=1)]
BufferMs = Annotated[int, Meta(ge=20, le=60_000)]
_DEFAULT_PRESET = "balanced"


class BufferSettings(Struct, frozen=True, kw_only=True):
    """``buffer``: of each stream, between engine and encoder. ``size_ms`` is its capacity, or a
    ``preset`` names it: ``low_latency`` 200, ``balanced`` 500, ``stable`` 1000. Below
    ``low_watermark`` (a share of the size) a stream is urgent and its look-ahead grows, above
    ``high_watermark`` it shrinks. ``chunk_size``: ms of audio a consumer takes at a time.
    ``overflow``: what happens when it is full."""

    type: Literal["ring_buffer", "double_buffer"] = "ring_buffer"
    preset: Literal["low_latency", "balanced", "stable"] | None = None
    size_ms: BufferMs | None = None
    low_watermark: Share = 0.3
    high_watermark: Share = 0.8
    chunk_size: BufferMs = 160
    overflow: Literal["pause", "drop_oldest", "speed_up"] = "pause"


class PrefetchSettings(Struct, frozen=True, kw_only=True):
    """``latency_control.prefetch``: streams are made ahead of what is heard, at least
    ``min_buffer_ms`` and at most ``max_lookahead_ms``; not ``enabled``, no more than the least."""

    enabled: bool = True
    min_buffer_ms: Annotated[int, Meta(ge=1, le=60_000)] = 100
    max_lookahead_ms: Annotated[int, Meta(ge=1, le=600_000)] = 1000


class LatencySettings(Struct, frozen=True, kw_only=True):
    """``latency_control``: ``target_latency_ms`` is the first-audio target used for deadlines and
    admission. A step over ``max_infer_timeout_ms`` is concealed, and the stream goes on."""

    target_latency_ms: Annotated[float, Meta(ge=1, le=60_000)] = 300.0
    max_infer_timeout_ms: Annotated[int, Meta(ge=1, le=60_000)] = 200
    prefetch: PrefetchSettings = PrefetchSettings()


class StreamingSettings(Struct, frozen=True, kw_only=True):
    """``streaming``: ``frame_duration_ms`` is the length of a frame on the wire; so many
    ``pre_buffer_frames`` are gathered before the first is sent, and a connection's send queue holds
    ``max_buffer_frames``. ``target_latency_ms`` is what the pre-buffer may grow to while listeners
    meet gaps."""

    frame_duration_ms: Literal[10, 20, 40, 60] = 20
    pre_buffer_frames: Annotated[int, Meta(ge=0, le=500)] = 3
    max_buffer_frames: Annotated[int, Meta(ge=1, le=5000)] = 15
    target_latency_ms: Annotated[int, Meta(ge=1, le=60_000)] = 150


class ModelSettings(Struct, frozen=True, kw_only=True):
    """``model``: how engines that sample do it. ``stop_threshold`` and ``stop_patience`` are those
    of Sopro v1."""

    temperature: Annotated[float, Meta(ge=0, le=2)] = 0.8
    top_p: Annotated[float, Meta(gt=0, le=1)] = 0.85
    style_strength: Annotated[float, Meta(ge=0, le=3)] = 1.0
    stop_threshold: Share = 0.4
    stop_patience: Annotated[int, Meta(ge=1, le=1000)] = 5


def buffer_options(buffer: BufferSettings) -> BufferOptions:
    """The buffer of a stream. Raises ``ConfigError`` for keys that contradict one another."""
    if buffer.preset is not None and buffer.size_ms is not None:
        raise ConfigError(
            "buffer.preset and buffer.size_ms both say how large buffers are; leave one out.",
            param="buffer.preset",
        )
    size_ms = buffer.size_ms or PRESET_SIZE_MS[buffer.preset or _DEFAULT_PRESET]
    return BufferOptions(
        size_ms=size_ms,
        low_watermark=buffer.low_watermark,
        high_watermark=buffer.high_watermark,
        overflow=Overflow(buffer.overflow),
        chunk_ms=buffer.chunk_size,
    )


def look_ahead_options(buffer: BufferSettings, prefetch: PrefetchSettings) -> LookAheadOptions:
    """How far streams are made ahead. Raises ``ConfigError`` for contradictions."""
    return LookAheadOptions(
        size_ms=buffer_options(buffer).size_ms,
        low_watermark=buffer.low_watermark,
        high_watermark=buffer.high_watermark,
        min_ms=prefetch.min_buffer_ms,
        max_ms=prefetch.max_lookahead_ms,
        enabled=prefetch.enabled,
    )


def streaming_options(streaming: StreamingSettings) -> StreamingOptions:
    """What transports get. Raises ``ConfigError`` for keys that contradict one another."""
    pre_buffer_ms = streaming.pre_buffer_frames * streaming.frame_duration_ms
    if pre_buffer_ms > streaming.target_latency_ms:
        raise ConfigError(
            f"streaming.pre_buffer_frames gathers {pre_buffer_ms} ms, which is more than "
            f"streaming.target_latency_ms ({streaming.target_latency_ms}).",
            param="streaming.pre_buffer_frames",
        )
    if streaming.pre_buffer_frames > streaming.max_buffer_frames:
        raise ConfigError(
            "streaming.pre_buffer_frames is more than a connection's queue holds "
            "(streaming.max_buffer_frames).",
            param="streaming.pre_buffer_frames",
        )
    return StreamingOptions(
        streaming.frame_duration_ms,
        streaming.pre_buffer_frames,
        streaming.max_buffer_frames,
        streaming.target_latency_ms,
    )
