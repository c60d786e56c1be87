"""A client's connection: hears it, starts its utterances, answers, and ends what it started."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from starlette.types import Receive, Send

from brisa.transports.asgi import ClientLeft
from brisa.transports.stream.messages import VERSION
from brisa.transports.stream.protocol import (
    Begin,
    Command,
    Complain,
    MessageLimits,
    Pong,
    Refuse,
    StreamProtocol,
    Tell,
)
from brisa.transports.stream.turn import TRANSPORT, Speaking, Turn, failure_fields
from brisa.transports.stream.wire import Wire
from brisa.transports.talk.patience import IDLE, STALLED, Patience

MAX_ANSWERS: Final = 64
"""Answers that wait for a client who does not read them."""

_GOODBYE_S: Final = 1.0

_CLOSE_CODES: Final = {IDLE: 1000, "too_many_messages": 1008, "answers_unread": 1008}
"""Close codes of RFC 6455, section 7.4.1, by reason."""


@dataclass(frozen=True, slots=True)
class ConnectionOptions:
    """``stall_timeout_s``: how long a client may take nothing of what is ready for it;
    ``idle_timeout_s``: how long it may say nothing while nothing is spoken to it."""

    stall_timeout_s: float = 300.0
    idle_timeout_s: float = 600.0
    limits: MessageLimits = MessageLimits()  # noqa: RUF009 - frozen


class Connection:
    """One accepted WebSocket; :meth:`run` it once."""

    def __init__(
        self, receive: Receive, send: Send, speaking: Speaking, options: ConnectionOptions
    ) -> None:
        self._receive = receive
        self._speaking = speaking
        self._protocol = StreamProtocol(options.limits, speaking.clock.now_ns())
        self._patience = Patience(
            options.stall_timeout_s,
            options.idle_timeout_s,
            busy=lambda: bool(self._turns),
            on_out=self._hang_up,
        )
        self._wire = Wire(send, self._patience)
        self._turns: dict[int, Turn] = {}
        self._speakers: set[asyncio.Task[None]] = set()
        self._answers: asyncio.Queue[tuple[str, dict[str, object]]] = asyncio.Queue(MAX_ANSWERS)
        self._over: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def run(self) -> None:
        """Until the client leaves or is sent away; what is spoken to it stops then (P5)."""
        self._answer("hello", version=VERSION, session=self._protocol.session)
        self._patience.start()
        try:
            async with asyncio.TaskGroup() as group:
                tasks = [
                    group.create_task(self._hear(group)),
                    group.create_task(self._tell_answers()),
                ]
                reason = await self._over
                if reason == STALLED:
                    for turn in self._turns.values():
                        turn.broken(reason)
                for task in (*tasks, *self._speakers):
                    task.cancel()
        finally:
            self._patience.stop()
        await self._say_goodbye(reason)

    async def _hear(self, group: asyncio.TaskGroup) -> None:
        while (message := await self._receive())["type"] == "websocket.receive":
            self._patience.spoke()
            now_ns = self._speaking.clock.now_ns()
            text = message.get("text")
            if text is None:
                command: Command | None = self._protocol.receive_bytes(now_ns)
            else:
                command = self._protocol.receive_text(text, now_ns)
            if command is not None:
                self._do(command, group)
            if self._answers.qsize() > MAX_ANSWERS // 2:
                await asyncio.sleep(0)  # many messages in a read: let the answers go meanwhile
        self._hang_up("left")

    def _do(self, command: Command, group: asyncio.TaskGroup) -> None:
        match command:
            case Tell():
                self._turns[command.utterance].tell(command.message)
            case Begin():
                self._begin(command, group)
            case Pong():
                self._answer("pong", id=command.id)
            case Refuse():
                self._refuse(command)
            case Complain():
                self._answer("error", **failure_fields(command.error))
                if command.fatal:
                    self._hang_up(command.error.code)

    def _begin(self, begin: Begin, group: asyncio.TaskGroup) -> None:
        number = begin.utterance
        turn = Turn(number, begin.start, self._speaking, self._wire, self._protocol.over)
        self._turns[number] = turn
        task = group.create_task(turn.run())
        self._speakers.add(task)

        def ended(task: asyncio.Task[None]) -> None:
            self._speakers.discard(task)
            del self._turns[number]

        task.add_done_callback(ended)

    def _refuse(self, refuse: Refuse) -> None:
        metrics, now_ns = self._speaking.metrics, self._speaking.clock.now_ns()
        with metrics.stream(TRANSPORT, now_ns) as record:
            record.refused(refuse.error)
        fields = failure_fields(refuse.error) | {"samples": 0}
        self._answer("failed", utterance=refuse.utterance, **fields)

    def _answer(self, kind: str, **fields: object) -> None:
        try:
            self._answers.put_nowait((kind, fields))
        except asyncio.QueueFull:
            self._hang_up("answers_unread")

    async def _tell_answers(self) -> None:
        try:
            while True:
                kind, fields = await self._answers.get()
                await self._wire.event(kind, **fields)
        except ClientLeft:
            self._hang_up("left")

    def _hang_up(self, reason: str) -> None:
        if not self._over.done():
            self._over.set_result(reason)

    async def _say_goodbye(self, reason: str) -> None:
        """What is still to be said, if the client takes it."""
        code = _CLOSE_CODES.get(reason)
        if code is None:
            return
        with suppress(ClientLeft, TimeoutError):
            async with asyncio.timeout(_GOODBYE_S):
                while not self._answers.empty():
                    kind, fields = self._answers.get_nowait()
                    await self._wire.event(kind, **fields)
                await self._wire.close(code, reason)
