"""Which format, rate and encoder an output gets."""

from __future__ import annotations

from pathlib import Path

from brisa.audio.encoders.base import Encoder, EncoderOptions
from brisa.audio.encoders.table import (
    FORMATS,
    FormatSpec,
    find_format,
    make_encoder,
    nearest_rate_hz,
)
from brisa.errors import UnknownFormat

_EXACT_RATES = {"pcm", "f32", "mulaw", "alaw"}
"""Formats that say nothing about their rate: everybody assumes the default one."""


def format_for(out: str, wanted: str | None) -> FormatSpec:
    """The format of an output: as wished, else by the file's ending, else wav for stdout.

    Raises ``UnknownFormat``.
    """
    if wanted is not None:
        return find_format(wanted)
    if out == "-":
        return find_format("wav")
    suffix = Path(out).suffix.removeprefix(".")
    try:
        return find_format(suffix)
    except UnknownFormat:
        ending = f"the ending .{suffix}" if suffix else "a name without an ending"
        message = f"No format goes with {ending}. Choose one with --format: {', '.join(FORMATS)}."
        raise UnknownFormat(message, param="format") from None


def rate_for(spec: FormatSpec, voice_rate_hz: int, wanted_hz: int | None) -> int:
    """The sample rate of an output: as wished, else the voice's own where the format can say so."""
    if wanted_hz is not None:
        return wanted_hz
    if spec.name in _EXACT_RATES:
        return spec.default_sample_rate_hz
    return nearest_rate_hz(spec, voice_rate_hz)


def encoder_for(spec: FormatSpec, rate_hz: int, bitrate_bps: int | None) -> Encoder:
    """A fresh encoder. Raises ``OutOfRange`` and ``MissingExtra``."""
    return make_encoder(spec.name, rate_hz, EncoderOptions(bitrate_bps=bitrate_bps))
