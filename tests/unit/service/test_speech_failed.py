"""A stream that failed and was heard out leaves nothing behind."""

from __future__ import annotations

import gc
import weakref

import pytest

from brisa.engines.scripted import Script, ScriptedEngine
from brisa.errors import EngineFailed
from brisa.service.speech import Speech
from brisa.service.synthesizer import Synthesizer
from brisa.types import SpeechSettings

pytestmark = pytest.mark.unit


def heard_to_its_failure(synthesizer: Synthesizer) -> weakref.ref[Speech]:
    with synthesizer.speak("Some words.", SpeechSettings(voice="scripted")) as speech:
        try:
            speech.read_all()
        except EngineFailed:
            return weakref.ref(speech)
    raise AssertionError("it did not fail")


def test_a_failed_stream_is_freed() -> None:
    """Its error was raised through frames that hold the stream."""
    engine = ScriptedEngine(Script(fail_at_step=1))
    with Synthesizer(engines={"scripted": engine}) as synthesizer:
        streams = [heard_to_its_failure(synthesizer) for _ in range(5)]
    gc.collect()
    assert [stream() for stream in streams] == [None] * 5
