"""One suite over both stream buffers and every policy."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisa.audio.buffer import AudioBuffer, fill_ms, take
from brisa.audio.buffer_options import PRESET_SIZE_MS, BufferOptions, Level, Overflow
from brisa.audio.buffer_table import BUFFERS, open_buffer
from brisa.errors import ConfigError

pytestmark = pytest.mark.contract

RATE_HZ = 1000  # a sample is a millisecond
SPEECH_HZ = 24_000

every_kind = pytest.mark.parametrize("kind", list(BUFFERS))
every_policy = pytest.mark.parametrize("overflow", list(Overflow))


def buffer_of(kind: str, size_ms: int, overflow: Overflow = Overflow.PAUSE) -> AudioBuffer:
    return open_buffer(kind, BufferOptions(size_ms, overflow=overflow, chunk_ms=1), RATE_HZ)


def count(start: int, samples: int) -> np.ndarray:
    return np.arange(start, start + samples, dtype=np.int16)


def balanced(buffer: AudioBuffer) -> bool:
    seen = buffer.counters
    gone = seen.read_samples + seen.dropped_samples + seen.stretched_samples
    return seen.written_samples == gone + buffer.fill_samples


STEPS = st.lists(
    st.tuples(st.sampled_from(["write", "read", "peek"]), st.integers(0, 30)), max_size=80
)


@every_kind
@given(size=st.integers(2, 24).map(lambda half: half * 2), steps=STEPS)
def test_pausing_loses_doubles_and_reorders_nothing(
    kind: str, size: int, steps: list[tuple[str, int]]
) -> None:
    buffer = buffer_of(kind, size)
    sent, heard = 0, []
    for step, samples in steps:
        free, fill = buffer.free_samples, buffer.fill_samples
        assert 0 <= fill <= fill + free <= buffer.capacity_samples == size
        if step == "write":
            taken = buffer.write(count(sent, samples))
            assert taken == min(samples, free)
            sent += taken
        elif step == "read":
            got = take(buffer, samples)
            assert got.size == min(samples, fill)
            heard += got.tolist()
        else:
            shown = np.concatenate([*buffer.views(samples), count(0, 0)])
            assert shown.tolist() == list(range(len(heard), len(heard) + shown.size))
            assert (shown.size > 0) == (min(samples, fill) > 0)
        assert balanced(buffer)
    heard += take(buffer, size).tolist()
    assert heard == list(range(sent))
    assert buffer.free_samples == size
    assert buffer.counters.dropped_samples == buffer.counters.stretched_samples == 0


@every_kind
@given(
    writes=st.lists(st.integers(1, 40), min_size=1),
    reads=st.lists(st.integers(1, 40), min_size=1),
)
def test_a_writer_that_offers_the_rest_again_gets_everything_through(
    kind: str, writes: list[int], reads: list[int]
) -> None:
    buffer = buffer_of(kind, 16)
    total = 400
    sent, heard, turn = 0, [], 0
    while not buffer.drained:
        if sent < total:
            offered = min(writes[turn % len(writes)], total - sent)
            sent += buffer.write(count(sent, offered))
        elif not buffer.finished:
            buffer.finish()
        heard += take(buffer, reads[turn % len(reads)]).tolist()
        turn += 1
    assert heard == list(range(total))
    assert buffer.drained


@every_kind
@given(size=st.integers(1, 24).map(lambda half: half * 2), steps=STEPS)
def test_dropping_keeps_the_newest_in_order(
    kind: str, size: int, steps: list[tuple[str, int]]
) -> None:
    buffer = buffer_of(kind, size, Overflow.DROP_OLDEST)
    model: deque[int] = deque()
    sent = dropped = 0
    for step, samples in steps:
        if step == "write":
            lost_before = dropped
            room = buffer.free_samples
            assert buffer.write(count(sent, samples)) == samples
            model.extend(range(sent, sent + samples))
            sent += samples
            while len(model) > size:
                model.popleft()
                dropped += 1
            assert dropped == lost_before or samples > room
        elif step == "read":
            wanted = [model.popleft() for _ in range(min(samples, len(model)))]
            assert take(buffer, samples).tolist() == wanted
        assert buffer.fill_samples == len(model)
        assert buffer.counters.dropped_samples == dropped
        assert balanced(buffer)
    assert take(buffer, size).tolist() == list(model)


def vowel(samples: int) -> np.ndarray:
    phase = 2 * np.pi * 140.0 * np.arange(samples) / SPEECH_HZ
    return (6000 * sum(np.sin(k * phase) / k for k in range(1, 9))).astype(np.int16)


def speeding(kind: str, size_ms: int = 500, limit: float = 1.5) -> AudioBuffer:
    options = BufferOptions(size_ms, overflow=Overflow.SPEED_UP, max_speed_up=limit)
    return open_buffer(kind, options, SPEECH_HZ)


@every_kind
def test_speeding_up_takes_more_than_the_size_up_to_the_limit(kind: str) -> None:
    buffer = speeding(kind)
    speech = vowel(SPEECH_HZ * 2)
    sent = 0
    while taken := buffer.write(speech[sent : sent + 480]):
        sent += taken
        assert buffer.fill_samples <= buffer.capacity_samples
        assert balanced(buffer)
    assert 1.25 * buffer.capacity_samples < sent <= 1.6 * buffer.capacity_samples
    assert buffer.counters.stretched_samples == sent - buffer.fill_samples
    assert buffer.counters.dropped_samples == 0
    heard = take(buffer, buffer.capacity_samples).astype(float)
    assert np.max(np.abs(np.diff(heard))) <= 1.1 * np.max(np.abs(np.diff(speech.astype(float))))
    spectrum = np.fft.rfft(heard, 2 * heard.size)
    likeness = np.fft.irfft(np.abs(spectrum) ** 2)[: heard.size]
    period = 100 + int(np.argmax(likeness[100:300]))
    assert SPEECH_HZ / period == pytest.approx(140.0, rel=0.01)


@every_kind
def test_speeding_up_leaves_a_reader_that_keeps_up_alone(kind: str) -> None:
    buffer = speeding(kind)
    speech, heard = vowel(SPEECH_HZ * 2), []
    for start in range(0, speech.size, 960):
        assert buffer.write(speech[start : start + 960]) == 960
        heard.append(take(buffer, 960))
    assert np.array_equal(np.concatenate(heard), speech)
    assert buffer.counters.stretched_samples == 0


@every_kind
@pytest.mark.parametrize("limit", [1.2, 2.0])
def test_nothing_is_sped_up_twice(kind: str, limit: float) -> None:
    """A reader half as fast as the writer: in the end it hears what the limit allows, not less."""
    buffer = speeding(kind, 300, limit)
    speech = vowel(SPEECH_HZ * 8)
    sent, heard = 0, []
    while sent < speech.size:
        sent += buffer.write(speech[sent : sent + 480])
        heard.append(take(buffer, 240))
    heard.append(take(buffer, buffer.capacity_samples))
    total = np.concatenate(heard).size
    assert total == sent - buffer.counters.stretched_samples
    assert sent / limit * 0.9 <= total <= sent / limit * 1.2
    assert balanced(buffer)


@every_kind
@given(steps=st.lists(st.tuples(st.booleans(), st.integers(0, 6000)), max_size=30))
def test_speeding_up_keeps_the_books(kind: str, steps: list[tuple[bool, int]]) -> None:
    buffer = speeding(kind, 200)
    for writes, samples in steps:
        if writes:
            fits = samples <= buffer.free_samples
            taken = buffer.write(vowel(samples))
            assert taken == samples if fits else taken <= samples
        else:
            expected = min(samples, buffer.fill_samples)
            assert take(buffer, samples).size == expected
        assert buffer.fill_samples + buffer.free_samples <= buffer.capacity_samples
        assert balanced(buffer)


@every_kind
@every_policy
def test_the_life_of_a_buffer(kind: str, overflow: Overflow) -> None:
    buffer = buffer_of(kind, 10, overflow)
    assert (buffer.fill_samples, buffer.free_samples, buffer.level) == (0, 10, Level.LOW)
    assert buffer.views() == ()
    assert take(buffer, 5).size == 0
    buffer.write(count(0, 9))
    assert buffer.level is Level.HIGH
    assert fill_ms(buffer) == 9.0
    take(buffer, 4)
    assert buffer.level is Level.MIDDLE
    buffer.finish()
    assert (buffer.finished, buffer.drained, buffer.closed) == (True, False, False)
    with pytest.raises(ValueError, match="after the end mark"):
        buffer.write(count(0, 1))
    assert take(buffer, 99).tolist() == [4, 5, 6, 7, 8]
    assert buffer.drained


@every_kind
@every_policy
def test_a_closed_buffer_takes_nothing(kind: str, overflow: Overflow) -> None:
    buffer = buffer_of(kind, 10, overflow)
    buffer.write(count(0, 3))
    buffer.close()
    assert buffer.closed
    assert buffer.write(count(3, 20)) == 0
    assert buffer.counters.written_samples == 3


@every_kind
def test_views_are_read_only_and_writes_are_copied(kind: str) -> None:
    buffer = buffer_of(kind, 10)
    pcm_t = count(0, 5)
    buffer.write(pcm_t)
    pcm_t[:] = 99
    (view,) = buffer.views()
    assert view.tolist() == [0, 1, 2, 3, 4]
    with pytest.raises(ValueError, match="read-only"):
        view[0] = 1
    buffer.write(count(5, 5))
    assert view.tolist() == [0, 1, 2, 3, 4]
    for wrong in (-1, 11):
        with pytest.raises(ValueError, match="consumed"):
            buffer.consume(wrong)


@every_kind
def test_presets_have_their_sizes(kind: str) -> None:
    for name, size_ms in PRESET_SIZE_MS.items():
        buffer = open_buffer(kind, BufferOptions.preset(name), 24_000)
        assert buffer.capacity_samples == size_ms * 24
    assert PRESET_SIZE_MS == {"low_latency": 200, "balanced": 500, "stable": 1000}


@pytest.mark.parametrize(
    ("make", "param"),
    [
        (lambda: open_buffer("rope", BufferOptions(), 24_000), "buffer.type"),
        (lambda: BufferOptions.preset("huge"), "buffer.preset"),
        (lambda: BufferOptions(size_ms=0), "buffer.size_ms"),
        (lambda: BufferOptions(low_watermark=0.9), "buffer.low_watermark"),
        (lambda: BufferOptions(high_watermark=1.1), "buffer.low_watermark"),
        (lambda: BufferOptions(size_ms=100, chunk_ms=160), "buffer.chunk_size"),
        (lambda: BufferOptions(max_speed_up=1.0), "buffer.max_speed_up"),
    ],
)
def test_contradictory_options_are_refused(make: Callable[[], object], param: str) -> None:
    with pytest.raises(ConfigError) as refused:
        make()
    assert refused.value.param == param
