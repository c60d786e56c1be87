"""The JavaScript clients: every ``node/*.test.mjs``, with the server's address in ``BRISA_URL``."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from conftest import Server

FOLDER = Path(__file__).resolve().parent
FILES = sorted((FOLDER / "node").glob("*.test.mjs"))
DEADLINE_S = 120


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name.removesuffix(".test.mjs"))
def test_javascript_client(server: Server, file: Path) -> None:
    node = shutil.which("node")
    assert node, "Node.js is missing; scripts/test --clients installs it"
    done = subprocess.run(
        [node, "--test", "--test-timeout=60000", str(file)],
        env={**os.environ, "BRISA_URL": server.url, "BRISA_WS_URL": server.ws_url},
        cwd=FOLDER,
        capture_output=True,
        timeout=DEADLINE_S,
        check=False,
    )
    assert done.returncode == 0, done.stdout.decode() + done.stderr.decode()
