"""A placement put into effect by the real system, in processes that end afterwards."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from brisa.placement.plan import ThreadPlacement
from brisa.placement.trial import try_out
from support.command_line import CommandLine, command_line

pytestmark = pytest.mark.integration

FIFO = ThreadPlacement(policy="SCHED_FIFO", priority=20, nice=-4)
WITHOUT_CAPABILITIES = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"]


@pytest.fixture
def brisa(tmp_path: Path, cache_dir: Path) -> CommandLine:
    return command_line(tmp_path, cache_dir)


def in_child(code: str, *prefix: str) -> Any:
    done = subprocess.run(
        [*prefix, sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


def test_a_trial_leaves_this_process_as_it_is() -> None:
    def state() -> tuple[object, ...]:
        limits = [resource.getrlimit(number) for number in (resource.RLIMIT_RTTIME,)]
        nice = os.getpriority(os.PRIO_PROCESS, 0)
        return os.sched_getaffinity(0), os.sched_getscheduler(0), nice, limits

    before = state()
    core = max(os.sched_getaffinity(0))
    steps = try_out(ThreadPlacement(cores=(core,), policy="SCHED_FIFO", priority=20, nice=-4))
    assert steps is not None
    found = {step.what: step for step in steps}
    assert (found["cores"].got, found["cores"].permitted) == (str(core), True)
    assert {"policy", "memory lock", "wake-up latency"} <= set(found)
    assert state() == before


def test_every_refusal_has_a_line_and_every_permission_none() -> None:
    for step in try_out(FIFO) or ():
        assert step.permitted is not bool(step.how_to_allow), step


def test_without_privileges_nothing_breaks() -> None:
    code = (
        "import json\n"
        "from brisa.placement.apply import settle_process, settle_thread\n"
        "from brisa.placement.plan import ThreadPlacement\n"
        "wanted = ThreadPlacement((9999,), 5, 'SCHED_FIFO', 20, -4)\n"
        "steps = (*settle_process(wanted, lock=True), *settle_thread(wanted))\n"
        "print(json.dumps([[step.what, step.permitted, len(step.how_to_allow)] for step in steps]))"
    )
    steps = in_child(code, *(WITHOUT_CAPABILITIES if os.getuid() == 0 else []))
    assert {"cores", "memory node", "memory lock", "policy", "nice"} == {step[0] for step in steps}
    assert all(permitted or lines for _, permitted, lines in steps)
    assert [permitted for what, permitted, _ in steps if what == "cores"] == [False, False]


def test_threads_and_children_inherit_the_cores_and_not_the_policy() -> None:
    code = (
        "import json, os, threading\n"
        "from brisa.placement.apply import settle_process, settle_thread\n"
        "from brisa.placement.plan import ThreadPlacement\n"
        "core = max(os.sched_getaffinity(0))\n"
        "wanted = ThreadPlacement((core,), None, 'SCHED_FIFO', 20, -4)\n"
        "settle_process(wanted)\n"
        "settle_thread(wanted)\n"
        "found = []\n"
        "def look(): found.append([os.sched_getscheduler(0), os.getpriority(0, 0),\n"
        "                          list(os.sched_getaffinity(0)) == [core]])\n"
        "thread = threading.Thread(target=look); thread.start(); thread.join()\n"
        "print(json.dumps(found))"
    )
    assert in_child(code) == [[os.SCHED_OTHER, 0, True]]


def test_a_realtime_process_that_never_pauses_is_ended() -> None:
    """Where real-time threads are permitted the kernel does it; elsewhere nothing was at risk."""
    code = (
        "import sys, time\n"
        "from brisa.placement.apply import settle_thread\n"
        "from brisa.placement.plan import ThreadPlacement\n"
        "steps = settle_thread(ThreadPlacement((), None, 'SCHED_FIFO', 1, 0))\n"
        "if [step.permitted for step in steps] != [True, True]: sys.exit(77)\n"
        "end = time.process_time() + 20\n"
        "while time.process_time() < end: pass\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert done.returncode in (-signal.SIGXCPU, 77), done.stderr


def test_doctor_shows_the_placement(brisa: CommandLine) -> None:
    done = brisa.run("doctor", "--json")
    placement = done.json()["placement"]
    assert placement["topology"]["allowed"] == sorted(os.sched_getaffinity(0))
    assert len(placement["plan"]["workers"]) >= 1
    assert {"cores", "policy", "memory lock"} <= {step["what"] for step in placement["steps"]} | (
        set() if placement["plan"]["workers"][0]["cores"] else {"cores"}
    )
    assert [check["name"] for check in placement["checks"]][:2] == ["topology", "workers"]
    assert "\nPlacement\nok      topology " in brisa.run("doctor").out.decode()


def test_doctor_plans_for_a_server_without_workers_too(brisa: CommandLine) -> None:
    done = brisa.run("doctor", "--json", BRISA_RESOURCES__WORKERS="0")
    assert len(done.json()["placement"]["plan"]["workers"]) >= 1


def test_doctor_says_how_many_workers_fit(brisa: CommandLine) -> None:
    done = brisa.run("doctor", "--json", BRISA_RESOURCES__WORKERS="1024")
    placement = done.json()["placement"]
    assert len(placement["plan"]["workers"]) <= len(os.sched_getaffinity(0))
    assert placement["plan"]["warnings"][0]["key"] == "resources.workers"
