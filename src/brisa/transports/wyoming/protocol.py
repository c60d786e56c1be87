"""Wyoming as a talking protocol: bytes in, actions out. No I/O, no clock.

Requests are answered one after another, in their order. One is spoken as soon as it has text and
is the first; what comes for later ones waits. Each ends in one of two ways::

    one-shot    audio-start  audio-chunk ...  audio-stop
    streaming   audio-start  audio-chunk ...  audio-stop  synthesize-stopped
    either      [audio-start  audio-chunk ...]  error, and the connection is closed

It is closed because Home Assistant passes over errors, and would wait for the end of the audio.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from brisa.errors import BrisaError, InvalidRequest, Overloaded
from brisa.transports.sound import Sound
from brisa.transports.talk.budget import MessageBudget
from brisa.transports.talk.protocol import (
    Action,
    Close,
    End,
    Ending,
    Key,
    Open,
    Push,
    Send,
    Started,
    TalkOrder,
)
from brisa.transports.wyoming.audio import SILENCE, audio_chunks, audio_start, audio_stop
from brisa.transports.wyoming.events import Event, EventLimits, EventParser, event_bytes
from brisa.transports.wyoming.menu import Menu
from brisa.transports.wyoming.requests import (
    WIDTH_BYTES,
    Manner,
    Piece,
    order_of,
    read,
)
from brisa.types import Finished, TextOptions

EVENTS_PER_S: Final = 1000
EVENTS_AT_ONCE: Final = 25_000
"""The longest text of a chat, a character at a time."""

MAX_WAITING: Final = 64
MAX_WAITING_CHARS: Final = 1 << 20
"""Of requests that wait for those before them."""


class WrongOrder(InvalidRequest):
    """An event that cannot come where it came."""

    code = "wrong_order"


class TooManyEvents(InvalidRequest):
    """More events than are taken; the connection is closed."""

    code = "too_many_messages"


@dataclass(eq=False, slots=True)
class _Request:
    """One to be spoken. ``complete``: its text has ended; ``opened``: it is being spoken;
    ``begun``: audio was sent. ``pieces`` wait for the one before it to end."""

    key: int
    order: TalkOrder
    streaming: bool
    pieces: list[str] = field(default_factory=list)
    complete: bool = False
    opened: bool = False
    begun: bool = False


class WyomingProtocol:
    """One connection's. ``menu`` is asked whenever the voices matter; ``text`` is how text is read
    where a request does not say."""

    transport = "wyoming"
    idle_timeout_s = 300.0

    def __init__(
        self,
        menu: Callable[[], Menu],
        text: TextOptions,
        limits: EventLimits | None = None,
    ) -> None:
        self._menu = menu
        self._text = text
        self._parser = EventParser(limits)
        self._budget: MessageBudget | None = None
        self._requests: deque[_Request] = deque()
        self._incoming: _Request | None = None
        self._waiting_chars = 0
        self._next_key = 0
        self._over = False
        self.heard_ns = 0
        """When the client last said something, or came."""

    @property
    def busy(self) -> bool:
        """Something was asked for and is not done."""
        return bool(self._requests)

    def opened(self, now_ns: int) -> Sequence[Action]:
        self.heard_ns = now_ns
        self._budget = MessageBudget(EVENTS_PER_S, EVENTS_AT_ONCE, now_ns)
        return ()

    def received(self, message: str | bytes, now_ns: int) -> Sequence[Action]:
        self.heard_ns = now_ns
        actions: list[Action] = []
        for event in self._parser.feed(message.encode() if isinstance(message, str) else message):
            if self._over:
                return actions
            if self._budget is not None and not self._budget.afford(now_ns):
                return [*actions, *self._fail(_too_many())]
            try:
                actions += self._take(event)
            except BrisaError as error:
                actions += self._fail(error)
        if self._parser.fault is not None:
            actions += self._fail(self._parser.fault)
        return actions

    def started(self, key: Key, started: Started) -> Sequence[Action]:
        return ()

    def sounded(self, key: Key, sound: Sound) -> Sequence[Action]:
        if self._over or not sound.data:
            return ()
        chunks = audio_chunks(sound.data, sound.start_sample)
        return [Send(self._beginning(self._requests[0]) + chunks)]

    def ended(self, key: Key, ending: Ending) -> Sequence[Action]:
        if self._over:
            return ()
        request = self._requests.popleft()
        if request is self._incoming:
            self._incoming = None
        if isinstance(ending.outcome, BrisaError):
            return self._fail(ending.outcome)
        if not isinstance(ending.outcome, Finished):
            return self._close()
        return [Send(self._last_words(request, ending.sent_samples)), *self._speak_next()]

    def flooded(self) -> Sequence[Action]:
        return [Send(_error(_too_many()))]

    def idle(self) -> Sequence[Action]:
        return self._close()

    def _take(self, event: Event) -> Sequence[Action]:
        match event.type:
            case "describe":
                return [Send(self._menu().info)]
            case "ping":
                return [Send(_pong(event.data.get("text")))]
            case "synthesize":
                return self._synthesize(event.data)
            case "synthesize-start":
                return self._start(event.data)
            case "synthesize-chunk":
                return self._chunk(read(Piece, event.data).text)
            case "synthesize-stop":
                return self._stop()
        return ()  # select-program too: there is one, and it is the default

    def _synthesize(self, data: dict[str, Any]) -> Sequence[Action]:
        if self._incoming is not None:
            return ()  # the whole text once more, for servers that do not stream
        text = read(Piece, data).text
        request = self._request(data, streaming=False)
        request.complete = True
        self._keep(request, text)
        return self._speak_next()

    def _start(self, data: dict[str, Any]) -> Sequence[Action]:
        actions = self._stop() if self._incoming is not None else ()
        self._incoming = self._request(data, streaming=True)
        return actions

    def _chunk(self, text: str) -> Sequence[Action]:
        request = self._incoming
        if request is None:
            return [Send(_error(_not_started()))]
        if request.opened:
            return [Push(request.key, text)]
        self._keep(request, text)
        return self._speak_next()

    def _stop(self) -> Sequence[Action]:
        request, self._incoming = self._incoming, None
        if request is None:
            return [Send(_error(_not_started()))]
        request.complete = True
        return [End(request.key)] if request.opened else self._speak_next()

    def _request(self, data: dict[str, Any], *, streaming: bool) -> _Request:
        if len(self._requests) >= MAX_WAITING:
            raise _too_many_waiting()
        order = order_of(read(Manner, data), self._menu(), self._text)
        request = _Request(self._next_key, order, streaming)
        self._next_key += 1
        self._requests.append(request)
        return request

    def _keep(self, request: _Request, text: str) -> None:
        """Text for one that is not spoken yet."""
        if text:
            request.pieces.append(text)
            self._waiting_chars += len(text)
        first_and_alone = len(self._requests) == 1
        if self._waiting_chars > MAX_WAITING_CHARS and not first_and_alone:
            raise _too_many_waiting()

    def _speak_next(self) -> list[Action]:
        """Begin with the first request, if it has not begun and has something to say."""
        request = self._requests[0] if self._requests else None
        if request is None or request.opened or not (request.pieces or request.complete):
            return []
        request.opened = True
        pieces, request.pieces = request.pieces, []
        self._waiting_chars -= sum(map(len, pieces))
        actions: list[Action] = [Open(request.key, request.order)]
        actions += [Push(request.key, piece) for piece in pieces]
        return [*actions, End(request.key)] if request.complete else actions

    def _beginning(self, request: _Request) -> bytes:
        """What goes out before the first audio of a request, once."""
        begun, request.begun = request.begun, True
        return b"" if begun else audio_start()

    def _last_words(self, request: _Request, samples: int) -> bytes:
        words = b""
        if not request.begun:
            words = self._beginning(request) + audio_chunks(SILENCE, 0)
            samples = len(SILENCE) // WIDTH_BYTES
        words += audio_stop(samples)
        return words + event_bytes("synthesize-stopped") if request.streaming else words

    def _fail(self, error: BrisaError) -> Sequence[Action]:
        return [] if self._over else [Send(_error(error)), *self._close()]

    def _close(self) -> Sequence[Action]:
        self._over = True
        return [Close()]


def _pong(text: object) -> bytes:
    return event_bytes("pong", {"text": text if isinstance(text, str) else None})


def _error(error: BrisaError) -> bytes:
    return event_bytes("error", {"text": error.message, "code": error.code})


def _not_started() -> WrongOrder:
    return WrongOrder("No text is being taken; send 'synthesize-start' first.")


def _too_many() -> TooManyEvents:
    return TooManyEvents(f"At most {EVENTS_PER_S} events a second are taken.")


def _too_many_waiting() -> Overloaded:
    message = "Too many requests wait on this connection; read the answers first."
    return Overloaded(message, reason="connection")
