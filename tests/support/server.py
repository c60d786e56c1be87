"""``brisa serve`` as a process of its own, on a free loopback port, ended with the block."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

STOP_TIMEOUT_S = 40


@contextmanager
def server_process(
    environment: Mapping[str, str], *arguments: str
) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """The server's address and process, once it says that it is ready."""
    command = [sys.executable, "-m", "brisa", "serve", "--port", "0", "--json", *arguments]
    with subprocess.Popen(
        command,
        env=dict(environment),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            assert line, f"the server ended with {process.wait(timeout=STOP_TIMEOUT_S)}"
            yield json.loads(line)["url"], process
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
                process.wait(timeout=STOP_TIMEOUT_S)


@contextmanager
def running_server(environment: Mapping[str, str], *arguments: str) -> Iterator[str]:
    """As :func:`server_process`, for those who need the address alone."""
    with server_process(environment, *arguments) as (address, _):
        yield address
