"""Format name to what it is and who encodes it. Encoders are imported on first use.

The rates of a format are those at which it keeps what every format promises: first bytes after at
most 60 ms of audio (AAC 100), and a length within 100 ms of every other format's. MP3 and AAC
carry a delay and a padding of up to a frame each, so their lower rates are left out; a caller
resamples to :func:`nearest_rate_hz`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from types import MappingProxyType

from brisa.audio.encoders.base import Encoder, EncoderOptions
from brisa.errors import OutOfRange, UnknownFormat, UnsupportedOption

DEFAULT_SAMPLE_RATE_HZ = 24_000
"""What clients assume of bare samples, and what most voices speak at."""

_ANY_RATE = (8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000)


@dataclass(frozen=True, slots=True)
class FormatSpec:
    """What is known of a format without loading its encoder.

    ``sample_rates_hz`` ascends. ``extra`` names the optional part that must be installed, ``None``
    if the core suffices. ``default_bitrate_bps`` and ``bitrates_bps`` (lowest, highest) are
    ``None`` where the bit rate cannot be chosen. ``file_suffix`` has its dot.
    """

    name: str
    media_type: str
    file_suffix: str
    encoder: str
    sample_rates_hz: tuple[int, ...] = _ANY_RATE
    default_sample_rate_hz: int = DEFAULT_SAMPLE_RATE_HZ
    extra: str | None = None
    default_bitrate_bps: int | None = None
    bitrates_bps: tuple[int, int] | None = None


_SPECS = (
    FormatSpec("pcm", "audio/pcm", ".pcm", "raw:PcmEncoder"),
    FormatSpec("wav", "audio/wav", ".wav", "wav:WavEncoder"),
    FormatSpec("f32", "audio/x-float-array", ".f32", "raw:FloatEncoder"),
    FormatSpec("mulaw", "audio/PCMU", ".ulaw", "g711:MulawEncoder", default_sample_rate_hz=8_000),
    FormatSpec("alaw", "audio/PCMA", ".alaw", "g711:AlawEncoder", default_sample_rate_hz=8_000),
    FormatSpec(
        "mp3",
        "audio/mpeg",
        ".mp3",
        "mp3:Mp3Encoder",
        sample_rates_hz=(22_050, 24_000, 44_100, 48_000),
        extra="codecs",
        default_bitrate_bps=64_000,
        bitrates_bps=(32_000, 320_000),
    ),
    FormatSpec(
        "opus",
        "audio/ogg",
        ".ogg",
        "opus:OpusEncoder",
        sample_rates_hz=(8_000, 12_000, 16_000, 24_000, 48_000),
        extra="codecs",
        default_bitrate_bps=32_000,
        bitrates_bps=(6_000, 256_000),
    ),
    FormatSpec("flac", "audio/flac", ".flac", "flac:FlacEncoder", extra="codecs"),
    FormatSpec(
        "aac",
        "audio/aac",
        ".aac",
        "aac:AacEncoder",
        sample_rates_hz=(22_050, 24_000, 32_000, 44_100, 48_000),
        extra="codecs",
        default_bitrate_bps=64_000,
        bitrates_bps=(24_000, 256_000),
    ),
)

FORMATS: Mapping[str, FormatSpec] = MappingProxyType({spec.name: spec for spec in _SPECS})
"""Every format under its own name, in the order in which they are listed to people."""

ALIASES: Mapping[str, str] = MappingProxyType(
    {
        "s16le": "pcm",
        "f32le": "f32",
        "ulaw": "mulaw",
        "pcmu": "mulaw",
        "pcma": "alaw",
        "ogg": "opus",
    }
)
"""Other names that clients and file endings use."""


def find_format(name: str) -> FormatSpec:
    """The format of that name or alias, upper or lower case.

    Raises ``UnknownFormat``, which lists the known names.
    """
    lowered = name.lower()
    spec = FORMATS.get(ALIASES.get(lowered, lowered))
    if spec is None:
        raise UnknownFormat(
            f"There is no such audio format. Known formats: {', '.join(FORMATS)}.",
            param="response_format",
        )
    return spec


def nearest_rate_hz(spec: FormatSpec, wanted_hz: int) -> int:
    """The lowest rate of the format that loses nothing of ``wanted_hz``, else its highest."""
    return next(
        (rate for rate in spec.sample_rates_hz if rate >= wanted_hz), spec.sample_rates_hz[-1]
    )


def make_encoder(name: str, sample_rate_hz: int, options: EncoderOptions | None = None) -> Encoder:
    """A fresh encoder for one stream.

    Raises ``UnknownFormat``, ``OutOfRange`` for a sample rate or bit rate that the format does not
    have, ``MissingExtra`` if its library is not installed.
    """
    spec = find_format(name)
    wishes = EncoderOptions() if options is None else options
    require_rate(spec, sample_rate_hz)
    bitrate_bps = _bitrate_bps(spec, wishes)
    module_name, _, class_name = spec.encoder.partition(":")
    module = import_module(f"brisa.audio.encoders.{module_name}")
    factory = getattr(module, class_name)
    encoder: Encoder = (
        factory(sample_rate_hz, wishes)
        if bitrate_bps is None
        else factory(sample_rate_hz, wishes, bitrate_bps)
    )
    return encoder


def require_rate(spec: FormatSpec, sample_rate_hz: int) -> None:
    """Raise ``OutOfRange``, naming the rates there are, for one that the format does not have."""
    if sample_rate_hz not in spec.sample_rates_hz:
        rates = ", ".join(str(rate) for rate in spec.sample_rates_hz)
        raise OutOfRange(
            f"{spec.name} takes these sample rates, in Hz: {rates}.", param="sample_rate"
        )


def require_bitrate(spec: FormatSpec, bitrate_bps: int) -> None:
    """Raise ``OutOfRange`` for a bit rate that the format does not have, ``UnsupportedOption``
    if it has none to choose."""
    if spec.bitrates_bps is None:
        raise UnsupportedOption(f"{spec.name} has no bit rate to choose.", param="bitrate")
    lowest, highest = spec.bitrates_bps
    if not lowest <= bitrate_bps <= highest:
        raise OutOfRange(
            f"{spec.name} takes a bit rate from {lowest} to {highest} bit/s.", param="bitrate"
        )


def _bitrate_bps(spec: FormatSpec, options: EncoderOptions) -> int | None:
    if spec.bitrates_bps is None or options.bitrate_bps is None:
        return spec.default_bitrate_bps
    require_bitrate(spec, options.bitrate_bps)
    return options.bitrate_bps
