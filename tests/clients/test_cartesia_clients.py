"""Clients of Cartesia: its own package, LiveKit Agents, Pipecat."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Iterator
from typing import Any

import aiohttp
import numpy as np
import pytest
from cartesia import AsyncCartesia, BadRequestError, Cartesia, NotFoundError
from documented import documented
from livekit.agents import tts as livekit_tts
from livekit.plugins import cartesia as livekit_cartesia
from pipecat.frames.frames import (
    ErrorFrame,
    InterruptionFrame,
    LLMFullResponseEndFrame,
    LLMFullResponseStartFrame,
    LLMTextFrame,
    TTSAudioRawFrame,
    TTSSpeakFrame,
    TTSStartedFrame,
    TTSStoppedFrame,
    TTSTextFrame,
)
from pipecat.pipeline.worker import PipelineParams
from pipecat.services.cartesia.tts import CartesiaHttpTTSService, CartesiaTTSService
from pipecat.services.tts_service import TextAggregationMode
from pipecat.tests.utils import SleepFrame, run_test

from conftest import Server

pytestmark = pytest.mark.anyio

SENTENCES = ["Hello there, friend.", "It costs $5.20 today, does it not?"]
TEXT = " ".join(SENTENCES)
RAW: Any = {"container": "raw", "encoding": "pcm_s16le", "sample_rate": 24000}
LEAST_S = 2.0
"""Less than :data:`TEXT` takes in any voice."""
DEADLINE_S = 60


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def client(server: Server) -> Iterator[Cartesia]:
    with Cartesia(api_key="k", base_url=server.url, websocket_base_url=server.ws_url) as made:
        yield made


def is_speech(pcm: bytes, rate_hz: int = 24000, least_s: float = LEAST_S) -> None:
    assert len(pcm) % 2 == 0
    pcm_t = np.frombuffer(pcm, "<i2")
    assert least_s < len(pcm_t) / rate_hz < 20 * least_s
    assert np.abs(pcm_t).max() > 2000


def gathered(responses: Any) -> tuple[bytes, list[str], list[float], list[str]]:
    """Audio, words, starts, and kinds of messages in their order, repeats left out."""
    audio, words, starts, kinds = b"", [], [], []
    for response in responses:
        kinds.append(response.type)
        assert response.context_id
        if response.type == "chunk":
            audio += response.audio
        elif response.type == "timestamps":
            words += response.word_timestamps.words
            starts += response.word_timestamps.start
    return audio, words, starts, [kind for kind, _ in itertools.groupby(kinds)]


def shown(heading: str, server: Server) -> dict[str, Any]:
    """What is defined by the code that the page shows."""
    names: dict[str, Any] = {}
    exec(documented(heading, "python", server), names)
    return names


def test_page_shows_the_package(server: Server) -> None:
    assert len(shown("Cartesia", server)["audio"]) > 24000


async def test_page_shows_livekit(server: Server) -> None:
    made = shown("LiveKit Agents with Cartesia", server)["tts"]
    async with aiohttp.ClientSession() as session:
        made._session = session  # of a job's context otherwise
        is_speech((await heard(made.synthesize(TEXT)))[0])
        await made.aclose()


async def test_page_shows_pipecat(server: Server) -> None:
    frames = await run(
        shown("Pipecat with Cartesia", server)["tts"], TTSSpeakFrame(TEXT), SleepFrame(6)
    )
    is_speech(b"".join(frame.audio for frame in of(TTSAudioRawFrame, frames)))


def test_package_speaks_a_context(client: Cartesia) -> None:
    with client.tts.websocket_connect() as connection:
        context = connection.context(voice="heart", output_format=RAW, add_timestamps=True)
        for sentence in SENTENCES:
            context.push(sentence + " ")
        context.no_more_inputs()
        audio, words, starts, kinds = gathered(context.receive())
    is_speech(audio)
    assert words == TEXT.split()
    assert starts == sorted(starts)
    assert starts[len(SENTENCES[0].split())] > 0.8  # counted from the context's start
    assert kinds[-1] == "done"
    assert kinds.count("done") == 1


def test_package_uses_its_default_format_and_flushes(client: Cartesia) -> None:
    with client.tts.websocket_connect() as connection:
        context = connection.context(voice="heart")
        context.push("One. ", flush=True)
        context.push("Two. ", flush=True)
        context.no_more_inputs()
        seen = list(context.receive())
    order = [one.flush_id if one.type == "chunk" else one.type for one in seen]
    assert [kind for kind, _ in itertools.groupby(order)] == [
        1,
        "flush_done",
        2,
        "flush_done",
        "done",
    ]
    floats_t = np.frombuffer(b"".join(one.audio for one in seen if one.type == "chunk"), "<f4")
    assert 0.05 < np.abs(floats_t).max() <= 1
    assert len(floats_t) > 44100 * 0.5


def test_package_speaks_contexts_side_by_side_and_again(client: Cartesia) -> None:
    with client.tts.websocket_connect() as connection:
        contexts = [connection.context(voice="heart", output_format=RAW) for _ in range(8)]
        for context in contexts:
            context.push(TEXT)
            context.no_more_inputs()
        spoken = [gathered(context.receive())[0] for context in contexts]
    assert len(set(spoken)) == 1
    is_speech(spoken[0])


def test_package_cancels(client: Cartesia) -> None:
    with client.tts.websocket_connect() as connection:
        context = connection.context(voice="heart", output_format=RAW)
        context.push(TEXT * 50)
        received = context.receive()
        assert next(received).type == "chunk"
        context.cancel()
        assert [one.type for one in received][-1] == "done"
        after = connection.context(voice="heart", output_format=RAW)
        after.push(TEXT, continue_=False)
        is_speech(gathered(after.receive())[0])


def test_package_is_told_of_errors(client: Cartesia) -> None:
    with client.tts.websocket_connect() as connection:
        context = connection.context(voice="nobody", output_format=RAW)
        context.push(TEXT)
        (error,) = list(context.receive())
    assert (error.type, error.error_code, error.status_code) == ("error", "unknown_voice", 400)
    with pytest.raises(BadRequestError, match="unknown_voice"):
        client.tts.generate(
            model_id="sonic-3", output_format=RAW, transcript=TEXT, voice={"id": "nobody"}
        )


async def test_package_speaks_a_context_of_its_asynchronous_client(server: Server) -> None:
    made = AsyncCartesia(api_key="k", base_url=server.url, websocket_base_url=server.ws_url)
    async with made as client, client.tts.websocket_connect() as connection:
        context = connection.context(voice="heart", output_format=RAW, add_timestamps=True)
        for sentence in SENTENCES:
            await context.push(sentence + " ")
        await context.no_more_inputs()
        audio, words, _, kinds = gathered([one async for one in context.receive()])
    is_speech(audio)
    assert words == TEXT.split()
    assert kinds[-1] == "done"


@pytest.mark.parametrize(
    ("output_format", "start"),
    [
        (RAW, b""),
        ({"container": "wav", "encoding": "pcm_f32le", "sample_rate": 44100}, b"RIFF"),
        ({"container": "mp3", "bit_rate": 128000, "sample_rate": 44100}, b"\xff"),
    ],
    ids=["raw", "wav", "mp3"],
)
def test_package_generates_bytes(client: Cartesia, output_format: Any, start: bytes) -> None:
    answer = client.tts.generate(
        model_id="sonic-3", output_format=output_format, transcript=TEXT, voice={"id": "heart"}
    )
    body = answer.read()
    assert body.startswith((start, b"ID3") if start == b"\xff" else start)
    assert len(body) > 16_000
    if not start:
        is_speech(body)


def test_package_generates_events(client: Cartesia) -> None:
    events = list(
        client.tts.generate_sse(
            model_id="sonic-3",
            output_format=RAW,
            transcript=TEXT,
            voice="heart",
            add_timestamps=True,
            context_id="c",
        )
    )
    audio, words, _, kinds = gathered(events)
    is_speech(audio)
    assert words == TEXT.split()
    assert kinds[-1] == "done"


def test_package_lists_voices_and_comes_to_an_end(client: Cartesia) -> None:
    for options in ({}, {"limit": 1}):
        names = [voice.id for voice in itertools.islice(client.voices.list(**options), 500)]
        assert names[0] == "heart"
        assert len(names) == len(set(names)) < 500
    voice = client.voices.get("heart")
    assert (voice.id, voice.language) == ("heart", "en")
    with pytest.raises(NotFoundError):
        client.voices.get("nobody")


@pytest.fixture
async def livekit(server: Server) -> AsyncIterator[livekit_cartesia.TTS]:
    async with aiohttp.ClientSession() as session:
        made = livekit_cartesia.TTS(base_url=server.url, api_key="k", http_session=session)
        yield made
        await made.aclose()


async def heard(stream: Any) -> tuple[bytes, list[Any]]:
    audio, words = b"", []
    async for event in stream:
        audio += bytes(event.frame.data)
        words += event.frame.userdata.get(livekit_tts.tts.USERDATA_TIMED_TRANSCRIPT, [])
    return audio, words


async def test_livekit_synthesizes(livekit: livekit_cartesia.TTS) -> None:
    """With the voice it has by default, which is none of ours."""
    audio, _ = await heard(livekit.synthesize(TEXT))
    is_speech(audio)


async def test_livekit_streams_with_words(livekit: livekit_cartesia.TTS) -> None:
    async def turn() -> tuple[bytes, list[Any]]:
        async with livekit.stream() as stream:
            for word in TEXT.split():
                stream.push_text(word + " ")
            stream.end_input()
            return await heard(stream)

    async with asyncio.timeout(DEADLINE_S):
        turns = [await turn(), *await asyncio.gather(turn(), turn())]
    for audio, words in turns:
        is_speech(audio)
        assert "".join(words).split() == TEXT.split()
        starts = [word.start_time for word in words]
        assert starts == sorted(starts)
        assert starts[-1] > 1


async def test_livekit_is_interrupted(livekit: livekit_cartesia.TTS) -> None:
    async with asyncio.timeout(DEADLINE_S):
        async with livekit.stream() as stream:
            stream.push_text(TEXT * 20)
            stream.flush()
            await anext(aiter(stream))
        async with livekit.stream() as stream:
            stream.push_text(TEXT)
            stream.end_input()
            is_speech((await heard(stream))[0])


def pipecat(server: Server, **options: Any) -> CartesiaTTSService:
    return CartesiaTTSService(
        api_key="k",
        url=f"{server.ws_url}/tts/websocket",
        sample_rate=24000,
        settings=CartesiaTTSService.Settings(voice="heart"),
        **options,
    )


async def run(service: Any, *frames: Any) -> list[Any]:
    params = PipelineParams(audio_out_sample_rate=24000)
    down, up = await run_test(service, frames_to_send=frames, pipeline_params=params)
    assert not [frame for frame in (*down, *up) if isinstance(frame, ErrorFrame)]
    return list(down)


def of(kind: type, frames: list[Any]) -> list[Any]:
    return [frame for frame in frames if isinstance(frame, kind)]


@pytest.mark.parametrize("mode", [TextAggregationMode.SENTENCE, TextAggregationMode.TOKEN])
async def test_pipecat_speaks_a_turn(server: Server, mode: TextAggregationMode) -> None:
    tokens = [LLMTextFrame(word + " ") for word in TEXT.split()]
    frames = await run(
        pipecat(server, text_aggregation_mode=mode),
        LLMFullResponseStartFrame(),
        *tokens,
        LLMFullResponseEndFrame(),
        SleepFrame(8),
    )
    is_speech(b"".join(frame.audio for frame in of(TTSAudioRawFrame, frames)))
    assert len(of(TTSStartedFrame, frames)) == len(of(TTSStoppedFrame, frames)) == 1
    words = of(TTSTextFrame, frames)
    assert " ".join(frame.text for frame in words).split() == TEXT.split()
    times = [frame.pts for frame in words]
    assert times == sorted(times)
    assert times[-1] > times[0]


@pytest.mark.parametrize("text", ["…", "😀 🎉"])
async def test_pipecat_is_not_left_without_sound(server: Server, text: str) -> None:
    frames = await run(pipecat(server), TTSSpeakFrame(text), SleepFrame(2))
    for kind in (TTSStartedFrame, TTSAudioRawFrame, TTSStoppedFrame):
        assert len(of(kind, frames)) == 1


async def test_pipecat_is_interrupted(server: Server) -> None:
    frames = await run(
        pipecat(server),
        TTSSpeakFrame(TEXT * 20),
        SleepFrame(1),
        InterruptionFrame(),
        SleepFrame(0.5),
        TTSSpeakFrame(TEXT),
        SleepFrame(5),
    )
    after = frames[max(n for n, one in enumerate(frames) if isinstance(one, InterruptionFrame)) :]
    is_speech(b"".join(frame.audio for frame in of(TTSAudioRawFrame, after)))


async def test_pipecat_speaks_over_http(server: Server) -> None:
    service = CartesiaHttpTTSService(
        api_key="k",
        base_url=server.url,
        sample_rate=24000,
        settings=CartesiaHttpTTSService.Settings(voice="heart"),
    )
    frames = await run(service, TTSSpeakFrame(TEXT), SleepFrame(3))
    is_speech(b"".join(frame.audio for frame in of(TTSAudioRawFrame, frames)))
