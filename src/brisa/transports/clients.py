"""Who calls, where it is needed: at the gate, and in the scheduler's shares.

The layer that lets a request in says it once (:func:`calling`); every task of the request or of
its connection finds it with :func:`caller`. A wire need not pass it on.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import replace
from typing import Final

from starlette.types import Scope

from brisa.errors import LimitReached
from brisa.service.listener import Listener
from brisa.transports.allowance import Allowance
from brisa.transports.errors import InvalidKey

AUTHORIZE_KEY: Final = "brisa.authorize"

Authorize = Callable[[str], bool]
"""Takes a key that came in a message; true if it is somebody's."""


class Client:
    """One caller of one request or connection.

    ``name`` stands for it in the scheduler's shares. ``allowance`` is its key's, ``None`` without
    limits. ``talks``: it is a connection on which many streams are asked for, each of which counts
    as a request. ``admitted`` is false while a connection has still to say its key in a message.
    """

    def __init__(
        self,
        name: str | None,
        allowance: Allowance | None = None,
        *,
        talks: bool = False,
        admitted: bool = True,
    ) -> None:
        self.name = name
        self.allowance = allowance
        self.talks = talks
        self.admitted = admitted

    def become(self, other: Client) -> None:
        """It was ``other`` all along."""
        self.name, self.allowance, self.admitted = other.name, other.allowance, True

    def begin(self, characters: int, now_ns: int) -> None:
        """A stream is about to begin that speaks so much text, known by now; until :meth:`end`.

        Raises ``InvalidKey`` and ``LimitReached``, and has used up nothing then.
        """
        if not self.admitted or (self.allowance is not None and self.allowance.revoked):
            raise InvalidKey()
        if self.allowance is None:
            return
        _grant(self.allowance.enter(), "streams at a time")
        try:
            if self.talks:
                _grant(self.allowance.request(now_ns), "requests a minute")
            _grant(self.allowance.text(characters, now_ns), "characters a minute")
        except LimitReached:
            self.allowance.leave()
            raise

    def end(self) -> None:
        """The stream is over."""
        if self.allowance is not None:
            self.allowance.leave()

    def refund(self, characters: int, now_ns: int) -> None:
        """The stream was refused after all."""
        if self.allowance is not None:
            self.allowance.refund(characters, now_ns)

    def say(self, characters: int, now_ns: int) -> None:
        """More text came for a stream that has begun, or will. Raises ``LimitReached``."""
        if self.allowance is not None:
            _grant(self.allowance.text(characters, now_ns), "characters a minute")

    def request(self, now_ns: int) -> None:
        """Something was asked for. Raises ``LimitReached``."""
        if self.allowance is not None:
            _grant(self.allowance.request(now_ns), "requests a minute")


NOBODY: Final = Client(None)
_CALLER: Final[ContextVar[Client]] = ContextVar("brisa.client", default=NOBODY)


def caller() -> Client:
    """Who called, as far as is known."""
    return _CALLER.get()


def calling(client: Client) -> None:
    """What this task does from here on, and those that it starts, is done for ``client``."""
    _CALLER.set(client)


def heard_by_caller(listener: Listener) -> Listener:
    """``listener``, counted against the share of whoever called."""
    name = caller().name
    return listener if name is None else replace(listener, client_key=name)


def authorizer_of(scope: Scope) -> Authorize | None:
    """What takes a key that comes in a message, for wires on which it may; ``None`` if the
    connection needs none or has brought one. Until it said yes no stream begins."""
    found: Authorize | None = scope.get(AUTHORIZE_KEY)
    return found


def _grant(wait_s: float, what: str) -> None:
    if wait_s:
        raise LimitReached(f"This key has used up its {what}.", retry_after_s=wait_s)
