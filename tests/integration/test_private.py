"""Nothing leaves the machine, and nothing is written but the caches that are told."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.integration

SPEAK = """
import socket, sys

class Refused(Exception): pass

def refuse(event, arguments):
    if event in ("socket.connect", "socket.getaddrinfo"):
        raise Refused(event)

sys.addaudithook(refuse)
from brisa import Synthesizer
with Synthesizer() as synthesizer:
    print(len(synthesizer.speak("Hello there.").read_all()))
import onnxruntime, os
print(os.environ["ORT_DISABLE_TELEMETRY"])
"""


def test_speaking_writes_into_its_own_folders_alone(tmp_path: Path) -> None:
    """ONNX Runtime would queue usage events in the user's cache folder and send them."""
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("XDG_", "BRISA_", "ORT_"))
    }
    environment["HOME"] = str(tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", SPEAK],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    samples, disabled = done.stdout.split()
    assert int(samples) > 10_000
    assert disabled == "1"
    assert [path.name for path in (tmp_path / ".cache").iterdir()] == ["brisa"]
    assert {path.name for path in tmp_path.iterdir()} == {".cache"}
