"""The names that ``output_format`` has, and what they are here."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from brisa.audio.encoders.table import FormatSpec, find_format, require_bitrate, require_rate
from brisa.errors import BrisaError, UnknownFormat

DEFAULT: Final = "mp3_44100_128"

_NAME: Final = re.compile(r"(mp3|pcm|ulaw|alaw|opus|wav)_(\d{4,6})(?:_(\d{2,3}))?")
_KBIT: Final = 1000
_LEGACY_KBIT: Final = 128
"""What ``mp3_44100`` means, without a bit rate."""


@dataclass(frozen=True, slots=True)
class OutputFormat:
    """A format at a rate; ``bitrate_bps`` ``None`` where there is none to choose."""

    spec: FormatSpec
    sample_rate_hz: int
    bitrate_bps: int | None


def output_format(name: str | None) -> OutputFormat:
    """What is meant by ``name``; ``None`` is the vendor's default. Raises ``UnknownFormat``."""
    found = _NAME.fullmatch((name or DEFAULT).lower())
    if found is None:
        raise _unknown()
    spec, rate_hz = find_format(found[1]), int(found[2])
    bitrate_bps = None if found[3] is None else int(found[3]) * _KBIT
    if spec.bitrates_bps is not None and bitrate_bps is None:
        bitrate_bps = min(_LEGACY_KBIT * _KBIT, spec.bitrates_bps[1])
    try:
        require_rate(spec, rate_hz)
        if bitrate_bps is not None:
            require_bitrate(spec, bitrate_bps)
    except BrisaError:
        raise _unknown() from None
    return OutputFormat(spec, rate_hz, bitrate_bps)


def _unknown() -> UnknownFormat:
    return UnknownFormat(
        "There is no such output_format. Known are mp3_RATE_KBIT, opus_RATE_KBIT, pcm_RATE, "
        "wav_RATE, ulaw_RATE and alaw_RATE, such as mp3_44100_128 and pcm_24000.",
        param="output_format",
    )
