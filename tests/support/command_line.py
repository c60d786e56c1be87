"""The real command line in a process of its own, with an empty home and scripted voices."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

DEADLINE_S = 60.0
"""How long a test waits for what must happen; never how long something takes."""

VOICE = "robot"


@dataclass(frozen=True, slots=True)
class Done:
    """A command that has ended."""

    code: int
    out: bytes
    err: str

    def json(self) -> Any:
        return json.loads(self.out)


@dataclass(slots=True)
class CommandLine:
    """Runs ``brisa`` in ``folder``; the only BRISA_* variables it sees are those of ``env``."""

    folder: Path
    env: dict[str, str] = field(default_factory=dict)

    def run(self, *args: str, stdin: bytes = b"", **env: str) -> Done:
        """To its end; standard input is ``stdin`` and then closed."""
        process = self.start(*args, **env)
        try:
            out, err = process.communicate(stdin, timeout=DEADLINE_S)
        finally:
            process.kill()
        return Done(process.returncode, out, err.decode())

    def start(self, *args: str, **env: str) -> subprocess.Popen[bytes]:
        """The caller ends it."""
        return subprocess.Popen(
            [sys.executable, "-m", "brisa", *args],
            cwd=self.folder,
            env=self.environment() | env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def environment(self) -> dict[str, str]:
        mine = {name: value for name, value in os.environ.items() if not name.startswith("BRISA_")}
        return mine | self.env

    def files(self) -> list[str]:
        """What lies in the folder, hidden files too."""
        return sorted(path.name for path in self.folder.iterdir())


def command_line(root: Path, cache_dir: Path) -> CommandLine:
    """A command line whose work folder is empty and whose added voices are :data:`VOICE`."""
    for name in ("home", "work"):
        (root / name).mkdir()
    add_scripted_voice(root / "voices", VOICE)
    env = {
        "HOME": str(root / "home"),
        "BRISA_VOICES__DIR": str(root / "voices"),
        "BRISA_CACHE__DIR": str(cache_dir),
        "BRISA_VOICES__DEFAULT": VOICE,
    }
    return CommandLine(root / "work", env)


def add_scripted_voice(voices_dir: Path, name: str) -> None:
    """A catalogue entry that the scripted engine speaks."""
    folder = voices_dir / name
    folder.mkdir(parents=True)
    record = {"name": name, "engine": "scripted", "language": "en-US", "file": "model.bin"}
    (folder / "voice.json").write_text(json.dumps(record))
    (folder / "model.bin").touch()


def read_some(process: subprocess.Popen[bytes], count: int) -> bytes:
    """``count`` bytes of its output as soon as they are there; fails if they never come."""
    assert process.stdout is not None
    found = b""
    while len(found) < count:
        ready, _, _ = select.select([process.stdout], [], [], DEADLINE_S)
        assert ready, "the command gave nothing"
        block = os.read(process.stdout.fileno(), count - len(found))
        assert block, "the command closed its output early"
        found += block
    return found
