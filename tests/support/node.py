"""JavaScript of the tests, run by Node."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

JS = Path(__file__).parent.parent / "js"

_TIMEOUT_S = 60


def node_command() -> list[str]:
    """Node with a WebSocket, which it has behind a flag up to version 21."""
    node = shutil.which("node")
    assert node, "Node 20 or newer is missing; on Debian: apt-get install nodejs"
    return [node, "--experimental-websocket", "--no-warnings"]


def node_tests(name: str, **environment: str) -> None:
    """Run a file of tests; a failure shows what it printed."""
    done = subprocess.run(
        [*node_command(), "--test", str(JS / name)],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=_TIMEOUT_S,
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    passed = re.search(r"^\W+pass (\d+)$", done.stdout, re.MULTILINE)
    assert passed is not None
    assert int(passed[1]) > 0
