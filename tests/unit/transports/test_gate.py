"""Admission, draining, cutting."""

from __future__ import annotations

import asyncio

import pytest

from brisa.errors import Overloaded, ShuttingDown
from brisa.transports.gate import StreamGate

pytestmark = pytest.mark.unit


def test_a_gate_without_places_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="admits no stream"):
        StreamGate(0)


def test_places_are_counted_and_given_back() -> None:
    async def scenario() -> None:
        gate = StreamGate(2)
        with gate.admit(), gate.admit():
            assert gate.active == 2
            with pytest.raises(Overloaded) as raised, gate.admit():
                pass
            assert raised.value.retry_after_s > 0
            assert gate.active == 2
        assert gate.active == 0

    asyncio.run(scenario())


def test_a_place_is_given_back_by_an_error() -> None:
    async def scenario() -> None:
        gate = StreamGate(1)
        with pytest.raises(KeyError), gate.admit():
            raise KeyError
        with gate.admit():
            assert gate.active == 1

    asyncio.run(scenario())


def test_draining_refuses_and_waits_for_the_last() -> None:
    async def scenario() -> None:
        gate = StreamGate(2)
        with gate.admit():
            gate.start_draining()
            with pytest.raises(ShuttingDown), gate.admit():
                pass
            waiting = asyncio.ensure_future(gate.wait_idle())
            await asyncio.sleep(0)
            assert not waiting.done()
        await waiting

    asyncio.run(scenario())


def test_an_idle_gate_is_idle_at_once() -> None:
    asyncio.run(StreamGate(1).wait_idle())


def test_cutting_cancels_the_tasks_that_hold_tickets() -> None:
    async def scenario() -> None:
        gate = StreamGate(2)
        broken: list[bool] = []

        async def stream() -> None:
            with gate.admit() as ticket:
                try:
                    await asyncio.Event().wait()
                except asyncio.CancelledError:
                    broken.append(ticket.broken)

        async with asyncio.TaskGroup() as group:
            group.create_task(stream())
            group.create_task(stream())
            await asyncio.sleep(0)
            assert gate.break_all() == 2
        assert broken == [True, True]
        assert gate.active == 0
        assert gate.break_all() == 0

    asyncio.run(scenario())
