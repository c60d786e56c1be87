"""Real clients with the right key are let in, and know what a wrong one means."""

from __future__ import annotations

import cartesia
import openai
import pytest
from cartesia import Cartesia
from deepgram import DeepgramClient
from deepgram.core.api_error import ApiError as DeepgramError
from deepgram.environment import DeepgramClientEnvironment
from elevenlabs.client import ElevenLabs
from elevenlabs.core.api_error import ApiError as ElevenLabsError
from openai import OpenAI
from websockets.exceptions import InvalidStatus

from conftest import Server

WRONG = "quokka-wrong"
CARTESIA = {
    "model_id": "sonic-3",
    "voice": {"id": "heart"},
    "transcript": "Hello there.",
    "output_format": {"container": "raw", "encoding": "pcm_s16le", "sample_rate": 24000},
}


def openai_client(server: Server, key: str) -> OpenAI:
    return OpenAI(base_url=f"{server.url}/v1", api_key=key, max_retries=0)


def test_openai(locked_server: Server, key: str) -> None:
    speech = openai_client(locked_server, key).audio.speech
    answer = speech.create(model="tts-1", voice="alloy", input="Hello.", response_format="pcm")
    assert len(answer.content) > 1000
    with pytest.raises(openai.AuthenticationError) as refused:
        openai_client(locked_server, WRONG).models.list()
    assert refused.value.code == "invalid_api_key"
    assert refused.value.request_id
    assert WRONG not in str(refused.value)


def cartesia_client(server: Server, key: str) -> Cartesia:
    return Cartesia(
        api_key=key, base_url=server.url, websocket_base_url=server.ws_url, max_retries=0
    )


def test_cartesia(locked_server: Server, key: str) -> None:
    assert len(cartesia_client(locked_server, key).tts.generate(**CARTESIA).read()) > 1000
    with pytest.raises(cartesia.AuthenticationError):
        cartesia_client(locked_server, WRONG).tts.generate(**CARTESIA)
    with cartesia_client(locked_server, key).tts.websocket_connect():
        pass
    with (
        pytest.raises(InvalidStatus) as refused,
        cartesia_client(locked_server, WRONG).tts.websocket_connect(),
    ):
        pass
    assert refused.value.response.status_code == 401


def test_elevenlabs(locked_server: Server) -> None:
    client = ElevenLabs(base_url=locked_server.url, api_key=WRONG)
    with pytest.raises(ElevenLabsError) as refused:
        client.voices.get_all()
    assert refused.value.status_code == 401
    assert refused.value.body["detail"]["status"] == "invalid_api_key"


def deepgram_client(server: Server, key: str) -> DeepgramClient:
    there = DeepgramClientEnvironment(
        base=server.url,
        production=server.ws_url,
        agent=server.ws_url,
        agent_rest=server.url,
    )
    return DeepgramClient(api_key=key, environment=there)


def test_deepgram(locked_server: Server) -> None:
    client = deepgram_client(locked_server, WRONG)
    with pytest.raises(DeepgramError) as refused:
        b"".join(client.speak.v1.audio.generate(text="Hello."))
    assert refused.value.status_code == 401
    assert refused.value.body["err_code"] == "INVALID_AUTH"
