"""``POST /v1/audio/speech`` as its clients use it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from brisa.app.options import ServerOptions
from brisa.engines.scripted import Script
from brisa.service.options import SynthesizerOptions
from brisa.transports.voices import OPENAI_VOICES
from support.live_server import LiveServer, eventually, read_to_end, speech_request
from support.scripted_steps import CountedSteps

pytestmark = pytest.mark.integration

TEXT = "Some words to speak."


@pytest.fixture(scope="module")
def server() -> Iterator[LiveServer]:
    with LiveServer(CountedSteps().engine) as started:
        yield started


def speak(server: LiveServer, **fields: Any) -> httpx.Response:
    return httpx.post(f"{server.url}/v1/audio/speech", json={"input": TEXT, **fields})


def test_the_default_is_mp3(server: LiveServer) -> None:
    bare = speak(server)
    assert bare.status_code == 200
    assert bare.headers["content-type"] == "audio/mpeg"
    assert bare.content == speak(server, response_format="mp3").content


def test_headers_of_a_stream(server: LiveServer) -> None:
    headers = speak(server, response_format="pcm").headers
    assert headers["content-type"] == "audio/pcm"
    assert headers["transfer-encoding"] == "chunked"
    assert headers["x-sample-rate"] == "24000"
    assert headers["x-accel-buffering"] == "no"
    assert headers["cache-control"] == "no-store"
    assert headers["x-request-id"].startswith("req_")
    assert "server" not in headers
    assert "content-encoding" not in headers


@pytest.mark.parametrize(
    ("name", "media_type"),
    [
        ("pcm", "audio/pcm"),
        ("wav", "audio/wav"),
        ("mp3", "audio/mpeg"),
        ("opus", "audio/ogg"),
        ("flac", "audio/flac"),
        ("aac", "audio/aac"),
    ],
)
def test_media_types(server: LiveServer, name: str, media_type: str) -> None:
    assert speak(server, response_format=name).headers["content-type"] == media_type


def test_unknown_fields_and_nulls_are_taken(server: LiveServer) -> None:
    plain = speak(server, response_format="pcm")
    odd = speak(
        server,
        response_format="pcm",
        model=None,
        voice=None,
        speed=None,
        instructions=None,
        stream_format=None,
        seed=None,
        sample_rate=None,
        stream=True,
        lang_code="a",
        enable_request_id={"deep": [1, 2]},
    )
    assert odd.status_code == 200
    assert odd.content == plain.content


@pytest.mark.parametrize("voice", [*OPENAI_VOICES, {"id": "alloy"}, {"id": "scripted"}, "Alloy"])
def test_voices_that_clients_send(server: LiveServer, voice: object) -> None:
    same = speak(server, response_format="pcm", voice="scripted")
    assert speak(server, response_format="pcm", voice=voice).content == same.content


def test_speed_and_seed_reach_the_engine(server: LiveServer) -> None:
    plain = speak(server, response_format="pcm").content
    assert len(speak(server, response_format="pcm", speed=2).content) == len(plain) // 2
    seeded = speak(server, response_format="pcm", seed=7).content
    assert len(seeded) == len(plain)
    assert seeded != plain


def test_sample_rate_is_honoured_and_stated(server: LiveServer) -> None:
    plain = speak(server, response_format="pcm").content
    slow = speak(server, response_format="pcm", sample_rate=8000)
    assert slow.headers["x-sample-rate"] == "8000"
    assert abs(len(slow.content) * 3 - len(plain)) <= 6


def test_a_bit_rate_is_honoured(server: LiveServer) -> None:
    """MP3 of a constant rate: twice the bits, twice the bytes."""
    default = speak(server).content
    assert speak(server, bitrate=64_000).content == default
    assert len(speak(server, bitrate=128_000).content) == pytest.approx(2 * len(default), rel=0.05)


def test_pcm_is_24_khz_whatever_the_voice() -> None:
    script = Script(sample_rate_hz=22_050, samples_per_char=2205)
    with LiveServer(CountedSteps(script).engine) as server:
        answer = speak(server, response_format="pcm")
    assert answer.headers["x-sample-rate"] == "24000"
    assert abs(len(answer.content) / 2 / 24_000 - len(TEXT) * 0.1) < 0.01


def test_wav_header_is_in_the_first_chunk_with_audio(server: LiveServer) -> None:
    with server.connection() as bare:
        request = speech_request(input=TEXT, response_format="wav")
        bare.sendall(request.replace(b"Host:", b"Connection: close\r\nHost:"))
        body = read_to_end(bare).partition(b"\r\n\r\n")[2]
    size, _, rest = body.partition(b"\r\n")
    first = rest[: int(size, 16)]
    assert first.startswith(b"RIFF\xff\xff\xff\xff")
    assert len(first) > 44
    assert (len(first) - 44) % 2 == 0


def test_every_piece_is_whole_samples_and_a_fraction_of_a_second(server: LiveServer) -> None:
    script = Script(samples_per_char=6000, chunk_samples=48_000)
    with (
        LiveServer(CountedSteps(script).engine) as big,
        big.connection() as bare,
    ):
        request = speech_request(input=TEXT, response_format="pcm")
        bare.sendall(request.replace(b"Host:", b"Connection: close\r\nHost:"))
        body = read_to_end(bare).partition(b"\r\n\r\n")[2]
    sizes = []
    while body:
        size, _, rest = body.partition(b"\r\n")
        sizes.append(int(size, 16))
        body = rest[sizes[-1] + 2 :]
    assert sizes.pop() == 0
    assert sum(sizes) == len(TEXT) * 6000 * 2
    assert all(size % 2 == 0 and size <= 48 * (200 + 160) for size in sizes)


def test_first_audio_leaves_before_the_last_step() -> None:
    steps = CountedSteps(Script(chunk_samples=2400))
    service = SynthesizerOptions(threads=1, pre_buffer_ms=60)
    with LiveServer(steps.engine, service=service) as server:
        steps.hold(permits=1)  # 100 ms of audio
        with server.connection() as bare:
            bare.sendall(speech_request(input=TEXT, response_format="wav"))
            received = b""
            while b"RIFF" not in received:
                received += bare.recv(4096)
            steps.release()


def test_a_connection_is_used_again(server: LiveServer) -> None:
    with httpx.Client() as client:
        for _ in range(3):
            answer = client.post(
                f"{server.url}/v1/audio/speech", json={"input": TEXT, "response_format": "pcm"}
            )
            assert answer.status_code == 200
            assert len(answer.content) == len(TEXT) * 1200 * 2


def test_overload_is_an_answer_before_any_audio() -> None:
    steps = CountedSteps()
    options = ServerOptions(default_voice="scripted", warm_formats=(), max_concurrent_streams=2)
    with LiveServer(steps.engine, options) as server:
        steps.hold()
        with server.connection() as one, server.connection() as two:
            for bare in (one, two):
                bare.sendall(speech_request(input=TEXT, response_format="pcm"))
            eventually(lambda: server.active == 2, "both places are taken")
            refused = speak(server)
            assert refused.status_code == 503
            assert refused.json()["error"]["code"] == "overloaded"
            assert int(refused.headers["retry-after"]) >= 1
            steps.release()
            for bare in (one, two):
                assert bare.recv(4096).startswith(b"HTTP/1.1 200")
        eventually(lambda: server.active == 0, "both places were given back")
        assert speak(server).status_code == 200
