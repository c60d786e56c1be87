"""What an encoder is: PCM in, bytes of one format out, in any cut.

For every encoder the bytes do not depend on how the samples were cut (P1): ``encode(a) +
encode(b) + flush()`` equals ``encode(a + b) + flush()``. The tail that a codec holds back comes out
of :meth:`Encoder.flush`, so the last word survives in every format.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from brisa.types import PcmInt16


@dataclass(frozen=True, slots=True)
class EncoderOptions:
    """Wishes about the encoded stream; a format takes what applies to it.

    ``bitrate_bps`` ``None`` is the format's own default. ``total_samples`` is the exact length when
    it is known before the first sample (a finished file): containers then carry exact sizes,
    otherwise they are marked as live. ``fec`` and ``dtx`` are Opus in-band error correction and
    discontinuous transmission; ``packet_loss_percent`` is the loss that FEC is dimensioned for.
    """

    bitrate_bps: int | None = None
    total_samples: int | None = None
    fec: bool = False
    dtx: bool = False
    packet_loss_percent: int = 0


class Encoder(Protocol):
    """A stream of one format. Owned by one stream; not thread-safe."""

    @property
    def media_type(self) -> str:
        """What goes into ``Content-Type``."""

    @property
    def sample_rate_hz(self) -> int:
        """The rate of the samples that :meth:`encode` takes."""

    @property
    def delay_samples(self) -> int:
        """Samples the codec itself puts before the first one it was given."""

    def encode(self, pcm_t: PcmInt16) -> bytes:
        """Bytes that are ready; may be empty. ``pcm_t`` is not kept."""

    def flush(self) -> bytes:
        """The rest, and the end of the container. Call once; nothing may follow."""

    def close(self) -> None:
        """Free the codec; after ``flush`` or when the stream is abandoned."""
