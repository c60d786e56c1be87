"""``multi-stream-input``: many contexts on one connection. No I/O, no clock.

A context goes through this table; a name may be used again once its context is closed::

    state     text        flush              close_context              its end
    absent    opens it    -                  -
    open      spoken      flushed, marked    marked: closing, else cancelled    told
    closing   (a context of its own)         cancelled                          told

**Barge-in.** Clients close a context in the same way when a turn is over and when it is
interrupted. What differs is the message before: the end of a turn is an empty flush and then the
close. So a context that was marked by an empty flush speaks on to its end; any other close stops it
at once, since nobody listens any more. A second close of one that speaks on is an interruption.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from brisa.errors import BrisaError
from brisa.transports.elevenlabs.closing import InputTimeout, KeyRefused, TooManyMessages
from brisa.transports.elevenlabs.messages import (
    POLICY_VIOLATION,
    Said,
    audio,
    failure,
    final,
    said,
)
from brisa.transports.elevenlabs.spoken import Manner, SpokenContext
from brisa.transports.sound import Sound
from brisa.transports.talk.protocol import (
    Action,
    Cancel,
    Close,
    End,
    Ending,
    Flush,
    Key,
    Send,
    Started,
)


class MultiProtocol:
    """One connection's. ``authorize`` takes the key of the first message, if one is needed."""

    transport = "elevenlabs-ws"

    def __init__(
        self,
        manner: Manner,
        idle_timeout_s: float,
        authorize: Callable[[str], bool] | None = None,
    ) -> None:
        self.idle_timeout_s = idle_timeout_s
        self._manner = manner
        self._authorize = authorize
        self._open: dict[str, SpokenContext] = {}
        self._marked: set[str] = set()
        self._closing: dict[str, SpokenContext] = {}
        self._by_key: dict[Key, SpokenContext] = {}
        self._next_key = 0
        self._leaving = False
        self._over = False

    def opened(self, now_ns: int) -> Sequence[Action]:
        return ()

    def received(self, message: str | bytes, now_ns: int) -> Sequence[Action]:
        if self._over:
            return ()
        try:
            heard = said(message)
            if self._authorize is not None:
                self._let_in(heard)
        except BrisaError as error:
            return self._fail(error)
        return self._take(heard)

    def started(self, key: Key, started: Started) -> Sequence[Action]:
        return ()

    def sounded(self, key: Key, sound: Sound) -> Sequence[Action]:
        context = self._by_key[key]
        found = context.sounded(sound)
        return () if found is None or self._over else [Send(audio(*found, context.name))]

    def ended(self, key: Key, ending: Ending) -> Sequence[Action]:
        context = self._by_key.pop(key)
        self._forget(context)
        if self._over:
            return ()
        actions: list[Action] = []
        if isinstance(ending.outcome, BrisaError):
            actions.append(Send(failure(ending.outcome, context.name)))
        actions.append(Send(final(context.name)))
        return [*actions, *self._gone()]

    def flooded(self) -> Sequence[Action]:
        return self._fail(TooManyMessages())

    def idle(self) -> Sequence[Action]:
        return self._fail(InputTimeout(self.idle_timeout_s))

    def _let_in(self, message: Said) -> None:
        """Raises ``KeyRefused``."""
        if self._authorize is not None and not self._authorize(message.key or ""):
            raise KeyRefused()
        self._authorize = None

    def _take(self, message: Said) -> Sequence[Action]:
        if message.close_socket:
            return self._leave()
        if message.close_context:
            return self._close(message.context)
        if self._leaving:
            return ()
        if not message.text:
            return self._flush(message.context) if message.flush else ()
        return self._say(message)

    def _say(self, message: Said) -> Sequence[Action]:
        name = message.context
        context = self._open.get(name)
        if context is None:
            context = self._open[name] = SpokenContext(self._next_key, name, self._manner)
            self._by_key[self._next_key] = context
            self._next_key += 1
        if (message.text or "").strip():
            self._marked.discard(name)
        return context.say(message)

    def _flush(self, name: str) -> Sequence[Action]:
        """Without text: to keep-alives, which have no flush, it is the end of a turn."""
        context = self._open.get(name)
        if context is None:
            return ()
        self._marked.add(name)
        return [Flush(context.key)] if context.opened else ()

    def _close(self, name: str) -> Sequence[Action]:
        context = self._open.pop(name, None)
        if context is None:
            closing = self._closing.get(name)
            return () if closing is None else [Cancel(closing.key)]
        marked = name in self._marked
        self._marked.discard(name)
        if not context.opened:
            # It has said nothing; its end is told all the same.
            del self._by_key[context.key]
            return [Send(final(context.name))]
        self._closing[name] = context
        return [End(context.key) if marked else Cancel(context.key)]

    def _leave(self) -> Sequence[Action]:
        """Speak what there is, tell the ends, close."""
        self._leaving = True
        actions: list[Action] = []
        for name, context in list(self._open.items()):
            self._marked.add(name)
            actions += self._close(context.name or name)
        return [*actions, *self._gone()]

    def _gone(self) -> list[Action]:
        if not self._leaving or self._by_key:
            return []
        self._over = True
        return [Close()]

    def _forget(self, context: SpokenContext) -> None:
        name = context.name or ""
        for contexts in (self._open, self._closing):
            if contexts.get(name) is context:
                del contexts[name]
                self._marked.discard(name)

    def _fail(self, error: BrisaError) -> Sequence[Action]:
        self._over = True
        return [Send(failure(error)), Close(POLICY_VIOLATION, error.code)]
