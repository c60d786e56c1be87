"""The embedded voice over HTTP: the samples of the library, in every format, for many at once."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from brisa.app.options import ServerOptions
from brisa.audio.encoders.table import make_encoder
from brisa.service.options import SynthesizerOptions
from brisa.types import SpeechSettings
from support.decoding import decode
from support.live_server import LiveServer
from support.sentences import SENTENCES

pytestmark = pytest.mark.integration

TEXT = "The last word of this sentence must survive."


@pytest.fixture(scope="module")
def server(cache_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    service = SynthesizerOptions(cache_dir=cache_dir, voices_dir=tmp_path_factory.mktemp("voices"))
    with LiveServer(None, ServerOptions(), service) as started:
        yield started


def speak(server: LiveServer, text: str, **fields: object) -> httpx.Response:
    body = {"input": text, **fields}
    return httpx.post(f"{server.url}/v1/audio/speech", json=body, timeout=60)


def samples_of_library(server: LiveServer, text: str) -> bytes:
    settings = SpeechSettings(voice="heart", sample_rate_hz=24_000)
    return server.synthesizer.speak(text, settings).read_all().astype("<i2").tobytes()


def test_samples_are_those_of_the_library(server: LiveServer) -> None:
    answer = speak(server, TEXT, response_format="pcm")
    assert answer.content == samples_of_library(server, TEXT)
    assert len(answer.content) > 24_000


def test_many_at_once_do_not_meet(server: LiveServer) -> None:
    texts = SENTENCES[:12]
    with ThreadPoolExecutor(len(texts)) as clients:
        answers = list(clients.map(lambda text: speak(server, text, response_format="pcm"), texts))
    alone = [samples_of_library(server, text) for text in texts]
    assert [answer.content for answer in answers] == alone


@pytest.mark.parametrize("name", ["wav", "mp3", "opus", "flac", "aac", "mulaw"])
def test_every_format_keeps_the_last_word(server: LiveServer, name: str) -> None:
    pcm = speak(server, TEXT, response_format="pcm").content
    answer = speak(server, TEXT, response_format=name)
    rate_hz = int(answer.headers["x-sample-rate"])
    duration_ms = decode(answer.content, name, rate_hz).duration_ms
    assert abs(duration_ms - len(pcm) / 2 / 24) < 100
    assert answer.content == encoded_whole(server, name, rate_hz)


def encoded_whole(server: LiveServer, name: str, rate_hz: int) -> bytes:
    """The library's samples through the encoder in one piece, its tail included."""
    settings = SpeechSettings(voice="heart", sample_rate_hz=rate_hz)
    encoder = make_encoder(name, rate_hz)
    try:
        pcm_t = server.synthesizer.speak(TEXT, settings).read_all()
        return encoder.encode(pcm_t) + encoder.flush()
    finally:
        encoder.close()
