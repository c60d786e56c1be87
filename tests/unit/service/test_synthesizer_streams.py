"""What an operator is told of the streams that run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from brisa.engines.scripted import Script
from brisa.service.listener import BULK, Listener
from brisa.service.options import SynthesizerOptions
from brisa.service.synthesizer import Synthesizer
from brisa.types import SpeechSettings
from support.live_server import eventually
from support.scripted_steps import CountedSteps

pytestmark = pytest.mark.unit

SETTINGS = SpeechSettings(voice="scripted")
SECRET = "The breeze came up from the river. " * 40


@pytest.fixture
def steps() -> CountedSteps:
    return CountedSteps(Script())


@pytest.fixture
def synthesizer(steps: CountedSteps) -> Iterator[Synthesizer]:
    options = SynthesizerOptions(threads=1, warm_up=False)
    with Synthesizer(options, engines={"scripted": steps.engine}) as synthesizer:
        yield synthesizer


def test_streams_are_told_apart_and_nothing_of_their_text_is_told(
    synthesizer: Synthesizer, steps: CountedSteps
) -> None:
    steps.hold()
    live = synthesizer.speak(SECRET, SETTINGS, listener=Listener(client_key="somebody"))
    file = synthesizer.speak(SECRET, SETTINGS, listener=BULK)
    eventually(lambda: steps.begun == 1, "the first step waits")
    first, second = sorted(synthesizer.streams(), key=lambda stream: stream.number)
    assert (first.number, first.job_class, first.state) == (1, "live", "running")
    assert (second.number, second.job_class, second.state) == (2, "bulk", "ready")
    assert first.deadline_in_ms is not None
    assert first.deadline_in_ms <= 300
    assert (first.slack_ms, second.slack_ms, second.deadline_in_ms) == (None, None, None)
    assert (first.voice, first.produced_ms, first.buffered_ms) == ("scripted", 0.0, 0.0)
    told = repr((first, second))
    assert "breeze" not in told
    assert "somebody" not in told
    live.cancel()
    file.cancel()
    steps.release()
    eventually(lambda: synthesizer.streams() == [], "both have ended")


def test_what_was_made_and_what_waits_are_counted(
    synthesizer: Synthesizer, steps: CountedSteps
) -> None:
    steps.hold(permits=3)
    speech = synthesizer.speak(SECRET, SETTINGS)
    eventually(lambda: steps.begun == 4, "three steps were done")
    (stream,) = synthesizer.streams()
    # A step is 160 ms, a little of which is held back to join it to the next.
    assert 440 < stream.produced_ms <= 480
    assert stream.buffered_ms == stream.produced_ms
    assert stream.held_ms == stream.produced_ms
    assert (stream.slack_ms, stream.underruns, stream.longest_gap_ms) == (0.0, 0, 0.0)
    assert stream.look_ahead_ms > 0
    speech.cancel()
    steps.release()


def test_a_ping_is_no_stream(synthesizer: Synthesizer, steps: CountedSteps) -> None:
    steps.hold()
    speech = synthesizer.speak(SECRET, SETTINGS)
    eventually(lambda: steps.begun == 1, "the only thread is busy")
    synthesizer.ping()
    assert [stream.number for stream in synthesizer.streams()] == [1]
    speech.cancel()
    steps.release()
