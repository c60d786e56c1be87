"""What clients send, and what it becomes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisa.errors import BrisaError, InvalidRequest, OutOfRange, UnknownFormat, UnsupportedOption
from brisa.transports.openai.schema import (
    SpeechBody,
    SpeechDefaults,
    order_settings,
    parse_speech,
    wants_events,
)
from brisa.transports.voices import OPENAI_VOICES, VoiceNames

pytestmark = pytest.mark.unit

DEFAULTS = SpeechDefaults(VoiceNames("heart", {"bella": "other"}), ("brisa",))


def body(**fields: Any) -> SpeechBody:
    return parse_speech(json.dumps({"input": "a", **fields}).encode())


def test_defaults() -> None:
    spec, settings = order_settings(body(), DEFAULTS)
    assert spec.name == "mp3"
    assert (settings.voice, settings.speed, settings.seed) == ("heart", 1.0, 0)
    assert settings.sample_rate_hz == 24_000


def test_nulls_are_the_defaults() -> None:
    names = [name for name in SpeechBody.__struct_fields__ if name != "input"]
    nulls = body(**dict.fromkeys(names))
    assert order_settings(nulls, DEFAULTS) == order_settings(body(), DEFAULTS)
    assert not wants_events(nulls)


@pytest.mark.parametrize(
    ("voice", "expected"),
    [
        *((name, "heart") for name in OPENAI_VOICES),
        ({"id": "nova"}, "heart"),
        ("Nova", "heart"),
        ("bella", "other"),
        ("mine", "mine"),
        ({"id": "mine", "more": 1}, "mine"),
        (None, "heart"),
    ],
)
def test_voices(voice: object, expected: str) -> None:
    assert order_settings(body(voice=voice), DEFAULTS)[1].voice == expected


@pytest.mark.parametrize(
    ("name", "asked_hz", "rate_hz"),
    [
        ("pcm", None, 24_000),
        ("pcm", 16_000, 16_000),
        ("mulaw", None, 8_000),
        ("opus", 48_000, 48_000),
    ],
)
def test_rates(name: str, asked_hz: int | None, rate_hz: int) -> None:
    parsed = body(response_format=name, sample_rate=asked_hz)
    assert order_settings(parsed, DEFAULTS)[1].sample_rate_hz == rate_hz


def test_a_rate_that_the_format_lacks_names_those_it_has() -> None:
    with pytest.raises(OutOfRange, match="22050, 24000, 44100, 48000") as raised:
        order_settings(body(sample_rate=8000), DEFAULTS)
    assert raised.value.param == "sample_rate"


def test_an_unknown_format() -> None:
    with pytest.raises(UnknownFormat):
        order_settings(body(response_format="midi"), DEFAULTS)


@pytest.mark.parametrize(("value", "events"), [(None, False), ("audio", False), ("sse", True)])
def test_stream_format(value: str | None, events: bool) -> None:
    assert wants_events(body(stream_format=value)) is events


def test_an_unknown_stream_format() -> None:
    with pytest.raises(UnsupportedOption):
        wants_events(body(stream_format="ndjson"))


def test_whole_numbers_do_for_speed() -> None:
    assert body(speed=2).speed == 2.0


@given(st.binary(max_size=200))
def test_any_bytes_are_a_body_or_a_refusal_that_does_not_quote_them(raw: bytes) -> None:
    try:
        parse_speech(b'{"input": "' + raw)
    except InvalidRequest as error:
        printable = raw.decode("ascii", "ignore")
        assert len(printable) < 12 or printable not in error.message


@given(
    st.fixed_dictionaries(
        {"input": st.text(max_size=20)},
        optional={
            name: st.none()
            | st.text(max_size=8)
            | st.integers()
            | st.booleans()
            | st.lists(st.none())
            for name in SpeechBody.__struct_fields__
            if name != "input"
        },
    )
)
def test_any_object_is_settings_or_an_error_of_the_tree(fields: dict[str, Any]) -> None:
    try:
        parsed = parse_speech(json.dumps(fields).encode())
        wants_events(parsed)
        order_settings(parsed, DEFAULTS)
    except BrisaError as error:
        assert error.param in {None, *SpeechBody.__struct_fields__}
