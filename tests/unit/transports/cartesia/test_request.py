"""What a request becomes."""

from __future__ import annotations

import json
from types import MappingProxyType
from typing import Any

import msgspec
import pytest

from brisa.errors import BrisaError
from brisa.transports.cartesia.request import Defaults, GenerationBody, Spoken, spoken_as
from brisa.transports.voices import VoiceNames
from brisa.types import TextOptions
from unit.transports.cartesia.talking import RECORDED

pytestmark = pytest.mark.unit

DEFAULTS = Defaults(VoiceNames("heart", MappingProxyType({"nova": "ada"})))
UUID = "f786b574-daa5-4673-aa0c-cbe3e8534c02"


def read(*, raw_only: bool = False, **fields: Any) -> Spoken:
    body = msgspec.json.decode(json.dumps({"transcript": "Hi.", **fields}), type=GenerationBody)
    return spoken_as(body, DEFAULTS, raw_only=raw_only)


@pytest.mark.parametrize(
    ("voice", "meant"),
    [
        (None, "heart"),
        ("", "heart"),
        ("ada", "ada"),
        ("Nova", "ada"),
        ({"id": "ada"}, "ada"),
        ({"mode": "id", "id": "ada"}, "ada"),
        ({"mode": "id", "id": None}, "heart"),
        ({"mode": "embedding", "embedding": [0.1, 0.2]}, "heart"),
        (UUID, "heart"),
        ({"mode": "id", "id": UUID.upper()}, "heart"),
        (UUID[:-1], UUID[:-1]),
    ],
)
def test_voices(voice: Any, meant: str) -> None:
    assert read(voice=voice).settings.voice == meant


@pytest.mark.parametrize("rate_hz", [8000, 16000, 22050, 24000, 44100, 48000])
@pytest.mark.parametrize(
    ("encoding", "name"),
    [
        ("pcm_s16le", "pcm"),
        ("pcm_f32le", "f32"),
        ("pcm_mulaw", "mulaw"),
        ("pcm_alaw", "alaw"),
        (None, "pcm"),
    ],
)
def test_every_raw_encoding_at_every_rate(encoding: str | None, name: str, rate_hz: int) -> None:
    wanted = {"container": "raw", "encoding": encoding, "sample_rate": rate_hz}
    spoken = read(output_format=wanted, raw_only=True)
    assert (spoken.format.name, spoken.sample_rate_hz) == (name, rate_hz)
    assert spoken.settings.sample_rate_hz == rate_hz
    assert spoken.bitrate_bps is None


@pytest.mark.parametrize(
    ("wanted", "name", "rate_hz", "bitrate_bps"),
    [
        (None, "pcm", 44_100, None),
        ({}, "pcm", 44_100, None),
        ({"container": "wav", "encoding": "pcm_f32le", "sample_rate": 16_000}, "wav", 16_000, None),
        ({"container": "mp3"}, "mp3", 44_100, 128_000),
        ({"container": "mp3", "sample_rate": 8_000, "bit_rate": 32_000}, "mp3", 22_050, 32_000),
    ],
)
def test_containers(wanted: Any, name: str, rate_hz: int, bitrate_bps: int | None) -> None:
    spoken = read(output_format=wanted)
    assert spoken.format.name == name
    assert spoken.sample_rate_hz == spoken.settings.sample_rate_hz == rate_hz
    assert spoken.bitrate_bps == bitrate_bps


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"container": "ogg"}, "unknown_format"),
        ({"encoding": "pcm_s32le"}, "unknown_format"),
        ({"sample_rate": 23_000}, "out_of_range"),
        ({"sample_rate": 0}, "out_of_range"),
        ({"container": "mp3", "bit_rate": 1}, "out_of_range"),
    ],
)
def test_formats_there_are_not(wanted: Any, code: str) -> None:
    with pytest.raises(BrisaError) as caught:
        read(output_format=wanted)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("fields", "speed"),
    [
        ({}, 1.0),
        ({"generation_config": {"speed": 1.5, "volume": 2, "emotion": ["sad"]}}, 1.5),
        ({"generation_config": {"volume": 2}}, 1.0),
        ({"speed": "slow"}, 0.8),
        ({"speed": "fast"}, 1.25),
        ({"speed": "brisk"}, 1.0),
        ({"speed": "slow", "generation_config": {"speed": 0.6}}, 0.6),
    ],
)
def test_speeds(fields: dict[str, Any], speed: float) -> None:
    assert read(**fields).settings.speed == speed


def test_languages_and_normalization() -> None:
    assert read(language=None).settings.language is None
    assert read(language="en").settings.language == "en"
    assert read(locale="en-GB").settings.language == "en-GB"
    assert read(normalization="auto").settings.text == TextOptions()
    assert read(normalization="off").settings.text == TextOptions(normalize=False)


@pytest.mark.parametrize(
    ("name", "format_name", "voice"),
    [("sdk-bytes", "wav", "heart"), ("sdk-sse", "pcm", "heart"), ("livekit-bytes", "pcm", "heart")],
)
def test_recorded_bodies(name: str, format_name: str, voice: str) -> None:
    body = msgspec.json.decode((RECORDED / f"{name}.json").read_bytes(), type=GenerationBody)
    spoken = spoken_as(body, DEFAULTS)
    assert body.transcript == "Hello there."
    assert (spoken.format.name, spoken.settings.voice) == (format_name, voice)
