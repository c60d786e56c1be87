"""A stream's samples, encoded, into the target of a command."""

from __future__ import annotations

from typing import Protocol

from brisa.audio.encoders.base import Encoder
from brisa.audio.encoders.table import FormatSpec
from brisa.audio.encoders.wav import wav_header
from brisa.cli.targets import FileTarget, StreamTarget
from brisa.types import PcmInt16


class Sink(Protocol):
    """Takes a stream's samples in order, then exactly one of :meth:`finish` and :meth:`discard`."""

    def write(self, pcm_t: PcmInt16) -> None: ...

    def finish(self) -> None:
        """All samples were written; make the result visible."""

    def discard(self) -> None:
        """The stream did not end well; leave nothing behind. Harmless after ``finish``."""


class EncodedSink:
    """Samples into a target in one format; a wav file gets its exact length at the end."""

    def __init__(
        self, encoder: Encoder, spec: FormatSpec, target: FileTarget | StreamTarget
    ) -> None:
        self._encoder = encoder
        self._spec = spec
        self._target = target
        self._samples = 0

    @property
    def bytes_written(self) -> int:
        return self._target.bytes_written

    def write(self, pcm_t: PcmInt16) -> None:
        self._samples += pcm_t.shape[0]
        data = self._encoder.encode(pcm_t)
        if data:
            self._target.write(data)

    def finish(self) -> None:
        self._target.write(self._encoder.flush())
        self._encoder.close()
        if (
            self._spec.name == "wav"
            and isinstance(self._target, FileTarget)
            and self._target.seekable
        ):
            self._target.overwrite_start(wav_header(self._encoder.sample_rate_hz, self._samples))
        self._target.commit()

    def discard(self) -> None:
        self._encoder.close()
        self._target.discard()
