"""What ``/proc`` says, from a folder that looks like it."""

from __future__ import annotations

from pathlib import Path

import pytest

from brisa.bench.process_use import (
    ProcessUse,
    descendants,
    machine_cpu_s,
    process_use,
    take_sample,
)

pytestmark = pytest.mark.unit

TICKS_PER_S = 100


def add_process(proc: Path, pid: int, *, ticks: tuple[int, int], rss_kb: int, below: str) -> None:
    task = proc / str(pid) / "task" / str(pid)
    task.mkdir(parents=True)
    (task / "children").write_text(below)
    utime, stime = ticks
    fields = ["S", "1", *["0"] * 9, str(utime), str(stime), "9", "9"]
    (proc / str(pid) / "stat").write_text(f"{pid} (a ) b (c) {' '.join(fields)}\n")
    (proc / str(pid) / "status").write_text(f"Name:\tx\nVmRSS:\t {rss_kb} kB\nThreads:\t1\n")


@pytest.fixture
def proc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("brisa.bench.process_use._TICKS_PER_S", TICKS_PER_S)
    add_process(tmp_path, 10, ticks=(150, 50), rss_kb=102_400, below="11 12 ")
    add_process(tmp_path, 11, ticks=(10, 0), rss_kb=10_240, below="13 ")
    add_process(tmp_path, 12, ticks=(20, 0), rss_kb=20_480, below="")
    add_process(tmp_path, 13, ticks=(30, 5), rss_kb=5_120, below="")
    add_process(tmp_path, 20, ticks=(40, 0), rss_kb=1_024, below="")
    (tmp_path / "stat").write_text("cpu  100 10 50 900 30 5 5 30 0 0\ncpu0 1 1 1 1 1 1 1 1 0 0\n")
    return tmp_path


def test_a_process_by_its_time_and_memory(proc: Path) -> None:
    assert process_use(10, proc) == ProcessUse(2.0, 100.0)
    assert process_use(99, proc) is None


def test_all_that_is_below_a_process(proc: Path) -> None:
    assert sorted(descendants(10, proc)) == [11, 12, 13]
    assert descendants(12, proc) == []


def test_children_of_every_thread_are_found(proc: Path) -> None:
    task = proc / "12" / "task" / "55"
    task.mkdir()
    (task / "children").write_text("20 ")
    assert descendants(12, proc) == [20]


def test_waiting_is_not_work(proc: Path) -> None:
    assert machine_cpu_s(proc) == 2.0
    assert machine_cpu_s(proc / "none") is None


def test_a_sample_has_it_all(proc: Path) -> None:
    sample = take_sample(5, 10, 20, proc)
    assert sample.server == ProcessUse(2.0, 100.0)
    assert sample.workers[13] == ProcessUse(0.35, 5.0)
    assert sample.generator == ProcessUse(0.4, 1.0)
    assert sample.rss_mb == 135.0
    assert sample.machine_cpu_s == 2.0


def test_a_server_elsewhere(proc: Path) -> None:
    sample = take_sample(5, None, 20, proc)
    assert (sample.server, sample.workers, sample.rss_mb) == (None, {}, 0.0)
