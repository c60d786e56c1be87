"""Clients of the small protocols: Pipecat's of Piper; Vapi, Coqui and MaryTTS by their requests."""

from __future__ import annotations

import json
import subprocess
import sys
import types
import wave
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import aiohttp
import httpx
import numpy as np
import pytest
from documented import documented
from pipecat.frames.frames import (
    ErrorFrame,
    TTSAudioRawFrame,
    TTSSpeakFrame,
    TTSStartedFrame,
    TTSStoppedFrame,
)
from pipecat.pipeline.worker import PipelineParams
from pipecat.tests.utils import SleepFrame, run_test

from conftest import Server

pytestmark = pytest.mark.anyio

TEXT = "Hello there, friend. It costs five dollars today, does it not?"
LEAST_S = 2.0


def stand_in_for_piper() -> None:
    """The client of Piper's server is in one module with what needs Piper itself, which is not
    ours to bring."""
    piper, downloads = types.ModuleType("piper"), types.ModuleType("piper.download_voices")
    piper.PiperVoice = object  # type: ignore[attr-defined]
    downloads.download_voice = None  # type: ignore[attr-defined]
    sys.modules["piper"], sys.modules["piper.download_voices"] = piper, downloads


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def is_speech(pcm: bytes, rate_hz: int = 24000) -> None:
    assert len(pcm) % 2 == 0
    pcm_t = np.frombuffer(pcm, "<i2").astype(np.float64)
    assert LEAST_S < len(pcm_t) / rate_hz < 20 * LEAST_S
    assert np.abs(pcm_t).max() > 2000
    # A header, or samples cut in halves, would be heard as noise from the first one on.
    assert np.abs(pcm_t[: rate_hz // 200]).max() < 1000


async def piper_speaks(service: Any) -> None:
    params = PipelineParams(audio_out_sample_rate=24000)
    sent = [TTSSpeakFrame(TEXT), SleepFrame(3)]
    down, up = await run_test(service, frames_to_send=sent, pipeline_params=params)
    assert not [frame for frame in (*down, *up) if isinstance(frame, ErrorFrame)]
    for kind in (TTSStartedFrame, TTSStoppedFrame):
        assert len([frame for frame in down if isinstance(frame, kind)]) == 1
    is_speech(b"".join(frame.audio for frame in down if isinstance(frame, TTSAudioRawFrame)))


@pytest.mark.parametrize("path", ["", "/synthesize"])
@pytest.mark.parametrize("voice", [None, "heart", "en_US-ryan-high"])
async def test_pipecat_speaks_with_piper(server: Server, path: str, voice: str | None) -> None:
    stand_in_for_piper()
    from pipecat.services.piper.tts import PiperHttpTTSService

    async with aiohttp.ClientSession() as session:
        settings = PiperHttpTTSService.Settings(voice=voice)
        await piper_speaks(
            PiperHttpTTSService(
                base_url=server.url + path, aiohttp_session=session, settings=settings
            )
        )


async def test_page_shows_pipecat_with_piper(server: Server) -> None:
    stand_in_for_piper()
    names: dict[str, Any] = {}
    exec(documented("Pipecat with Piper", "python", server), names)
    async with aiohttp.ClientSession() as session:
        await piper_speaks(names["make_tts"](session))


@pytest.mark.parametrize("rate_hz", [8000, 16000, 22050, 24000])
@pytest.mark.parametrize("path", ["/", "/vapi"])
def test_vapi(server: Server, path: str, rate_hz: int) -> None:
    message = {
        "type": "voice-request",
        "text": TEXT,
        "sampleRate": rate_hz,
        "timestamp": 1764590000000,
        "call": {"id": "c", "assistant": {"voice": {"voiceId": "heart"}}},
    }
    with httpx.stream("POST", server.url + path, json={"message": message}) as answer:
        assert answer.headers["content-type"] == "application/octet-stream"
        pieces = list(answer.iter_raw())
    assert not pieces[0].startswith(b"RIFF")
    is_speech(b"".join(pieces), rate_hz)


def test_page_shows_an_address_of_vapis_webhook(server: Server) -> None:
    voice = json.loads(documented("Vapi", "json", server))["voice"]
    message = {"type": "voice-request", "text": TEXT, "sampleRate": 24000}
    address = server.url + urlsplit(voice["server"]["url"]).path
    is_speech(httpx.post(address, json={"message": message}).content)


def test_coqui(server: Server) -> None:
    for request in ({"params": {"text": TEXT}}, {"headers": {"text": TEXT, "speaker-id": "heart"}}):
        answer = httpx.get(f"{server.url}/api/tts", **request)  # type: ignore[arg-type]
        assert answer.headers["content-type"] == "audio/wav"
        is_speech(answer.content[44:])
    refused = httpx.get(f"{server.url}/api/tts")
    assert (refused.status_code, list(refused.json())) == (400, ["error"])


def test_mary(server: Server) -> None:
    """As speak2mary asks, which is what Home Assistant has."""
    form = {
        "INPUT_TEXT": TEXT,
        "INPUT_TYPE": "TEXT",
        "OUTPUT_TYPE": "AUDIO",
        "AUDIO": "WAVE_FILE",
        "LOCALE": "en_US",
        "VOICE": "cmu-slt-hsmm",
    }
    answer = httpx.post(f"{server.url}/process", data=form)
    assert answer.headers["content-type"] == "audio/wav"
    is_speech(answer.content[44:])
    assert httpx.get(f"{server.url}/mary/voices").text.startswith("heart en")


def test_page_shows_curl(server: Server, tmp_path: Path) -> None:
    lines = documented("Programs for Coqui's server, MaryTTS and Piper's server", "bash", server)
    done = subprocess.run(["bash", "-ec", lines], cwd=tmp_path, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    names = ["coqui.wav", "mary.wav", "piper.wav"]
    assert sorted(path.name for path in tmp_path.iterdir()) == names
    for name in names:
        with wave.open(str(tmp_path / name)) as file:
            assert (file.getframerate(), file.getnchannels()) == (24000, 1)
        assert (tmp_path / name).stat().st_size > 10_000
