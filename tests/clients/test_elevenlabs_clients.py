"""ElevenLabs' own SDK, and the plugins of agent frameworks that speak its wire."""

from __future__ import annotations

import asyncio

import pytest
from documented import documented
from elevenlabs.client import ElevenLabs
from elevenlabs.core.api_error import ApiError

from conftest import Server

TEXT = "It is late, and the lights are out. Nobody is there."


@pytest.fixture
def client(server: Server) -> ElevenLabs:
    return ElevenLabs(base_url=server.url, api_key="k")


def whole(server: Server) -> bytes:
    """The same text over OpenAI's wire."""
    import httpx

    body = {"input": TEXT, "response_format": "pcm"}
    return httpx.post(f"{server.url}/v1/audio/speech", json=body, timeout=30).content


def test_the_documented_lines(server: Server) -> None:
    names: dict[str, object] = {}
    exec(documented("ElevenLabs (Python)", "python", server), names)
    assert len(names["audio"]) > 24_000  # type: ignore[arg-type]


def test_streams_and_whole(server: Server, client: ElevenLabs) -> None:
    asked = {"voice_id": "heart", "text": TEXT, "output_format": "pcm_24000"}
    assert b"".join(client.text_to_speech.stream(**asked)) == whole(server)
    assert b"".join(client.text_to_speech.convert(**asked)) == whole(server)


def test_timings(server: Server, client: ElevenLabs) -> None:
    import base64

    lines = list(
        client.text_to_speech.stream_with_timestamps(
            voice_id="heart", text=TEXT, output_format="pcm_24000"
        )
    )
    assert b"".join(base64.b64decode(line.audio_base_64) for line in lines) == whole(server)
    chars = [char for line in lines if line.alignment for char in line.alignment.characters]
    assert "".join(chars).split() == TEXT.split()


def test_listings(client: ElevenLabs) -> None:
    assert "heart" in [voice.voice_id for voice in client.voices.get_all().voices]
    assert "heart" in [voice.voice_id for voice in client.voices.search().voices]
    assert all(model.can_do_text_to_speech for model in client.models.list())


def test_a_voice_there_is_not(client: ElevenLabs) -> None:
    with pytest.raises(ApiError) as raised:
        b"".join(client.text_to_speech.convert(voice_id="nobody", text=TEXT))
    assert raised.value.status_code == 404


def test_text_as_it_is_written(server: Server, client: ElevenLabs) -> None:
    client.text_to_speech._ws_base_url = server.ws_url
    pieces = client.text_to_speech.convert_realtime(
        voice_id="heart",
        text=iter([f"{word} " for word in TEXT.split()]),
        model_id="eleven_flash_v2_5",
        output_format="pcm_24000",
    )
    assert b"".join(pieces) == whole(server)


def test_livekit(server: Server) -> None:
    from livekit.plugins import elevenlabs

    async def main() -> tuple[int, list[float]]:
        import aiohttp

        async with aiohttp.ClientSession() as session:
            tts = elevenlabs.TTS(
                base_url=f"{server.url}/v1",
                api_key="k",
                voice_id="heart",
                model="eleven_flash_v2_5",
                encoding="pcm_24000",
                http_session=session,
            )
            stream = tts.stream()
            for word in TEXT.split():
                stream.push_text(f"{word} ")
            stream.end_input()
            samples, starts = 0, []
            async for event in stream:
                samples += event.frame.samples_per_channel
                for timed in event.frame.userdata.get("lk.timed_transcripts", []):
                    starts.append(timed.start_time)
            await stream.aclose()
            await tts.aclose()
            return samples, starts

    samples, starts = asyncio.run(asyncio.wait_for(main(), 60))
    assert samples == pytest.approx(len(whole(server)) // 2, rel=0.02)
    assert starts == sorted(starts)


def test_pipecat(server: Server) -> None:
    from pipecat.frames.frames import ErrorFrame, TTSAudioRawFrame, TTSSpeakFrame, TTSTextFrame
    from pipecat.services.elevenlabs.tts import ElevenLabsTTSService
    from pipecat.tests.utils import SleepFrame, run_test

    async def main() -> list[object]:
        service = ElevenLabsTTSService(
            api_key="k",
            url=server.ws_url,
            sample_rate=24_000,
            settings=ElevenLabsTTSService.Settings(voice="heart", model="eleven_flash_v2_5"),
        )
        down, _ = await run_test(service, frames_to_send=[TTSSpeakFrame(TEXT), SleepFrame(6)])
        return list(down)

    frames = asyncio.run(asyncio.wait_for(main(), 60))
    assert not [frame for frame in frames if isinstance(frame, ErrorFrame)]
    audio = b"".join(frame.audio for frame in frames if isinstance(frame, TTSAudioRawFrame))
    assert len(audio) >= 0.9 * len(whole(server))
    words = [frame.text for frame in frames if isinstance(frame, TTSTextFrame)]
    assert " ".join(words).split() == TEXT.split()
