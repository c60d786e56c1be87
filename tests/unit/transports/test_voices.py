"""Whom a client means by a name."""

from __future__ import annotations

import pytest

from brisa.errors import UnknownVoice
from brisa.transports.voices import VoiceNames

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("name", "voice"),
    [(None, "heart"), ("Alloy", "heart"), ("nova", "star"), ("NOVA", "star"), ("Mine", "Mine")],
)
def test_names(name: str | None, voice: str) -> None:
    assert VoiceNames("heart", {"nova": "star"}).resolve(name) == voice


def test_a_vendor_has_names_of_its_own() -> None:
    names = VoiceNames("heart")
    assert names.resolve("Rachel", theirs=("rachel",)) == "heart"
    assert names.resolve("alloy", theirs=("rachel",)) == "alloy"


def test_a_name_that_is_empty() -> None:
    with pytest.raises(UnknownVoice):
        VoiceNames("heart").resolve("")
    assert VoiceNames("heart", {"": "star"}).resolve("") == "star"
