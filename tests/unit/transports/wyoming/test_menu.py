"""What clients are told there is, and which voice they mean."""

from __future__ import annotations

from types import MappingProxyType

import pytest

from brisa.engines.base import Voice
from brisa.transports.voices import VoiceNames
from brisa.transports.wyoming.menu import Menu, Program, make_menu
from support.wyoming import heard

pytestmark = pytest.mark.unit

VOICES = [
    Voice("anna", "de-DE", "vits", "German, female"),
    Voice("emma", "en-GB", "tiny"),
    Voice("heart", "en-US", "tiny", "American English", licence="Apache-2.0"),
    Voice("quiet", "", "vits"),
]


@pytest.fixture
def menu() -> Menu:
    names = VoiceNames("heart", MappingProxyType({"piper": "anna"}))
    return make_menu(Program("brisa", "1.2.3"), VOICES, names)


def test_a_program_is_complete(menu: Menu) -> None:
    (info,) = heard(menu.info)
    (program,) = info.data["tts"]
    assert info.type == "info"
    assert program["name"] == "brisa"
    assert program["version"] == "1.2.3"
    assert program["installed"] is True
    assert program["supports_synthesize_streaming"] is True
    assert set(program["attribution"]) == {"name", "url"}
    assert program["description"]
    others = {"asr", "handle", "intent", "wake", "mic", "snd"}
    assert all(info.data[name] == [] for name in others)


def test_voices_are_complete_and_the_default_one_is_first(menu: Menu) -> None:
    (info,) = heard(menu.info)
    voices = info.data["tts"][0]["voices"]
    assert [voice["name"] for voice in voices] == ["heart", "anna", "emma", "quiet"]
    assert [voice["languages"] for voice in voices] == [["en-US"], ["de-DE"], ["en-GB"], ["und"]]
    assert voices[1]["description"] == "anna: German, female"
    assert voices[2]["description"] == "emma"
    for voice in voices:
        assert voice["installed"] is True
        assert set(voice["attribution"]) == {"name", "url"}
        assert {"version", "speakers"} <= set(voice)


@pytest.mark.parametrize(
    ("name", "speaker", "language", "voice"),
    [
        (None, None, None, "heart"),
        ("emma", None, None, "emma"),
        ("emma", "anna", "de", "emma"),
        ("nobody", None, None, "heart"),
        ("", None, None, "heart"),
        ("alloy", None, None, "heart"),
        ("Piper", None, None, "anna"),
        ("nobody", "emma", None, "emma"),
        ("nobody", "nobody", "de", "anna"),
        (None, "emma", None, "emma"),
        (None, None, "de", "anna"),
        (None, None, "de_DE", "anna"),
        (None, None, "DE-de", "anna"),
        (None, None, "de-AT", "heart"),
        (None, None, "en", "heart"),
        (None, None, "en-GB", "emma"),
        (None, None, "xx", "heart"),
        (None, None, "", "heart"),
    ],
)
def test_which_voice_is_meant(
    menu: Menu, name: str | None, speaker: str | None, language: str | None, voice: str
) -> None:
    assert menu.voice_for(name, speaker, language) == voice


def test_before_the_voices_are_known_it_is_the_default_one() -> None:
    menu = make_menu(Program("brisa", "0"), [], VoiceNames("heart"))
    assert menu.voice_for("emma", None, "de") == "heart"
    assert heard(menu.info)[0].data["tts"][0]["voices"] == []
