import subprocess
import sys

import pytest

from brisa.audio.encoders.base import EncoderOptions
from brisa.audio.encoders.table import (
    ALIASES,
    FORMATS,
    find_format,
    make_encoder,
    nearest_rate_hz,
)
from brisa.errors import MissingExtra, OutOfRange, UnknownFormat

pytestmark = pytest.mark.unit

CODECS = ("mp3", "opus", "flac", "aac")


def test_the_formats_are_those_that_clients_ask_for():
    assert set(FORMATS) == {"pcm", "f32", "wav", "mp3", "opus", "flac", "aac", "mulaw", "alaw"}


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_is_found_by_its_name_in_any_case(name):
    assert find_format(name) is find_format(name.upper()) is FORMATS[name]


@pytest.mark.parametrize(("alias", "name"), ALIASES.items())
def test_an_alias_leads_to_its_format(alias, name):
    assert find_format(alias) is FORMATS[name]
    assert alias not in FORMATS


@pytest.mark.parametrize("name", ["", "mp4", "vorbis", "pcm "])
def test_an_unknown_format_is_refused_with_the_known_ones(name):
    with pytest.raises(UnknownFormat) as caught:
        find_format(name)
    assert all(known in caught.value.message for known in FORMATS)
    assert caught.value.param == "response_format"
    with pytest.raises(UnknownFormat):
        make_encoder(name, 24_000)


@pytest.mark.parametrize("spec", FORMATS.values(), ids=str)
def test_every_spec_is_sound(spec):
    assert list(spec.sample_rates_hz) == sorted(set(spec.sample_rates_hz))
    assert spec.default_sample_rate_hz in spec.sample_rates_hz
    assert spec.default_sample_rate_hz == (8_000 if spec.name in ("mulaw", "alaw") else 24_000)
    assert spec.file_suffix.startswith(".")
    assert spec.media_type.startswith("audio/")
    assert spec.extra == ("codecs" if spec.name in CODECS else None)


def test_media_types_are_those_that_clients_decide_by():
    assert {name: spec.media_type for name, spec in FORMATS.items()} == {
        "pcm": "audio/pcm",
        "f32": "audio/x-float-array",
        "wav": "audio/wav",
        "mp3": "audio/mpeg",
        "opus": "audio/ogg",
        "flac": "audio/flac",
        "aac": "audio/aac",
        "mulaw": "audio/PCMU",
        "alaw": "audio/PCMA",
    }


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("rate_hz", [0, 7_999, 23_000, 96_000])
def test_a_rate_that_the_format_does_not_have_is_refused_with_those_it_has(name, rate_hz):
    with pytest.raises(OutOfRange) as caught:
        make_encoder(name, rate_hz)
    assert str(FORMATS[name].default_sample_rate_hz) in caught.value.message
    assert caught.value.param == "sample_rate"


@pytest.mark.parametrize(
    ("name", "wanted_hz", "rate_hz"),
    [
        ("opus", 22_050, 24_000),
        ("opus", 24_000, 24_000),
        ("opus", 44_100, 48_000),
        ("mp3", 8_000, 22_050),
        ("mp3", 96_000, 48_000),
        ("pcm", 22_050, 22_050),
    ],
)
def test_the_nearest_rate_loses_nothing_if_it_can(name, wanted_hz, rate_hz):
    assert nearest_rate_hz(FORMATS[name], wanted_hz) == rate_hz


@pytest.mark.parametrize("name", ["mp3", "opus", "aac"])
def test_a_bit_rate_outside_the_range_is_refused(name):
    lowest, highest = FORMATS[name].bitrates_bps
    for bitrate_bps in (lowest - 1, highest + 1, 0, -5):
        with pytest.raises(OutOfRange, match=f"{lowest} to {highest}") as caught:
            make_encoder(name, 24_000, EncoderOptions(bitrate_bps=bitrate_bps))
        assert caught.value.param == "bitrate"


@pytest.mark.parametrize("name", ["pcm", "wav", "flac", "mulaw"])
def test_a_format_without_bit_rate_takes_what_applies(name):
    make_encoder(name, 24_000, EncoderOptions(bitrate_bps=1, fec=True, dtx=True)).close()


def test_a_missing_library_is_named_with_its_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "av", None)
    for name in CODECS:
        with pytest.raises(MissingExtra, match=r"pip install 'brisa\[codecs\]'"):
            make_encoder(name, 24_000)
    for name in set(FORMATS) - set(CODECS):
        make_encoder(name, 24_000)


def test_the_table_loads_no_encoder_and_no_library():
    code = (
        "import sys, brisa.audio.encoders.table as t; t.find_format('mp3');"
        "t.make_encoder('pcm', 24000);"
        "print([m for m in sys.modules if m == 'av' or m.endswith(('.mp3', '.wav', '.libav'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
