"""One context of a connection: text under one id, spoken in the order in which it came.

A **run** is what is said from a first message to the one with ``continue: false``, which its
``done`` answers; the id may be used for another run after that, or at once. A run is cut at each
``flush`` into **passages**, each a stream of speech of its own: so ``flush_done`` comes after the
last sound of what was flushed and before the first of what follows. One passage is spoken at a
time; what is said for the next ones waits with them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from brisa.errors import Overloaded, TextTooLong
from brisa.transports.cartesia import messages
from brisa.transports.cartesia.messages import ClientMessage, Payload
from brisa.transports.cartesia.words import WrittenWords
from brisa.transports.sound import Sound
from brisa.transports.talk.protocol import Action, Cancel, End, Flush, Open, Push, Send, TalkOrder

MAX_WAITING_PASSAGES: Final = 256


@dataclass(slots=True)
class Run:
    """How it is spoken, what of it has been, and how often it was cut."""

    order: TalkOrder
    timestamps: bool
    normalized: bool
    passages: int = 0
    spoken: bool = False
    earlier_samples: int = 0


@dataclass(slots=True)
class Passage:
    """``number`` counts from 1 within the run, and is the ``flush_id`` of all that is sent of it.

    ``opened``: it has text that is a stream's. ``closed``: no more text comes for it; then
    ``flushed`` and ``last`` say what its end is answered with. ``waiting`` is what is to be done
    when its turn comes.
    """

    key: int
    run: Run
    number: int
    words: WrittenWords
    opened: bool = False
    closed: bool = False
    flushed: bool = False
    last: bool = False
    waiting: list[Action] = field(default_factory=list)


class Context:
    """Text in, actions out. ``max_waiting_chars`` bounds the text that waits for its turn."""

    def __init__(self, context_id: str, max_waiting_chars: int) -> None:
        self.context_id = context_id
        self._max_waiting_chars = max_waiting_chars
        self._waiting_chars = 0
        self._passages: deque[Passage] = deque()
        self.run: Run | None = None
        """What more text belongs to; ``None`` if the next text begins a run."""

    @property
    def over(self) -> bool:
        """Nothing is to be spoken and nothing is expected."""
        return not self._passages and self.run is None

    @property
    def key(self) -> int | None:
        """The stream that is being spoken."""
        head = self._passages[0] if self._passages else None
        return head.key if head is not None and head.opened else None

    def hear(self, message: ClientMessage, run: Run, key: int) -> list[Action]:
        """More text of ``run``; ``key`` is for the stream it may begin.

        Raises ``TextTooLong`` or ``Overloaded`` if too much waits.
        """
        self.run = run
        passage = self._open_passage(run, key)
        do: list[Action] = []
        text = message.transcript or ""
        if passage.opened or text.strip():
            do += self._say(passage, text, at_once=message.max_buffer_delay_ms == 0)
        passage.flushed = message.flush is True
        passage.last = message.continue_ is not True
        passage.closed = passage.flushed or passage.last
        # A run without any text is a short silence: clients take a context without sound for a
        # fault.
        if passage.last and not run.spoken:
            do += self._open(passage)
        if passage.closed and passage.opened:
            do.append(End(passage.key))
        if passage.last:
            self.run = None
        if passage is not self._passages[0]:
            passage.waiting += do
            self._waiting_chars += _chars(do)
            if self._waiting_chars > self._max_waiting_chars:
                raise TextTooLong(self._max_waiting_chars, param="transcript")
            return []
        return [*do, *self._advance()]

    def sounded(self, sound: Sound) -> Iterator[Payload]:
        """What is sent of the passage that is being spoken: words before the audio they are in."""
        passage = self._passages[0]
        run = passage.run
        if run.timestamps and sound.words:
            words = passage.words.timed(sound.words, sound.sample_rate_hz, run.earlier_samples)
            if words:
                yield messages.timestamps(self.context_id, passage.number, words)
        yield from messages.chunks(self.context_id, passage.number, sound.data)

    def ended(self, sent_samples: int) -> list[Action]:
        """The passage that was being spoken is over, and ``sent_samples`` of it were sent."""
        passage = self._passages[0]
        passage.run.earlier_samples += sent_samples
        passage.opened = False
        return list(self._advance())

    def broke(self) -> None:
        """The passage that was being spoken is over before its time."""
        self._passages[0].opened = False

    def dropped(self) -> list[Action]:
        """Say no more of it."""
        key = self.key
        self._passages.clear()
        self.run = None
        return [] if key is None else [Cancel(key)]

    def _open_passage(self, run: Run, key: int) -> Passage:
        last = self._passages[-1] if self._passages else None
        if last is not None and not last.closed:
            return last
        if len(self._passages) > MAX_WAITING_PASSAGES:
            message = f"{MAX_WAITING_PASSAGES} flushes of this context wait to be spoken."
            raise Overloaded(message, reason="connection")
        run.passages += 1
        passage = Passage(key, run, run.passages, WrittenWords(normalized=run.normalized))
        self._passages.append(passage)
        return passage

    def _say(self, passage: Passage, text: str, *, at_once: bool) -> list[Action]:
        do = self._open(passage)
        if at_once and text and not text[-1].isspace():
            text += " "  # it is spoken by itself, so that the next one begins another word
        if text:
            if passage.run.timestamps:
                passage.words.push(text)
            do.append(Push(passage.key, text))
        if at_once and text.strip():
            do.append(Flush(passage.key))
        return do

    def _open(self, passage: Passage) -> list[Action]:
        if passage.opened:
            return []
        passage.opened = passage.run.spoken = True
        return [Open(passage.key, passage.run.order)]

    def _advance(self) -> Iterator[Action]:
        """Answer the ends of what is over, and begin what comes next."""
        while self._passages:
            head = self._passages[0]
            if head.waiting:
                self._waiting_chars -= _chars(head.waiting)
                yield from head.waiting
                head.waiting = []
            if head.opened or not head.closed:
                return
            if head.flushed:
                yield _send(messages.flush_done(self.context_id, head.number))
            if head.last:
                yield _send(messages.done(self.context_id))
            self._passages.popleft()


def _chars(actions: Iterable[Action]) -> int:
    return sum(len(action.text) for action in actions if isinstance(action, Push))


def _send(payload: Payload) -> Send:
    return Send(messages.encoded(payload))
