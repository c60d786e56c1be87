"""A client's whole side of ``/v1/stream``: messages in, events and messages out. No I/O, no clock.

Whoever holds the socket calls in this order, as long as :attr:`ClientProtocol.over` is false::

    dial_at_ns          wait until then, and open a WebSocket
    dialled()           an attempt begins
    opened(now)         there is a WebSocket; then, as things happen:
      received(m, now)    a message came
      outgoing(now)       messages to send; again when something was said, and at outgoing_at_ns()
      tick(now)           at tick_at_ns()
      hang_up             if not None: drop the socket, for that reason
    closed(why, now)    the WebSocket has ended, or the attempt failed
    events()            after each of them: what to tell

What a session loses with a connection comes again: audio from the sample after the last one that
is held, messages from the one after the last that the server got. An utterance whose samples do
not follow on fails; nothing of it is handed on from there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Final

from brisa.client import wire
from brisa.client.errors import ConnectionFailed, ServerMisbehaved, SessionLost, error_of
from brisa.client.events import (
    Complained,
    Connected,
    Disconnected,
    Event,
    GaveUp,
    Renewed,
    Resumed,
)
from brisa.client.ledger import Ledger
from brisa.client.line import Line, LineOptions, Phase
from brisa.client.outbox import Outbox
from brisa.client.utterances import Utterances
from brisa.errors import BrisaError

NS_PER_S: Final = 1_000_000_000
NS_PER_MS: Final = 1_000_000

_AGAIN: Final = "resume_unavailable"
"""The refusal of a resume after which another attempt may succeed."""

_MAX_ODDITIES: Final = 5
"""So often a server may say what no server says before a pong, which comes once a heartbeat."""

_TAKEN: Final = 4001
"""The close code of a connection whose session goes on over another one."""

_SEQ_MASK: Final = 0xFFFF_FFFF

_Message = wire.ServerMessage | wire.Audio | wire.Unknown


@dataclass(frozen=True, slots=True)
class _Session:
    """``token`` continues it on another connection."""

    id: str
    token: str | None


class ClientProtocol:
    """One client. :attr:`utterances` take what is said about them, but for :meth:`start`."""

    def __init__(self, options: LineOptions, random: Random, now_ns: int) -> None:
        self._line = Line(options, random, now_ns)
        self._outbox = Outbox(now_ns)
        self._events: list[Event] = []
        self.utterances = Utterances(self._outbox, self._events)
        self._session: _Session | None = None
        self._ever_greeted = False
        self._seq: int | None = None
        self._oddities = 0
        self._asked: list[Ledger] | None = None
        self._controls: list[str] = []
        self.hang_up: str | None = None
        self.error: BrisaError | None = None

    @property
    def over(self) -> bool:
        """There is no connection and there will be none; :attr:`error` says why, if it was not
        asked for."""
        return self._line.phase is Phase.OVER

    @property
    def talking(self) -> bool:
        """There is a connection, and the session on it."""
        return self._line.phase is Phase.TALKING

    @property
    def session(self) -> str | None:
        """The server's name for the session."""
        return None if self._session is None else self._session.id

    @property
    def dial_at_ns(self) -> int | None:
        """When to open a WebSocket; ``None`` if not at all."""
        return self._line.dial_at_ns

    def start(self, fields: Mapping[str, object]) -> int:
        """Begin an utterance; its key. Raises :attr:`error` where there is no connection any more,
        and ``InvalidRequest`` for fields that JSON has no form for."""
        if self.over:
            raise self.error or ConnectionFailed("The client is closed.")
        return self.utterances.start(fields)

    def dialled(self) -> None:
        """An attempt begins."""
        self._line.dialled()

    def opened(self, now_ns: int) -> None:
        """There is a WebSocket."""
        self._line.opened(now_ns)
        self._seq = None
        self._controls.clear()
        if self._session is not None:
            self._ask_to_resume(self._session)

    def closed(
        self,
        reason: str,
        now_ns: int,
        *,
        code: int | None = None,
        fatal: BrisaError | None = None,
    ) -> None:
        """The WebSocket has ended, with the close ``code`` of the server if it said one, or could
        not be opened; ``fatal`` if that would not change."""
        if self.over:
            return
        reason = self.hang_up or reason
        was_talking = self.talking
        self.hang_up = None
        self._asked = None
        self._line.lost(now_ns)
        if fatal is not None or not self._ever_greeted:
            self.give_up(fatal or ConnectionFailed(f"There is no connection: {reason}."))
            return
        if was_talking:
            self._events.append(Disconnected(reason))
        if self._session is not None and self._session.token is None:
            self._renew(SessionLost("The server keeps no sessions.", reason="not_resumable"))
        elif self._session is not None and code == _TAKEN:
            # Taking it back would only make the other do the same.
            text = "Another client has taken the session over."
            self._renew(SessionLost(text, reason="resumed_elsewhere"))
        if self._line.too_late(now_ns):
            self.give_up(self._too_late())

    def received(self, message: str | bytes, now_ns: int) -> None:
        """A message of the server."""
        if self.over or self.hang_up is not None:
            return
        self._line.heard(now_ns)
        try:
            parsed = wire.parse(message)
            self._count(parsed.seq)
            if self.talking:
                self._line.proved()
                self._take(parsed, now_ns)
            else:
                self._take_greeting(parsed, now_ns)
        except ServerMisbehaved as error:
            self._misbehaved(error)

    def tick(self, now_ns: int) -> None:
        """Time has passed."""
        if self.over:
            return
        if self._line.too_late(now_ns):
            self.give_up(self._too_late())
            self.hang_up = "it is too late"
        elif self._line.silent(now_ns):
            self.hang_up = self.hang_up or "nothing was heard"

    def tick_at_ns(self) -> int | None:
        """When :meth:`tick` may find something; it may be later by then."""
        return self._line.deadline_ns()

    def hold_back(self, held: bool, now_ns: int) -> None:
        """Nothing is read from the socket while ``held``, so that silence means nothing."""
        self._line.hold_back(held, now_ns)

    def outgoing(self, now_ns: int) -> list[str]:
        """Messages to send at once, in this order. They count as sent."""
        messages = list(self._controls)
        self._controls.clear()
        if not self.talking:
            return messages
        while (message := self._outbox.take(now_ns)) is not None:
            fields: dict[str, object] = {"n": message.n, **message.fields}
            if message.kind != "start":
                fields["utterance"] = message.utterance
            messages.append(wire.encode(message.kind, fields))
        if self._line.ping_due(now_ns):
            messages.append(wire.encode("ping", {"id": self._outbox.newest_sent}))
        return messages

    def outgoing_at_ns(self) -> int | None:
        """When :meth:`outgoing` has something, if nothing else happens."""
        if not self.talking:
            return None
        ready_ns, ping_at_ns = self._outbox.ready_ns(), self._line.ping_at_ns
        return ping_at_ns if ready_ns is None else min(ready_ns, ping_at_ns)

    def events(self) -> list[Event]:
        """What happened since the last call."""
        events = list(self._events)
        self._events.clear()
        return events

    def close(self, now_ns: int) -> list[str]:
        """The client leaves: the last messages to send. Utterances that run are cancelled."""
        if self.over:
            return []
        self.utterances.leave()
        farewell = self.outgoing(now_ns)
        self._line.given_up()
        return farewell

    def give_up(self, error: BrisaError) -> None:
        """There will be no more connections, and what runs has failed with ``error``."""
        if self.over:
            return
        self.error = error
        self.utterances.fail(error)
        self._line.given_up()
        self._events.append(GaveUp(error))

    def _count(self, seq: int | None) -> None:
        """Messages of a connection are numbered without a gap."""
        if seq is None:
            return
        if self._seq is not None and seq & _SEQ_MASK != self._seq:
            raise ServerMisbehaved("A message of the server was lost, doubled or reordered.")
        self._seq = (seq + 1) & _SEQ_MASK

    def _misbehaved(self, error: ServerMisbehaved) -> None:
        """A resume makes good what was garbled on the way, but not a server that means it."""
        self._oddities += 1
        self.hang_up = error.message
        if self._oddities >= _MAX_ODDITIES:
            self.give_up(error)

    def _take(self, message: _Message, now_ns: int) -> None:
        match message:
            case wire.Audio():
                self.utterances.sounded(message, now_ns)
            case wire.Pong(id=int(n)):
                self._oddities = 0
                self._outbox.acknowledged(n)
            case wire.Error():
                error = error_of(message.code, message.message, message.param)
                self._events.append(Complained(error))
            case wire.Hello() | wire.Resumed():
                raise ServerMisbehaved("The server greeted twice.")
            case wire.Heartbeat() | wire.Pong() | wire.Unknown():
                pass
            case _:
                self.utterances.told(message, now_ns)

    def _take_greeting(self, message: _Message, now_ns: int) -> None:
        asked = self._asked
        match message:
            case wire.Hello() if asked is None:
                self._greeted(message, now_ns)
            case wire.Resumed() if asked is not None:
                self._resumed(message, asked, now_ns)
            case wire.Error() if asked is not None:
                self._refused(message)
            case wire.Hello() | wire.Heartbeat() | wire.Pong() | wire.Unknown():
                pass
            case _:
                raise ServerMisbehaved("The server did not greet.")

    def _greeted(self, hello: wire.Hello, now_ns: int) -> None:
        self._ever_greeted = True
        self._session = _Session(hello.session, hello.token)
        window_s = hello.resume_window_s if hello.token is not None else None
        self._line.agreed(hello.heartbeat_s, window_s)
        self._line.greeted(now_ns)
        self._events.append(Connected(resumable=hello.token is not None))

    def _ask_to_resume(self, session: _Session) -> None:
        self._asked = self.utterances.known_to_server()
        held = [
            {"utterance": ledger.number, "samples": ledger.held_samples} for ledger in self._asked
        ]
        fields: dict[str, object] = {"token": session.token, "utterances": held}
        self._controls.append(wire.encode("resume", fields))

    def _resumed(self, message: wire.Resumed, asked: list[Ledger], now_ns: int) -> None:
        if message.received > self._outbox.newest_sent:
            raise ServerMisbehaved("The server received more messages than there were.")
        self._asked = None
        gap_ns = self._line.greeted(now_ns)
        self._events.append(Resumed(gap_ns / NS_PER_MS))
        self.utterances.resumed(asked, message)

    def _refused(self, message: wire.Error) -> None:
        self.hang_up = f"the session was not resumed ({message.code})"
        if message.code != _AGAIN:
            text = message.message or "The server has the session no more."
            self._renew(SessionLost(text, reason=message.code))

    def _renew(self, error: BrisaError) -> None:
        self._session = None
        self._events.append(Renewed(error))
        self.utterances.renew(error)

    def _too_late(self) -> BrisaError:
        span_s = self._line.reconnect_for_ns / NS_PER_S
        return ConnectionFailed(f"The connection was lost, and not got back within {span_s:g} s.")
