"""Home Assistant's ways with a Wyoming server, made anew with its client, and wyoming-bench."""

from __future__ import annotations

import asyncio
import io
import os
import re
import subprocess
import sys
import wave
from collections.abc import AsyncIterator, Awaitable
from pathlib import Path
from typing import TypeVar

import httpx
import pytest
from documented import documented
from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.client import AsyncTcpClient
from wyoming.error import Error
from wyoming.info import Describe, Info, SelectProgram, TtsProgram
from wyoming.ping import Ping, Pong
from wyoming.tts import (
    Synthesize,
    SynthesizeChunk,
    SynthesizeStart,
    SynthesizeStop,
    SynthesizeStopped,
    SynthesizeTextFormat,
    SynthesizeVoice,
)

from conftest import ROOT, Server

HEADING = "Home Assistant (Wyoming)"
PIECES = ("It is late, ", "and the lights are ", "out. Nobody is ", "there.")
TEXT = "".join(PIECES)
LONG = "This sentence is spoken over and over again. " * 100
DEADLINE_S = 60.0
INFO_S = 1.0
"""How long Home Assistant waits for the answer to describe."""

T = TypeVar("T")


def run(coroutine: Awaitable[T]) -> T:
    async def within() -> T:
        async with asyncio.timeout(DEADLINE_S):
            return await coroutine

    return asyncio.run(within())


def client_of(server: Server) -> AsyncTcpClient:
    return AsyncTcpClient(server.host, server.wyoming_port)


async def load_info(server: Server) -> Info:
    """As the integration does it when it is set up."""
    async with client_of(server) as client:
        async with asyncio.timeout(INFO_S):
            await client.write_event(Describe().event())
            while True:
                event = await client.read_event()
                assert event is not None
                if Info.is_type(event.type):
                    return Info.from_event(event)


async def one_shot(server: Server, text: str, voice: SynthesizeVoice | None = None) -> bytes:
    """A WAV of the chunks up to the first ``audio-stop``; errors are passed over."""
    chunks: list[AudioChunk] = []
    async with client_of(server) as client:
        await client.write_event(Synthesize(text=text, voice=voice).event())
        while True:
            event = await client.read_event()
            if event is None:
                return b""
            if AudioStop.is_type(event.type):
                break
            if AudioChunk.is_type(event.type):
                chunks.append(AudioChunk.from_event(event))
    return wav_of(chunks)


def wav_of(chunks: list[AudioChunk]) -> bytes:
    """In the form of the first one, whatever the others say."""
    out = io.BytesIO()
    with wave.open(out, "wb") as writer:
        writer.setframerate(chunks[0].rate)
        writer.setsampwidth(chunks[0].width)
        writer.setnchannels(chunks[0].channels)
        for chunk in chunks:
            writer.writeframes(chunk.audio)
    return out.getvalue()


async def streamed(
    server: Server, pieces: tuple[str, ...], voice: SynthesizeVoice | None = None
) -> AsyncIterator[bytes]:
    """A header at the first ``audio-start``, then all chunks until ``synthesize-stopped``."""

    async def say(client: AsyncTcpClient) -> None:
        await client.write_event(SynthesizeStart(voice=voice).event())
        for piece in pieces:
            await client.write_event(SynthesizeChunk(text=piece).event())
            await asyncio.sleep(0.01)
        await client.write_event(Synthesize(text="".join(pieces), voice=voice).event())
        await client.write_event(SynthesizeStop().event())

    async with client_of(server) as client, asyncio.TaskGroup() as group:
        group.create_task(say(client))
        begun = False
        while (event := await client.read_event()) is not None:
            if AudioStart.is_type(event.type) and not begun:
                begun = True
                form = AudioStart.from_event(event)
                yield f"{form.rate} {form.width} {form.channels}".encode()
            elif AudioChunk.is_type(event.type):
                yield AudioChunk.from_event(event).audio
            elif SynthesizeStopped.is_type(event.type):
                with pytest.raises(TimeoutError):  # nothing is spoken after it, a second time say
                    await asyncio.wait_for(client.read_event(), 0.2)
                return
        raise AssertionError("the connection was closed before the end")


async def stream_pcm(server: Server, pieces: tuple[str, ...]) -> bytes:
    form, *chunks = [part async for part in streamed(server, pieces)]
    assert form == b"24000 2 1"
    return b"".join(chunks)


def samples_of(answer: bytes) -> bytes:
    with wave.open(io.BytesIO(answer)) as file:
        assert file.getparams()[:3] == (1, 2, 24_000)
        return file.readframes(file.getnframes())


def spoken(server: Server, text: str) -> bytes:
    """The same utterance over HTTP, once."""
    body = {"input": text, "response_format": "pcm"}
    answer = httpx.post(f"{server.url}/v1/audio/speech", json=body, timeout=DEADLINE_S)
    assert answer.status_code == 200
    return answer.content


