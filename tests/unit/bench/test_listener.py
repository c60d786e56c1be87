"""What one listener makes of what arrives, at times that are given."""

from __future__ import annotations

import asyncio
import json

import pytest

from brisa.bench.listener import outcome_of
from brisa.bench.listening import LoadPlan
from brisa.bench.pcm_answer import PcmAnswer
from brisa.bench.pcm_stream import PcmStream
from brisa.bench.playhead import Gap
from brisa.bench.speech_request import speech_request
from brisa.clock import NS_PER_MS, ManualClock

pytestmark = pytest.mark.unit

HEAD = b"HTTP/1.1 200 OK\r\nx-sample-rate: 8000\r\ntransfer-encoding: chunked\r\n\r\n"
PLAN = LoadPlan(host="::1", port=81, count=1, duration_s=1.0)


def chunk(size: int) -> bytes:
    return b"%x\r\n" % size + bytes(size) + b"\r\n"


def stream_at(clock: ManualClock) -> PcmStream:
    return PcmStream(clock, asyncio.Event())


def test_audio_is_heard_from_the_moment_it_arrives() -> None:
    clock = ManualClock(0)
    stream = stream_at(clock)
    clock.advance_ns(5 * NS_PER_MS)
    stream.data_received(HEAD)
    assert (stream.answered_ns, stream.playhead) == (5 * NS_PER_MS, None)
    clock.advance_ns(10 * NS_PER_MS)
    stream.data_received(chunk(1600))
    assert stream.playhead is not None
    assert stream.playhead.started_ns == 15 * NS_PER_MS
    clock.advance_ns(130 * NS_PER_MS)
    stream.data_received(chunk(1600) + b"0\r\n\r\n")
    # 800 samples at 8 kHz are 100 ms, from 15 on; the next came at 145.
    assert stream.playhead.gaps == (Gap(115 * NS_PER_MS, 30 * NS_PER_MS),)
    assert stream.done.is_set()
    assert outcome_of(stream.answer) == "complete"


def test_half_a_sample_waits_for_its_other_half() -> None:
    stream = stream_at(ManualClock(0))
    stream.data_received(HEAD + chunk(3))
    assert stream.playhead is not None
    assert stream.playhead.samples == 1
    stream.data_received(chunk(3))
    assert stream.playhead.samples == 3


def test_a_rate_that_is_not_told_is_24_khz() -> None:
    stream = stream_at(ManualClock(0))
    stream.data_received(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nab")
    assert stream.playhead is not None
    assert stream.playhead.sample_rate_hz == 24_000


def test_the_body_of_a_refusal_is_not_heard() -> None:
    stream = stream_at(ManualClock(0))
    stream.data_received(b"HTTP/1.1 503 No\r\ncontent-length: 4\r\n\r\nabcd")
    assert stream.playhead is None
    assert stream.done.is_set()
    assert outcome_of(stream.answer) == "refused"


def test_bytes_that_are_no_answer_end_it() -> None:
    stream = stream_at(ManualClock(0))
    stream.data_received(b"220 mail ready\r\n\r\n")
    assert stream.done.is_set()
    assert outcome_of(stream.answer) == "failed"


@pytest.mark.parametrize(
    ("wire", "outcome"),
    [
        (b"", "failed"),
        (HEAD, "failed"),
        (HEAD + b"0\r\n\r\n", "failed"),
        (HEAD + chunk(4), "incomplete"),
        (HEAD + chunk(4) + b"0\r\n\r\n", "complete"),
        (b"HTTP/1.1 429 Slow\r\n\r\n", "refused"),
        (b"HTTP/1.1 500 Oh\r\n\r\n", "failed"),
    ],
)
def test_how_a_connection_ended(wire: bytes, outcome: str) -> None:
    answer = PcmAnswer()
    answer.feed(wire)
    assert outcome_of(answer) == outcome


def test_a_lost_connection_wakes_the_listener() -> None:
    stream = stream_at(ManualClock(0))
    stream.connection_lost(None)
    assert stream.done.is_set()


def test_a_request_is_well_formed() -> None:
    head, _, body = speech_request(PLAN, "It is late.").partition(b"\r\n\r\n")
    assert json.loads(body) == {"input": "It is late.", "response_format": "pcm"}
    lines = head.decode().split("\r\n")
    assert lines[0] == "POST /v1/audio/speech HTTP/1.1"
    assert "Host: [::1]:81" in lines
    assert f"Content-Length: {len(body)}" in lines


def test_a_voice_is_named_only_if_it_is_chosen() -> None:
    plan = LoadPlan(host="a", port=1, count=1, duration_s=1.0, voice="heart")
    assert json.loads(speech_request(plan, "x").partition(b"\r\n\r\n")[2])["voice"] == "heart"
