"""The life of an encoder: open, then flushed or abandoned, then closed.

Every encoder of brisa derives from :class:`SingleUseEncoder`, which holds the rules of use in one
place. Breaking them is a fault in our own code, so they raise ``RuntimeError`` and not an error of
:mod:`brisa.errors`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np

from brisa.audio.encoders.base import EncoderOptions
from brisa.types import PcmInt16


class SingleUseEncoder(ABC):
    """Counts the samples of one stream and sees that it ends once.

    Subclasses implement ``_encode`` (never called with an empty array), ``_flush`` and, if they own
    something, ``_close`` (called once).
    """

    media_type: str = "application/octet-stream"
    delay_samples: int = 0

    def __init__(self, sample_rate_hz: int, options: EncoderOptions) -> None:
        self.sample_rate_hz = sample_rate_hz
        self._options = options
        self._encoded_samples = 0
        self._flushed = False
        self._closed = False

    def encode(self, pcm_t: PcmInt16) -> bytes:
        """Bytes that are ready; may be empty. ``pcm_t`` is not kept.

        Raises ``RuntimeError`` after :meth:`flush` or :meth:`close`, for samples that are not a
        one-dimensional int16 array, and for more samples than ``total_samples`` promised.
        """
        self._require_open()
        if pcm_t.ndim != 1 or pcm_t.dtype != np.int16:
            raise RuntimeError("an encoder takes one-dimensional int16 samples")
        self._encoded_samples += pcm_t.shape[0]
        total_samples = self._options.total_samples
        if total_samples is not None and self._encoded_samples > total_samples:
            raise RuntimeError("more samples than total_samples promised")
        return self._encode(pcm_t) if pcm_t.shape[0] else b""

    def flush(self) -> bytes:
        """The rest, and the end of the container.

        Raises ``RuntimeError`` when called twice, after :meth:`close`, or when fewer samples came
        than ``total_samples`` promised.
        """
        self._require_open()
        if self._options.total_samples not in (None, self._encoded_samples):
            raise RuntimeError("fewer samples than total_samples promised")
        self._flushed = True
        return self._flush()

    def close(self) -> None:
        """Free what the encoder holds; harmless when repeated, in the middle of a stream too."""
        if not self._closed:
            self._closed = True
            self._close()

    def _require_open(self) -> None:
        if self._closed or self._flushed:
            raise RuntimeError("the encoder has ended; a stream is flushed once and not reopened")

    @abstractmethod
    def _encode(self, pcm_t: PcmInt16) -> bytes: ...

    @abstractmethod
    def _flush(self) -> bytes: ...

    def _close(self) -> None:  # noqa: B027 - most encoders own nothing
        pass
