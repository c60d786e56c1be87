"""``cpu_scheduling`` in commands: followed where it is permitted, refused by its key."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from brisa.placement.plan import ThreadPlacement
from brisa.placement.trial import try_out
from support.command_line import CommandLine, command_line

pytestmark = pytest.mark.integration

CORES = sorted(os.sched_getaffinity(0))
AFFINITY = "BRISA_CPU_SCHEDULING__GENERATE_THREAD__AFFINITY"
POLICY = "BRISA_CPU_SCHEDULING__GENERATE_THREAD__POLICY"
PRIORITY = "BRISA_CPU_SCHEDULING__GENERATE_THREAD__PRIORITY"
DEPRIVED = (
    ("setpriv", "--bounding-set=-all", "--inh-caps=-all", "prlimit", "--rtprio=0:0", "--nice=0:0")
    if os.getuid() == 0
    else ()
)
"""What takes every right away from a command."""


@pytest.fixture
def brisa(tmp_path: Path, cache_dir: Path) -> CommandLine:
    return command_line(tmp_path, cache_dir)


@contextmanager
def serving(brisa: CommandLine, *prefix: str, **env: str) -> Iterator[subprocess.Popen[bytes]]:
    """A server that is ready; killed at the end if the block has not ended it."""
    command = [*prefix, sys.executable, "-m", "brisa", "serve", "--port", "0", "--json"]
    with subprocess.Popen(
        command,
        cwd=brisa.folder,
        env=brisa.environment() | env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        try:
            assert process.stdout is not None
            assert json.loads(process.stdout.readline())["pid"] == process.pid
            yield process
        finally:
            process.kill()


def end(process: subprocess.Popen[bytes]) -> str:
    """Stop it; what it logged."""
    process.send_signal(signal.SIGTERM)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    return err.decode()


def workers_of(process: subprocess.Popen[bytes]) -> list[int]:
    """The worker processes, whichever of its threads started them."""
    found = []
    for task in Path(f"/proc/{process.pid}/task").iterdir():
        for child in (task / "children").read_text().split():
            if b"brisa.workers.process" in Path(f"/proc/{child}/cmdline").read_bytes():
                found.append(int(child))
    return found


def policy_of(pid: int) -> int:
    """Without the flag that keeps children from inheriting it."""
    return os.sched_getscheduler(pid) & 0xFF


def holds_device(process: subprocess.Popen[bytes]) -> bool:
    files = Path(f"/proc/{process.pid}/fd").iterdir()
    return any(file.readlink() == Path("/dev/cpu_dma_latency") for file in files)


def permitted(what: str, **wanted: Any) -> bool:
    steps = {step.what: step for step in try_out(ThreadPlacement(**wanted)) or ()}
    return what in steps and steps[what].permitted


def test_worker_and_server_are_where_they_are_wanted(brisa: CommandLine) -> None:
    mine = CORES[-1]
    with serving(brisa, **{AFFINITY: str(mine)}) as process:
        [worker] = workers_of(process)
        assert os.sched_getaffinity(worker) == {mine}
        assert os.sched_getaffinity(process.pid) == set(CORES) - {mine} or {mine}
        assert holds_device(process) is permitted("wake-up latency")
        assert "cpu_scheduling" not in end(process)


def test_by_default_nobody_is_more_urgent_than_others(brisa: CommandLine) -> None:
    with serving(brisa) as process:
        for pid in (process.pid, *workers_of(process)):
            assert policy_of(pid) == os.SCHED_OTHER
            assert os.getpriority(os.PRIO_PROCESS, pid) == os.getpriority(os.PRIO_PROCESS, 0)
        assert "WARNING" not in end(process)


def test_without_any_right_a_server_serves_and_says_once_what_it_lacks(brisa: CommandLine) -> None:
    wishes = {POLICY: "SCHED_FIFO", PRIORITY: "85", "BRISA_RESOURCES__WORKERS": "1"}
    with serving(brisa, *DEPRIVED, **wishes) as process:
        [worker] = workers_of(process)
        assert policy_of(worker) == os.SCHED_OTHER
        lines = [line for line in end(process).splitlines() if "asks for is permitted" in line]
    assert len(lines) == (1 if len(CORES) > 1 else 2)
    assert "brisa doctor" in lines[0]


@pytest.mark.parametrize(
    "key", ["isolated_cores", "generate_thread.affinity", "play_thread.affinity"]
)
def test_a_core_that_does_not_exist(brisa: CommandLine, key: str) -> None:
    name = "BRISA_CPU_SCHEDULING__" + key.upper().replace(".", "__")
    served = brisa.run("serve", "--port", "0", **{name: "4000"})
    assert (served.code, served.out) == (2, b"")
    expected = f"cpu_scheduling.{key}: this machine has no core 4000; it has "
    assert served.err.startswith(f"brisa: error: {expected}")
    checked = brisa.run("check-config", "--json", **{name: "4000"})
    assert checked.code == 2
    [problem] = checked.json()["problems"]
    assert (problem["key"], problem["origin"]) == (f"cpu_scheduling.{key}", "this machine")
    assert problem["message"].startswith(expected)
    doctor = brisa.run("doctor", "--json", **{name: "4000"})
    assert doctor.code == 1
    problems = [one for one in doctor.json()["placement"]["checks"] if one["status"] == "problem"]
    assert [one["fix"] for one in problems] == [f"Correct cpu_scheduling.{key}."]


def test_a_priority_that_contradicts_its_policy(brisa: CommandLine) -> None:
    served = brisa.run("serve", "--port", "0", **{POLICY: "SCHED_FIFO"})
    assert served.code == 2
    assert "cpu_scheduling.generate_thread.priority must be 1 to 99 with SCHED_FIFO" in served.err
    assert "PROBLEM plan" in brisa.run("doctor", **{POLICY: "SCHED_FIFO"}).out.decode()


def test_what_is_followed_in_part_is_a_note(brisa: CommandLine) -> None:
    checked = brisa.run("check-config", BRISA_CPU_SCHEDULING__ISOLATED_CORES=str(CORES[0]))
    assert checked.code == 0
    isolated = Path("/sys/devices/system/cpu/isolated").read_text().strip()
    if not isolated:
        assert checked.err.startswith(
            "brisa: note: this machine: cpu_scheduling.isolated_cores: The kernel does not isolate"
        )


def test_a_file_is_written_whatever_the_cores_of_a_server(brisa: CommandLine) -> None:
    done = brisa.run("say", "Hello.", "--out", "a.wav", **{AFFINITY: "4000"})
    assert done.code == 0
    assert (brisa.folder / "a.wav").stat().st_size > 1000


def test_doctor_tries_the_play_thread_too(brisa: CommandLine) -> None:
    asked = {
        "BRISA_CPU_SCHEDULING__PLAY_THREAD__POLICY": "SCHED_RR",
        "BRISA_CPU_SCHEDULING__PLAY_THREAD__PRIORITY": "30",
    }
    checks = brisa.run("doctor", "--json", **asked).json()["placement"]["checks"]
    found = {check["name"]: check for check in checks}
    allowed = permitted("policy", policy="SCHED_RR", priority=30, nice=-6)
    assert found["play policy"]["status"] == ("ok" if allowed else "note")
    assert found["play policy"]["detail"].startswith("SCHED_RR 30")
