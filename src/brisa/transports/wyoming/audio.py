"""Wyoming's audio events. No I/O."""

from __future__ import annotations

from typing import Final

from brisa.transports.wyoming.events import event_bytes
from brisa.transports.wyoming.requests import CHANNELS, RATE_HZ, WIDTH_BYTES

CHUNK_SAMPLES: Final = RATE_HZ // 5
"""200 ms at most in an event: less costs readers more, and more holds them up."""

SILENCE: Final = bytes(RATE_HZ // 50 * WIDTH_BYTES)
"""20 ms, for a text that has no sound: clients take a stream without audio for broken."""

_FORMAT: Final = {"rate": RATE_HZ, "width": WIDTH_BYTES, "channels": CHANNELS}


def audio_start() -> bytes:
    """Audio begins."""
    return event_bytes("audio-start", {**_FORMAT, "timestamp": 0})


def audio_chunks(pcm: bytes, start_sample: int) -> bytes:
    """``pcm`` from ``start_sample`` on, in events of about the same length."""
    samples = len(pcm) // WIDTH_BYTES
    count = -(-samples // CHUNK_SAMPLES)
    edges = [samples * index // count for index in range(count + 1)] if count else []
    return b"".join(
        _chunk(pcm[start * WIDTH_BYTES : end * WIDTH_BYTES], start_sample + start)
        for start, end in zip(edges, edges[1:], strict=False)
    )


def audio_stop(samples: int) -> bytes:
    """Audio ends after ``samples``."""
    return event_bytes("audio-stop", {"timestamp": _ms(samples)})


def _chunk(pcm: bytes, start_sample: int) -> bytes:
    return event_bytes("audio-chunk", {**_FORMAT, "timestamp": _ms(start_sample)}, pcm)


def _ms(sample: int) -> int:
    return sample * 1000 // RATE_HZ
