"""Names of ``output_format``."""

from __future__ import annotations

import pytest

from brisa.errors import UnknownFormat
from brisa.transports.elevenlabs.formats import output_format

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (None, ("mp3", 44_100, 128_000)),
        ("mp3_22050_32", ("mp3", 22_050, 32_000)),
        ("mp3_24000_48", ("mp3", 24_000, 48_000)),
        ("mp3_44100_192", ("mp3", 44_100, 192_000)),
        ("mp3_44100", ("mp3", 44_100, 128_000)),
        ("pcm_8000", ("pcm", 8_000, None)),
        ("pcm_22050", ("pcm", 22_050, None)),
        ("pcm_48000", ("pcm", 48_000, None)),
        ("ulaw_8000", ("mulaw", 8_000, None)),
        ("alaw_8000", ("alaw", 8_000, None)),
        ("opus_48000_64", ("opus", 48_000, 64_000)),
        ("OPUS_48000_192", ("opus", 48_000, 192_000)),
    ],
)
def test_names(name: str | None, expected: tuple[str, int, int | None]) -> None:
    found = output_format(name)
    assert (found.spec.name, found.sample_rate_hz, found.bitrate_bps) == expected


@pytest.mark.parametrize(
    "name", ["", "pcm", "pcm_12345", "mp3_8000_32", "mp3_44100_999", "pcm_16000_32", "x" * 999]
)
def test_names_there_are_not(name: str) -> None:
    with pytest.raises(UnknownFormat) as raised:
        output_format(name or "_")
    assert "xxx" not in raised.value.message
