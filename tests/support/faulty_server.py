"""``brisa serve`` as a process of its own whose voices and workers go wrong as they are told.

Voices are those of the scripted engine, each with a script of its own. Workers that cannot start
are made by a ``sitecustomize`` module on their path, which ends them while a file is there.
"""

from __future__ import annotations

import http.client
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec

from brisa.bench.inspection import samples_in
from brisa.engines.scripted import SCRIPT_FILE, Script, ScriptedEngine
from brisa.service.options import SynthesizerOptions
from brisa.service.synthesizer import Synthesizer
from brisa.transports.status_report import StatusReport, decode
from brisa.types import SpeechSettings
from support.worker_pools import BREATH, wait_for

DEADLINE_S = 60.0
TEXT = "Ten little words are spoken here, one by one, slowly. And some more of them follow."
MOST_TRIES = 100
LONGEST_WAIT_S = 0.5
LAST_WORDS = "no such library: libnothing.so"

_ENDING = f"""
import os, sys
if "brisa.workers.process" in sys.orig_argv and os.path.exists({{marker!r}}):
    sys.stderr.write({LAST_WORDS!r} + "\\n")
    sys.stderr.flush()
    os._exit(9)
"""


@dataclass(slots=True)
class FaultyServer:
    """Where everything lies; :meth:`running` starts it."""

    root: Path
    env: dict[str, str] = field(default_factory=dict)

    @property
    def unstartable(self) -> Path:
        """While this file exists, no worker starts."""
        return self.root / "unstartable"

    def prepare(self, cache_dir: Path) -> None:
        """Folders, and an environment that is nobody's."""
        for name in ("home", "voices", "path", "tmp"):
            (self.root / name).mkdir(parents=True)
        code = _ENDING.format(marker=str(self.unstartable))
        (self.root / "path" / "sitecustomize.py").write_text(code)
        mine = {name: value for name, value in os.environ.items() if not name.startswith("BRISA_")}
        own_path = filter(None, [os.environ.get("PYTHONPATH")])
        self.env = {
            **mine,
            "HOME": str(self.root / "home"),
            "TMPDIR": str(self.root / "tmp"),
            "PYTHONPATH": os.pathsep.join([str(self.root / "path"), *own_path]),
            "BRISA_VOICES__DIR": str(self.root / "voices"),
            "BRISA_CACHE__DIR": str(cache_dir),
            "BRISA_RESOURCES__WORKERS": "2",
            # A filler differs from the samples that it stands in for.
            "BRISA_LATENCY_CONTROL__MAX_INFER_TIMEOUT_MS": "60000",
        }

    def add_voice(self, name: str, **script: Any) -> None:
        """A voice that behaves like this; the first one is the default."""
        folder = self.root / "voices" / name
        (folder / "model").mkdir(parents=True)
        record = {"name": name, "engine": "scripted", "language": "en-US", "file": "model"}
        (folder / "voice.json").write_text(json.dumps(record))
        (folder / "model" / SCRIPT_FILE).write_bytes(msgspec.json.encode(script))
        self.env.setdefault("BRISA_VOICES__DEFAULT", name)

    def start(self, *args: str, **env: str) -> subprocess.Popen[bytes]:
        """The process; its standard error is the file ``stderr``. The caller ends it."""
        with (self.root / "stderr").open("wb") as stderr:
            return subprocess.Popen(
                [sys.executable, "-m", "brisa", "serve", "--port", "0", "--json", *args],
                cwd=self.root,
                env=self.env | env,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=stderr,
            )

    def stderr(self) -> str:
        """What it has said so far."""
        return (self.root / "stderr").read_text()

    @contextmanager
    def running(self, *args: str, **env: str) -> Iterator[Running]:
        """A server that is ready; killed at the end if the block has not ended it."""
        with self.start(*args, **env) as process:
            try:
                assert process.stdout is not None
                line = process.stdout.readline()
                assert line, self.stderr()
                yield Running(process, json.loads(line)["url"])
            finally:
                process.kill()


@dataclass(frozen=True, slots=True)
class Answer:
    """A whole answer, or what came of it before it broke off."""

    status: int
    headers: dict[str, str]
    body: bytes
    whole: bool = True

    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True, slots=True)
class Running:
    """A server that runs."""

    process: subprocess.Popen[bytes]
    url: str

    def connection(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(urlsplit(self.url).netloc, timeout=DEADLINE_S)

    def speak(self, voice: str, text: str = TEXT, **fields: Any) -> Answer:
        """The answer to a request for pcm."""
        body = {"input": text, "voice": voice, "response_format": "pcm", **fields}
        return self.ask("POST", "/v1/audio/speech", json.dumps(body))

    def speak_patiently(self, voice: str, text: str = TEXT, **fields: Any) -> Answer:
        """As :meth:`speak`, by a client who asks again when told that there is no capacity."""
        for _ in range(MOST_TRIES):
            answer = self.speak(voice, text, **fields)
            if answer.status != 503 or answer.json()["error"]["code"] != "overloaded":
                return answer
            BREATH.wait(min(float(answer.headers["retry-after"]), LONGEST_WAIT_S))
        raise AssertionError("the server never had capacity")

    def ask(self, method: str, path: str, body: str | None = None) -> Answer:
        connection = self.connection()
        try:
            headers = {"content-type": "application/json"} if body else {}
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            named = {name.lower(): value for name, value in response.getheaders()}
            try:
                return Answer(response.status, named, response.read())
            except http.client.IncompleteRead as cut:
                return Answer(response.status, named, cut.partial, whole=False)
        finally:
            connection.close()

    def status(self) -> StatusReport:
        return decode(self.ask("GET", "/v1/status").body)

    def worker_pids(self) -> list[int]:
        """Of the workers that are ready, in the order of their places."""
        rows = self.status().workers
        return [row.pid for row in rows if row.state == "ready" and row.pid is not None]

    def metrics(self) -> dict[str, float]:
        return samples_in(self.ask("GET", "/metrics").body.decode())

    def wait_for_workers(self, count: int = 2, *, without: set[int] | None = None) -> None:
        """Until so many are ready, none of them among ``without``."""
        gone = without or set()

        def ready() -> bool:
            pids = set(self.worker_pids())
            return len(pids) == count and not pids & gone

        wait_for(ready, lambda: self.status().workers)


def undisturbed(text: str = TEXT, *, seed: int = 0, **script: Any) -> bytes:
    """What a scripted voice says in this process when nothing goes wrong, as a server sends it.

    How long its steps take is nothing that is heard.
    """
    engine = ScriptedEngine(Script(**{**script, "step_ns": 0}))
    with Synthesizer(SynthesizerOptions(threads=1), engines={"scripted": engine}) as synthesizer:
        settings = SpeechSettings(voice="scripted", seed=seed)
        return synthesizer.speak(text, settings).read_all().tobytes()


def alive(pid: int) -> bool:
    """The process has not ended."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"
