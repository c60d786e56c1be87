"""``brisa serve`` as a process: ready line, requests, port in use, the way it ends."""

from __future__ import annotations

import http.client
import json
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from support.command_line import CommandLine, command_line
from support.wyoming import pcm_of, said, wyoming_client

pytestmark = pytest.mark.integration


@pytest.fixture
def brisa(tmp_path: Path, cache_dir: Path) -> CommandLine:
    return command_line(tmp_path, cache_dir)


@contextmanager
def serving(brisa: CommandLine, *args: str, **env: str) -> Iterator[tuple[Any, str]]:
    """The process and its address; killed at the end if the block has not ended it."""
    process = brisa.start("serve", "--port", "0", "--json", *args, **env)
    with process:
        try:
            assert process.stdout is not None
            ready = json.loads(process.stdout.readline())
            assert ready["pid"] == process.pid
            yield process, ready["url"]
        finally:
            process.kill()


def post(url: str, body: dict[str, Any]) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=60)
    try:
        headers = {"content-type": "application/json"}
        connection.request("POST", "/v1/audio/speech", json.dumps(body), headers)
        response = connection.getresponse()
        return response.status, response.read()
    finally:
        connection.close()


def end(process: subprocess.Popen[bytes]) -> str:
    process.send_signal(signal.SIGTERM)
    process.wait(timeout=60)
    assert process.stderr is not None
    return process.stderr.read().decode()


def test_it_speaks_when_it_says_that_it_is_ready(brisa: CommandLine) -> None:
    text = "Hello there, my friend."
    with serving(brisa) as (process, url):
        status, body = post(url, {"input": text, "response_format": "wav"})
        assert status == 200
        err = end(process)
    assert process.returncode == 0, err
    assert "Traceback" not in err
    assert body == brisa.run("say", text, "--out", "-").out


def test_the_line_for_people_can_be_typed_in(brisa: CommandLine) -> None:
    process = brisa.start("serve", "--port", "0")
    with process:
        try:
            assert process.stdout is not None
            first, second = process.stdout.readline(), process.stdout.readline()
            end(process)
        finally:
            process.kill()
    address = first.decode().split()[-1]
    assert first.decode().startswith("brisa is ready at http://127.0.0.1:")
    assert second.decode().startswith(f"Try: curl {address}/v1/audio/speech ")
    assert process.returncode == 0


def test_settings_from_file_environment_and_flags_act(brisa: CommandLine) -> None:
    (brisa.folder / "a.yaml").write_text(
        "limits: {max_text_chars: 100}\nvoices: {default: nobody}\nserver: {max_body_bytes: 2048}\n"
    )
    args = ("--config", "a.yaml", "--voice", "robot", "--workers", "1")
    with serving(brisa, *args, BRISA_VOICES__DEFAULT="nobody too") as (process, url):
        assert post(url, {"input": "Hello.", "response_format": "pcm"})[0] == 200
        status, body = post(url, {"input": "a" * 101, "response_format": "pcm"})
        assert (status, json.loads(body)["error"]["code"]) == (400, "text_too_long")
        assert post(url, {"input": "a" * 4000, "response_format": "pcm"})[0] == 413
        end(process)


def test_wyoming_has_a_port_of_its_own(brisa: CommandLine) -> None:
    process = brisa.start("serve", "--port", "0", "--wyoming-port", "0", "--json")
    with process:
        try:
            assert process.stdout is not None
            ready = json.loads(process.stdout.readline())
            address = urlsplit(ready["wyoming"])
            assert (address.scheme, address.hostname) == ("tcp", "127.0.0.1")
            assert address.port not in (None, urlsplit(ready["url"]).port)
            with wyoming_client(int(address.port or 0)) as client:
                client.say(said("describe"), said("synthesize", text="Hello there, my friend."))
                events = client.until("audio-stop")
            assert "heart" in [voice["name"] for voice in events[0].data["tts"][0]["voices"]]
            body = {"input": "Hello there, my friend.", "response_format": "pcm"}
            assert pcm_of(events) == post(ready["url"], body)[1]
            err = end(process)
        finally:
            process.kill()
    assert process.returncode == 0, err
    assert "Traceback" not in err


def test_wyoming_port_in_use(brisa: CommandLine) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = brisa.run("serve", "--port", "0", "--wyoming-port", port)
    assert done.code == 1
    assert done.err.splitlines()[-1].endswith("Choose another with --wyoming-port.")


def test_a_port_in_use(brisa: CommandLine) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = brisa.run("serve", "--port", port)
    assert done.code == 1
    assert done.err.splitlines()[-1] == (
        f"brisa: error: Cannot listen on 127.0.0.1 port {port}: Address already in use. "
        "Choose another with --port."
    )
    assert "Traceback" not in done.err


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--port", "70000"], "--port: server.port takes a whole number from 0 to 65535"),
        (["--port", "web"], "--port: server.port takes a whole number"),
        (["--workers", "-1"], "--workers: resources.workers takes auto or a whole number"),
        (["--config", "none.yaml"], "none.yaml cannot be read: No such file"),
        (["--voice", "nobody", "--port", "0"], "There is no voice 'nobody'"),
    ],
)
def test_wrong_usage(brisa: CommandLine, args: list[str], message: str) -> None:
    done = brisa.run("serve", *args)
    assert done.code == 2
    assert message in done.err.splitlines()[-1]
    assert done.err.splitlines()[-1].startswith("brisa: error: ")


def test_an_address_that_others_reach_is_warned_about(brisa: CommandLine) -> None:
    with serving(brisa, "--host", "0.0.0.0", "--log-format", "text") as (process, _):
        err = end(process)
    assert "brisa: warning: 0.0.0.0" in err
    assert "no authentication" in err


def test_no_warning_at_home(brisa: CommandLine) -> None:
    with serving(brisa) as (process, _):
        assert "warning" not in end(process)


def test_lines_are_json_where_nobody_looks(brisa: CommandLine) -> None:
    with serving(brisa, "--host", "0.0.0.0", "--access-log") as (process, url):
        assert post(url, {"input": "Hello.", "response_format": "pcm"})[0] == 200
        lines = [json.loads(line) for line in end(process).splitlines()]
    assert all(set(line) >= {"timestamp", "level", "logger", "event"} for line in lines)
    (warning,) = [line for line in lines if line["level"] == "warning" and "host" in line]
    assert (warning["logger"], warning["host"]) == ("brisa.cli.serve", "0.0.0.0")
    (request,) = [line for line in lines if line["logger"] == "brisa.access"]
    found = [request[name] for name in ("event", "method", "route", "status", "complete")]
    assert found == ["request", "POST", "/v1/audio/speech", 200, True]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--log-format", "xml"], "--log-format: logging.format takes"),
        (["--log-level", "loud"], "--log-level: logging.level takes"),
    ],
)
def test_a_log_that_cannot_be(brisa: CommandLine, args: list[str], message: str) -> None:
    done = brisa.run("serve", *args)
    assert done.code == 2
    assert message in done.err


@pytest.mark.parametrize(
    "args", [["--help"], ["serve", "--help"], ["say", "Hello.", "--out", "a.wav"]]
)
def test_what_logs_and_traces_is_loaded_by_servers_alone(
    brisa: CommandLine, args: list[str]
) -> None:
    program = (
        "import sys\n"
        "from brisa.cli.main import run\n"
        f"code = run({args!r})\n"
        "print(code, sorted({'structlog', 'opentelemetry'} & set(sys.modules)), file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=brisa.folder,
        env=brisa.environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr.splitlines()[-1] == "0 []"
