"""Leaving, stopping to read, and a thousand broken connections (P5, P6)."""

from __future__ import annotations

import asyncio
import gc
import socket
import struct
import threading
from dataclasses import replace

import httpx
import pytest

from brisa.app.options import ServerOptions
from brisa.audio.buffer_options import BufferOptions
from brisa.engines.base import Engine
from brisa.engines.scripted import Script
from brisa.errors import VoiceFileError
from brisa.scheduler.watermarks import LookAheadOptions
from brisa.service.channel import ChunkChannel
from brisa.service.options import SynthesizerOptions
from brisa.service.synthesizer import Synthesizer
from support.live_server import (
    DEADLINE_S,
    LiveServer,
    eventually,
    speech_request,
    unchunked,
)
from support.scripted_steps import CountedSteps

pytestmark = pytest.mark.integration

LONG = "This sentence is spoken over and over again. " * 1000
ONE_THREAD = SynthesizerOptions(threads=1)
OPTIONS = ServerOptions(default_voice="scripted", warm_formats=())


def test_a_listener_who_leaves_before_the_first_audio_frees_the_engine() -> None:
    steps = CountedSteps()
    with LiveServer(steps.engine, service=ONE_THREAD) as server:
        before = steps.begun
        steps.hold()
        with server.connection() as bare:
            bare.sendall(speech_request(input=LONG, response_format="pcm"))
            eventually(lambda: steps.begun == before + 1, "the first step waits")
        eventually(lambda: server.active == 0, "the stream was let go")
        steps.release()
        eventually(lambda: server.synthesizer.active_streams == 0, "the job was let go")
        assert steps.begun == before + 1


def test_a_listener_who_leaves_while_nothing_is_written_is_noticed() -> None:
    """The engine is stuck in a step, so no write could fail."""
    steps = CountedSteps()
    with LiveServer(steps.engine, service=ONE_THREAD) as server:
        before = steps.begun
        steps.hold(permits=3)
        with server.connection() as bare:
            bare.sendall(speech_request(input=LONG, response_format="mp3"))
            assert bare.recv(4096)
            eventually(lambda: steps.begun == before + 4, "the fourth step waits")
            assert server.active == 1
        eventually(lambda: server.active == 0, "the stream was let go")
        steps.release()


@pytest.mark.parametrize(("fields", "job_class"), [({}, "live"), ({"bulk": True}, "bulk")])
def test_a_file_is_served_as_one_and_counts_for_its_client(
    fields: dict[str, bool], job_class: str
) -> None:
    steps = CountedSteps()
    with LiveServer(steps.engine, service=ONE_THREAD) as server:
        steps.hold()
        with server.connection() as bare:
            bare.sendall(speech_request(input=LONG, response_format="pcm", **fields))
            eventually(lambda: len(server.synthesizer.streams()) == 1, "it is there")
            assert server.synthesizer.streams()[0].job_class == job_class
            ((job, _),) = server.synthesizer._dispatcher.jobs()
            assert job.terms.client_key == "127.0.0.1"
        steps.release()


class ColdVoices(Synthesizer):
    """Has a voice, ``cold``, that is never loaded before the test says so."""

    def __init__(self) -> None:
        super().__init__(ONE_THREAD, engines={"scripted": CountedSteps(voices=NAMES).engine})
        self.loads = 0
        self.loaded = threading.Event()

    def is_loaded(self, voice: str) -> bool:
        return voice != "cold" or self.loaded.is_set()

    def load(self, voice: str = "scripted") -> Engine:
        if voice == "cold":
            self.loads += 1
            assert self.loaded.wait(DEADLINE_S)
        return super().load("scripted")


NAMES = ("scripted", "cold")


def test_a_listener_who_leaves_while_a_voice_is_loaded_gives_the_place_back() -> None:
    voices = ColdVoices()
    with LiveServer(None, OPTIONS, synthesizer=voices) as server:
        for _ in range(3):
            with server.connection() as bare:
                bare.sendall(speech_request(input=LONG, voice="cold"))
                eventually(lambda: server.active == 1, "it waits for the voice")
            eventually(lambda: server.active == 0, "the place was given back")
        assert server.metric("brisa_streams_total", **CANCELLED) == 3
        assert voices.loads == 1
        voices.loaded.set()


def test_a_voice_that_cannot_be_loaded_is_told_to_those_who_wait() -> None:
    with LiveServer(None, OPTIONS, synthesizer=BrokenVoices()) as server:
        body = {"input": "a", "voice": "broken"}
        answer = httpx.post(f"{server.url}/v1/audio/speech", json=body)
        assert (answer.status_code, answer.json()["error"]["code"]) == (500, "voice_file_error")


class BrokenVoices(Synthesizer):
    """Every voice but the scripted one is broken."""

    def __init__(self) -> None:
        super().__init__(ONE_THREAD, engines={"scripted": CountedSteps().engine})

    def load(self, voice: str = "scripted") -> Engine:
        if voice != "scripted":
            raise VoiceFileError("The file is broken.")
        return super().load(voice)


def test_a_half_sent_request_takes_no_place() -> None:
    with LiveServer(CountedSteps().engine) as server:
        tasks = server.task_count()
        with server.connection() as bare:
            bare.sendall(speech_request(input=LONG)[:-100])
            eventually(lambda: server.task_count() == tasks + 1, "the request is being read")
            assert server.active == 0
        eventually(lambda: server.metric("brisa_streams_total", **CANCELLED) == 1, "it was counted")


