"""Encoded audio on its way out, with what is known of it."""

from __future__ import annotations

from dataclasses import dataclass

from brisa.types import WordMark


@dataclass(frozen=True, slots=True)
class Sound:
    """``samples`` of a stream from ``start_sample`` on, at ``sample_rate_hz``.

    ``data`` are the bytes that the encoder gave for it: a codec gives some of them later, and at
    the end some without samples. ``words`` are the marks that begin in it.
    """

    data: bytes
    start_sample: int
    samples: int
    sample_rate_hz: int
    words: tuple[WordMark, ...] = ()

    @property
    def end_sample(self) -> int:
        """The first sample after it."""
        return self.start_sample + self.samples
