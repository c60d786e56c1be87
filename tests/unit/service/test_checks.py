"""What is refused before anything is synthesised; more through the synthesizer's own tests."""

from __future__ import annotations

import pytest

from brisa.engines.scripted import ScriptedEngine
from brisa.errors import UnsupportedOption
from brisa.service.checks import check_language, same_language
from brisa.types import SpeechSettings

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("wanted", "spoken", "same"),
    [
        ("en", "en-US", True),
        ("en-us", "en-US", True),
        ("en-GB", "en", True),
        ("en-GB", "en-US", False),
        ("pt", "en", False),
    ],
)
def test_languages(wanted: str, spoken: str, same: bool) -> None:
    assert same_language(wanted, spoken) is same


def test_a_language_the_voice_does_not_speak_is_refused() -> None:
    check_language(SpeechSettings(voice="scripted"), ScriptedEngine())
    check_language(SpeechSettings(voice="scripted", language="en-GB"), ScriptedEngine())
    with pytest.raises(UnsupportedOption, match="speaks: en"):
        check_language(SpeechSettings(voice="scripted", language="pt"), ScriptedEngine())
