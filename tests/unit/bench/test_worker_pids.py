"""Workers among what is below a server, from a folder that looks like ``/proc``."""

from __future__ import annotations

from pathlib import Path

import pytest

from brisa.bench.worker_pids import worker_pids
from brisa.workers.options import CHILD_MODULE

pytestmark = pytest.mark.unit


def add_process(
    proc: Path, pid: int, *, below: str = "", started: int = 0, state: str = "S", module: str = ""
) -> None:
    task = proc / str(pid) / "task" / str(pid)
    task.mkdir(parents=True)
    (task / "children").write_text(below)
    fields = [state, *["0"] * 18, str(started), "7"]
    (proc / str(pid) / "stat").write_text(f"{pid} (py) thon) {' '.join(fields)}\n")
    (proc / str(pid) / "cmdline").write_bytes(f"python\0-m\0{module}\0".encode())


def test_workers_from_the_oldest_to_the_youngest(tmp_path: Path) -> None:
    add_process(tmp_path, 10, below="11 12 13 14 15 ", module="brisa")
    add_process(tmp_path, 11, started=500, module=CHILD_MODULE)
    add_process(tmp_path, 12, started=90, module=CHILD_MODULE)
    add_process(tmp_path, 13, started=50, module="brisa.text.espeak")
    add_process(tmp_path, 14, started=40, state="Z", module=CHILD_MODULE)
    (tmp_path / "15").mkdir()  # has ended while the folder was read
    add_process(tmp_path, 20, started=30, module=CHILD_MODULE)
    assert worker_pids(10, tmp_path) == [12, 11]


def test_a_server_that_is_gone_has_none(tmp_path: Path) -> None:
    assert worker_pids(10, tmp_path) == []
