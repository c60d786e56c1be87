"""HTTP requests that are spoken: a protocol reads its order, the rest is the same for all."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from starlette.datastructures import Headers, QueryParams
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from brisa.errors import BrisaError
from brisa.transports.asgi import read_body, request_id_of
from brisa.transports.delivery import Delivery
from brisa.transports.response import Order


@dataclass(frozen=True, slots=True)
class BodyLimits:
    """How large a body may be and how long it may take to arrive."""

    max_bytes: int
    timeout_s: float


@dataclass(frozen=True, slots=True)
class Asked:
    """A request, read. ``path`` has what the route found in the address."""

    query: QueryParams
    headers: Headers
    body: bytes
    path: Mapping[str, str] = field(default_factory=dict)
    request_id: str = ""


OrderOf = Callable[[Asked], Awaitable[Order]]
"""Raises the ``BrisaError`` that a request is refused with."""

Refusal = Callable[[BrisaError, str], Response]
"""A protocol's own answer for an error; the text is the id of the request."""


class OrderEndpoint:
    """An ASGI application, since it writes its response as it is made."""

    def __init__(
        self, delivery: Delivery, limits: BodyLimits, order_of: OrderOf, refusal: Refusal
    ) -> None:
        self._delivery = delivery
        self._limits = limits
        self._order_of = order_of
        self._refusal = refusal

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        serve = self._tell_of if scope["method"] == "HEAD" else self._serve
        try:
            await serve(scope, receive, send)
        except BrisaError as error:  # raised only while there can be an answer
            await self._refusal(error, request_id_of(scope))(scope, receive, send)

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._delivery.recording() as record:
            order = await self._order(scope, receive)
            await self._delivery.deliver(order, record, receive, send)

    async def _tell_of(self, scope: Scope, receive: Receive, send: Send) -> None:
        """What a ``GET`` would be answered with, of which nothing is made."""
        order = await self._order(scope, receive)
        media_type = order.framing.media_type or order.format.media_type
        await Response(media_type=media_type)(scope, receive, send)

    async def _order(self, scope: Scope, receive: Receive) -> Order:
        limits, headers = self._limits, Headers(scope=scope)
        body = await read_body(receive, headers, limits.max_bytes, limits.timeout_s)
        query = QueryParams(scope["query_string"])
        asked = Asked(query, headers, body, scope["path_params"], request_id_of(scope))
        return await self._order_of(asked)
