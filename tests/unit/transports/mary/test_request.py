"""The fields of ``/process``, and who speaks."""

from __future__ import annotations

import pytest

from brisa.engines.base import Voice
from brisa.errors import BrisaError
from brisa.transports.mary.request import read_process, voice_for

pytestmark = pytest.mark.unit

VOICES = [
    Voice("heart", "en-US", "tiny"),
    Voice("emma", "en-GB", "tiny"),
    Voice("klara", "de", "tiny"),
    Voice("oliver", "en-GB", "tiny"),
]


@pytest.mark.parametrize(
    ("locale", "default", "name"),
    [
        ("en_US", "heart", "heart"),
        ("en_GB", "heart", "emma"),
        ("en-gb", "oliver", "oliver"),
        ("en", "heart", "heart"),
        ("en_AU", "klara", "heart"),
        ("de_AT", "heart", "klara"),
        ("te", "heart", "heart"),
        ("", "heart", "heart"),
    ],
)
def test_who_speaks_a_locale(locale: str, default: str, name: str) -> None:
    assert voice_for(locale, VOICES, default) == name


def test_fields() -> None:
    process = read_process({"INPUT_TEXT": "Hi.", "LOCALE": "en_US", "effect_Rate_selected": "on"})
    assert (process.text, process.voice, process.locale) == ("Hi.", "", "en_US")
    assert process.format.name == "wav"


@pytest.mark.parametrize(
    ("audio", "name"),
    [
        ("WAVE_FILE", "wav"),
        ("WAVE", "wav"),
        ("wave_stream", "wav"),
        ("MP3_FILE", "mp3"),
        ("", "wav"),
    ],
)
def test_files(audio: str, name: str) -> None:
    assert read_process({"INPUT_TEXT": "Hi.", "AUDIO": audio}).format.name == name


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"INPUT_TEXT": None}, "invalid_request"),
        ({"AUDIO": "AU_FILE"}, "unknown_format"),
        ({"AUDIO": "WAVE_CYLINDER"}, "unknown_format"),
        ({"INPUT_TYPE": "PHONEMES"}, "unsupported_option"),
        ({"OUTPUT_TYPE": "TOKENS"}, "unsupported_option"),
    ],
)
def test_what_there_is_not(fields: dict[str, str | None], code: str) -> None:
    given = {"INPUT_TEXT": "Hi.", **fields}
    with pytest.raises(BrisaError) as caught:
        read_process({name: value for name, value in given.items() if value is not None})
    assert caught.value.code == code
