"""Every talking protocol under clients that make no sense.

Whatever comes, nothing breaks inside, the server speaks to the next client as before, and nothing
of the one that left is kept. Protocols are the lines of :mod:`support.talk_wires`.
"""

from __future__ import annotations

import json
import logging
import random
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from brisa.app.options import ServerOptions, WyomingOptions
from brisa.engines.scripted import Script, ScriptedEngine
from support.fuzz_lines import Gone, Line, SocketLine, drained, open_line
from support.fuzzing import BROKEN_BYTES, BROKEN_TEXTS, cut_short, messages, written, wrong_types
from support.live_server import DEADLINE_S, LiveServer, eventually
from support.talk_wires import TALK_WIRES, TEXT, Fields, Message, TalkWire

pytestmark = pytest.mark.integration

MAX_MESSAGE_BYTES = 1 << 19
CONTEXTS = 50
EXAMPLES = 30
ANSWER_S = 0.02
wires = pytest.mark.parametrize("wire", TALK_WIRES, ids=lambda wire: wire.name)
sockets = pytest.mark.parametrize(
    "wire", [wire for wire in TALK_WIRES if wire.path is not None], ids=lambda wire: wire.name
)
bounded = settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))


class Errors(logging.Handler):
    """What anybody but the clients here logs of errors."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if not record.name.startswith("websockets.client"):
            self.found.append(
                f"{record.name}: {record.getMessage()} {vars(record).get('type', '')}"
            )


class Fuzzed:
    """The server, and what must hold of it after every client."""

    def __init__(self, server: LiveServer, errors: Errors) -> None:
        self.server = server
        self._errors = errors
        self._tasks = server.task_count()

    @contextmanager
    def client(self, wire: TalkWire, how: str = "close") -> Iterator[Line]:
        """A connection that ends as ``how`` says; then everything is checked."""
        with suppress(Gone), self.unchecked(wire, how) as line:
            yield line
        self.check(wire)

    @contextmanager
    def unchecked(self, wire: TalkWire, how: str = "reset") -> Iterator[Line]:
        """For what is done many times."""
        line = open_line(self.server, wire)
        try:
            yield line
        finally:
            line.leave(how)

    def check(self, wire: TalkWire) -> None:
        eventually(self._quiet, f"nothing is left: {self._left()}")
        self.speaks(wire)
        found, self._errors.found = self._errors.found, []
        assert found == []

    def speaks(self, wire: TalkWire) -> None:
        """A client that does everything right is served."""
        line = open_line(self.server, wire)
        say(line, [written(fields) for fields in wire.whole])
        heard = over = False
        with suppress(Gone):
            while not over:
                message = line.receive(DEADLINE_S)
                heard, over = heard or wire.audio(message), wire.over(message)
        line.leave("close")
        assert heard
        assert over

    def _quiet(self) -> bool:
        server = self.server
        wyoming = server.parts.wyoming
        assert wyoming is not None
        nobody = not server.uvicorn.server_state.connections and not wyoming.connections
        return nobody and not server.active and server.task_count() <= self._tasks

    def _left(self) -> str:
        server = self.server
        connections = len(server.uvicorn.server_state.connections)
        return f"{connections} connections, {server.active} streams, {server.task_count()} tasks"


def say(client: Line, said: Sequence[Message]) -> None:
    for message in said:
        client.send(message)


@pytest.fixture(scope="module")
def fuzzed() -> Iterator[Fuzzed]:
    options = ServerOptions(
        default_voice="scripted",
        warm_formats=(),
        max_concurrent_streams=200,
        max_body_bytes=MAX_MESSAGE_BYTES,
        wyoming=WyomingOptions(port=0),
    )
    errors = Errors()
    logging.getLogger().addHandler(errors)
    try:
        # Little audio a character: streams are paced as they are heard, and nobody listens here.
        with LiveServer(ScriptedEngine(Script(samples_per_char=40)), options) as server:
            yield Fuzzed(server, errors)
    finally:
        logging.getLogger().removeHandler(errors)


@wires
def test_a_client_that_does_everything_right(fuzzed: Fuzzed, wire: TalkWire) -> None:
    fuzzed.check(wire)


@wires
def test_every_field_of_every_wrong_type(fuzzed: Fuzzed, wire: TalkWire) -> None:
    for index, seed in enumerate(wire.seeds):
        with fuzzed.client(wire, "reset") as client:
            # What comes before it, so that it comes where it makes the most sense.
            say(client, [written(fields) for fields in wire.seeds[:index]])
            for fields in wrong_types(seed):
                client.send(written(fields))
            drained(client, ANSWER_S)


@wires
def test_malformed_json(fuzzed: Fuzzed, wire: TalkWire) -> None:
    for before in (0, 1, len(wire.whole)):
        for broken in (*BROKEN_TEXTS, *(text for seed in wire.seeds for text in cut_short(seed))):
            with suppress(Gone), fuzzed.unchecked(wire) as client:
                say(client, [written(fields) for fields in wire.whole[:before]])
                client.send(broken)
                drained(client, 0.001)
    fuzzed.check(wire)


@wires
def test_binary_where_text_belongs(fuzzed: Fuzzed, wire: TalkWire) -> None:
    for before in (0, 1, len(wire.whole)):
        with fuzzed.client(wire) as client:
            say(client, [written(fields) for fields in wire.whole[:before]])
            say(client, [written(fields).encode() for fields in wire.whole])
            say(client, BROKEN_BYTES)
            drained(client, ANSWER_S)


@sockets
def test_text_that_is_not_utf8(fuzzed: Fuzzed, wire: TalkWire) -> None:
    with fuzzed.client(wire) as client:
        assert isinstance(client, SocketLine)
        client.send_text(b'{"type":"\xff\xfe"}')
        drained(client, 1.0)


@wires
def test_wrong_order(fuzzed: Fuzzed, wire: TalkWire) -> None:
    draw = random.Random(1)
    for _ in range(20):
        order = list(wire.seeds) * 2
        draw.shuffle(order)
        with fuzzed.client(wire, draw.choice(("close", "reset", "half"))) as client:
            say(client, [written(fields) for fields in order])
            drained(client, ANSWER_S)


@wires
def test_huge_messages(fuzzed: Fuzzed, wire: TalkWire) -> None:
    """A text of 20,000 characters is taken; a message over the limit closes the connection."""
    long_text = TEXT * (20_000 // len(TEXT))
    with fuzzed.client(wire, "reset") as client:
        say(client, [written(with_text(fields, long_text)) for fields in wire.whole])
        assert any(wire.audio(message) for message in iter_answers(client))
    with fuzzed.client(wire) as client:
        client.send(written(with_text(wire.whole[-1], "x" * MAX_MESSAGE_BYTES, always=True)))
        with pytest.raises(Gone) as gone:
            for _ in iter_answers(client):
                pass
        assert gone.value.code == (None if wire.path is None else 1009)


def iter_answers(client: Line) -> Iterator[Message]:
    while True:
        yield client.receive(DEADLINE_S)


def with_text(fields: Fields, text: str, *, always: bool = False) -> Fields:
    """``fields`` with ``text`` for the text they have."""
    found: Fields = {name: text if value == TEXT else value for name, value in fields.items()}
    return {**found, "padding": text} if always else found


@wires
def test_fifty_contexts_at_once_and_then_again(fuzzed: Fuzzed, wire: TalkWire) -> None:
    """Some are refused; none breaks another, and the connection goes on."""
    with fuzzed.client(wire, "reset") as client:
        for _ in range(2):
            for number in range(CONTEXTS):
                say(client, [written(of_context(fields, wire, number)) for fields in wire.whole])
            drained(client, 0.2)


@wires
def test_contexts_reused_in_the_middle(fuzzed: Fuzzed, wire: TalkWire) -> None:
    for end in range(1, len(wire.whole) + 1):
        with fuzzed.client(wire) as client:
            for _ in range(6):
                say(client, [written(of_context(f, wire, 1)) for f in wire.whole[:end]])
            drained(client, ANSWER_S)


def of_context(fields: Fields, wire: TalkWire, number: int) -> Fields:
    """The message, about a stream of its own where the protocol has such."""
    if wire.context is None or wire.context not in fields:
        return fields
    return {**fields, wire.context: f"context {number}"}


@wires
@pytest.mark.parametrize("how", ["half", "reset", "close"])
def test_who_leaves_in_the_middle(fuzzed: Fuzzed, wire: TalkWire, how: str) -> None:
    long_text = TEXT * 500
    for end in range(len(wire.whole) + 1):
        with fuzzed.client(wire, how) as client:
            say(client, [written(with_text(fields, long_text)) for fields in wire.whole[:end]])
            drained(client, ANSWER_S)


@wires
@given(data=st.data(), how=st.sampled_from(("close", "reset", "half")))
@bounded
def test_anything_in_any_order(fuzzed: Fuzzed, wire: TalkWire, data: Any, how: str) -> None:
    said = data.draw(st.lists(messages(wire.seeds), min_size=1, max_size=25))
    with fuzzed.client(wire, how) as client:
        say(client, said)
        drained(client, ANSWER_S)


@sockets
def test_handshakes_that_make_no_sense(fuzzed: Fuzzed, wire: TalkWire) -> None:
    head = "Host: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    key = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    path, _, _ = str(wire.path).partition("?")
    many = "".join(f"X-{number}: 1\r\n" for number in range(300))
    requests = [
        f"GET {path} HTTP/1.1\r\n{head}\r\n",
        f"GET {path} HTTP/1.1\r\n{head}{key}Sec-WebSocket-Version: 99\r\n\r\n",
        f"POST {path} HTTP/1.1\r\n{head}{key}\r\n",
        f"GET {path}?{'a=%00&' * 200} HTTP/1.1\r\n{head}{key}\r\n\x00\x00",
        f"GET {path}?voice=%ff%fe&output_format=x&sample_rate=-1 HTTP/1.1\r\n{head}{key}\r\n",
        f"GET {path}/%2e%2e/%00 HTTP/1.1\r\n{head}{key}\r\n",
        f"GET {path} HTTP/1.1\r\n{head}{key}Sec-WebSocket-Protocol: {',' * 500}\r\n\r\n",
        f"GET {path}?{'x' * 20_000} HTTP/1.1\r\n{head}{key}\r\n",
        f"GET {path} HTTP/1.1\r\n{head}{key}{many}\r\n",
    ]
    for request in requests:
        with fuzzed.server.connection() as bare:
            bare.sendall(request.encode("latin-1"))
            bare.shutdown(socket.SHUT_WR)
            with suppress(OSError):
                while bare.recv(1 << 16):
                    pass
    fuzzed.check(wire)


@sockets
def test_frames_that_make_no_sense(fuzzed: Fuzzed, wire: TalkWire) -> None:
    """Reserved bits and opcodes, unmasked, too long, in pieces that do not fit."""
    frames = [
        b"\xf1\x80\x00\x00\x00\x00",
        b"\x83\x80\x00\x00\x00\x00",
        b"\x81\x05hello",
        b"\x81\xff" + b"\xff" * 8 + b"\x00" * 4,
        b"\x80\x80\x00\x00\x00\x00",
        b"\x01\x80\x00\x00\x00\x00\x01\x80\x00\x00\x00\x00",
        b"\x89\xfe\x00\x7f\x00\x00\x00\x00" + b"a" * 127,
        b"\x88\x81\x00\x00\x00\x00a",
    ]
    for frame in frames:
        with fuzzed.client(wire, "half") as client:
            say(client, [written(fields) for fields in wire.whole[:2]])
            client.bare.sendall(frame)
            drained(client, ANSWER_S)


def test_the_fuzzer_knows_its_json() -> None:
    for wire in TALK_WIRES:
        assert all(json.loads(written(fields)) == fields for fields in wire.seeds)
