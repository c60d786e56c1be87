"""brisa's own WebSocket, as clients meet it."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import struct
import time
from collections.abc import Iterator
from random import Random
from typing import Any

import httpx
import numpy as np
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from brisa.app.options import ServerOptions
from brisa.clock import SystemClock
from brisa.engines.scripted import Script
from brisa.service.options import SynthesizerOptions
from brisa.service.synthesizer import Synthesizer
from brisa.telemetry.metrics import Metrics
from brisa.transports.gate import StreamGate
from brisa.transports.loading import VoiceLoads
from brisa.transports.stream.connection import ConnectionOptions
from brisa.transports.stream.order import StartDefaults
from brisa.transports.stream.routes import StreamEndpoint
from brisa.transports.stream.turn import Speaking
from brisa.transports.voices import VoiceNames
from support.live_server import LiveServer, eventually
from support.scripted_steps import CountedSteps
from support.stream_client import ENDS, StreamClient, stream_client

pytestmark = pytest.mark.integration

SHORT = "It is late, and the lights are out. Nobody is there."
LONG = "This sentence is spoken over and over again. " * 1000
ONE_THREAD = SynthesizerOptions(threads=1)
OPTIONS = ServerOptions(default_voice="scripted", warm_formats=())
RESET = struct.pack("ii", 1, 0)


def ended(server: LiveServer, outcome: str, code: str = "") -> float:
    labels = {"transport": "stream", "outcome": outcome, "code": code}
    return server.metric("brisa_streams_total", **labels)


def let_go(server: LiveServer) -> None:
    eventually(lambda: server.active == 0, "the place was given back")
    eventually(lambda: server.synthesizer.active_streams == 0, "the job was let go")


@pytest.fixture
def server() -> Iterator[LiveServer]:
    with LiveServer(CountedSteps().engine, service=ONE_THREAD) as running:
        yield running


def test_two_utterances_one_after_another(server: LiveServer) -> None:
    with stream_client(server) as client:
        for number in (1, 2):
            client.speak(SHORT, paced=False)
            started = client.until("started")
            assert (started["utterance"], started["voice"]) == (number, "scripted")
            assert started["format"] == "pcm_s16le"
            finished = client.end_of(number)
            assert finished["type"] == "finished"
            assert finished["samples"] == len(client.pcm[number]) > 0
        assert np.array_equal(client.pcm[1], client.pcm[2])
        assert client.seqs == list(range(len(client.seqs)))
        eventually(lambda: ended(server, "finished") == 2, "both were counted")
    let_go(server)


def test_the_samples_are_those_of_http(server: LiveServer) -> None:
    body = {"input": SHORT, "response_format": "pcm", "seed": 7, "speed": 1.25}
    whole = httpx.post(f"{server.url}/v1/audio/speech", json=body).content
    with stream_client(server) as client:
        client.speak(SHORT, seed=7, speed=1.25, sample_rate=24000, paced=False)
        client.end_of(1)
        client.speak(*SHORT, seed=7, speed=1.25, sample_rate=24000, paced=False)
        client.end_of(2)
        assert client.pcm[1].tobytes() == whole
        assert client.pcm[2].tobytes() == whole


def test_words_come_before_they_are_heard(server: LiveServer) -> None:
    with stream_client(server) as client:
        client.speak(SHORT, paced=False)
        finished = client.end_of(1)
        words = [word for event in client.events for word in event.get("words", ())]
        assert [word["text"] for word in words][:3] == ["It", "is", "late,"]
        for word in words:
            assert SHORT[word["start_char"] : word["end_char"]] == word["text"]
            assert 0 <= word["start_sample"] < word["end_sample"] <= finished["samples"]
        client.speak(SHORT, words=False, paced=False)
        client.end_of(2)
        assert all(event["utterance"] == 1 for event in client.events if event["type"] == "words")


def test_two_utterances_at_the_same_time(server: LiveServer) -> None:
    with stream_client(server) as client:
        client.say("start", paced=False)
        client.say("start", paced=False)
        for utterance in (1, 2):
            client.say("text", text=SHORT, utterance=utterance)
            client.say("end", utterance=utterance)
        ends = {client.until("finished")["utterance"], client.until("finished")["utterance"]}
        assert ends == {1, 2}
        assert np.array_equal(client.pcm[1], client.pcm[2])


def test_a_flush_speaks_what_is_there(server: LiveServer) -> None:
    with stream_client(server) as client:
        client.say("start", paced=False)
        client.say("text", text="Well")
        client.say("flush")
        assert client.until("audio")["utterance"] == 1
        client.say("end")
        assert client.end_of(1)["type"] == "finished"


def test_cancel_says_what_was_heard(server: LiveServer) -> None:
    with stream_client(server) as client:
        client.speak(LONG)
        client.until("audio")
        client.say("cancel", sample=1000)
        client.speak(SHORT, paced=False)
        cancelled = client.end_of(1)
        assert cancelled["type"] == "cancelled"
        assert cancelled["heard_sample"] == 1000
        assert cancelled["samples"] == len(client.pcm[1]) >= 1000
        assert client.end_of(2)["type"] == "finished"
        eventually(lambda: ended(server, "cancelled") == 1, "it was counted")
    let_go(server)


def test_a_cancel_knows_better_than_any_guess(server: LiveServer) -> None:
    """A client that plays later than it could have is believed."""
    with stream_client(server) as client:
        client.speak(LONG)
        client.until("audio")
        time.sleep(0.3)  # in which 7200 samples could have been heard
        client.say("cancel", sample=100)
        cancelled = client.end_of(1)
        assert cancelled["heard_sample"] == 100


def test_cancel_without_a_playhead_guesses_what_was_heard(server: LiveServer) -> None:
    with stream_client(server) as client:
        client.speak(LONG)
        client.until("audio")
        client.say("playhead", sample=500, paused=True)
        client.say("cancel")
        cancelled = client.end_of(1)
        assert cancelled["heard_sample"] >= 500
        assert cancelled["heard_sample"] <= cancelled["samples"]


def test_a_playhead_is_the_time_of_the_first_sound(server: LiveServer) -> None:
    with stream_client(server) as client:
        client.say("playhead", sample=0)
        assert client.until("error")["code"] == "wrong_order"
        client.speak(LONG)
        client.until("audio")
        client.say("playhead", sample=10)
        client.say("playhead", sample=20, paused=True)
        client.say("playhead", sample=20)
        client.say("playhead", sample=-1)
        assert client.until("error")["param"] == "sample"


@pytest.mark.parametrize(
    ("fields", "code", "param"),
    [
        ({"voice": "nobody"}, "unknown_voice", "voice"),
        ({"speed": 9}, "out_of_range", "speed"),
        ({"speed": "fast"}, "invalid_request", "speed"),
        ({"format": "mp3"}, "unknown_format", "format"),
        ({"sample_rate": 1}, "out_of_range", "sample_rate"),
        ({"priority": 100}, "out_of_range", "priority"),
        ({"text": {"cleam": True}}, "invalid_request", "text"),
    ],
)
def test_a_start_that_cannot_be_served_fails_alone(
    server: LiveServer, fields: dict[str, Any], code: str, param: str
) -> None:
    with stream_client(server) as client:
        client.speak(SHORT, **fields)
        failed = client.end_of(1)
        assert (failed["type"], failed["code"], failed["param"]) == ("failed", code, param)
        client.speak(SHORT, paced=False)
        assert client.end_of(2)["type"] == "finished"
        assert ended(server, "refused", code) == 1


def test_text_that_is_too_long_fails_the_utterance() -> None:
    service = SynthesizerOptions(threads=1, max_text_chars=100)
    with (
        LiveServer(CountedSteps().engine, service=service) as server,
        stream_client(server) as client,
    ):
        client.say("start")
        for _ in range(30):
            client.say("text", text="Hello. ")
        failed = client.end_of(1)
        assert (failed["type"], failed["code"]) == ("failed", "text_too_long")


@pytest.mark.parametrize("text", ["...", "\N{GRINNING FACE}", ""], ids=["dots", "emoji", "nothing"])
def test_a_text_without_a_word_finishes(server: LiveServer, text: str) -> None:
    with stream_client(server) as client:
        client.speak(text, paced=False)
        finished = client.end_of(1)
        assert finished["type"] == "finished"


def test_twenty_thousand_characters_in_one_message(server: LiveServer) -> None:
    with stream_client(server) as client:
        client.speak((LONG * 2)[:20_000])
        client.until("audio")
        client.say("cancel")
        assert client.end_of(1)["type"] == "cancelled"


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ("{", "invalid_request"),
        ("[]", "unknown_message"),
        ('{"type":"shout"}', "unknown_message"),
        ('{"type":"text","text":"a"}', "wrong_order"),
        ('{"type":"text"}', "invalid_request"),
        ('{"type":"end","utterance":1}', "wrong_order"),
        (b"\x00\x01", "invalid_request"),
    ],
)
def test_a_message_that_makes_no_sense_is_answered(
    server: LiveServer, message: str | bytes, code: str
) -> None:
    with stream_client(server) as client:
        client.socket.send(message)
        assert client.until("error")["code"] == code
        client.say("ping", id="x")
        assert client.until("pong")["id"] == "x"


def test_a_message_that_is_too_large_closes() -> None:
    options = ServerOptions(default_voice="scripted", warm_formats=(), max_body_bytes=1000)
    with LiveServer(CountedSteps().engine, options) as server, stream_client(server) as client:
        client.say("text", text="a" * 2000)
        assert closed(client) == 1009


def test_text_that_is_not_unicode_closes(server: LiveServer) -> None:
    with stream_client(server) as client:
        client.socket.send(b"\xff\xfe", text=True)
        assert closed(client) == 1007


def test_too_many_messages_close(server: LiveServer) -> None:
    with stream_client(server) as client:
        client.say("start")
        try:
            for _ in range(4000):
                client.say("flush")
        except ConnectionClosed:
            pass
        assert closed(client) == 1008
        assert client.events[-1]["code"] == "too_many_messages"


def closed(client: StreamClient) -> int | None:
    """The code with which the server closes."""
    try:
        while True:
            client.next()
    except ConnectionClosed as closing:
        return None if closing.rcvd is None else closing.rcvd.code


def test_no_more_streams_than_the_server_takes() -> None:
    options = ServerOptions(default_voice="scripted", warm_formats=(), max_concurrent_streams=1)
    with LiveServer(CountedSteps().engine, options) as server, stream_client(server) as client:
        client.say("start")
        client.until("started")
        client.say("start")
        failed = client.end_of(2)
        assert failed["code"] == "overloaded"
        assert failed["retry_after_s"] == 1.0
        client.say("cancel", utterance=1)
        assert client.end_of(1)["type"] == "cancelled"


def test_a_client_that_vanishes_frees_the_engine() -> None:
    steps = CountedSteps()
    with LiveServer(steps.engine, service=ONE_THREAD) as server:
        before = steps.begun
        tasks = server.task_count()
        steps.hold(permits=3)
        with stream_client(server) as client:
            client.speak(LONG)
            client.until("audio")
            eventually(lambda: steps.begun == before + 4, "the fourth step waits")
            bare = client.socket.socket
            bare.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
            client.socket.close_socket()
        eventually(lambda: server.active == 0, "the place was given back")
        steps.release()
        let_go(server)
        assert steps.begun == before + 4
        eventually(lambda: server.task_count() == tasks, "every task ended")
        assert ended(server, "cancelled") == 1


def test_a_client_that_does_not_read_costs_bounded_synthesis() -> None:
    steps = CountedSteps(Script(chunk_samples=4800))
    with LiveServer(steps.engine, service=ONE_THREAD) as server:
        before = steps.begun
        with raw_stream(server, receive_buffer_bytes=4096) as bare:
            bare.sendall(frame({"type": "start", "paced": False}))
            bare.sendall(frame({"type": "text", "text": LONG}))
            bare.sendall(frame({"type": "end"}))
            eventually(lambda: held_back(server), "nothing more is sent or made")
            produced_ms = (steps.begun - before) * 200
            assert server.active == 1
            assert 500 <= produced_ms <= 4_000
        let_go(server)


def test_a_client_that_takes_nothing_is_cut() -> None:
    options = ServerOptions(default_voice="scripted", warm_formats=(), stall_timeout_s=0.05)
    with (
        LiveServer(CountedSteps().engine, options) as server,
        raw_stream(server, receive_buffer_bytes=4096) as bare,
    ):
        bare.sendall(frame({"type": "start", "paced": False}))
        bare.sendall(frame({"type": "text", "text": LONG}))
        eventually(lambda: ended(server, "failed", "client_stalled") == 1, "it was cut")
        let_go(server)
        eventually(lambda: not server.uvicorn.server_state.connections, "the connection is gone")


def test_a_drain_cuts_what_still_runs() -> None:
    with LiveServer(CountedSteps().engine) as server, stream_client(server) as client:
        client.speak(LONG)
        client.until("audio")
        server.stop()
        failed = client.end_of(1)
        assert (failed["type"], failed["code"]) == ("failed", "shutting_down")
        assert closed(client) == 1012


@pytest.mark.parametrize("origin", ["https://evil.example", "null"])
def test_a_page_of_another_origin_is_refused(server: LiveServer, origin: str) -> None:
    with pytest.raises(InvalidStatus) as refusal:
        connect(f"ws://127.0.0.1:{server.port}/v1/stream", origin=origin)  # type: ignore[arg-type]
    assert refusal.value.response.status_code == 403
    assert b"origin_not_allowed" in (refusal.value.response.body or b"")


def test_a_page_of_this_server_is_let_in(server: LiveServer) -> None:
    with stream_client(server, origin=f"http://127.0.0.1:{server.port}") as client:
        client.say("ping")
        assert client.until("pong")["id"] is None


def test_there_is_no_socket_elsewhere(server: LiveServer) -> None:
    with pytest.raises(InvalidStatus) as refusal:
        connect(f"ws://127.0.0.1:{server.port}/v1/streams")
    assert refusal.value.response.status_code == 403


HANDSHAKE = (
    "GET /v1/stream HTTP/1.1\r\nHost: test\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
)


def test_a_head_that_is_no_handshake_is_refused(server: LiveServer) -> None:
    for head in (
        HANDSHAKE.replace("Version: 13", "Version: 12"),
        HANDSHAKE + f"Cookie: {'a' * 20_000}\r\n",
    ):
        with server.connection() as bare:
            bare.sendall(head.encode() + b"\r\n")
            answer = bare.makefile("rb").read()
            assert not answer.startswith(b"HTTP/1.1 101")
    eventually(lambda: not server.uvicorn.server_state.connections, "both are gone")


class raw_stream:  # noqa: N801 - used as a function
    """A connection that has been greeted and reads nothing by itself."""

    def __init__(self, server: LiveServer, receive_buffer_bytes: int) -> None:
        self._opened = server.connection(receive_buffer_bytes)

    def __enter__(self) -> socket.socket:
        bare = self._opened.__enter__()
        bare.sendall(HANDSHAKE.encode() + b"\r\n")
        assert bare.recv(12) == b"HTTP/1.1 101"
        return bare

    def __exit__(self, *reason: Any) -> None:
        self._opened.__exit__(*reason)


def frame(message: dict[str, Any]) -> bytes:
    """A text frame of a client; its mask is zero."""
    body = json.dumps(message).encode()
    return b"\x81" + struct.pack("!BQ", 0xFF, len(body)) + bytes(4) + body


def held_back(server: LiveServer) -> bool:
    jobs = server.synthesizer._dispatcher.jobs()
    connections = list(server.uvicorn.server_state.connections)
    now_ns = server.synthesizer._clock.now_ns()
    paused = any(not connection.writable.is_set() for connection in connections)
    return paused and bool(jobs) and not any(job.wanted(now_ns) for job, _ in jobs)


def test_an_idle_client_is_sent_away() -> None:
    """The limit is not one of the server's options, so the endpoint is called here."""
    with Synthesizer(ONE_THREAD, engines={"scripted": CountedSteps().engine}) as synthesizer:
        speaking = Speaking(
            synthesizer,
            StreamGate(1),
            Metrics("0"),
            VoiceLoads(synthesizer),
            StartDefaults(VoiceNames("scripted")),
            SystemClock(),
        )
        endpoint = StreamEndpoint(speaking, ConnectionOptions(idle_timeout_s=0.01))
        sent: list[dict[str, Any]] = []
        asyncio.run(silent_client(endpoint, sent))
    assert [message["type"] for message in sent] == [
        "websocket.accept",
        "websocket.send",
        "websocket.close",
    ]
    assert (sent[-1]["code"], sent[-1]["reason"]) == (1000, "idle")


