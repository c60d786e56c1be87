"""What every talking connection does, whatever its protocol."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import numpy as np
import pytest

from brisa.transports.talk.services import TalkLimits, TalkServices
from support.scripted_steps import CountedSteps
from support.talking import MemoryChannel, Parrot, talk

pytestmark = pytest.mark.integration

TEXT = "It is late, and the lights are out. Nobody is there."
LONG = "This sentence is spoken over and over again. " * 500


async def until(channel: MemoryChannel, start: str) -> tuple[str, bytes]:
    """The message that begins so, and all audio before it."""
    audio = b""
    while True:
        message = await channel.next()
        if isinstance(message, bytes):
            audio += message
        elif message.startswith(start):
            return message, audio


async def happens(condition: Callable[[], bool]) -> None:
    while not condition():  # noqa: ASYNC110 - what is waited for has no event
        await asyncio.sleep(0.01)


def test_a_context_is_spoken_to_its_end() -> None:
    async def scenario(channel: MemoryChannel, services: TalkServices) -> None:
        channel.say("open a", f"say a {TEXT}", "end a")
        assert await channel.next() == "hello"
        assert await channel.next() == "started a scripted"
        end, audio = await until(channel, "ended a")
        samples = int(end.split()[-1])
        assert end.startswith("ended a finished")
        assert len(audio) == 2 * samples > 0
        assert np.abs(np.frombuffer(audio, "<i2")).max() > 100

    talk(CountedSteps().engine, scenario)


def test_flush_speaks_what_has_no_end() -> None:
    async def scenario(channel: MemoryChannel, services: TalkServices) -> None:
        channel.say("open a", "say a and then", "flush a")
        await until(channel, "sounded a 0")
        channel.say("end a")
        await until(channel, "ended a finished")

    talk(CountedSteps().engine, scenario)


def test_contexts_are_spoken_side_by_side() -> None:
    async def scenario(channel: MemoryChannel, services: TalkServices) -> None:
        keys = [f"k{number}" for number in range(50)]
        channel.say(*(f"open {key}" for key in keys))
        channel.say(*(f"say {key} {TEXT}" for key in keys), *(f"end {key}" for key in keys))
        ended = set()
        while len(ended) < len(keys):
            message, _ = await until(channel, "ended")
            _, key, how, samples = message.split()
            assert how == "finished"
            assert int(samples) > 0
            ended.add(key)
        assert ended == set(keys)

    talk(CountedSteps().engine, scenario)


def test_nothing_is_heard_of_a_context_after_the_answer_to_its_cancel() -> None:
    steps = CountedSteps()

    async def scenario(channel: MemoryChannel, services: TalkServices) -> None:
        channel.say("open a", f"say a {LONG}", "end a")
        await until(channel, "sounded a 0")
        channel.room.clear()
        channel.say("stop a")
        await asyncio.sleep(0.05)
        channel.room.set()
        await until(channel, "stopping a")
        assert str(await channel.next()).startswith("ended a cancelled")
        begun = steps.begun
        await asyncio.sleep(0.1)
        assert steps.begun <= begun + 1
        assert channel.sent.empty()

    talk(steps.engine, scenario)


def test_a_client_that_leaves_frees_the_machine() -> None:
    steps = CountedSteps()

    async def scenario(channel: MemoryChannel, services: TalkServices) -> None:
        channel.say("open a", f"say a {LONG}", "end a")
        await until(channel, "sounded a 0")
        channel.leave()
        await happens(lambda: not services.synthesizer.active_streams)
        begun = steps.begun
        await asyncio.sleep(0.1)
        assert steps.begun == begun

    talk(steps.engine, scenario)


def test_a_client_that_leaves_while_it_is_written_to_has_cancelled() -> None:
    async def scenario(channel: MemoryChannel, services: TalkServices) -> None:
        channel.say("open a", f"say a {LONG}", "end a")
        await until(channel, "sounded a 0")
        channel.room.clear()
        await asyncio.sleep(0.05)
        channel.gone = True
        channel.room.set()
        await happens(lambda: not services.synthesizer.active_streams)
        labels = {"transport": "parrot", "outcome": "cancelled", "code": ""}
        found = services.metrics.registry.get_sample_value
        await happens(lambda: found("brisa_streams_total", labels) == 1)

    talk(CountedSteps().engine, scenario)


def test_a_client_that_reads_nothing_is_heard_all_the_same() -> None:
    async def scenario(channel: MemoryChannel, services: TalkServices) -> None:
        channel.say("open a", f"say a {LONG}", "end a")
        await until(channel, "sounded a 0")
        channel.room.clear()
        channel.say("stop a")
        await happens(lambda: not services.synthesizer.active_streams)

    talk(CountedSteps().engine, scenario)


def test_a_client_that_reads_nothing_for_long_loses_its_connection() -> None:
    async def scenario(channel: MemoryChannel, services: TalkServices) -> None:
        channel.say("open a", f"say a {LONG}", "end a")
        await until(channel, "sounded a 0")
        channel.room.clear()
        await happens(lambda: not services.gate.active)

    talk(CountedSteps().engine, scenario, limits=TalkLimits(stall_timeout_s=0.2))


def test_errors_are_an_end_of_their_own_and_others_go_on() -> None:
    async def scenario(channel: MemoryChannel, services: TalkServices) -> None:
        channel.say("open a", f"say a {'x' * 2000}", "open b", f"say b {TEXT}", "end b")
        found = {(await until(channel, "ended"))[0] for _ in range(2)}
        assert {message.split()[2] for message in found} == {"text_too_long", "finished"}

    talk(CountedSteps().engine, scenario, max_text_chars=1000)


def test_more_contexts_than_a_connection_may_have() -> None:
    async def scenario(channel: MemoryChannel, services: TalkServices) -> None:
        channel.say("open a", "open b", "open c")
        assert (await until(channel, "ended c"))[0] == "ended c overloaded 0"
        channel.say("end a", "end b")

    talk(CountedSteps().engine, scenario, limits=TalkLimits(contexts=2))


def test_no_place_is_an_end_before_anything_is_done() -> None:
    steps = CountedSteps()

    async def scenario(channel: MemoryChannel, services: TalkServices) -> None:
        channel.say("open a", "open b", f"say b {TEXT}", "end b")
        assert (await until(channel, "ended b"))[0] == "ended b overloaded 0"

    talk(steps.engine, scenario, max_streams=1)
    assert steps.begun == 0


def test_a_voice_that_there_is_not() -> None:
    async def scenario(channel: MemoryChannel, services: TalkServices) -> None:
        channel.say("open a", f"say a {TEXT}", "end a")
        assert (await until(channel, "ended a"))[0] == "ended a unknown_voice 0"

    talk(CountedSteps().engine, scenario, protocol=lambda: Parrot("nobody"))


@pytest.mark.parametrize("format_name", ["mulaw", "mp3", "opus"])
def test_formats(format_name: str) -> None:
    async def scenario(channel: MemoryChannel, services: TalkServices) -> None:
        channel.say("open a", f"say a {TEXT}", "end a")
        end, audio = await until(channel, "ended a")
        assert end.startswith("ended a finished")
        assert audio

    talk(CountedSteps().engine, scenario, protocol=lambda: Parrot(format_name=format_name))


def test_a_flood_closes_the_connection() -> None:
    async def scenario(channel: MemoryChannel, services: TalkServices) -> None:
        channel.say(*["nonsense"] * 20)
        await happens(lambda: channel.closed is not None)

    channel = talk(CountedSteps().engine, scenario, limits=TalkLimits(messages_per_s=1, burst=10))
    assert channel.closed == (1008, "too_many_messages")


def test_goodbye_comes_after_what_was_to_be_said() -> None:
    async def scenario(channel: MemoryChannel, services: TalkServices) -> None:
        channel.say("bye")
        await until(channel, "farewell")
        await happens(lambda: channel.closed is not None)

    assert talk(CountedSteps().engine, scenario).closed == (1000, "bye")


def test_who_says_nothing_is_sent_away() -> None:
    class Hasty(Parrot):
        idle_timeout_s = 0.1

    async def scenario(channel: MemoryChannel, services: TalkServices) -> None:
        await happens(lambda: channel.closed is not None)

    assert talk(CountedSteps().engine, scenario, protocol=Hasty).closed == (1000, "idle")


def test_a_drain_ends_what_it_cuts_with_a_reason() -> None:
    async def scenario(channel: MemoryChannel, services: TalkServices) -> None:
        channel.say("open a", f"say a {LONG}", "end a")
        await until(channel, "sounded a 0")
        services.gate.break_all()
        message, _ = await until(channel, "ended a")
        assert message.startswith("ended a shutting_down")

    talk(CountedSteps().engine, scenario)
