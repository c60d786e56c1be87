"""What goes out of a stream is all of it, in order, with fillers where a listener would run dry."""

from __future__ import annotations

import numpy as np
import pytest

from brisa.audio.buffer_options import BufferOptions
from brisa.audio.conceal import CROSS_FADE_MS, FILLER_MS
from brisa.audio.pcm import to_int16
from brisa.audio.ring import RingBuffer
from brisa.clock import NS_PER_MS as MS
from brisa.service.channel import ChunkChannel
from brisa.service.outlet import PIECE_MS, RESERVE_MS, Outlet
from brisa.telemetry.timeline import Timeline
from brisa.types import Cancelled, PcmChunk, PcmInt16, SegmentIndex, WordMark

pytestmark = pytest.mark.unit

RATE_HZ = 8000
PIECE = PIECE_MS * RATE_HZ // 1000
FADING = round(CROSS_FADE_MS * RATE_HZ / 1000)


def voice(samples: int = 80_000) -> PcmInt16:
    time_t = np.arange(samples) / RATE_HZ
    wave_t = sum(np.sin(2 * np.pi * 150 * k * time_t) / k for k in (1, 2, 3))
    return to_int16((0.3 * wave_t).astype(np.float32))


class Ear:
    """Plays from 0 on; ``hears`` is whether it does."""

    def __init__(self) -> None:
        self.samples = 0
        self.hears = True

    def produced(self, samples: int, now_ns: int) -> None:
        self.samples += samples

    def dry_in_ns(self, now_ns: int) -> int | None:
        left_ns = self.samples * 1000 * MS // RATE_HZ - now_ns
        return left_ns if self.hears and left_ns >= 0 else None


class Stream:
    """An outlet, what is behind it, and the audio that comes of it."""

    def __init__(self, *, conceals: bool = True) -> None:
        self.ear = Ear()
        buffer = RingBuffer(BufferOptions(size_ms=2000, chunk_ms=20), RATE_HZ)
        self.channel = ChunkChannel(buffer)
        self.timeline = Timeline(0, RATE_HZ)
        self.outlet = Outlet(self.channel, self.ear, self.timeline, conceals=conceals)
        self.source_t = voice()
        self.given = 0

    def deliver(
        self, samples: int, now_ms: int, words: tuple[WordMark, ...] = (), segment: int = 3
    ) -> None:
        pcm_t = self.source_t[self.given : self.given + samples]
        chunk = PcmChunk(pcm_t, RATE_HZ, self.given, SegmentIndex(segment), words)
        self.outlet.deliver(chunk, now_ms * MS)
        self.given += samples

    def conceal(self, now_ms: int, late_at_ms: int = 0) -> int | None:
        look_ns = self.outlet.conceal(now_ms * MS, late_at_ms * MS)
        return None if look_ns is None else look_ns // MS

    def conceal_until(self, now_ms: int, end_ms: int) -> int | None:
        """Look as the outlet asks; when it wants to look after ``end_ms``."""
        look_ms: int | None = now_ms
        while look_ms is not None and look_ms < end_ms:
            look_ms = self.conceal(look_ms)
        return look_ms

    def heard(self) -> list[PcmChunk]:
        self.channel.close(Cancelled(0, RATE_HZ))
        return list(iter(self.channel.get, None))


def joined(chunks: list[PcmChunk]) -> PcmInt16:
    assert [chunk.start_sample for chunk in chunks] == list(
        np.cumsum([0, *[len(chunk.pcm_t) for chunk in chunks[:-1]]])
    )
    return np.concatenate([chunk.pcm_t for chunk in chunks])


def test_without_a_late_step_what_goes_in_comes_out() -> None:
    stream = Stream()
    stream.deliver(700, 0)
    stream.deliver(900, 10)
    np.testing.assert_array_equal(joined(stream.heard()), stream.source_t[:1600])
    assert stream.outlet.stop() == 1600
    assert stream.outlet.concealed_samples == 0


def test_a_listener_who_holds_enough_is_given_nothing() -> None:
    stream = Stream()
    stream.deliver(8000, 0)
    assert stream.conceal(500) == 1000 - RESERVE_MS
    assert stream.conceal(1000 - RESERVE_MS - 1) == 1000 - RESERVE_MS
    assert stream.outlet.concealed_samples == 0