async def silent_client(endpoint: StreamEndpoint, sent: list[dict[str, Any]]) -> None:
    connects: list[dict[str, Any]] = [{"type": "websocket.connect"}]

    async def receive() -> Any:
        if connects:
            return connects.pop()
        return await asyncio.get_running_loop().create_future()

    async def send(message: Any) -> None:
        sent.append(message)

    await endpoint({"type": "websocket"}, receive, send)


KINDS = ("start", "text", "flush", "end", "cancel", "playhead", "ping", "shout")
VALUES = (None, True, -1, 0, 1, 2, 3, 1.5, "", "Well, well.", "\ud83d", [], {}, 2**70)
NAMES = ("text", "utterance", "sample", "paused", "voice", "speed", "seed", "words", "id", "type")


@pytest.mark.parametrize("seed", range(6))
def test_nonsense_breaks_nothing(
    server: LiveServer, seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    random = Random(seed)
    tasks = server.task_count()
    ends: list[int] = []
    with stream_client(server) as client:
        for _ in range(60):
            client.socket.send(random_message(random))
            if random.random() < 0.3:
                client.say("ping", id="fuzz")
                ends += read_to_pong(client)
        for utterance in range(1, 60):
            client.say("cancel", utterance=utterance)
        client.say("ping", id="fuzz")
        ends += read_to_pong(client)
        client.say("start", paced=False)
        client.say("text", text=SHORT)
        client.say("end")
        while client.until(*ENDS)["type"] != "finished":
            ends.append(client.events[-1]["utterance"])
    assert len(set(ends)) == len(ends)
    let_go(server)
    eventually(lambda: server.task_count() == tasks, "every task ended")
    assert not [item for item in caplog.records if item.levelno >= logging.ERROR]


def random_message(random: Random) -> str | bytes:
    if random.random() < 0.1:
        return random.randbytes(random.randrange(40))
    fields: dict[str, Any] = {"type": random.choice(KINDS)}
    for _ in range(random.randrange(4)):
        fields[random.choice(NAMES)] = random.choice(VALUES)
    whole = json.dumps(fields)
    return whole[: random.randrange(len(whole))] if random.random() < 0.1 else whole


def read_to_pong(client: StreamClient) -> list[int]:
    """The utterances that ended before the answer to a ping."""
    ends = []
    while (message := client.next()).get("id") != "fuzz":
        if message["type"] in ENDS:
            ends.append(message["utterance"])
    return ends
