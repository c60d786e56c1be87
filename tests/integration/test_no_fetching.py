"""Nothing that a client sends makes the server open a connection (SSRF)."""

from __future__ import annotations

import json
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from brisa.app.wires.table import operations
from brisa.engines.scripted import ScriptedEngine
from support.live_server import DEADLINE_S, LiveServer
from support.spoken_requests import SPOKEN_REQUESTS, SpokenRequest

pytestmark = pytest.mark.integration

URLS = (
    "http://169.254.169.254/latest/meta-data/",
    "http://127.0.0.1:{port}/canary",
    "https://canary.example/voice.wav",
    "file:///etc/passwd",
    "//canary.example/x",
    "ftp://canary.example/x",
    "data:audio/wav;base64,UklGRg==",
    "\\\\\\\\canary.example\\\\share",
)
FIELDS = (
    *("input", "text", "voice", "model", "instructions", "lang", "language", "response_format"),
    *("stream_format", "url", "audio_url", "reference", "speaker_wav", "style_wav", "callback"),
    *("voice_url", "webhook", "lexicon", "model_id", "voice_id"),
)
HEADERS = ("referer", "x-forwarded-for", "x-forwarded-host", "traceparent", "origin", "x-url")


class Guard:
    """Sees every address that a thread of the server looks up or connects to. An audit hook cannot
    be taken out again, so this one only counts while it is on."""

    def __init__(self) -> None:
        self.on = False
        self.seen: list[tuple[str, str]] = []

    def __call__(self, event: str, args: tuple[Any, ...]) -> None:
        if not self.on or event not in ("socket.connect", "socket.getaddrinfo", "urllib.Request"):
            return
        if threading.current_thread() is not threading.main_thread():
            self.seen.append((event, repr(args[1:] if event == "socket.connect" else args)))


GUARD = Guard()
sys.addaudithook(GUARD)


@contextmanager
def guarded() -> Iterator[list[tuple[str, str]]]:
    GUARD.seen.clear()
    GUARD.on = True
    try:
        yield GUARD.seen
    finally:
        GUARD.on = False


@pytest.fixture(scope="module")
def server() -> Iterator[LiveServer]:
    with LiveServer(ScriptedEngine()) as started:
        yield started


@pytest.fixture
def trap() -> Iterator[socket.socket]:
    """A port of this machine that an address may lead to."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(0.2)
        yield listener


def urls(trap: socket.socket) -> list[str]:
    return [url.format(port=trap.getsockname()[1]) for url in URLS]


def untouched(trap: socket.socket) -> bool:
    try:
        trap.accept()[0].close()
    except TimeoutError:
        return True
    return False


def test_the_guard_sees_what_a_thread_does(trap: socket.socket) -> None:
    def fetch() -> None:
        with socket.create_connection(trap.getsockname()):
            pass

    with guarded() as seen:
        thread = threading.Thread(target=fetch)
        thread.start()
        thread.join()
    assert {event for event, _ in seen} == {"socket.connect", "socket.getaddrinfo"}
    assert not untouched(trap)


@pytest.mark.parametrize("operation", operations(), ids=lambda item: f"{item.method} {item.path}")
def test_no_address_in_a_request_is_fetched(
    operation: Any, server: LiveServer, trap: socket.socket
) -> None:
    path = operation.path.replace("{model:path}", "http://canary.example/")
    with guarded() as seen, httpx.Client(base_url=server.url, timeout=DEADLINE_S) as client:
        for url in urls(trap):
            headers = {name: url.encode("ascii", "replace").decode() for name in HEADERS}
            if operation.body is None:
                client.request(operation.method, path, params={"url": url, "text": url})
                client.request(operation.method, path, headers=headers | {"origin": "http://a"})
                continue
            for field in FIELDS:
                body = {"input": "Words.", "response_format": "pcm", field: url}
                answer = client.request(operation.method, path, json=body)
                assert answer.status_code < 500
            client.request(operation.method, path, json=dict.fromkeys(FIELDS, url))
            client.request(operation.method, path, json={"input": url}, headers=headers)
    assert seen == []
    assert untouched(trap)


@pytest.mark.parametrize("request_", SPOKEN_REQUESTS, ids=lambda item: item.name)
def test_no_address_for_a_voice_or_a_text_is_fetched(
    request_: SpokenRequest, server: LiveServer, trap: socket.socket
) -> None:
    with guarded() as seen, httpx.Client(base_url=server.url, timeout=DEADLINE_S) as client:
        for url in urls(trap):
            arguments = request_.arguments(url)
            client.request(**arguments)
            for part in ("json", "params"):
                if part in arguments:
                    more = dict.fromkeys((*FIELDS, *arguments[part]), url)
                    client.request(**arguments | {part: more | arguments[part]})
                    client.request(**arguments | {part: more})
    assert seen == []
    assert untouched(trap)


def test_no_address_in_a_message_is_fetched(server: LiveServer, trap: socket.socket) -> None:
    with guarded() as seen:
        for url in urls(trap):
            address = f"ws://127.0.0.1:{server.port}/v1/stream"
            with connect(address, compression=None) as client:
                for field in FIELDS:
                    client.send(json.dumps({"type": "start", field: url}))
                    client.send(json.dumps({"type": "text", "text": url}))
                    client.send(json.dumps({"type": "cancel"}))
                client.send(json.dumps({"type": "ping", "id": url}))
                while json.loads(last := read_text(client))["type"] != "pong":
                    pass
                assert json.loads(last)["id"] == url
    assert seen == []
    assert untouched(trap)


def read_text(client: Any) -> str:
    while not isinstance(message := client.recv(DEADLINE_S), str):
        pass
    return str(message)
