"""What a client may say when, and what it means: messages in, commands out. No I/O, no clock.

Utterances are numbered from 1 in the order of their ``start``, refused ones included, so that a
client knows the number before it is told. Each goes through this table::

    state      text      flush     end       cancel    over
    open       open      open      spoken    leaving   ended
    spoken     refused   spoken    spoken    leaving   ended
    leaving    leaving   leaving   leaving   leaving   ended

What is said about one that has ended comes late, which a client cannot know, and is passed over;
so it is with one that was refused, and no text for it goes to the one before. A message without a
number is about the newest.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from brisa.errors import BrisaError, InvalidRequest, Overloaded
from brisa.transports.stream.messages import (
    Cancel,
    ClientMessage,
    End,
    Flush,
    Heard,
    Ping,
    Start,
    Text,
    parse,
    type_of,
)
from brisa.transports.talk.budget import MessageBudget


class State(Enum):
    """Of an utterance."""

    OPEN = auto()
    SPOKEN = auto()
    LEAVING = auto()
    ENDED = auto()


class Step(Enum):
    """What happens to an utterance."""

    TEXT = auto()
    FLUSH = auto()
    END = auto()
    CANCEL = auto()
    OVER = auto()


TRANSITIONS: Final[dict[tuple[State, Step], State]] = {
    (State.OPEN, Step.TEXT): State.OPEN,
    (State.OPEN, Step.FLUSH): State.OPEN,
    (State.OPEN, Step.END): State.SPOKEN,
    (State.OPEN, Step.CANCEL): State.LEAVING,
    (State.OPEN, Step.OVER): State.ENDED,
    (State.SPOKEN, Step.FLUSH): State.SPOKEN,
    (State.SPOKEN, Step.END): State.SPOKEN,
    (State.SPOKEN, Step.CANCEL): State.LEAVING,
    (State.SPOKEN, Step.OVER): State.ENDED,
    (State.LEAVING, Step.TEXT): State.LEAVING,
    (State.LEAVING, Step.FLUSH): State.LEAVING,
    (State.LEAVING, Step.END): State.LEAVING,
    (State.LEAVING, Step.CANCEL): State.LEAVING,
    (State.LEAVING, Step.OVER): State.ENDED,
}


class WrongOrder(InvalidRequest):
    """A message that cannot come where it came."""

    code = "wrong_order"


class TooManyMessages(InvalidRequest):
    """More messages a second than are taken; the connection is closed."""

    code = "too_many_messages"


@dataclass(frozen=True, slots=True)
class MessageLimits:
    """``messages_per_s`` in the long run and ``burst`` at once; ``utterances`` at a time."""

    messages_per_s: int = 200
    burst: int = 2000
    utterances: int = 8


@dataclass(frozen=True, slots=True)
class Begin:
    """Speak a new utterance."""

    utterance: int
    start: Start


@dataclass(frozen=True, slots=True)
class Refuse:
    """Utterance ``utterance`` has ended before it began."""

    utterance: int
    error: BrisaError


@dataclass(frozen=True, slots=True)
class Tell:
    """Pass ``message`` on to utterance ``utterance``, which has not ended."""

    utterance: int
    message: Text | Flush | End | Cancel | Heard


@dataclass(frozen=True, slots=True)
class Pong:
    """Answer a ping."""

    id: int | str | None


@dataclass(frozen=True, slots=True)
class Complain:
    """Tell the client that a message was not understood; ``fatal``: and hang up."""

    error: BrisaError
    fatal: bool = False


Command = Begin | Refuse | Tell | Pong | Complain


class StreamProtocol:
    """One connection. Every message of the client is fed in order, with the time it came at."""

    def __init__(self, limits: MessageLimits, now_ns: int) -> None:
        self.session = f"ses_{secrets.token_hex(12)}"
        self._limits = limits
        self._newest = 0
        self._live: dict[int, State] = {}
        self._budget = MessageBudget(limits.messages_per_s, limits.burst, now_ns)

    def receive_text(self, message: str, now_ns: int) -> Command | None:
        """What a text message asks for; ``None`` if nothing."""
        if not self._budget.afford(now_ns):
            return self._too_many()
        try:
            return self._take(parse(message))
        except BrisaError as error:
            if type_of(message) == "start":
                return Refuse(self._next_number(), error)
            return Complain(error)

    def receive_bytes(self, now_ns: int) -> Command:
        """The client sent binary, which it has no use for."""
        if not self._budget.afford(now_ns):
            return self._too_many()
        return Complain(InvalidRequest("A client sends text messages; this one was binary."))

    def over(self, utterance: int) -> bool:
        """``utterance`` has ended. True the first time: what is told about it is told once."""
        state = self._live.pop(utterance, State.ENDED)
        return (state, Step.OVER) in TRANSITIONS

    def _take(self, message: ClientMessage) -> Command | None:
        if isinstance(message, Ping):
            return Pong(message.id)
        if isinstance(message, Start):
            return self._begin(message)
        utterance = self._meant(message.utterance)
        state = self._live.get(utterance)
        if state is None:
            return None
        if not isinstance(message, Heard):
            self._live[utterance] = self._advanced(state, _STEPS[type(message)])
        elif message.sample < 0:
            raise InvalidRequest("No sample is before the first.", param="sample")
        return None if state is State.LEAVING else Tell(utterance, message)

    def _begin(self, start: Start) -> Command:
        number = self._next_number()
        if len(self._live) >= self._limits.utterances:
            most = self._limits.utterances
            message = f"A connection speaks {most} utterances at a time; let one end."
            return Refuse(number, Overloaded(message, reason="connection"))
        self._live[number] = State.OPEN
        return Begin(number, start)

    def _meant(self, utterance: int | None) -> int:
        if not self._newest:
            raise WrongOrder("Nothing was started; send 'start' first.")
        if utterance is None:
            return self._newest
        if not 0 < utterance <= self._newest:
            raise WrongOrder("No utterance of that number was started.", param="utterance")
        return utterance

    def _advanced(self, state: State, step: Step) -> State:
        following = TRANSITIONS.get((state, step))
        if following is None:
            raise WrongOrder("The text of this utterance has ended; send 'start' for another.")
        return following

    def _next_number(self) -> int:
        self._newest += 1
        return self._newest

    def _too_many(self) -> Complain:
        most = self._budget.messages_per_s
        return Complain(TooManyMessages(f"At most {most} messages a second are taken."), fatal=True)


_STEPS: Final[dict[type[object], Step]] = {
    Text: Step.TEXT,
    Flush: Step.FLUSH,
    End: Step.END,
    Cancel: Step.CANCEL,
}
