"""What every pool promises, whoever does the work."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from brisa.errors import EngineFailed, ShuttingDown, UnknownVoice, UnsupportedOption, VoiceFileError
from brisa.workers.base import Pool
from brisa.workers.inline import InlinePool
from brisa.workers.lifecycle import State
from brisa.workers.options import PoolOptions
from brisa.workers.table import make_pool
from support.worker_pools import (
    CLOCK,
    TEXT,
    VOICE,
    quick_pool,
    results,
    samples,
    scripted_voice,
    undisturbed,
    wanted,
)

pytestmark = pytest.mark.contract

KINDS = ["inline", "workers"]


def made(kind: str) -> Pool:
    return InlinePool() if kind == "inline" else quick_pool(workers=2)


@pytest.fixture(scope="module", params=KINDS)
def pool(request: pytest.FixtureRequest) -> Iterator[Pool]:
    pool = made(request.param)
    pool.start()
    yield pool
    pool.close()


@pytest.fixture
def fresh(request: pytest.FixtureRequest) -> Iterator[Pool]:
    pool = made(request.param)
    pool.start()
    yield pool
    pool.close()


def test_an_engine_says_what_it_is(pool: Pool, tmp_path: Path) -> None:
    engine = pool.load(scripted_voice(tmp_path, sample_rate_hz=16000))
    assert engine.name == "scripted"
    assert engine.capabilities.sample_rate_hz == 16000
    assert engine.capabilities.languages == ("en",)
    assert [voice.name for voice in engine.voices()] == [VOICE]
    assert "16000" in engine.fingerprint


def test_samples_are_those_of_the_engine_itself(pool: Pool, tmp_path: Path) -> None:
    engine = pool.load(scripted_voice(tmp_path, chunk_samples=7000))
    found = results(engine, wanted(seed=7, speed=1.25))
    own = undisturbed(wanted(seed=7, speed=1.25), chunk_samples=7000)
    assert samples(found).dtype == np.float32
    np.testing.assert_array_equal(samples(found), own)
    assert [len(result.pcm_t) for result in found[:-1]] == [7000] * (len(found) - 1)


def test_marks_come_with_the_samples(pool: Pool, tmp_path: Path) -> None:
    engine = pool.load(scripted_voice(tmp_path))
    marks = [mark for result in results(engine, wanted()) for mark in result.words]
    assert [TEXT[mark.start_char : mark.end_char] for mark in marks] == TEXT.split()
    assert [mark.text for mark in marks] == TEXT.split()


def test_the_cost_of_a_step_is_known_before_the_first(pool: Pool, tmp_path: Path) -> None:
    engine = pool.load(scripted_voice(tmp_path))
    assert engine.open(wanted()).next_cost.kind == "scripted"


def test_streams_share_a_step(pool: Pool, tmp_path: Path) -> None:
    engine = pool.load(scripted_voice(tmp_path))
    streams = [engine.open(wanted(seed=seed)) for seed in range(5)]
    firsts = engine.step(streams)
    seconds = engine.step(streams)
    for seed, (first, second) in enumerate(zip(firsts, seconds, strict=True)):
        own = undisturbed(wanted(seed=seed))
        got = np.concatenate((first.pcm_t, second.pcm_t))
        np.testing.assert_array_equal(got, own[: len(got)])


@pytest.mark.parametrize(
    "text", ["a", "你好世界", "\ud800 lonely", "\x00\u202e", "x" * 5000, " ", "🎉 𝔘𝔫𝔦"]
)
def test_any_text_is_spoken(pool: Pool, tmp_path: Path, text: str) -> None:
    engine = pool.load(scripted_voice(tmp_path, samples_per_char=40))
    own = undisturbed(wanted(text), samples_per_char=40)
    np.testing.assert_array_equal(samples(results(engine, wanted(text))), own)


def test_threads_share_a_pool(pool: Pool, tmp_path: Path) -> None:
    engine = pool.load(scripted_voice(tmp_path, chunk_samples=1000))
    requests = [wanted(seed=seed) for seed in range(24)]
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(lambda request: samples(results(engine, request)), requests))
    for request, got in zip(requests, found, strict=True):
        np.testing.assert_array_equal(got, undisturbed(request, chunk_samples=1000))


def test_an_unknown_voice_is_refused_when_opened(pool: Pool, tmp_path: Path) -> None:
    engine = pool.load(scripted_voice(tmp_path))
    with pytest.raises(UnknownVoice) as caught:
        engine.open(wanted(voice="nobody"))
    assert caught.value.param == "voice"


def test_an_engine_that_fails_fails_its_segment_alone(pool: Pool, tmp_path: Path) -> None:
    engine = pool.load(scripted_voice(tmp_path, fail_at_step=2, fail_in_segment=1))
    with pytest.raises(EngineFailed, match="as told"):
        results(engine, wanted(segment=1))
    own = undisturbed(wanted(segment=2))
    np.testing.assert_array_equal(samples(results(engine, wanted(segment=2))), own)
    assert pool.healthy()


def test_what_cannot_be_loaded_says_so(pool: Pool, tmp_path: Path) -> None:
    request = scripted_voice(tmp_path)
    (tmp_path / "script.json").write_text("{")
    with pytest.raises(VoiceFileError, match="script"):
        pool.load(request)
    unknown = scripted_voice(tmp_path)
    with pytest.raises(UnsupportedOption, match="needs the engine"):
        pool.load(type(unknown)(_with_engine(unknown.record), tmp_path, tmp_path))
    assert pool.healthy()


def _with_engine(record: object) -> object:
    import msgspec

    return msgspec.structs.replace(record, engine="novel")


def test_a_new_version_is_loaded_beside_the_old(pool: Pool, tmp_path: Path) -> None:
    old = pool.load(scripted_voice(tmp_path / "1", chunk_samples=3000))
    stream = old.open(wanted())
    pieces = [old.step([stream])[0].pcm_t]
    new = pool.load(scripted_voice(tmp_path / "2", chunk_samples=4000, amplitude=0.25))
    pool.unload(old)
    np.testing.assert_array_equal(
        samples(results(new, wanted())), undisturbed(wanted(), amplitude=0.25)
    )
    last = False
    while not last:
        [result] = old.step([stream])
        pieces.append(result.pcm_t)
        last = result.last
    np.testing.assert_array_equal(np.concatenate(pieces), undisturbed(wanted()))


def test_voices_may_be_let_go_of_without_a_word(pool: Pool, tmp_path: Path) -> None:
    for version in range(3):
        engine = pool.load(scripted_voice(tmp_path, amplitude=0.1 * version))
        stream = engine.open(wanted())
        engine.step([stream])
        del engine, stream
        gc.collect()
    assert pool.healthy()


def test_workers_are_seen(pool: Pool) -> None:
    for index, worker in enumerate(pool.workers()):
        assert worker.index == index
        assert worker.state is State.READY
        assert worker.pid is not None
        assert worker.restarts == 0
        assert worker.problem is None


@pytest.mark.parametrize("fresh", KINDS, indirect=True)
def test_after_drain_and_close_nothing_is_taken(fresh: Pool, tmp_path: Path) -> None:
    engine = fresh.load(scripted_voice(tmp_path))
    results(engine, wanted())
    assert fresh.drain(10)
    with pytest.raises(ShuttingDown):
        fresh.load(scripted_voice(tmp_path))
    fresh.close()
    fresh.close()
    assert not fresh.healthy()
    with pytest.raises(ShuttingDown):
        fresh.load(scripted_voice(tmp_path))


@pytest.mark.parametrize("kind", KINDS)
def test_a_pool_that_was_never_started_can_be_closed(kind: str, tmp_path: Path) -> None:
    pool = made(kind)
    assert not pool.healthy()
    pool.close()
    pool.close()
    with pytest.raises(ShuttingDown):
        pool.load(scripted_voice(tmp_path))


def test_no_workers_means_this_process() -> None:
    assert isinstance(make_pool(None, CLOCK), InlinePool)
    pool = make_pool(PoolOptions(workers=1), CLOCK)
    assert not isinstance(pool, InlinePool)
    pool.close()


def test_sounds_come_with_the_words_if_they_are_asked_for(pool: Pool, tmp_path: Path) -> None:
    engine = pool.load(scripted_voice(tmp_path))
    for sounds in (False, True):
        found = results(engine, wanted(sounds=sounds))
        marks = [mark for result in found for mark in result.words]
        spelled = ["".join(sound.phoneme for sound in mark.sounds) for mark in marks]
        plain = [mark.text.lower().strip(",.") for mark in marks]
        assert spelled == (plain if sounds else [""] * len(marks))
        for mark in marks:
            assert all(
                mark.start_sample <= sound.start_sample <= sound.end_sample <= mark.end_sample
                for sound in mark.sounds
            )
