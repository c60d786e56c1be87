"""An address that several protocols have, told apart by a header of their clients."""

from __future__ import annotations

from starlette.routing import Match, Route
from starlette.types import Scope


class HeadedRoute(Route):
    """A route only for requests that have the header ``header``, of any value; others are looked
    for further down the list."""

    header: bytes = b""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        if not any(name == self.header for name, _ in scope.get("headers", ())):
            return Match.NONE, {}
        return super().matches(scope)


def headed(route: Route, header: str) -> HeadedRoute:
    """``route``, for requests with ``header``."""
    methods = None if route.methods is None else sorted(route.methods)
    made = HeadedRoute(route.path, route.endpoint, methods=methods)
    made.header = header.lower().encode("latin-1")
    return made
