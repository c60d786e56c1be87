"""What a test leaves behind is found."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading

import pytest

from support.leftovers import leftovers, tasks_cut_off

pytestmark = pytest.mark.unit


def test_memory_without_a_name_is_found() -> None:
    before = leftovers()
    fd = os.memfd_create("brisa-pcm")
    try:
        [found] = leftovers() - before
        assert "memfd:brisa-pcm" in str(found)
    finally:
        os.close(fd)
    assert leftovers() == before


def test_a_process_of_another_thread_is_found() -> None:
    before = leftovers()
    started, over = threading.Event(), threading.Event()
    pids = []

    def run() -> None:
        with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
            pids.append(process.pid)
            started.set()
            over.wait()

    thread = threading.Thread(target=run)
    thread.start()
    started.wait()
    try:
        assert leftovers() - before == set(pids)
    finally:
        over.set()
        thread.join()
    assert leftovers() == before


def test_a_task_that_nobody_ended_is_found(no_task_left_behind: list[str]) -> None:
    async def forgotten() -> None:
        await asyncio.Event().wait()

    async def leave() -> None:
        tasks.append(asyncio.ensure_future(forgotten()))

    tasks: list[asyncio.Task[None]] = []
    with tasks_cut_off() as found:
        asyncio.run(leave())
    assert len(found) == 1
    assert "forgotten" in found[0]
    no_task_left_behind.clear()


def test_tasks_that_end_are_not_found() -> None:
    async def work() -> None:
        async with asyncio.TaskGroup() as group:
            group.create_task(asyncio.sleep(0))

    with tasks_cut_off() as found:
        asyncio.run(work())
    assert found == []
