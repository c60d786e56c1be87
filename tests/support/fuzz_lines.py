"""A client's end of a talking connection, as a fuzzer uses it: WebSockets, and bare TCP."""

from __future__ import annotations

import socket
from contextlib import ExitStack, suppress
from typing import Protocol

from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

from support.live_server import DEADLINE_S, LiveServer
from support.talk_wires import Message, TalkWire

RESET = b"\x01\x00\x00\x00\x00\x00\x00\x00"
"""``struct linger`` that is on, of 0 s: closing sends a reset."""


class Gone(Exception):
    """The server has closed; ``code`` is why, where the protocol says so."""

    def __init__(self, code: int | None = None) -> None:
        super().__init__(code)
        self.code = code


class Line(Protocol):
    """Raises :class:`Gone`."""

    bare: socket.socket

    def send(self, message: Message) -> None: ...

    def receive(self, wait_s: float) -> Message:
        """Raises ``TimeoutError``."""
        ...

    def leave(self, how: str) -> None:
        """``close`` as one should, ``half``, or ``reset``."""
        ...


def open_line(server: LiveServer, wire: TalkWire) -> Line:
    """A connection to ``wire``."""
    if wire.path is None:
        return TcpLine(server.wyoming_port)
    return SocketLine(f"ws://127.0.0.1:{server.port}{wire.path}")


def drained(line: Line, wait_s: float) -> None:
    """Take what comes until nothing does for a moment, or the server has closed."""
    with suppress(TimeoutError, Gone):
        for _ in range(5000):
            line.receive(wait_s)


class SocketLine:
    """A WebSocket."""

    def __init__(self, address: str) -> None:
        self._stack = ExitStack()
        self._client: ClientConnection = self._stack.enter_context(
            connect(address, compression=None, close_timeout=DEADLINE_S)
        )
        self.bare = self._client.socket

    def send(self, message: Message) -> None:
        try:
            self._client.send(message)
        except ConnectionClosed as closed:
            raise _gone(closed) from None

    def send_text(self, raw: bytes) -> None:
        """As text, whatever it is."""
        try:
            self._client.send(raw, text=True)
        except ConnectionClosed as closed:
            raise _gone(closed) from None

    def receive(self, wait_s: float) -> Message:
        try:
            return self._client.recv(wait_s)
        except ConnectionClosed as closed:
            raise _gone(closed) from None

    def leave(self, how: str) -> None:
        with suppress(OSError, WebSocketException):
            if how == "half":
                self.bare.shutdown(socket.SHUT_WR)
                drained(self, DEADLINE_S)
            elif how == "reset":
                self.bare.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
                self._client.close_socket()
            self._stack.close()


def _gone(closed: ConnectionClosed) -> Gone:
    return Gone(None if closed.rcvd is None else closed.rcvd.code)


class TcpLine:
    """Lines of JSON over TCP. What is received is everything that came so far."""

    def __init__(self, port: int) -> None:
        self.bare = socket.create_connection(("127.0.0.1", port), DEADLINE_S)
        self._so_far = bytearray()

    def send(self, message: Message) -> None:
        raw = message if isinstance(message, bytes) else message.encode("utf-8", "surrogatepass")
        try:
            self.bare.settimeout(DEADLINE_S)
            self.bare.sendall(raw + b"\n")
        except OSError:
            raise Gone from None

    def receive(self, wait_s: float) -> Message:
        self.bare.settimeout(wait_s)
        try:
            piece = self.bare.recv(1 << 16)
        except TimeoutError:
            raise
        except OSError:
            raise Gone from None
        if not piece:
            raise Gone
        self._so_far += piece
        return bytes(self._so_far)

    def leave(self, how: str) -> None:
        with suppress(OSError):
            if how == "half":
                self.bare.shutdown(socket.SHUT_WR)
                drained(self, DEADLINE_S)
            elif how == "reset":
                self.bare.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        self.bare.close()
