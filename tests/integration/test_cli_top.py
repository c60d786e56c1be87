"""``brisa top`` as a process: once, again and again, and in a terminal."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import select
import signal
import socket
import struct
import subprocess
import sys
import termios
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest

from brisa.cli.top_source import StatusSource, Unreachable
from brisa.transports.status_report import decode, encode
from support.command_line import DEADLINE_S, CommandLine, command_line
from support.status_reports import REPORT
from support.status_server import status_server

pytestmark = pytest.mark.integration

BODY = encode(REPORT)


@pytest.fixture
def brisa(tmp_path: Path, cache_dir: Path) -> CommandLine:
    return command_line(tmp_path, cache_dir)


@pytest.fixture
def nowhere() -> str:
    """An address where nobody listens."""
    with status_server(BODY) as server:
        return server.url


def test_once_as_json(brisa: CommandLine) -> None:
    with status_server(BODY) as server:
        done = brisa.run("top", "--once", "--json", "--url", server.url)
    assert (done.code, done.err) == (0, "")
    assert decode(done.out) == REPORT
    assert done.out.count(b"\n") == 1


def test_once_for_people(brisa: CommandLine) -> None:
    with status_server(BODY) as server:
        done = brisa.run("top", "--once", "--url", server.url, COLUMNS="80", LC_ALL="C.UTF-8")
    assert (done.code, done.err) == (0, "")
    lines = done.out.decode().splitlines()
    assert lines[0].startswith(f"brisa {server.url}  ready  9.8.7")
    assert lines[-2].split() == ["7", "heart", "live", "ready", "1", "4.2", "5.1"] + [
        "180", "240", "370", "2",
    ]  # fmt: skip


def test_a_server_that_is_not_there_is_a_failure(brisa: CommandLine, nowhere: str) -> None:
    for more in ((), ("--json",)):
        done = brisa.run("top", "--once", "--url", nowhere, *more)
        assert (done.code, done.out) == (1, b"")
        assert done.err == (
            f"brisa: error: {nowhere} cannot be reached: Connection refused. "
            "Start it with brisa serve.\n"
        )


@pytest.mark.parametrize(
    ("body", "status", "told"),
    [(b"no", 404, "answers /v1/status with 404"), (b"<html>", 200, "does not report a status")],
)
def test_another_server_is_not_taken_for_brisa(body: bytes, status: int, told: str) -> None:
    with status_server(body, status=status) as server, StatusSource(server.url) as source:
        with pytest.raises(Unreachable, match=told):
            source.read()
        server.body, server.status = BODY, 200
        assert source.read() == REPORT


def test_a_connection_is_kept_and_made_anew_where_it_was_lost() -> None:
    with status_server(BODY) as server, StatusSource(server.url) as source:
        assert source.read() == source.read() == REPORT
        assert (server.answered, server.connections) == (2, 1)
        assert source._connection.sock is not None
        source._connection.sock.shutdown(2)  # as if it had been idle for too long
        assert source.read() == REPORT
        assert server.connections == 2


def test_a_server_that_says_nothing_is_given_up() -> None:
    """Connections are made to it and nothing comes of them."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        with (
            StatusSource(f"http://127.0.0.1:{port}", timeout_s=0.05) as source,
            pytest.raises(Unreachable, match=r"did not answer within 0\.05 s"),
        ):
            source.read()


def lines_of(process: subprocess.Popen[bytes]) -> Iterator[dict[str, object]]:
    assert process.stdout is not None
    for line in process.stdout:
        yield json.loads(line)


def test_it_goes_on_while_a_server_is_gone_and_finds_it_again(brisa: CommandLine) -> None:
    with status_server(BODY) as server:
        port, url = server.port, server.url
        process = brisa.start("top", "--json", "--interval", "0.1", "--url", url)
        watchdog = threading.Timer(DEADLINE_S, process.kill)
        watchdog.start()
        looks = lines_of(process)
        assert next(looks)["version"] == "9.8.7"
    try:
        gone = next(look for look in looks if "problem" in look)
        assert str(gone["problem"]).startswith(f"{url} cannot be reached: ")
        later = encode(msgspec.structs.replace(REPORT, version="10"))
        with status_server(later, port=port):
            assert next(look for look in looks if "problem" not in look)["version"] == "10"
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=DEADLINE_S)
        assert (process.returncode, err) == (0, b"")
    finally:
        watchdog.cancel()
        watchdog.join()
        process.kill()
        process.communicate()


class Terminal:
    """A pseudo-terminal with ``brisa top`` in it."""

    def __init__(self, brisa: CommandLine, url: str) -> None:
        self.ours, theirs = pty.openpty()
        self.resize(80, 24)
        self.before = termios.tcgetattr(theirs)
        environment = {**brisa.environment(), "TERM": "xterm", "LC_ALL": "C.UTF-8"}
        for name in ("COLUMNS", "LINES", "NO_COLOR"):
            environment.pop(name, None)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "brisa", "top", "--interval", "0.3", "--url", url],
            env=environment,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
        )
        self.theirs = theirs

    def resize(self, columns: int, lines: int) -> None:
        fcntl.ioctl(self.ours, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def read_until(self, wanted: bytes) -> bytes:
        found = b""
        while wanted not in found:
            ready, _, _ = select.select([self.ours], [], [], DEADLINE_S)
            assert ready, f"never shown: {wanted!r} in {found[-500:]!r}"
            found += os.read(self.ours, 1 << 16)
        return found

    def press(self, key: bytes) -> None:
        os.write(self.ours, key)

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.ours)
        os.close(self.theirs)


@contextmanager
def terminal(brisa: CommandLine, url: str) -> Iterator[Terminal]:
    shown = Terminal(brisa, url)
    try:
        yield shown
    finally:
        shown.end()


def test_in_a_terminal_it_follows_the_window_and_q_ends_it(brisa: CommandLine) -> None:
    with status_server(BODY) as server, terminal(brisa, server.url) as shown:
        screen = shown.read_until(b"killed by signal 9")
        assert b"\x1b[?1049h" in screen  # the alternate screen
        assert b"q quits" in screen
        assert b"longest" not in shown.read_until(b"gaps")
        shown.resize(130, 24)
        shown.read_until(b"longest")
        assert not termios.tcgetattr(shown.theirs)[3] & termios.ECHO
        shown.press(b"q")
        shown.read_until(b"\x1b[?1049l")
        assert shown.process.wait(timeout=DEADLINE_S) == 0
        assert termios.tcgetattr(shown.theirs) == shown.before


def test_a_terminal_is_told_that_the_server_is_gone(brisa: CommandLine, nowhere: str) -> None:
    with terminal(brisa, nowhere) as shown:
        shown.read_until(b"cannot be reached")
        shown.process.send_signal(signal.SIGTERM)
        shown.read_until(b"\x1b[?1049l")
        assert shown.process.wait(timeout=DEADLINE_S) == 143
        assert termios.tcgetattr(shown.theirs) == shown.before
