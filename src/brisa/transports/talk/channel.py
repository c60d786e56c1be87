"""The wire of a connection, whatever it is made of."""

from __future__ import annotations

from typing import Protocol

from starlette.types import Receive
from starlette.types import Send as AsgiSend

from brisa.transports.asgi import ClientLeft


class Channel(Protocol):
    """One reader, and one writer at a time."""

    async def receive(self) -> str | bytes | None:
        """A message, or some bytes of a byte stream; ``None`` once the other end has left."""
        ...

    async def send(self, message: str | bytes) -> None:
        """Waits until there is room for it. Raises ``ClientLeft``."""
        ...

    async def close(self, code: int, reason: str) -> None:
        """Say goodbye. Raises ``ClientLeft``."""
        ...


class WebSocketChannel:
    """An accepted WebSocket of an ASGI server."""

    def __init__(self, receive: Receive, send: AsgiSend) -> None:
        self._receive = receive
        self._send = send

    async def receive(self) -> str | bytes | None:
        message = await self._receive()
        if message["type"] != "websocket.receive":
            return None
        text: str | None = message.get("text")
        if text is not None:
            return text
        return bytes(message.get("bytes") or b"")

    async def send(self, message: str | bytes) -> None:
        kind = "text" if isinstance(message, str) else "bytes"
        await self._put({"type": "websocket.send", kind: message})

    async def close(self, code: int, reason: str) -> None:
        await self._put({"type": "websocket.close", "code": code, "reason": reason})

    async def _put(self, message: dict[str, object]) -> None:
        try:
            await self._send(message)
        except (OSError, RuntimeError):  # gone, or closed from here meanwhile
            raise ClientLeft from None
