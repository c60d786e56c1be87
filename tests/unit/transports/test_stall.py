"""A task that waits too long in a write is cancelled, and told from one cancelled by others."""

from __future__ import annotations

import asyncio

import pytest

from brisa.transports.stall import StallWatch

pytestmark = pytest.mark.unit


async def write(watch: StallWatch, done: asyncio.Event) -> str:
    watch.begin()
    try:
        await done.wait()
    except asyncio.CancelledError:
        if not watch.claim():
            raise
        return "stalled"
    finally:
        watch.end()
    return "written"


def test_a_write_that_never_ends_is_cut() -> None:
    async def scenario() -> tuple[str, int]:
        watch = StallWatch(0.01)
        task = asyncio.ensure_future(write(watch, asyncio.Event()))
        said = await task
        watch.close()
        return said, task.cancelling()

    assert asyncio.run(scenario()) == ("stalled", 0)


def test_time_between_writes_does_not_count() -> None:
    async def scenario() -> list[str]:
        watch, done = StallWatch(0.02), asyncio.Event()
        done.set()
        said = [await write(watch, done)]
        loop = asyncio.get_running_loop()
        passed = loop.create_future()
        loop.call_later(0.05, passed.set_result, None)  # more than two looks of the watch
        await passed
        said.append(await write(watch, done))
        watch.close()
        return said

    assert asyncio.run(scenario()) == ["written", "written"]


def test_who_is_cancelled_by_another_stays_so() -> None:
    async def scenario() -> None:
        watch = StallWatch(60)
        task = asyncio.ensure_future(write(watch, asyncio.Event()))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        watch.close()

    asyncio.run(scenario())


def test_a_closed_watch_leaves_no_timer() -> None:
    async def scenario() -> bool:
        watch, done = StallWatch(60), asyncio.Event()
        done.set()
        await write(watch, done)
        watch.close()
        return watch._timer is None

    assert asyncio.run(scenario())
