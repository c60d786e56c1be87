"""Nothing that a listener sends is in any line of the log, at any level, whoever logs it (P8)."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from brisa.app.json_log import json_formatter
from brisa.app.logs import TextFormatter
from brisa.engines.scripted import Script
from support.command_line import CommandLine, command_line
from support.live_server import DEADLINE_S, LiveServer
from support.scripted_steps import CountedSteps
from support.stream_client import stream_client

pytestmark = pytest.mark.integration

SECRET = "quokka"
CLIENTS = ("httpx", "httpcore", "websockets.client")
TEXT = f"The {SECRET} sleeps. Another {SECRET} wakes up."


@contextmanager
def everything_logged(formatter: logging.Formatter) -> Iterator[io.StringIO]:
    """What a handler writes that gets all of everybody's records but those of the clients here."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(formatter)
    handler.addFilter(lambda record: not record.name.startswith(CLIENTS))
    root, level = logging.getLogger(), logging.getLogger().level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    try:
        yield written
    finally:
        root.removeHandler(handler)
        root.setLevel(level)


def requests(url: str) -> list[dict[str, Any]]:
    """Ways to put words into a request; each is what httpx is called with."""
    speech = f"{url}/v1/audio/speech"
    whole = {"input": TEXT, "response_format": "wav"}
    return [
        {"url": speech, "json": whole},
        {"url": speech, "json": whole | {"stream_format": "sse"}},
        {"url": speech, "json": whole | {"voice": SECRET}},
        {"url": speech, "json": whole | {"lang": SECRET, "model": SECRET}},
        {"url": speech, "json": whole | {"response_format": SECRET}},
        {"url": speech, "json": whole | {"text": {"lexicon": [{"written": SECRET}]}}},
        {"url": speech, "content": f'{{"input": "{SECRET}'.encode()},
        {"url": speech, "json": whole, "headers": {"x-request-id": f"{SECRET} {SECRET}"}},
        {"url": speech, "json": whole, "headers": {"authorization": f"Bearer {SECRET}"}},
        {"url": f"{url}/v1/text", "json": {"input": TEXT}},
        {"url": f"{url}/{SECRET}?input={SECRET}"},
        {"url": f"{url}/v1/models/{SECRET}"},
        {"url": f"{url}/tts/bytes", "json": {"transcript": TEXT, "context_id": SECRET}},
        {"url": f"{url}/tts/sse", "json": {"transcript": TEXT, "add_timestamps": True}},
        {"url": f"{url}/tts/sse", "json": {"transcript": [TEXT], "voice": SECRET}},
        {"url": url, "content": TEXT},
        {"url": f"{url}/synthesize", "json": {"text": TEXT, "voice": SECRET}},
        {"url": f"{url}/vapi", "json": {"message": {"type": "voice-request", "text": TEXT}}},
        {"url": f"{url}/vapi", "json": {"message": {"type": SECRET, "text": TEXT}}},
        {"url": f"{url}/api/tts?text={SECRET}&speaker_id={SECRET}"},
        {"url": f"{url}/api/tts", "headers": {"text": TEXT}},
        {"url": f"{url}/process?INPUT_TEXT={SECRET}"},
        {"url": f"{url}/process", "data": {"INPUT_TEXT": TEXT, "VOICE": SECRET, "AUDIO": SECRET}},
    ]


def talk_to_cartesia(server: LiveServer) -> None:
    """Contexts that end, one way or another, and messages that are none."""
    said = [
        {"context_id": SECRET, "transcript": TEXT, "add_timestamps": True},
        {"context_id": "b", "transcript": TEXT, "voice": SECRET},
        {"context_id": "c", "transcript": [TEXT]},
    ]
    address = f"ws://127.0.0.1:{server.port}/tts/websocket?api_key={SECRET}"
    with connect(address) as talk:
        for message in (*map(json.dumps, said), f'{{"transcript": "{TEXT}', TEXT.encode()):
            talk.send(message)
        over = 0
        while over < 5:
            over += json.loads(talk.recv(DEADLINE_S))["type"] in ("done", "error")


@pytest.mark.parametrize("formatter", [json_formatter(), TextFormatter()], ids=["json", "text"])
@pytest.mark.parametrize(
    "script",
    [
        Script(),
        Script(fail_at_step=1),
        Script(fail_at_step=0, raises=ValueError(TEXT)),
        Script(fail_at_step=1, raises=RuntimeError(TEXT)),
    ],
    ids=["sound", "fails", "raises at once", "raises"],
)
def test_in_the_server(script: Script, formatter: logging.Formatter) -> None:
    with everything_logged(formatter) as written:
        with LiveServer(CountedSteps(script).engine) as server:
            for request in requests(server.url):
                try:
                    httpx.post(**request)
                except httpx.RemoteProtocolError:
                    assert script.fail_at_step is not None
            with stream_client(server) as client:
                client.speak(TEXT)
                client.end_of(1)
            talk_to_cartesia(server)
        logging.getLogger("asyncio").error("failed\nfuture: <Task exception=%r>", ValueError(TEXT))
    lines = written.getvalue().splitlines()
    assert lines
    assert [line for line in lines if SECRET in line.lower()] == []


@pytest.mark.parametrize("debug", [(), ("--debug",)], ids=["", "debug"])
def test_in_a_server_with_workers(debug: tuple[str, ...], tmp_path: Path, cache_dir: Path) -> None:
    brisa: CommandLine = command_line(tmp_path, cache_dir)
    trouble = {"trouble": {"kind": "bug", "at_step": 1}}
    (tmp_path / "voices" / "robot" / "script.json").write_text(json.dumps(trouble))
    options = ("--port", "0", "--json", "--workers", "1", "--access-log", "--log-level", "debug")
    process = brisa.start(*debug, "serve", *options)
    with process:
        try:
            assert process.stdout is not None
            url = json.loads(process.stdout.readline())["url"]
            for request in requests(url):
                with suppress(httpx.RemoteProtocolError):
                    httpx.post(**request, timeout=60)
            process.terminate()
            _, err = process.communicate(timeout=60)
        finally:
            process.kill()
    lines = [json.loads(line) for line in err.decode().splitlines()]
    assert {line["event"] for line in lines} >= {"request", "engine loaded"}
    assert SECRET not in err.decode().lower()