def installed_program(info: Info) -> TtsProgram:
    """The one that Home Assistant takes."""
    return next(program for program in info.tts if program.installed)


def test_the_integration_is_set_up(server: Server) -> None:
    program = installed_program(run(load_info(server)))
    assert program.name == "brisa"
    assert program.supports_synthesize_streaming
    assert program.attribution.url
    labels = {voice.name: voice.description for voice in program.voices if voice.installed}
    assert labels["heart"]
    assert all(voice.languages for voice in program.voices)
    assert "en-US" in {language for voice in program.voices for language in voice.languages}


@pytest.mark.parametrize(
    "voice",
    [
        None,
        SynthesizeVoice(name="heart"),
        SynthesizeVoice(name="nobody", speaker="nobody"),
        SynthesizeVoice(language="en"),
        SynthesizeVoice(),
    ],
)
def test_one_shot(server: Server, voice: SynthesizeVoice | None) -> None:
    assert samples_of(run(one_shot(server, TEXT, voice))) == spoken(server, TEXT)


def test_streaming_is_one_utterance(server: Server) -> None:
    assert run(stream_pcm(server, PIECES)) == spoken(server, TEXT)


@pytest.mark.parametrize("text", ["", "\N{PARTY POPPER}", "..."])
def test_what_cannot_be_spoken_ends_too(server: Server, text: str) -> None:
    assert not any(samples_of(run(one_shot(server, text))))
    assert not any(run(stream_pcm(server, (text,))))


def test_a_failed_request_ends_too(server: Server) -> None:
    """Nothing else would end Home Assistant's waiting."""
    assert run(one_shot(server, "x" * 200_000)) == b""


def test_describe_while_others_are_spoken(server: Server) -> None:
    async def main() -> None:
        async with asyncio.TaskGroup() as group:
            speaking = [group.create_task(one_shot(server, LONG)) for _ in range(4)]
            asked = 0
            while not all(task.done() for task in speaking):
                await load_info(server)
                asked += 1
            assert asked > 3

    run(main())


def test_several_requests_on_a_connection(server: Server) -> None:
    async def main() -> list[bytes]:
        answers: list[bytes] = []
        async with client_of(server) as client:
            await client.write_event(SelectProgram(name="brisa").event())
            await client.write_event(Ping(text="here").event())
            event = await client.read_event()
            assert event is not None
            assert Pong.from_event(event).text == "here"
            for _ in range(3):
                await client.write_event(Synthesize(text=TEXT, context={"turn": 1}).event())
            for _ in range(3):
                answer = b""
                while (event := await client.read_event()) is not None:
                    if AudioChunk.is_type(event.type):
                        answer += AudioChunk.from_event(event).audio
                    elif AudioStop.is_type(event.type):
                        break
                answers.append(answer)
        return answers

    assert run(main()) == [spoken(server, TEXT)] * 3


def test_ssml(server: Server) -> None:
    async def seconds(text: str) -> float:
        request = Synthesize(text=text, text_format=SynthesizeTextFormat.SSML)
        pcm = b""
        async with client_of(server) as client:
            await client.write_event(request.event())
            while (event := await client.read_event()) is not None:
                assert not Error.is_type(event.type)
                if AudioChunk.is_type(event.type):
                    pcm += AudioChunk.from_event(event).audio
                elif AudioStop.is_type(event.type):
                    break
        return len(pcm) / 48_000

    pause = run(seconds('<speak>One. <break time="2s"/> Two.</speak>'))
    assert pause - run(seconds("<speak>One. Two.</speak>")) == pytest.approx(2.0, abs=0.5)


def test_wyoming_bench(server: Server, tmp_path: Path) -> None:
    """The lines of ``docs/clients.md``, in a shell."""
    lines = documented(HEADING, "bash", server)
    folder = str(Path(sys.executable).parent)
    done = subprocess.run(
        ["bash", "-e", "-c", lines],
        cwd=tmp_path,
        env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        timeout=DEADLINE_S,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "brisa (synthesize streaming)" in done.stdout
    assert re.search(r"voice heart \[en-US\]", done.stdout)
    assert re.findall(r"\[(\w+)\] ok=(\d) fail=(\d)", done.stdout) == [
        ("non_streaming", "1", "0"),
        ("streaming", "1", "0"),
    ]


def test_the_settings_are_such_as_brisa_takes(server: Server, tmp_path: Path) -> None:
    file = tmp_path / "brisa.yaml"
    file.write_text(documented(HEADING, "yaml", server), encoding="utf-8")
    python = os.environ.get("BRISA_SERVER_PYTHON", str(ROOT / ".venv" / "bin" / "python"))
    done = subprocess.run(
        [python, "-m", "brisa", "check-config", str(file)],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=DEADLINE_S,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "10200" in done.stdout