CANCELLED = {"transport": "openai", "outcome": "cancelled", "code": ""}


def test_a_listener_who_stops_reading_costs_bounded_synthesis() -> None:
    """A buffer of 500 ms and a step; the rest lies in the connection's own small buffers."""
    script = Script(chunk_samples=4800)
    steps = CountedSteps(script)
    with LiveServer(steps.engine, service=ONE_THREAD) as server:
        before = steps.begun
        with server.connection(receive_buffer_bytes=4096) as bare:
            bare.sendall(speech_request(input=LONG, response_format="pcm"))
            assert bare.recv(16)
            eventually(server.held_back, "nothing more is sent or made")
            produced = (steps.begun - before) * 200
            assert server.active == 1
            assert 500 <= produced <= 4_000
        eventually(lambda: server.active == 0, "the stream was let go")
        eventually(lambda: server.synthesizer.active_streams == 0, "the job was let go")


def test_a_listener_who_leaves_when_all_is_made_has_not_finished() -> None:
    """Nothing is left to cancel, but what waits is not sent to nobody and called a success."""
    large = replace(
        ONE_THREAD,
        buffer=BufferOptions(size_ms=10_000),
        look_ahead=LookAheadOptions(size_ms=10_000, max_ms=10_000),
    )
    with LiveServer(CountedSteps().engine, service=large) as server:
        with server.connection(receive_buffer_bytes=4096) as bare:
            bare.sendall(speech_request(input=LONG[:110], response_format="pcm"))
            assert bare.recv(16)
            eventually(lambda: server.synthesizer.active_streams == 0, "all of it was made")
            assert server.active == 1
        eventually(lambda: server.active == 0, "the stream was let go")
        assert server.metric("brisa_streams_total", **CANCELLED) == 1


def test_a_stalled_listener_loses_its_place() -> None:
    options = ServerOptions(default_voice="scripted", warm_formats=(), stall_timeout_s=0.05)
    with (
        LiveServer(CountedSteps().engine, options) as server,
        server.connection(receive_buffer_bytes=4096) as bare,
    ):
        bare.sendall(speech_request(input=LONG, response_format="pcm"))
        labels = {"transport": "openai", "outcome": "failed", "code": "client_stalled"}
        eventually(lambda: server.metric("brisa_streams_total", **labels) == 1, "it was cut")
        assert server.active == 0
        eventually(lambda: server.synthesizer.active_streams == 0, "the job was let go")


def test_a_slow_reader_gets_every_sample() -> None:
    text = LONG[:900]
    with (
        LiveServer(CountedSteps().engine, service=ONE_THREAD) as server,
        server.connection(receive_buffer_bytes=4096) as bare,
    ):
        body = {"input": text, "response_format": "pcm"}
        whole = httpx.post(f"{server.url}/v1/audio/speech", json=body).content
        request = speech_request(**body)
        bare.sendall(request.replace(b"Host:", b"Connection: close\r\nHost:"))
        received = bytearray()
        while piece := bare.recv(1500):
            received += piece
        assert unchunked(bytes(received)) == whole


def test_a_thousand_aborted_streams_leave_nothing_behind() -> None:
    steps = CountedSteps(Script(chunk_samples=2400))
    options = ServerOptions(default_voice="scripted", warm_formats=(), max_concurrent_streams=50)
    with LiveServer(steps.engine, options, ONE_THREAD) as server:
        tasks, others = server.task_count(), channels_alive()
        asyncio.run(abort_many(server.port, streams=1000, at_a_time=25))
        eventually(lambda: server.active == 0, "every place was given back")
        eventually(lambda: server.synthesizer.active_streams == 0, "every job was let go")
        eventually(lambda: server.task_count() == tasks, "every task ended")
        # Threads that wait (pool, watch, encoders) may still hold the last stream each did.
        # A few looks are enough, and each takes its time.
        assert any(channels_alive() <= others + 4 for _ in range(20)), "every stream was let go"
        assert server.metric("brisa_active_streams", transport="openai") == 0
        ended = sum(
            sample.value
            for metric in server.parts.metrics.registry.collect()
            for sample in metric.samples
            if sample.name == "brisa_streams_total"
        )
        assert ended == 1000


def channels_alive() -> int:
    """After a collection: a connection and its tasks may go in a cycle, a little later."""
    gc.collect()
    return sum(isinstance(item, ChunkChannel) for item in gc.get_objects())


async def abort_many(port: int, *, streams: int, at_a_time: int) -> None:
    """Every third is reset, every third closed, every third closed before its first audio."""
    places = asyncio.Semaphore(at_a_time)
    formats = ("pcm", "wav", "mp3", "opus")

    async def one(index: int) -> None:
        async with places:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            name = formats[index % len(formats)]
            writer.write(speech_request(input=LONG[:800], response_format=name))
            await writer.drain()
            if index % 3:
                await reader.readuntil(b"\r\n\r\n")
                await reader.readexactly(16)
            if index % 3 == 1:
                linger = struct.pack("ii", 1, 0)
                bare: socket.socket = writer.get_extra_info("socket")
                bare.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
            writer.transport.abort()

    async with asyncio.TaskGroup() as group:
        for index in range(streams):
            group.create_task(one(index))
