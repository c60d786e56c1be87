"""Places that are hard to start from: threads that hold locks, no standard input, a folder that is
gone, no shared memory."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from brisa.workers.options import CHILD_MODULE
from support.faulty_server import DEADLINE_S, FaultyServer, Running, alive, undisturbed

pytestmark = pytest.mark.integration

SCRIPT = {"chunk_samples": 4800}

_GO = (
    "import os, sys\n{before}\nos.execv(sys.executable, [sys.executable, '-m', 'brisa', *{args!r}])"
)


@pytest.fixture
def faulty(tmp_path: Path, cache_dir: Path) -> FaultyServer:
    server = FaultyServer(tmp_path / "server")
    server.prepare(cache_dir)
    server.add_voice("calm", **SCRIPT)
    return server


def run_after(faulty: FaultyServer, before: str, *args: str) -> subprocess.Popen[bytes]:
    """``brisa ARGS`` in a process that has done ``before``; its standard error is the file."""
    with (faulty.root / "stderr").open("wb") as stderr:
        return subprocess.Popen(
            [sys.executable, "-c", _GO.format(before=before, args=args)],
            cwd=faulty.root,
            env=faulty.env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=stderr,
        )


SERVE = ("serve", "--port", "0", "--json")
BEFORE = {
    "no standard input": "os.close(0)",
    "a folder that is gone": "import tempfile; d = tempfile.mkdtemp(); os.chdir(d); os.rmdir(d)",
    "few descriptors": "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (128, 128))",
    "signals ignored": "import signal; signal.signal(signal.SIGPIPE, signal.SIG_IGN); "
    "signal.signal(signal.SIGCHLD, signal.SIG_IGN)",
    "an odd mask": "os.umask(0o777)",
}


@pytest.mark.parametrize("before", BEFORE.values(), ids=BEFORE.keys())
def test_a_server_speaks_wherever_it_is_started(faulty: FaultyServer, before: str) -> None:
    with run_after(faulty, before, *SERVE) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            assert line, faulty.stderr()
            server = Running(process, json.loads(line)["url"])
            pids = server.worker_pids()
            assert len(pids) == 2
            for seed in range(3):
                answer = server.speak_patiently("calm", seed=seed)
                assert answer.body == undisturbed(seed=seed, **SCRIPT)
            process.terminate()
            assert process.wait(DEADLINE_S) == 0
            assert not any(alive(pid) for pid in pids)
        finally:
            process.kill()
    assert "Traceback" not in faulty.stderr()


def test_pcm_reaches_nobody_through_shared_memory_with_a_name(faulty: FaultyServer) -> None:
    """What a worker shares is memory without a name: a small or missing /dev/shm is no matter."""
    with faulty.running() as server:
        assert server.speak("calm").body == undisturbed(**SCRIPT)
        for pid in [server.process.pid, *server.worker_pids()]:
            links = list(links_of(pid))
            assert any(link.startswith("/memfd:brisa-pcm") for link in links)
            assert not any(link.startswith("/dev/shm") for link in links)
            maps = Path(f"/proc/{pid}/maps").read_text()
            assert "/dev/shm" not in maps


def links_of(pid: int) -> Iterator[str]:
    for path in Path(f"/proc/{pid}/fd").iterdir():
        try:
            yield str(path.readlink())
        except OSError:
            continue


_THREADED = """
import os, sys, threading
held = threading.Lock()
held.acquire()
def hold(lock=threading.Lock()):
    with lock:
        over.wait()
over = threading.Event()
threads = [threading.Thread(target=hold) for _ in range(8)]
import logging
logging.getLogger().handlers
logging._lock.acquire()
[thread.start() for thread in threads]
from brisa.service.options import SynthesizerOptions
from brisa.service.synthesizer import Synthesizer
from brisa.types import SpeechSettings
from pathlib import Path
folders = dict(voices_dir=Path(sys.argv[1]), cache_dir=Path(sys.argv[2]))
options = SynthesizerOptions(workers=2, **folders)
logging._lock.release()
def speak():
    with Synthesizer(options) as synthesizer:
        found.append(synthesizer.speak(sys.argv[3], SpeechSettings(voice="calm")).read_all())
        pids.extend(worker.pid for worker in synthesizer.workers())
        for pid in pids:
            commands.append(open(f"/proc/{pid}/cmdline").read())
found, pids, commands = [], [], []
speaking = threading.Thread(target=speak)
speaking.start()
speaking.join()
over.set()
[thread.join() for thread in threads]
assert all("brisa.workers.process" in command for command in commands), commands
assert not any(os.path.exists(f"/proc/{pid}") for pid in pids)
sys.stdout.buffer.write(found[0].tobytes())
"""


def test_a_program_with_threads_that_hold_locks_starts_workers(
    faulty: FaultyServer, cache_dir: Path
) -> None:
    """They are new processes, not copies of this one, so no lock is held for ever in them."""
    assert CHILD_MODULE == "brisa.workers.process"
    done = subprocess.run(
        [sys.executable, "-c", _THREADED, faulty.root / "voices", cache_dir, "A few words."],
        env=faulty.env,
        capture_output=True,
        timeout=DEADLINE_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    assert done.stdout == undisturbed("A few words.", **SCRIPT)


def test_a_program_that_forked_keeps_its_workers_to_itself(
    faulty: FaultyServer, cache_dir: Path
) -> None:
    """A fork that ends, as those of a web server do, ends nobody's worker."""
    program = _FORKING.format(
        voices=str(faulty.root / "voices"), cache=str(cache_dir), text="A few words."
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=faulty.env,
        capture_output=True,
        timeout=DEADLINE_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    assert done.stdout == undisturbed("A few words.", **SCRIPT)


_FORKING = """
import os, sys
from pathlib import Path
from brisa.service.options import SynthesizerOptions
from brisa.service.synthesizer import Synthesizer
from brisa.types import SpeechSettings
options = SynthesizerOptions(workers=1, voices_dir=Path({voices!r}), cache_dir=Path({cache!r}))
with Synthesizer(options) as synthesizer:
    synthesizer.load("calm")
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)
    pcm_t = synthesizer.speak({text!r}, SpeechSettings(voice="calm")).read_all()
    assert [worker.restarts for worker in synthesizer.workers()] == [0]
sys.stdout.buffer.write(pcm_t.tobytes())
"""
