"""No key, right or wrong, is in a line of the log, an answer or a report, at any level."""

from __future__ import annotations

import base64
import json
import logging
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from brisa.app.access_log import AccessLog
from brisa.app.json_log import json_formatter
from brisa.app.keys_file import write_keys
from brisa.app.logs import TextFormatter
from brisa.app.options import KeyOptions, ServerOptions
from brisa.engines.scripted import Script, ScriptedEngine
from brisa.transports.keys import KeyRecord, hash_of
from support.command_line import CommandLine, command_line
from support.key_forms import FORMS
from support.live_server import LiveServer
from support.stream_client import StreamClient

pytestmark = pytest.mark.integration

# The names of the tests' folders are in some lines; the canary must be in none.
RIGHT, WRONG = "quokka-right-0123456789", "quokka-wrong-0123456789"
CLIENTS = ("httpx", "httpcore", "websockets.client")
SPEECH = {"input": "Words.", "response_format": "pcm"}
PATHS = ("/v1/models", "/", "/nowhere", "/v1/status", "/metrics", "/v1/voices", "/v1/speak")


def traces_of(*keys: str) -> list[str]:
    """Forms in which a key might stand somewhere."""
    basic = [base64.b64encode(f"anybody:{key}".encode()).decode()[:-4] for key in keys]
    return ["quokka", *basic]


@contextmanager
def everything_logged(formatter: logging.Formatter) -> Iterator[StringIO]:
    written = StringIO()
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


def told_by(url: str, paths: tuple[str, ...] = PATHS) -> str:
    """Everything that a server answers to every form of both keys, heads included."""
    told: list[str] = []

    def keep(answer: httpx.Response) -> None:
        told.append(f"{answer.status_code} {dict(answer.headers)} {answer.text}")

    for key in (RIGHT, WRONG):
        for form in FORMS:
            query = form.query(key).decode()
            for path in paths:
                keep(httpx.get(f"{url}{path}?{query}", headers=form.headers(key)))
            speech = f"{url}/v1/audio/speech?{query}"
            keep(httpx.post(speech, json=SPEECH, headers=form.headers(key)))
            told.append(talk(url, form.headers(key), query, form.subprotocols(key)))
    return "\n".join(told)


def talk(url: str, headers: dict[str, str], query: str, offered: list[Any]) -> str:
    """An utterance over the socket, or how the handshake was refused."""
    address = f"{url.replace('http', 'ws', 1)}/v1/stream?{query}"
    more = {"subprotocols": offered} if offered else {"additional_headers": headers}
    try:
        with connect(address, compression=None, **more) as socket:
            client = StreamClient(socket)
            client.speak("Words.")
            client.end_of(1)
            return f"{client.events} {socket.subprotocol}"
    except InvalidStatus as refused:
        body = (refused.response.body or b"").decode()
        return f"{refused.response.status_code} {refused.response.headers} {body}"


class LoggedServer(LiveServer):
    def make_app(self) -> Any:
        app = super().make_app()
        app.add_middleware(AccessLog, routes=app.routes)
        return app


def keys_in(folder: Path) -> Path:
    file = folder / "keys.yaml"
    write_keys(file, [KeyRecord("desk", hash_of(RIGHT))])
    return file


@pytest.mark.parametrize("formatter", [json_formatter(), TextFormatter()], ids=["json", "text"])
@pytest.mark.parametrize(
    "script", [Script(), Script(fail_at_step=0, raises=ValueError(RIGHT))], ids=["sound", "raises"]
)
def test_in_the_server(script: Script, formatter: logging.Formatter, tmp_path: Path) -> None:
    options = ServerOptions(
        default_voice="scripted", warm_formats=(), keys=KeyOptions(keys_in(tmp_path))
    )
    with (
        everything_logged(formatter) as written,
        LoggedServer(ScriptedEngine(script), options) as server,
    ):
        told = told_by(server.url)
        report = repr(server.parts) + repr(server.options)
    lines = written.getvalue()
    assert "\n401 " in told
    assert "request" in lines
    for trace in traces_of(RIGHT, WRONG):
        assert trace not in lines.lower()
        assert trace not in told
        assert trace not in report


@pytest.mark.parametrize("level", ["debug", "info", "warning", "error"])
def test_in_the_process(level: str, tmp_path: Path, cache_dir: Path) -> None:
    brisa: CommandLine = command_line(tmp_path, cache_dir)
    settings = {
        "security": {"keys_file": str(keys_in(tmp_path))},
        "logging": {"level": level, "access": True},
    }
    (brisa.folder / "a.yaml").write_text(json.dumps(settings))
    debug = ("--debug",) if level == "debug" else ()
    process = brisa.start(*debug, "serve", "--config", "a.yaml", "--port", "0", "--json")
    with process, ThreadPoolExecutor(1) as reader:
        try:
            assert process.stdout is not None
            assert process.stderr is not None
            # Somebody must read, or the server waits with its next line.
            logged = reader.submit(process.stderr.read)
            url = json.loads(process.stdout.readline())["url"]
            told = told_by(url, ("/v1/models",))
            process.terminate()
            process.wait(timeout=60)
            err = logged.result(timeout=60)
        finally:
            process.kill()
    assert "\n200 " in told
    for trace in traces_of(RIGHT, WRONG):
        assert trace not in err.decode().lower()
        assert trace not in told


@pytest.mark.parametrize(
    "line",
    [
        f"GET /v1/speak?api_key={RIGHT}&model=a HTTP/1.1",
        f"GET /v1/stream?token={RIGHT}",
        f"headers: Authorization: Bearer {RIGHT}",
        f"authorization={RIGHT}",
        "a key brisa_" + "k" * 43,
    ],
)
@pytest.mark.parametrize("formatter", [json_formatter(), TextFormatter()], ids=["json", "text"])
def test_in_what_a_library_logs(line: str, formatter: logging.Formatter) -> None:
    """brisa logs no such line; should another do, the key is taken out."""
    written = StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(formatter)
    record = logging.makeLogRecord({"name": "other", "levelno": 20, "msg": "%s", "args": (line,)})
    handler.handle(record)
    assert RIGHT not in written.getvalue()
    assert "k" * 43 not in written.getvalue()
