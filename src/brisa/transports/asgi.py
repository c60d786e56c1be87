"""What every HTTP transport needs of ASGI: bodies, request ids, disconnects, the last net.

Nothing here knows a protocol. No text of a listener reaches a log line: an exception that nobody
expected is logged by its type and its stack, never by its message.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
from collections.abc import Callable
from types import TracebackType
from typing import Self

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from brisa.errors import BrisaError
from brisa.telemetry.bugs import log_bug
from brisa.transports.errors import (
    BodyTooLarge,
    BodyTooSlow,
    StreamBroken,
    error_response,
    internal_error,
)

logger = logging.getLogger(__name__)

_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_REQUEST_ID_KEY = "brisa.request_id"


class ClientLeft(Exception):
    """The client closed its connection before its request was complete; nobody to answer."""


def new_request_id() -> str:
    """A fresh id for one request."""
    return f"req_{secrets.token_hex(12)}"


def request_id_of(scope: Scope) -> str:
    """The id of the request, by which a client and the log can be brought together."""
    return str(scope.get(_REQUEST_ID_KEY, ""))


async def read_body(receive: Receive, headers: Headers, max_bytes: int, timeout_s: float) -> bytes:
    """The whole body of a request.

    Raises ``BodyTooLarge`` as soon as the limit is certain to be passed, ``BodyTooSlow`` after
    ``timeout_s``, and :class:`ClientLeft`.
    """
    announced = headers.get("content-length", "0")
    if announced.isdecimal() and int(announced) > max_bytes:
        raise BodyTooLarge(max_bytes)
    try:
        async with asyncio.timeout(timeout_s):
            return await _gather(receive, max_bytes)
    except TimeoutError:
        message = f"The body did not arrive within {timeout_s:g} seconds."
        raise BodyTooSlow(message) from None


async def _gather(receive: Receive, max_bytes: int) -> bytes:
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientLeft
        body += message.get("body", b"")
        if len(body) > max_bytes:
            raise BodyTooLarge(max_bytes)
        if not message.get("more_body", False):
            return bytes(body)


class DisconnectWatch:
    """Notices a client that is gone as soon as it is, while the block does something else.

    A failed write would tell too late: the kernel takes seconds of audio for a client that left.
    """

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._on_leave: Callable[[], None] | None = None
        self._task: asyncio.Task[None] | None = None
        self.left = False

    def on_leave(self, call: Callable[[], None]) -> None:
        """Have this called when the client leaves; at once if it has left."""
        self._on_leave = call
        if self.left:
            call()

    async def outlasts(self, other: asyncio.Future[object]) -> bool:
        """Wait for ``other``, which goes on in any case; false if the client left before."""
        if self._task is None:
            raise RuntimeError("the watch has not begun")
        await asyncio.wait((other, self._task), return_when=asyncio.FIRST_COMPLETED)
        return not self.left

    async def _watch(self) -> None:
        while (await self._receive())["type"] != "http.disconnect":
            pass
        self.left = True
        if self._on_leave is not None:
            self._on_leave()

    async def __aenter__(self) -> Self:
        self._task = asyncio.get_running_loop().create_task(self._watch())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait((self._task,))


class RequestIds:
    """Gives each request an id: the client's ``x-request-id`` if it is well formed, else a new one.

    The id is in the scope and on every answer.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        offered = Headers(scope=scope).get("x-request-id", "")
        request_id = offered if _REQUEST_ID.fullmatch(offered) else new_request_id()
        scope[_REQUEST_ID_KEY] = request_id

        async def send_with_id(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["x-request-id"] = request_id
                headers.setdefault("x-content-type-options", "nosniff")
            await send(message)

        await self._app(scope, receive, send_with_id)


class LastNet:
    """Turns what nobody caught into an answer, or cuts the connection if one has begun."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = False

        async def watched_send(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self._app(scope, receive, watched_send)
        except ClientLeft:
            if started:
                raise
        except StreamBroken as broken:
            found = {"code": broken.code, "request_id": request_id_of(scope)}
            logger.warning("a stream was broken", extra=found)
            raise
        except BrisaError as error:
            await self._fail(error, started, scope, receive, send)
        except Exception as error:  # noqa: BLE001 - the safety net; a bug must not reach the wire
            log_bug(logger, "a request raised", error)
            await self._fail(internal_error(), started, scope, receive, send)

    async def _fail(
        self, error: BrisaError, started: bool, scope: Scope, receive: Receive, send: Send
    ) -> None:
        if started:
            raise StreamBroken(error.code) from None
        await error_response(error)(scope, receive, send)
