"""Wyoming connections on which anything may be said in any order."""

from __future__ import annotations

import socket
import struct
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from brisa.app.options import ServerOptions, WyomingOptions
from brisa.service.options import SynthesizerOptions
from support.live_server import LiveServer, eventually
from support.scripted_steps import CountedSteps
from support.wyoming import outline, said, said_inline, wyoming_client

pytestmark = pytest.mark.integration

SESSIONS = 150
EVENTS = 12
WORDS = ["Hello there. ", "", " ", "x" * 3000, "\N{PARTY POPPER}", "\0", '"', "And then", "\n\n"]
VALUES: list[Any] = [None, 0, -1, 1.5, True, "x", "heart", [], {}, [1], {"name": None}, {"a": {}}]
KINDS = [
    "describe",
    "ping",
    "synthesize",
    "synthesize-start",
    "synthesize-chunk",
    "synthesize-stop",
    "select-program",
    "audio-chunk",
    "unknown",
    "",
]
BROKEN = [
    b"\n",
    b"null\n",
    b'{"type":"synthesize","data_length":10}\n{"text":',
    b'{"type":"synthesize","data_length":-5}\n',
    b'{"type":["synthesize"]}\n',
    b"\xff\xfe\x00\n",
    b'{"type":"ping","data":"x"}\n',
]
RESET = struct.pack("ii", 1, 0)


def session(random: Random, *, whole: bool = False) -> bytes:
    """Some events, mostly sound ones; the more often a start is followed by text, the deeper. Some
    break off in the middle of an event, unless all shall be ``whole``."""
    events = []
    for _ in range(random.randrange(1, EVENTS)):
        kind = random.choice(KINDS)
        data: dict[str, Any] = {}
        if random.random() < 0.9:
            data["text"] = random.choice(WORDS)
        for name in ("voice", "text_format", "context", "text", "more"):
            if random.random() < 0.07:
                data[name] = random.choice(VALUES)
        payload = random.randbytes(random.choice((0, 0, 1, 999)))
        make = said_inline(kind, **data) if random.random() < 0.2 else said(kind, payload, **data)
        events.append(random.choice(BROKEN) if random.random() < 0.03 else make)
    stream = b"".join(events)
    breaks = not whole and random.random() < 0.2
    return stream[: random.randrange(len(stream))] if breaks else stream


@pytest.fixture
def server() -> Iterator[LiveServer]:
    options = ServerOptions(
        default_voice="scripted", warm_formats=(), wyoming=WyomingOptions(port=0)
    )
    service = SynthesizerOptions(threads=1, max_text_chars=5000)
    with LiveServer(CountedSteps().engine, options, service) as running:
        yield running


def test_anything_in_any_order(server: LiveServer, caplog: pytest.LogCaptureFixture) -> None:
    random = Random(20261201)
    tasks = server.task_count()
    for _ in range(SESSIONS):
        with wyoming_client(server.wyoming_port) as client, suppress(OSError):
            client.say(session(random))
            how = random.random()
            if how < 0.3:
                client.bare.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
            elif how < 0.6:
                client.bare.shutdown(socket.SHUT_WR)
                client.rest()
    eventually(lambda: server.active == 0, "every place was given back")
    eventually(lambda: server.synthesizer.active_streams == 0, "every job was let go")
    eventually(lambda: server.task_count() == tasks, "every task ended")
    assert "raised" not in caplog.text
    with wyoming_client(server.wyoming_port) as client:
        client.say(said("synthesize", text="Hello there."))
        assert outline(client.until("audio-stop"))[-1] == "audio-stop"


def test_what_is_answered_is_whole(server: LiveServer) -> None:
    """Every byte that a client gets belongs to an event, whatever it said."""
    random = Random(7)
    for _ in range(40):
        with wyoming_client(server.wyoming_port) as client:
            client.say(session(random, whole=True), said("ping", text="last"), b"garbage\n")
            events = client.rest()
            assert events[-1].type == "error"
            started = sum(event.type == "audio-start" for event in events)
            stopped = sum(event.type == "audio-stop" for event in events)
            assert stopped <= started <= stopped + 1
