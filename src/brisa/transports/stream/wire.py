"""The way out of a connection: one message at a time, numbered in the order in which they go."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from starlette.types import Send

from brisa.transports.asgi import ClientLeft
from brisa.transports.stream import messages
from brisa.transports.talk.patience import Patience
from brisa.types import PcmInt16


class Wire:
    """Any task of the connection may send; each waits until the client has room (P6).

    Raises :class:`~brisa.transports.asgi.ClientLeft` where nobody is there any more.
    """

    def __init__(self, send: Send, patience: Patience) -> None:
        self._send = send
        self._patience = patience
        self._turns = asyncio.Lock()
        self._seq = 0

    async def event(self, kind: str, **fields: object) -> None:
        """A JSON message."""
        async with self._turns:
            text = messages.event(kind, self._next_seq(), fields)
            await self._put({"type": "websocket.send", "text": text})

    async def audio(self, utterance: int, start_sample: int, pieces_t: Sequence[PcmInt16]) -> int:
        """Pieces of audio that follow one another, in one message; its size in bytes."""
        async with self._turns:
            body = messages.audio(utterance, self._next_seq(), start_sample, pieces_t)
            await self._put({"type": "websocket.send", "bytes": body})
        return len(body)

    async def close(self, code: int, reason: str) -> None:
        """Say goodbye, after what is being sent."""
        async with self._turns:
            await self._put({"type": "websocket.close", "code": code, "reason": reason})

    async def _put(self, message: dict[str, object]) -> None:
        self._patience.sending()
        try:
            await self._send(message)
        except (OSError, RuntimeError):  # gone, or closed from here meanwhile
            raise ClientLeft from None
        finally:
            self._patience.sent()

    def _next_seq(self) -> int:
        seq = self._seq
        self._seq += 1
        return seq
