"""The door to libav: samples in, packets of one codec out. The only importer of ``av``.

Containers are ours (they are a few bytes each), so nothing of libav but the codec runs: no muxer,
no seekable sink, and nothing pending beyond one frame. Blocks of exactly one codec frame are cut at
fixed places of the stream, which makes the packets independent of how the samples came.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from typing import Any

import numpy as np

from brisa.audio.encoders.base import EncoderOptions
from brisa.audio.encoders.single_use import SingleUseEncoder
from brisa.errors import MissingExtra
from brisa.types import PcmInt16

_FLOAT_PLANAR = "fltp"
_INT16_SCALE = np.float32(1 / 32768)


@dataclass(frozen=True, slots=True)
class Codec:
    """Which encoder of libav, and how it is set.

    ``sample_format`` is what the encoder takes: ``s16``, ``s16p`` or ``fltp``. ``options`` are the
    encoder's own, by libav's names.
    """

    name: str
    sample_format: str
    options: Mapping[str, str]
    bitrate_bps: int | None = None


@dataclass(frozen=True, slots=True)
class Packet:
    """One coded frame. ``start_sample`` is negative for what the codec puts before the stream."""

    payload: bytes
    start_sample: int


def load_av() -> Any:
    """The ``av`` package. Raises ``MissingExtra`` if it is not installed."""
    try:
        return import_module("av")
    except ImportError as error:
        raise MissingExtra("This audio format", "codecs", param="response_format") from error


class PacketEncoder:
    """One codec context with the samples that do not fill a frame yet. Not thread-safe.

    ``observe`` is shown the samples of each frame before they are coded.
    """

    def __init__(
        self,
        codec: Codec,
        sample_rate_hz: int,
        observe: Callable[[PcmInt16], None] | None = None,
    ) -> None:
        self._av = load_av()
        self._codec = codec
        self._observe = observe
        self._sample_rate_hz = sample_rate_hz
        self._context = self._opened_context()
        self.frame_samples: int = self._context.frame_size
        self.extradata: bytes = self._context.extradata or b""
        self._pending_t = np.zeros(0, np.int16)
        self._sent_samples = 0
        self._next_start_sample: int | None = None

    def push(self, pcm_t: PcmInt16) -> list[Packet]:
        """Packets that are complete. ``pcm_t`` is not kept."""
        available_t = np.concatenate((self._pending_t, pcm_t)) if self._pending_t.size else pcm_t
        whole = available_t.shape[0] // self.frame_samples * self.frame_samples
        self._pending_t = available_t[whole:].copy()
        return [
            packet
            for start in range(0, whole, self.frame_samples)
            for packet in self._send(available_t[start : start + self.frame_samples])
        ]

    def flush(self) -> list[Packet]:
        """The last, partial frame and what the codec held back. Nothing may follow."""
        packets = self._send(self._pending_t) if self._pending_t.size else []
        return [*packets, *self._receive(None)]

    def close(self) -> None:
        """Free the codec, whatever it still holds."""
        self._context = None

    def _opened_context(self) -> Any:
        context = self._av.CodecContext.create(self._codec.name, "w")
        context.sample_rate = self._sample_rate_hz
        context.layout = "mono"
        context.format = self._codec.sample_format
        context.time_base = Fraction(1, self._sample_rate_hz)
        context.thread_count = 1
        if self._codec.bitrate_bps is not None:
            context.bit_rate = self._codec.bitrate_bps
        context.options = dict(self._codec.options)
        context.open()
        return context

    def _send(self, pcm_t: PcmInt16) -> list[Packet]:
        if self._observe is not None:
            self._observe(pcm_t)
        samples_ct: Any = pcm_t[np.newaxis]
        if self._codec.sample_format == _FLOAT_PLANAR:
            samples_ct = samples_ct * _INT16_SCALE
        frame = self._av.AudioFrame.from_ndarray(
            np.ascontiguousarray(samples_ct), format=self._codec.sample_format, layout="mono"
        )
        frame.sample_rate = self._sample_rate_hz
        frame.pts = self._sent_samples
        self._sent_samples += pcm_t.shape[0]
        return self._receive(frame)

    def _receive(self, frame: Any) -> list[Packet]:
        # ``encode`` lays a filter graph before the codec to cut frames, which ours are already, and
        # each graph starts a thread per core. The inner method goes straight to the codec.
        send = getattr(self._context, "_send_frame_and_recv", self._context.encode)
        return [self._numbered(packet) for packet in send(frame) if packet.size]

    def _numbered(self, packet: Any) -> Packet:
        # Only the first time stamp is used: libav shortens the distance of those near the end.
        if self._next_start_sample is None:
            self._next_start_sample = int(packet.pts)
        start_sample = self._next_start_sample
        self._next_start_sample += self.frame_samples
        return Packet(bytes(packet), start_sample)


class LibavEncoder(SingleUseEncoder):
    """What the formats coded by libav have in common; each frames the packets in its own way.

    A stream of fewer than ``shortest_samples`` is continued with silence up to there, for formats
    in which less is not a file that players recognise.
    """

    shortest_samples = 0

    def __init__(
        self,
        sample_rate_hz: int,
        options: EncoderOptions,
        codec: Codec,
        observe: Callable[[PcmInt16], None] | None = None,
    ) -> None:
        super().__init__(sample_rate_hz, options)
        self._packets = PacketEncoder(codec, sample_rate_hz, observe)

    def _encode(self, pcm_t: PcmInt16) -> bytes:
        return self._framed(self._packets.push(pcm_t))

    def _flush(self) -> bytes:
        missing = max(0, self.shortest_samples - self._encoded_samples)
        packets = self._packets.push(np.zeros(missing, np.int16)) + self._packets.flush()
        # What begins after the last sample is only the codec's own padding.
        end_sample = self._encoded_samples + missing
        return self._ending([packet for packet in packets if packet.start_sample < end_sample])

    def _close(self) -> None:
        self._packets.close()

    @abstractmethod
    def _framed(self, packets: Sequence[Packet]) -> bytes:
        """The packets as they go on the wire, with whatever must come before the first."""

    def _ending(self, packets: Sequence[Packet]) -> bytes:
        """The last packets, and the end of the container."""
        return self._framed(packets)
