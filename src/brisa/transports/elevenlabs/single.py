"""``stream-input``: one context, which an empty text ends. No I/O, no clock.

::

    text " "          settings
    text "..."        spoken; with flush, without waiting for the end of a sentence
    text ""           end of input: what is left is spoken, then isFinal, then the close
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

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
from brisa.transports.talk.protocol import Action, Close, End, Ending, Key, Send, Started
from brisa.types import Finished

_KEY: Final = 0


class SingleProtocol:
    """One connection's. ``authorize`` takes the key of the first message, if one is needed."""

    transport = "elevenlabs-ws"

    def __init__(
        self,
        manner: Manner,
        idle_timeout_s: float,
        authorize: Callable[[str], bool] | None = None,
    ) -> None:
        self.idle_timeout_s = idle_timeout_s
        self._authorize = authorize
        self._context = SpokenContext(_KEY, None, manner)
        self._ended = False
        self._over = False

    def opened(self, now_ns: int) -> Sequence[Action]:
        return ()

    def received(self, message: str | bytes, now_ns: int) -> Sequence[Action]:
        if self._over:
            return ()
        try:
            return self._take(said(message))
        except BrisaError as error:
            return self._fail(error)

    def started(self, key: Key, started: Started) -> Sequence[Action]:
        return ()

    def sounded(self, key: Key, sound: Sound) -> Sequence[Action]:
        found = self._context.sounded(sound)
        return () if found is None or self._over else [Send(audio(*found))]

    def ended(self, key: Key, ending: Ending) -> Sequence[Action]:
        if self._over:
            return ()
        if isinstance(ending.outcome, BrisaError):
            return self._fail(ending.outcome)
        self._over = True
        if not isinstance(ending.outcome, Finished):
            return [Close()]
        return [Send(final()), Close()]

    def flooded(self) -> Sequence[Action]:
        return self._fail(TooManyMessages())

    def idle(self) -> Sequence[Action]:
        return self._fail(InputTimeout(self.idle_timeout_s))

    def _take(self, message: Said) -> Sequence[Action]:
        if self._authorize is not None:
            if not self._authorize(message.key or ""):
                raise KeyRefused()
            self._authorize = None
        if self._ended:
            return ()
        if message.text == "" and not message.flush:
            self._ended = True
            return [*self._context.open(), End(_KEY)]
        return self._context.say(message)

    def _fail(self, error: BrisaError) -> Sequence[Action]:
        self._over = True
        return [Send(failure(error)), Close(POLICY_VIOLATION, error.code)]
