"""What users report of other servers when text is short, empty or very long, and of slow starts.

Entries of the reports are named as in ``tests/unit/text/test_reading_field_reports.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from brisa.engines.base import StepResult
from brisa.engines.scripted import Script, ScriptedEngine, ScriptedStream
from brisa.errors import EmptyText, EngineFailed
from brisa.service.options import SynthesizerOptions
from brisa.service.pipeline import NOTHING_SPOKEN_MS
from brisa.service.synthesizer import Synthesizer
from brisa.types import Failed, Finished, SpeechSettings, TextOptions
from support.chat_transcript import TRANSCRIPT, tokens
from support.scripted_steps import CountedSteps

pytestmark = pytest.mark.unit

SCRIPTED = SpeechSettings(voice="scripted")
SAMPLES_PER_CHAR = 100


class Watched(ScriptedEngine):
    """Keeps the texts it was given and counts its steps."""

    def __init__(self, script: Script) -> None:
        super().__init__(script)
        self.texts: dict[int, str] = {}
        self.steps = 0

    def step(self, streams: Sequence[ScriptedStream]) -> list[StepResult]:
        self.steps += 1
        for stream in streams:
            self.texts[stream.request.segment] = stream.request.text
        return super().step(streams)


@pytest.fixture
def engine() -> Watched:
    return Watched(Script(samples_per_char=SAMPLES_PER_CHAR, chunk_samples=700))


@pytest.fixture
def options(tmp_path: Path) -> SynthesizerOptions:
    return SynthesizerOptions(threads=1, cache_dir=tmp_path / "c", voices_dir=tmp_path / "v")


@pytest.fixture
def synthesizer(options: SynthesizerOptions, engine: Watched) -> Iterator[Synthesizer]:
    with Synthesizer(options, engines={"scripted": engine}) as made:
        yield made


@pytest.mark.parametrize("text", ["!", "— …", "🎈"])
def test_nothing_to_say_is_a_short_silence_or_refused(synthesizer: Synthesizer, text: str) -> None:
    """B61."""
    speech = synthesizer.speak(text, SCRIPTED)
    pcm_t = speech.read_all()
    assert len(pcm_t) == NOTHING_SPOKEN_MS * 24
    assert not pcm_t.any()
    assert isinstance(speech.outcome, Finished)
    strict = SpeechSettings(voice="scripted", text=TextOptions(strict=True))
    with pytest.raises(EmptyText):
        synthesizer.speak(text, strict).read_all()
    with pytest.raises(EmptyText):
        synthesizer.speak(" ", SCRIPTED)


def test_an_empty_turn_finishes(synthesizer: Synthesizer, engine: Watched) -> None:
    """B62: a flush with nothing to speak is no error, and the stream goes on after it."""
    speech = synthesizer.open(SCRIPTED)
    speech.flush()
    speech.push("Later words.")
    speech.flush()
    speech.flush()
    speech.end()
    assert len(speech.read_all()) == pytest.approx(SAMPLES_PER_CHAR * 12, abs=700)
    assert list(engine.texts.values()) == ["Later words."]
    assert isinstance(speech.outcome, Finished)


def test_an_engine_without_sound_is_an_error(options: SynthesizerOptions) -> None:
    """B66."""
    silent = ScriptedEngine(Script(silent=True))
    with Synthesizer(options, engines={"scripted": silent}) as synthesizer:
        speech = synthesizer.speak("Nobody hears a word of this.", SCRIPTED)
        with pytest.raises((EmptyText, EngineFailed)):
            speech.read_all()
        assert isinstance(speech.outcome, Failed)


def test_every_segment_of_a_long_text_has_the_same_tempo(
    synthesizer: Synthesizer, engine: Watched
) -> None:
    """B73: each sentence is spoken afresh, the last as the first."""
    text = "The boats came in late and the nets were empty again. " * 200
    chunks = list(synthesizer.speak(text, SCRIPTED))
    by_segment: dict[int, int] = {}
    for chunk in chunks:
        by_segment[chunk.segment] = by_segment.get(chunk.segment, 0) + len(chunk.pcm_t)
    said = list(engine.texts.values())
    assert sum(one.count("boats") for one in said) == 200
    rates = [count / len(one) for count, one in zip(by_segment.values(), said, strict=True)]
    assert max(rates) / min(rates) < 1.01


def test_no_segment_is_longer_than_the_engine_speaks_well(
    synthesizer: Synthesizer, engine: Watched
) -> None:
    """B76."""
    most = engine.capabilities.segment_max_chars
    clause = "and then they walked on along the wall until it was dark"
    text = f"It rained, {', '.join([clause] * 40)}."
    synthesizer.speak(text, SCRIPTED).read_all()
    said = list(engine.texts.values())
    assert len(said) > len(text) // most
    assert max(map(len, said)) <= most
    assert " ".join(said) == text


def test_sound_comes_before_the_engine_is_done(options: SynthesizerOptions) -> None:
    """D118: one short sentence, too."""
    steps = CountedSteps(Script(samples_per_char=SAMPLES_PER_CHAR, chunk_samples=700))
    steps.hold(3)
    with Synthesizer(options, engines={"scripted": steps.engine}) as synthesizer:
        speech = synthesizer.speak("The soup is hot, mind your tongue.", SCRIPTED)
        first = next(iter(speech))
        assert speech.outcome is None, "the engine is held"
        assert 0 < len(first.pcm_t) <= 3 * 700
        steps.release()
        assert len(first.pcm_t) + len(speech.read_all()) > 4 * 700


def test_a_conversation_by_tokens_is_spoken_in_the_segments_of_the_whole(tmp_path: Path) -> None:
    """Every segment's words, and the samples they become."""

    def heard(text: str | Iterator[str]) -> tuple[dict[int, str], bytes]:
        engine = Watched(Script(samples_per_char=10, chunk_samples=100_000))
        options = SynthesizerOptions(
            threads=1,
            text_release_ms=60_000,  # a busy machine is no silence of the writer
            cache_dir=tmp_path / "cache",
            voices_dir=tmp_path / "voices",
        )
        with Synthesizer(options, engines={"scripted": engine}) as synthesizer:
            pcm_t = synthesizer.speak(text, SCRIPTED).read_all()
        return engine.texts, pcm_t.tobytes()

    whole = heard(TRANSCRIPT)
    assert len(whole[0]) > 40
    assert heard(iter(tokens(TRANSCRIPT))) == whole
