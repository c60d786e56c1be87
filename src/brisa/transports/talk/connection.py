"""Carries out what a protocol decides: hears, speaks, answers, and ends what it started."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Final

from brisa.errors import Overloaded
from brisa.transports.asgi import ClientLeft
from brisa.transports.sound import Sound
from brisa.transports.talk.budget import MessageBudget
from brisa.transports.talk.channel import Channel
from brisa.transports.talk.context import Context
from brisa.transports.talk.patience import IDLE, STALLED, Patience
from brisa.transports.talk.protocol import (
    Action,
    Cancel,
    Close,
    End,
    Ending,
    Flush,
    Key,
    Open,
    Push,
    Send,
    Started,
    TalkProtocol,
)
from brisa.transports.talk.services import TalkLimits, TalkServices

MAX_ANSWERS: Final = 256
"""Answers that wait for a client who does not read them."""

_GOODBYE_S: Final = 1.0

LEFT: Final = "left"
UNREAD: Final = "answers_unread"
FLOODED: Final = "too_many_messages"
_POLICY_VIOLATION: Final = 1008


class Connection:
    """One channel and its protocol; :meth:`run` it once.

    Answers to what the client says go through a queue, so that a client who does not read is still
    heard; audio is sent by the task that speaks it, which waits for room (P6).
    """

    def __init__(
        self, channel: Channel, protocol: TalkProtocol, services: TalkServices, limits: TalkLimits
    ) -> None:
        self._channel = channel
        self._protocol = protocol
        self._services = services
        self._limits = limits
        now_ns = services.clock.now_ns()
        self._budget = MessageBudget(limits.messages_per_s, limits.burst, now_ns)
        self._patience = Patience(
            limits.stall_timeout_s,
            protocol.idle_timeout_s,
            busy=self._sending_now,
            on_out=self._out_of_patience,
        )
        self._contexts: dict[Key, Context] = {}
        self._speakers: set[asyncio.Task[None]] = set()
        self._answers: asyncio.Queue[Send | Close] = asyncio.Queue(MAX_ANSWERS)
        self._sending = asyncio.Lock()
        self._over: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._group = asyncio.TaskGroup()

    async def run(self) -> None:
        """Until either end closes it; what is spoken on it stops then (P5)."""
        self._patience.start()
        try:
            async with self._group as group:
                self._answer(self._protocol.opened(self._services.clock.now_ns()))
                tasks = [group.create_task(self._hear()), group.create_task(self._tell_answers())]
                reason = await self._over
                if reason == STALLED:
                    for context in self._contexts.values():
                        context.broken(reason)
                for task in (*tasks, *self._speakers):
                    task.cancel()
        finally:
            self._patience.stop()
        await self._say_goodbye(reason)

    async def _hear(self) -> None:
        while (message := await self._channel.receive()) is not None:
            self._patience.spoke()
            now_ns = self._services.clock.now_ns()
            if not self._budget.afford(now_ns):
                self._answer(self._protocol.flooded())
                self._hang_up(FLOODED)
                return
            self._answer(self._protocol.received(message, now_ns))
            if self._answers.qsize() > MAX_ANSWERS // 2:
                await asyncio.sleep(0)  # many messages in a read: let the answers go meanwhile
        self._hang_up(LEFT)

    def _answer(self, actions: Iterable[Action]) -> None:
        """Carry out what was decided on hearing something."""
        for action in actions:
            if not isinstance(action, Send | Close):
                self._do(action)
                continue
            try:
                self._answers.put_nowait(action)
            except asyncio.QueueFull:
                self._hang_up(UNREAD)

    async def _tell(self, actions: Iterable[Action]) -> None:
        """Carry out what a context's event asks for, in its own task.

        Nothing comes between the messages of one event: what was decided before an answer goes out
        before it.
        """
        outgoing = []
        for action in actions:
            if isinstance(action, Send | Close):
                outgoing.append(action)
            else:
                self._do(action)
        if outgoing:
            await self._put(outgoing)

    def _do(self, action: Open | Push | Flush | End | Cancel) -> None:
        if isinstance(action, Open):
            self._open(action)
            return
        context = self._contexts.get(action.key)
        if context is None:
            return
        match action:
            case Push():
                context.push(action.text)
            case Flush():
                context.flush()
            case End():
                context.end()
            case Cancel():
                context.cancel()

    def _open(self, action: Open) -> None:
        key = action.key
        if key in self._contexts:
            raise RuntimeError("a key is used once")
        protocol = self._protocol

        async def on_started(started: Started) -> None:
            await self._tell(protocol.started(key, started))

        async def on_sounded(sound: Sound) -> None:
            await self._tell(protocol.sounded(key, sound))

        context = Context(action.order, protocol.transport, self._services, on_started, on_sounded)
        full = len(self._contexts) >= self._limits.contexts
        self._contexts[key] = context
        task = self._group.create_task(self._refuse(key) if full else self._speak(key, context))
        self._speakers.add(task)
        task.add_done_callback(self._speakers.discard)

    async def _speak(self, key: Key, context: Context) -> None:
        try:
            await self._ended(key, await context.run())
        except ClientLeft:
            self._hang_up(LEFT)
        finally:
            self._contexts.pop(key, None)

    async def _refuse(self, key: Key) -> None:
        most = self._limits.contexts
        message = f"A connection speaks {most} streams at a time; let one end."
        with suppress(ClientLeft):
            error = Overloaded(message, reason="connection")
            await self._ended(key, Ending(error, 0, 0, 0))

    async def _ended(self, key: Key, ending: Ending) -> None:
        self._contexts.pop(key, None)
        await self._tell(self._protocol.ended(key, ending))

    async def _tell_answers(self) -> None:
        try:
            while True:
                await self._put([await self._answers.get()])
        except ClientLeft:
            self._hang_up(LEFT)

    async def _put(self, outgoing: Sequence[Send | Close]) -> None:
        async with self._sending:
            for action in outgoing:
                self._patience.sending()
                try:
                    if isinstance(action, Send):
                        await self._channel.send(action.message)
                        self._patience.spoke()
                    else:
                        await self._channel.close(action.code, action.reason)
                        self._hang_up(LEFT)
                finally:
                    self._patience.sent()

    def _sending_now(self) -> bool:
        """A client that takes nothing is stalled, not idle."""
        return self._sending.locked()

    def _out_of_patience(self, reason: str) -> None:
        if reason != IDLE:
            self._hang_up(reason)
            return
        actions: Sequence[Action] = self._protocol.idle()
        if actions:
            self._answer(actions)
        else:
            self._patience.start()

    def _hang_up(self, reason: str) -> None:
        if not self._over.done():
            self._over.set_result(reason)

    async def _say_goodbye(self, reason: str) -> None:
        """What is still to be said, if the client takes it."""
        if reason == LEFT:
            return
        with suppress(ClientLeft, TimeoutError):
            async with asyncio.timeout(_GOODBYE_S):
                while not self._answers.empty():
                    await self._put([self._answers.get_nowait()])
                await self._put([Close(_POLICY_VIOLATION, reason)])
