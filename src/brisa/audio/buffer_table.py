"""Stream buffers by the name they have in settings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from brisa.audio.buffer import AudioBuffer
from brisa.audio.buffer_options import BufferOptions
from brisa.audio.double_buffer import DoubleBuffer
from brisa.audio.ring import RingBuffer
from brisa.errors import ConfigError

BUFFERS: Final[dict[str, Callable[[BufferOptions, int], AudioBuffer]]] = {
    "ring_buffer": RingBuffer,
    "double_buffer": DoubleBuffer,
}


def open_buffer(kind: str, options: BufferOptions, sample_rate_hz: int) -> AudioBuffer:
    """A new buffer. Raises :class:`~brisa.errors.ConfigError` for a name it does not know."""
    if kind not in BUFFERS:
        known = ", ".join(BUFFERS)
        raise ConfigError(f"There is no such buffer; known are {known}.", param="buffer.type")
    return BUFFERS[kind](options, sample_rate_hz)
