"""The wire of a talking connection where it is a TCP connection: bytes both ways, both bounded."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from brisa.transports.asgi import ClientLeft

READ_BYTES: Final = 1 << 14
"""Of a client's bytes at a time, which is also what is kept of them before they are read."""

_LINGER_S: Final = 1.0
_CLOSE_S: Final = 2.0


class TcpChannel:
    """Owns the streams of an accepted connection: :meth:`shut` it at the end.

    A write waits while more than ``queue_bytes`` are unsent. A client that has ended its half has
    left: one that is gone altogether looks the same.
    """

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, queue_bytes: int
    ) -> None:
        self._reader = reader
        self._writer = writer
        writer.transport.set_write_buffer_limits(high=queue_bytes)

    async def receive(self) -> bytes | None:
        """Some bytes, as they come; ``None`` once the other end has left."""
        with suppress(OSError):
            return await self._reader.read(READ_BYTES) or None
        return None

    async def send(self, message: str | bytes) -> None:
        """Waits until there is room. Raises ``ClientLeft``."""
        if self._writer.is_closing():
            raise ClientLeft
        self._writer.write(message.encode() if isinstance(message, str) else message)
        try:
            await self._writer.drain()
        except OSError:
            raise ClientLeft from None

    async def close(self, code: int, reason: str) -> None:
        """Nothing more is sent; TCP has no words for why. Raises ``ClientLeft``."""
        try:
            self._writer.write_eof()
        except (OSError, RuntimeError):
            raise ClientLeft from None

    async def linger(self) -> None:
        """Let a client that still speaks hear the end: a connection that is closed with bytes
        unread is reset, and what was sent last is lost by it."""
        with suppress(OSError, RuntimeError):
            self._writer.write_eof()
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(_LINGER_S):
                while await self._reader.read(READ_BYTES):
                    pass

    async def shut(self) -> None:
        """Close it after what was sent, if the client takes that soon."""
        self._writer.close()
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(_CLOSE_S):
                await self._writer.wait_closed()
                return
        self._writer.transport.abort()
