"""The public door, over the scripted engine."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from brisa.clock import NS_PER_S, ManualClock
from brisa.engines.scripted import Script, ScriptedEngine, ScriptedStream
from brisa.errors import (
    BrisaError,
    EmptyText,
    EngineFailed,
    InvalidRequest,
    InvalidText,
    OutOfRange,
    ShuttingDown,
    TextTooLong,
    UnknownVoice,
)
from brisa.service.options import SynthesizerOptions
from brisa.service.synthesizer import Synthesizer
from brisa.types import Cancelled, Failed, Finished, Outcome, SpeechSettings, TextOptions

pytestmark = pytest.mark.unit

SCRIPTED = SpeechSettings(voice="scripted")
TEXT = "One sentence. Another sentence. A third one, and that is all."


@pytest.fixture
def options(tmp_path: Path) -> SynthesizerOptions:
    return SynthesizerOptions(
        threads=2, cache_dir=tmp_path / "cache", voices_dir=tmp_path / "voices", max_text_chars=500
    )


def synthesizer_with(options: SynthesizerOptions, script: Script, **more: object) -> Synthesizer:
    engine = ScriptedEngine(script, **more)  # type: ignore[arg-type]
    return Synthesizer(options, engines={"scripted": engine})


@pytest.fixture
def synthesizer(options: SynthesizerOptions) -> Iterator[Synthesizer]:
    with synthesizer_with(options, Script(samples_per_char=100, chunk_samples=700)) as made:
        yield made


def test_text_becomes_samples_and_finishes(synthesizer: Synthesizer) -> None:
    speech = synthesizer.speak(TEXT, SCRIPTED)
    pcm_t = speech.read_all()
    assert speech.outcome == Finished(len(pcm_t), 24000)
    assert len(pcm_t) > 100 * len(TEXT) - 700
    assert synthesizer.active_streams == 0


def test_pieces_give_the_samples_of_the_whole(synthesizer: Synthesizer) -> None:
    whole_t = synthesizer.speak(TEXT, SCRIPTED).read_all()
    pieces_t = synthesizer.speak(iter([TEXT[:20], TEXT[20:21], TEXT[21:]]), SCRIPTED).read_all()
    np.testing.assert_array_equal(pieces_t, whole_t)


def test_the_same_request_gives_the_same_samples_whatever_else_runs(
    synthesizer: Synthesizer,
) -> None:
    alone_t = synthesizer.speak(TEXT, SCRIPTED).read_all()
    others = [
        synthesizer.speak(TEXT, SpeechSettings(voice="scripted", seed=seed)) for seed in (1, 2, 3)
    ]
    again_t = synthesizer.speak(TEXT, SCRIPTED).read_all()
    np.testing.assert_array_equal(again_t, alone_t)
    for other in others:
        assert not np.array_equal(other.read_all(), alone_t)


def test_asynchronous_readers_get_the_same(synthesizer: Synthesizer) -> None:
    whole_t = synthesizer.speak(TEXT, SCRIPTED).read_all()

    async def pieces() -> AsyncIterator[str]:
        for word in TEXT.split(" "):
            yield word + " "

    async def read() -> list[np.ndarray]:
        chunks = synthesizer.speak_stream(pieces(), SCRIPTED)
        streamed = np.concatenate([chunk.pcm_t async for chunk in chunks])
        return [await synthesizer.speak(TEXT, SCRIPTED).aread_all(), streamed]

    for pcm_t in asyncio.run(read()):
        np.testing.assert_array_equal(pcm_t, whole_t)


def test_sound_begins_while_text_still_comes(synthesizer: Synthesizer) -> None:
    speech = synthesizer.open(SCRIPTED)
    speech.push("A first sentence. And")
    first = next(iter(speech))
    assert len(first.pcm_t)
    speech.push(" a second.")
    speech.end()
    rest = speech.read_all()
    assert isinstance(speech.outcome, Finished)
    assert len(rest)


def test_leaving_stops_the_engine_within_one_step(options: SynthesizerOptions) -> None:
    """P5: after the cancel at most the step that was running is finished."""
    steps: list[int] = []
    release = threading.Semaphore(0)
    entered = threading.Semaphore(0)

    def on_step(stream: ScriptedStream) -> None:
        steps.append(stream.steps)
        entered.release()
        assert release.acquire(timeout=20)

    script = Script(samples_per_char=1000, chunk_samples=100)
    with synthesizer_with(options, script, on_step=on_step) as synthesizer:
        speech = synthesizer.speak(TEXT, SCRIPTED)
        for _ in range(3):
            assert entered.acquire(timeout=20)
            release.release()
        assert entered.acquire(timeout=20)
        speech.cancel()
        release.release()
        assert list(speech) == []
        assert isinstance(speech.outcome, Cancelled)
        other = synthesizer.speak("Hi.", SCRIPTED)
        release.release(100)
        other.read_all()
    assert steps[:4] == [0, 1, 2, 3]
    assert 4 not in steps[4:5]


def test_leaving_the_block_cancels(synthesizer: Synthesizer) -> None:
    with synthesizer.open(SCRIPTED) as speech:
        speech.push("text")
    assert isinstance(speech.outcome, Cancelled)
    assert synthesizer.active_streams == 0


def test_a_reader_that_stops_costs_a_bounded_amount_of_synthesis(
    options: SynthesizerOptions,
) -> None:
    """P6: the engine is stepped to the high mark and no further."""
    script = Script(samples_per_char=100_000, chunk_samples=2400)
    with synthesizer_with(options, script) as synthesizer:
        speech = synthesizer.speak("A long text.", SCRIPTED)
        chunks = iter(speech)
        next(chunks)
        other = synthesizer.speak("ok", SpeechSettings(voice="scripted", seed=9))
        while other.outcome is None:
            if next(iter(other), None) is None:
                break
        produced_ms = speech.timeline.audio_samples / 24
        assert produced_ms <= 2 * (options.look_ahead.max_ms + 200)
        speech.cancel()


@pytest.mark.parametrize("raises", [None, ZeroDivisionError("contract broken")])
def test_a_failure_is_raised_after_the_audio_before_it(
    options: SynthesizerOptions, raises: Exception | None
) -> None:
    script = Script(chunk_samples=2400, fail_at_step=2, raises=raises)
    with synthesizer_with(options, script) as synthesizer:
        speech = synthesizer.speak(TEXT, SCRIPTED)
        heard = []
        with pytest.raises(EngineFailed):
            for chunk in speech:
                heard.append(chunk)
        assert sum(len(chunk.pcm_t) for chunk in heard) > 2400
        assert isinstance(speech.outcome, Failed)
        assert speech.outcome.code == "engine_failed"
        healthy = synthesizer.speak("x", SpeechSettings(voice="scripted"))
        assert len(healthy.read_all())


def test_a_text_source_that_raises_fails_the_stream(synthesizer: Synthesizer) -> None:
    def broken() -> Iterator[str]:
        yield "A sentence. "
        raise RuntimeError("lost connection")

    speech = synthesizer.speak(broken(), SCRIPTED)
    with pytest.raises(InvalidRequest, match="source of the text"):
        speech.read_all()
    assert isinstance(speech.outcome, Failed)


BAD_REQUESTS = [
    ("", SCRIPTED, EmptyText),
    (" \n\t", SCRIPTED, EmptyText),
    ("?!… 😊", replace(SCRIPTED, text=TextOptions(strict=True)), EmptyText),
    ("x" * 501, SCRIPTED, TextTooLong),
    ("bad \ud800 surrogate", SCRIPTED, InvalidText),
    ("NUL \0 inside", SCRIPTED, InvalidText),
    ("text", SpeechSettings(voice="nobody"), UnknownVoice),
    ("text", SpeechSettings(voice="scripted", speed=0.2), OutOfRange),
    ("text", SpeechSettings(voice="scripted", speed=4.1), OutOfRange),
    ("text", SpeechSettings(voice="scripted", speed=float("nan")), OutOfRange),
    ("text", SpeechSettings(voice="scripted", sample_rate_hz=7999), OutOfRange),
    ("text", SpeechSettings(voice="scripted", seed=-1), OutOfRange),
]


@pytest.mark.parametrize(("text", "wishes", "error"), BAD_REQUESTS)
def test_bad_requests_are_refused_before_anything_starts(
    synthesizer: Synthesizer, text: str, wishes: SpeechSettings, error: type[BrisaError]
) -> None:
    with pytest.raises(error) as caught:
        synthesizer.speak(text, wishes)
    assert "surrogate inside" not in caught.value.message
    assert synthesizer.active_streams == 0


@pytest.mark.parametrize("source", [None, 5, b"bytes", 1.5])
def test_what_is_no_text_is_a_type_error_at_once(synthesizer: Synthesizer, source: object) -> None:
    with pytest.raises(TypeError, match="iterable of strings"):
        synthesizer.speak(source, SCRIPTED)  # type: ignore[arg-type]
    assert synthesizer.active_streams == 0


def test_pushed_text_is_limited_as_a_whole_is(synthesizer: Synthesizer) -> None:
    speech = synthesizer.open(SCRIPTED)
    speech.push("x" * 400)
    with pytest.raises(TextTooLong):
        speech.push("x" * 101)
    with pytest.raises(TextTooLong):
        speech.read_all()
    assert isinstance(speech.outcome, Failed)


@pytest.mark.parametrize("pieces", [[], ["", " "], [" … ", "?!"]])
def test_pushed_text_without_a_word_is_a_short_silence(
    synthesizer: Synthesizer, pieces: list[str]
) -> None:
    speech = synthesizer.open(SCRIPTED)
    for piece in pieces:
        speech.push(piece)
    speech.end()
    pcm_t = speech.read_all()
    assert len(pcm_t) == 40 * 24
    assert not pcm_t.any()
    assert speech.outcome == Finished(40 * 24, 24_000)


@pytest.mark.parametrize("pieces", [[], ["", " "], [" … ", "?!"]])
def test_a_strict_request_without_a_word_fails(synthesizer: Synthesizer, pieces: list[str]) -> None:
    speech = synthesizer.open(replace(SCRIPTED, text=TextOptions(strict=True)))
    for piece in pieces:
        speech.push(piece)
    speech.end()
    with pytest.raises(EmptyText):
        speech.read_all()
    assert isinstance(speech.outcome, Failed)
    assert speech.outcome.code == "empty_text"


def test_refused_markup_fails_the_stream_with_its_place(synthesizer: Synthesizer) -> None:
    wishes = replace(SCRIPTED, text=TextOptions(malformed="refuse"))
    speech = synthesizer.speak('Fine.\nThen <break time="soon"/> on.', wishes)
    with pytest.raises(InvalidRequest, match="line 2, column 6"):
        speech.read_all()


def test_text_that_stops_coming_is_spoken(options: SynthesizerOptions) -> None:
    waiting = replace(options, text_release_ms=1)
    with synthesizer_with(waiting, Script(samples_per_char=100)) as synthesizer:
        speech = synthesizer.open(SCRIPTED)
        speech.push("no end in sight here ")
        chunk = next(speech)
        assert [word.text for word in chunk.words][:2] == ["no", "end"]
        speech.push("but more")
        speech.end()
        rest = list(speech)
        spoken = [word.text for found in (chunk, *rest) for word in found.words]
        assert spoken == ["no", "end", "in", "sight", "here", "but", "more"]


def test_a_view_of_text_shows_what_is_spoken(synthesizer: Synthesizer) -> None:
    text = "It cost $5 & more.\n\nThen [pause:0.5s] 3 ft."
    views = synthesizer.view_text(text, SCRIPTED)
    assert [view.spoken for view in views] == [
        "It cost five dollars and more.",
        "Then",
        "",
        "three feet.",
    ]
    assert [view.pause_after_ms for view in views] == [200, 0, 500, 0]
    changed = [text[item.start_char : item.end_char] for item in views[0].stretches]
    assert changed == ["$5", "&"]


def test_an_engine_that_stays_silent_does_not_pass_for_speech(options: SynthesizerOptions) -> None:
    """P3: silence never hides an error."""
    with synthesizer_with(options, Script(silent=True)) as synthesizer:
        speech = synthesizer.speak("Some words.", SCRIPTED)
        with pytest.raises(EmptyText):
            speech.read_all()
        assert isinstance(speech.outcome, Failed)


def test_letting_go_of_a_stream_frees_the_engine(synthesizer: Synthesizer) -> None:
    """P5: whoever breaks out of the loop has left, also where pieces are still being fed."""
    left = threading.Event()

    def pieces() -> Iterator[str]:
        yield "A first sentence. "
        yield "A second sentence. "
        assert left.wait(timeout=20)
        yield "A third sentence, for nobody. "

    for _ in synthesizer.speak(pieces(), SpeechSettings(voice="scripted", seed=1)):
        break
    left.set()
    for _ in synthesizer.speak(TEXT, SCRIPTED):
        break
    synthesizer.speak("Another.", SCRIPTED).read_all()
    assert synthesizer.active_streams == 0


def test_a_stream_nobody_asked_a_chunk_of_is_not_opened(synthesizer: Synthesizer) -> None:
    async def pieces() -> AsyncIterator[str]:
        yield "A text."

    chunks = synthesizer.speak_stream(pieces(), SCRIPTED)
    assert synthesizer.active_streams == 0
    del chunks


@pytest.mark.parametrize("fail_at_step", [None, 0])
def test_a_callback_that_raises_ends_no_pool_thread(
    options: SynthesizerOptions, fail_at_step: int | None
) -> None:
    def broken(outcome: Outcome) -> None:
        raise KeyError("callback")

    one_thread = replace(options, threads=1)
    with synthesizer_with(one_thread, Script(fail_at_step=fail_at_step)) as synthesizer:
        speech = synthesizer.speak(TEXT, SCRIPTED, on_end=broken)
        with contextlib.suppress(EngineFailed):
            speech.read_all()
        assert synthesizer.healthy()
        assert synthesizer.active_streams == 0


def test_it_is_healthy_until_it_is_closed(options: SynthesizerOptions) -> None:
    synthesizer = synthesizer_with(options, Script())
    assert synthesizer.healthy()
    synthesizer.close()
    assert not synthesizer.healthy()


def test_who_paused_is_not_more_urgent_than_who_runs_dry(options: SynthesizerOptions) -> None:
    """P7: a deadline is when the listener has nothing left, not when the sound once began."""
    clock = ManualClock()
    engine = ScriptedEngine(Script(samples_per_char=100_000, chunk_samples=24_000))
    with Synthesizer(options, engines={"scripted": engine}, clock=clock) as synthesizer:
        speech = synthesizer.speak("A long text.", SCRIPTED)
        next(speech)
        next(speech)
        clock.advance_ns(3600 * NS_PER_S)
        now_ns = clock.now_ns()
        assert speech._utterance.need(now_ns).deadline_ns >= now_ns


def test_closing_ends_every_stream(options: SynthesizerOptions) -> None:
    synthesizer = synthesizer_with(options, Script())
    speech = synthesizer.open(SCRIPTED)
    synthesizer.close()
    with pytest.raises(ShuttingDown):
        speech.read_all()
    with pytest.raises(ShuttingDown):
        synthesizer.open(SCRIPTED)


def test_the_end_is_told_once(synthesizer: Synthesizer) -> None:
    ends = []
    speech = synthesizer.speak("A text.", SCRIPTED, on_end=ends.append)
    speech.read_all()
    speech.cancel()
    assert ends == [speech.outcome]
