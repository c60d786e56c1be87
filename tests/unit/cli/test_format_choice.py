"""The format and rate of an output: a wish, an ending, or what the format can say."""

from __future__ import annotations

import pytest

from brisa.audio.encoders.table import FORMATS, find_format
from brisa.cli.format_choice import format_for, rate_for
from brisa.errors import UnknownFormat

pytestmark = pytest.mark.unit


@pytest.mark.parametrize("name", list(FORMATS))
def test_the_ending_chooses_the_format(name: str) -> None:
    assert format_for(f"a/b{FORMATS[name].file_suffix}", None).name == name


@pytest.mark.parametrize(
    ("out", "wanted", "name"),
    [
        ("x.WAV", None, "wav"),
        ("x.opus", None, "opus"),
        ("x.wav", "mp3", "mp3"),
        ("x", "flac", "flac"),
        ("-", None, "wav"),
        ("-", "pcm", "pcm"),
    ],
)
def test_a_wish_wins_over_the_ending(out: str, wanted: str | None, name: str) -> None:
    assert format_for(out, wanted).name == name


@pytest.mark.parametrize("out", ["x", "x.txt", "x.m4a", "dir.wav/x", ".wav"])
def test_an_ending_that_says_nothing(out: str) -> None:
    with pytest.raises(UnknownFormat, match="--format: pcm, wav,"):
        format_for(out, None)


@pytest.mark.parametrize(
    ("name", "voice_hz", "wanted_hz", "rate_hz"),
    [
        ("wav", 22_050, None, 22_050),
        ("wav", 24_000, 16_000, 16_000),
        ("mp3", 16_000, None, 22_050),
        ("pcm", 22_050, None, 24_000),
        ("pcm", 22_050, 22_050, 22_050),
        ("mulaw", 24_000, None, 8_000),
    ],
)
def test_rates(name: str, voice_hz: int, wanted_hz: int | None, rate_hz: int) -> None:
    assert rate_for(find_format(name), voice_hz, wanted_hz) == rate_hz
