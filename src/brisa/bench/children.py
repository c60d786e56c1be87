"""Children of this interpreter, timed from their start; each is ended by its owner, in time."""

from __future__ import annotations

import http.client
import json
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.parse import urlsplit

from brisa.clock import NS_PER_MS, Clock
from brisa.errors import EngineFailed

DEADLINE_S = 120.0
"""A child that has not done its work by then is killed, and the measurement fails."""

_STOP_S = 30.0


@dataclass(frozen=True, slots=True)
class ServerProcess:
    """A server that has said that it is ready, ``ready_ms`` after its start.

    ``wyoming_port`` is ``None`` if it does not speak that.
    """

    host: str
    port: int
    pid: int
    ready_ms: float
    wyoming_port: int | None = None


def command_ms(arguments: Sequence[str], clock: Clock) -> float:
    """Start to end of ``python ARGUMENTS``. Raises ``EngineFailed`` unless it ends well."""
    began_ns = clock.now_ns()
    with child(arguments) as process:
        process.communicate()
    ended_ns = clock.now_ns()
    _check(process)
    return (ended_ns - began_ns) / NS_PER_MS


def first_byte_ms(arguments: Sequence[str], clock: Clock) -> float:
    """Start of ``python ARGUMENTS`` to the first byte of its output, which is read to its end.

    Raises ``EngineFailed`` unless it gives some and ends well.
    """
    began_ns = clock.now_ns()
    with child(arguments) as process:
        assert process.stdout is not None
        first = process.stdout.read(1)
        first_ns = clock.now_ns()
        process.communicate()
    _check(process)
    if not first:
        raise EngineFailed("A child process gave no sound; see brisa doctor.")
    return (first_ns - began_ns) / NS_PER_MS


@contextmanager
def started_server(
    clock: Clock, options: Sequence[str] = (), *, deadline_s: float = DEADLINE_S
) -> Iterator[ServerProcess]:
    """``brisa serve`` on a free loopback port, ended with the block, or killed at ``deadline_s``.

    Raises ``EngineFailed`` if it does not become ready.
    """
    command = ("-m", "brisa", "serve", "--host", "127.0.0.1", "--port", "0", "--json", *options)
    with announced_server(command, clock, deadline_s=deadline_s) as server:
        yield server


@contextmanager
def announced_server(
    command: Sequence[str], clock: Clock, *, deadline_s: float = DEADLINE_S
) -> Iterator[ServerProcess]:
    """``python COMMAND``, whose first line of output is JSON with its ``url`` once it is ready.

    Raises ``EngineFailed`` if it ends before that.
    """
    began_ns = clock.now_ns()
    with child(command, deadline_s=deadline_s) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        ready_ms = (clock.now_ns() - began_ns) / NS_PER_MS
        if not line:
            raise EngineFailed("A server did not become ready; see brisa doctor.")
        said = json.loads(line)
        url, wyoming = urlsplit(said["url"]), urlsplit(said.get("wyoming") or "")
        assert url.hostname is not None
        assert url.port is not None
        try:
            yield ServerProcess(url.hostname, url.port, process.pid, ready_ms, wyoming.port)
        finally:
            process.terminate()
            process.wait(_STOP_S)


def request_first_byte_ms(host: str, port: int, text: str, clock: Clock) -> float:
    """A request for ``text`` as pcm on a connection of its own: connect to first byte of sound.

    Raises ``EngineFailed`` if the answer is no sound or breaks off.
    """
    body = json.dumps({"input": text, "response_format": "pcm"})
    connection = http.client.HTTPConnection(host, port, timeout=DEADLINE_S)
    began_ns = clock.now_ns()
    try:
        headers = {"content-type": "application/json"}
        connection.request("POST", "/v1/audio/speech", body, headers)
        response = connection.getresponse()
        first = response.read(1)
        first_ns = clock.now_ns()
        response.read()
    except (OSError, http.client.HTTPException) as error:
        raise EngineFailed("A server broke off an answer; see brisa doctor.") from error
    finally:
        connection.close()
    if response.status != 200 or not first:
        raise EngineFailed("A server refused to speak; see brisa doctor.")
    return (first_ns - began_ns) / NS_PER_MS


@contextmanager
def child(
    arguments: Sequence[str], *, deadline_s: float = DEADLINE_S
) -> Iterator[subprocess.Popen[bytes]]:
    """``python ARGUMENTS``; its output is a pipe, and it has ended when the block has.

    It is killed after ``deadline_s``, or when the block raises.
    """
    with subprocess.Popen(
        [sys.executable, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        watchdog = threading.Timer(deadline_s, process.kill)
        watchdog.start()
        try:
            yield process
        except BaseException:
            process.kill()
            raise
        finally:
            watchdog.cancel()
            watchdog.join()


def _check(process: subprocess.Popen[bytes]) -> None:
    if process.returncode:
        raise EngineFailed("A child process failed; see brisa doctor.")