def test_a_filler_is_not_heard_before_the_step_is_late() -> None:
    for late_at_ms, filled in ((221, False), (220, True)):
        stream = Stream()
        stream.deliver(1600, 0)  # until 200 ms
        look_ms = stream.conceal(160, late_at_ms)
        assert (stream.outlet.concealed_samples > 0) is filled
        assert look_ms == (200 if filled else 221)


def test_one_who_would_run_dry_is_given_a_little_at_a_time_until_it_has_faded() -> None:
    stream = Stream()
    stream.deliver(1600, 0)  # until 200 ms
    assert stream.conceal(200 - RESERVE_MS) == 200 - RESERVE_MS + PIECE_MS
    assert stream.outlet.concealed_samples == PIECE
    assert stream.conceal_until(200, 2000) is None
    assert stream.outlet.concealed_samples == FILLER_MS * RATE_HZ / 1000
    assert stream.outlet.delivered_samples == 1600 + stream.outlet.concealed_samples


def test_every_real_sample_is_heard_in_order_around_the_filler_and_nothing_clicks() -> None:
    stream = Stream()
    stream.deliver(1600, 0)
    stream.conceal_until(160, 220)
    filled = stream.outlet.concealed_samples
    stream.deliver(800, 221)
    stream.deliver(800, 222)
    pcm_t = joined(stream.heard())
    source_t = stream.source_t
    assert len(pcm_t) == 3200 + filled
    assert filled == 2 * PIECE
    np.testing.assert_array_equal(pcm_t[:1600], source_t[:1600])
    resumed = 1600 + filled
    np.testing.assert_array_equal(pcm_t[resumed + FADING :], source_t[1600 + FADING : 3200])
    assert not np.array_equal(pcm_t[resumed : resumed + FADING], source_t[1600 : 1600 + FADING])
    steepest = np.abs(np.diff(source_t.astype(int))).max()
    assert np.abs(np.diff(pcm_t.astype(int))).max() < 2 * steepest


def test_words_are_marked_where_they_are_heard() -> None:
    stream = Stream()
    stream.deliver(1600, 0, (WordMark("one", 0, 3, 100, 900),))
    stream.conceal(170)
    stream.deliver(1600, 300, (WordMark("two", 4, 7, 1700, 2000),))
    words = [word for chunk in stream.heard() for word in chunk.words]
    spans = [(word.start_sample, word.end_sample) for word in words]
    assert spans == [(100, 900), (1700 + PIECE, 2000 + PIECE)]


def test_a_segment_begins_where_it_is_heard() -> None:
    stream = Stream()
    stream.deliver(1600, 0)
    stream.conceal(170)
    stream.deliver(1600, 300)
    stream.deliver(1600, 300, segment=4)
    begins = [chunk.start_sample for chunk in stream.heard() if chunk.segment == 4]
    assert begins[0] == 3200 + PIECE


def test_a_filler_belongs_to_the_segment_that_was_heard() -> None:
    stream = Stream()
    stream.deliver(1600, 0)
    stream.conceal(170)
    assert {chunk.segment for chunk in stream.heard()} == {3}


def test_nobody_who_does_not_hear_is_given_a_filler_and_all_are_asked_again() -> None:
    stream = Stream()
    assert stream.conceal(200) == 200 + RESERVE_MS
    stream.deliver(1600, 0)
    stream.ear.hears = False
    assert stream.conceal(170) == 170 + RESERVE_MS
    assert stream.outlet.concealed_samples == 0
    stream.ear.hears = True
    stream.conceal(170 + RESERVE_MS - 30)
    assert stream.outlet.concealed_samples == PIECE


def test_a_stream_that_nobody_listens_to_is_not_concealed() -> None:
    stream = Stream(conceals=False)
    stream.deliver(1600, 0)
    assert stream.conceal(180) is None
    assert stream.outlet.delivered_samples == 1600


def test_after_the_end_there_is_no_filler() -> None:
    for end in (lambda one: one.outlet.stop(), lambda one: one.heard()):
        stream = Stream()
        stream.deliver(1600, 0)
        end(stream)
        assert stream.conceal(180) is None
        assert stream.outlet.concealed_samples == 0
