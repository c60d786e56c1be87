"""What ``/tts/websocket`` answers. No I/O, no clock; see :mod:`brisa.transports.talk.protocol`."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Final

from brisa.errors import BrisaError, EngineFailed, InvalidRequest, Overloaded
from brisa.transports.cartesia import messages
from brisa.transports.cartesia.context import Context, Run
from brisa.transports.cartesia.messages import ClientMessage, Payload
from brisa.transports.cartesia.request import Defaults, spoken_as
from brisa.transports.sound import Sound
from brisa.transports.talk.protocol import (
    Action,
    Close,
    Ending,
    Key,
    Send,
    Started,
    TalkOrder,
)
from brisa.types import Finished

IDLE_TIMEOUT_S: Final = 300.0
"""As the vendor has it; clients connect again."""

MAX_CONTEXTS: Final = 256
"""Contexts of a connection that text has been sent for and that have not ended, whether or not
they are being spoken."""

MAX_ID_CHARS: Final = 256


class CartesiaProtocol:
    """One connection's. ``status_of`` is the HTTP status of an error; ``max_text_chars`` bounds the
    text of a context that waits for its turn, beside that of the stream being spoken."""

    transport = "cartesia"
    idle_timeout_s = IDLE_TIMEOUT_S

    def __init__(
        self, defaults: Defaults, max_text_chars: int, status_of: Callable[[BrisaError], int]
    ) -> None:
        self._defaults = defaults
        self._max_text_chars = max_text_chars
        self._status_of = status_of
        self._keys = itertools.count(1)
        self._contexts: dict[str, Context] = {}
        self._speaking: dict[Key, Context] = {}
        self._failed: dict[str, None] = {}

    def opened(self, now_ns: int) -> Sequence[Action]:
        return []

    def received(self, message: str | bytes, now_ns: int) -> Sequence[Action]:
        if isinstance(message, bytes):
            error = InvalidRequest("Messages are JSON in text; this one was binary.")
            return [self._error(None, error)]
        try:
            heard = messages.read_message(message)
        except BrisaError as error:
            return [self._error(messages.address_of(message), error)]
        context_id = f"brisa-{next(self._keys)}" if heard.context_id is None else heard.context_id
        if heard.cancel:
            return self._cancel(context_id)
        try:
            _check(heard, context_id)
        except BrisaError as error:
            return [self._error(heard.context_id, error)]
        return self._hear(heard, context_id)

    def started(self, key: Key, started: Started) -> Sequence[Action]:
        return []

    def sounded(self, key: Key, sound: Sound) -> Sequence[Action]:
        context = self._speaking.get(key)
        if context is None:
            return []
        return [_send(payload) for payload in context.sounded(sound)]

    def ended(self, key: Key, ending: Ending) -> Sequence[Action]:
        context = self._speaking.pop(key, None)
        if context is None:
            return []
        if isinstance(ending.outcome, Finished):
            return self._kept(context, context.ended(ending.sent_samples))
        context.broke()
        error = ending.outcome
        if not isinstance(error, BrisaError):  # cancelled, and not by its client
            error = EngineFailed("The server gave the stream up.")
        return self._fail(context, error)

    def flooded(self) -> Sequence[Action]:
        return [self._error(None, Overloaded("Too many messages at once.", reason="messages"))]

    def idle(self) -> Sequence[Action]:
        return [Close(1000, "idle")]

    def _hear(self, heard: ClientMessage, context_id: str) -> Sequence[Action]:
        if context_id in self._failed:
            # It was told that the context is over; what is still said for it comes to nothing.
            if not heard.continue_:
                del self._failed[context_id]
            return []
        context = self._contexts.get(context_id)
        try:
            if context is None:
                context = self._begun(context_id)
            run = context.run or self._run_of(heard)
            actions = context.hear(heard, run, next(self._keys))
        except BrisaError as error:
            if context is None:
                return [self._error(context_id, error)]
            return self._fail(context, error, awaiting=heard.continue_ is True)
        return self._kept(context, actions)

    def _begun(self, context_id: str) -> Context:
        if len(self._contexts) >= MAX_CONTEXTS:
            message = f"A connection has {MAX_CONTEXTS} contexts at a time; let one end."
            raise Overloaded(message, reason="connection")
        context = self._contexts[context_id] = Context(context_id, self._max_text_chars)
        return context

    def _run_of(self, heard: ClientMessage) -> Run:
        spoken = spoken_as(heard, self._defaults, raw_only=True)
        return Run(
            TalkOrder(spoken.settings, spoken.format),
            timestamps=heard.add_timestamps is True,
            normalized=heard.use_normalized_timestamps is True,
        )

    def _kept(self, context: Context, actions: Sequence[Action]) -> Sequence[Action]:
        """Remember what is being spoken, and forget what is over."""
        if context.key is not None:
            self._speaking[context.key] = context
        if context.over:
            self._contexts.pop(context.context_id, None)
        return actions

    def _cancel(self, context_id: str) -> Sequence[Action]:
        self._failed.pop(context_id, None)
        context = self._contexts.pop(context_id, None)
        if context is None:
            return []
        return [*self._drop(context), _send(messages.done(context_id))]

    def _fail(
        self, context: Context, error: BrisaError, *, awaiting: bool | None = None
    ) -> Sequence[Action]:
        if context.run is not None if awaiting is None else awaiting:
            self._failed[context.context_id] = None
            if len(self._failed) > MAX_CONTEXTS:
                del self._failed[next(iter(self._failed))]
        self._contexts.pop(context.context_id, None)
        return [*self._drop(context), self._error(context.context_id, error)]

    def _drop(self, context: Context) -> Sequence[Action]:
        if context.key is not None:
            self._speaking.pop(context.key, None)
        return context.dropped()

    def _error(self, context_id: str | None, error: BrisaError) -> Send:
        return _send(messages.failure(context_id, error, self._status_of(error)))


def _check(heard: ClientMessage, context_id: str) -> None:
    """Raise ``InvalidRequest`` for what says nothing."""
    if len(context_id) > MAX_ID_CHARS:
        message = f"context_id has at most {MAX_ID_CHARS} characters."
        raise InvalidRequest(message, param="context_id")
    if heard.transcript is None and heard.flush is not True and heard.continue_ is None:
        raise InvalidRequest("The field 'transcript' is missing.", param="transcript")


def _send(payload: Payload) -> Send:
    return Send(messages.encoded(payload))
