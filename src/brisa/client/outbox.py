"""What a client says: numbered, sent at a bearable rate, and kept until the server surely has it.

Messages of a session are numbered from 1 (``n``). Those that the server had not got when the
connection was lost go again after it. A message is forgotten when it was acknowledged and nothing
depends on it any more: text is kept until its utterance has ended, for a server that takes the
session over may know less than the one that acknowledged.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

NS_PER_S: Final = 1_000_000_000

TEXT_MAX_CHARS: Final = 8_000
"""Longer text goes in several messages, well below what a server takes in one."""

MESSAGES_PER_S: Final = 100
BURST: Final = 1000
"""Half of what a server bears by default (docs/protocols/stream.md)."""

_LATEST_COUNTS: Final = ("playhead", "received")


@dataclass(slots=True)
class Outgoing:
    """A message to be numbered ``n``; ``key`` is the utterance it is about, which the server calls
    ``utterance``."""

    n: int
    key: int
    utterance: int
    kind: str
    fields: dict[str, object] = field(default_factory=dict)
    sent: bool = False


class Outbox:
    """The messages of one session, in order."""

    def __init__(self, now_ns: int) -> None:
        self._last = 0
        self._sent: list[Outgoing] = []
        self._waiting: deque[Outgoing] = deque()
        self._acknowledged = 0
        self._ended: set[int] = set()
        self._credit_ns = BURST * _COST_NS
        self._credit_at_ns = now_ns

    @property
    def newest_sent(self) -> int:
        """The number of the last message that was taken; 0 if none was."""
        return self._sent[-1].n if self._sent else self._acknowledged

    def put(self, key: int, utterance: int, kind: str, **fields: object) -> None:
        """Another message. Of places in the audio the latest takes the place of the one before, if
        that has not gone yet."""
        if kind in _LATEST_COUNTS and (last := self._unsent(key, kind)) is not None:
            last.fields = fields
            return
        self._last += 1
        self._waiting.append(Outgoing(self._last, key, utterance, kind, fields))

    def put_text(self, key: int, utterance: int, text: str) -> None:
        """More text: in the message before, if that has not gone yet, or in as many as it takes."""
        last = self._unsent(key, "text")
        if last is not None:
            before = str(last.fields["text"])
            room = TEXT_MAX_CHARS - len(before)
            last.fields["text"] = before + text[:room]
            text = text[room:]
        for start in range(0, len(text), TEXT_MAX_CHARS):
            self.put(key, utterance, "text", text=text[start : start + TEXT_MAX_CHARS])

    def take(self, now_ns: int) -> Outgoing | None:
        """The next message to send, if there is one and it is time for it."""
        if not self._waiting or self._credit(now_ns) < _COST_NS:
            return None
        self._credit_ns = self._credit(now_ns) - _COST_NS
        self._credit_at_ns = max(now_ns, self._credit_at_ns)
        message = self._waiting.popleft()
        message.sent = True
        self._sent.append(message)
        return message

    def ready_ns(self) -> int | None:
        """When the next message may go; ``None`` if none waits."""
        if not self._waiting:
            return None
        return self._credit_at_ns + max(_COST_NS - self._credit_ns, 0)

    def acknowledged(self, n: int) -> None:
        """The server has everything up to ``n``."""
        self._acknowledged = max(self._acknowledged, n)
        self._forget()

    def ended(self, key: int) -> None:
        """Nothing depends on what was said about utterance ``key`` any more."""
        self._ended.add(key)
        self._forget()

    def rewind(self, received: int) -> None:
        """A connection was lost, and ``received`` is the last message that got through."""
        self._waiting.extendleft(
            message for message in reversed(self._sent) if message.n > received
        )
        self._sent = [message for message in self._sent if message.n <= received]
        self._acknowledged = min(self._acknowledged, received)

    def was_sent(self, key: int) -> bool:
        """Anything about utterance ``key`` has ever gone."""
        return any(m.key == key and m.sent for m in (*self._sent, *self._waiting))

    def waits(self, key: int, kind: str) -> bool:
        """A message of this kind about utterance ``key`` is still to go."""
        return any((m.key, m.kind) == (key, kind) for m in self._waiting)

    def renew(self, utterances: Mapping[int, int]) -> None:
        """A new session, for which only what is about these keys counts; with their numbers."""
        everything = [m for m in (*self._sent, *self._waiting) if m.key in utterances]
        for n, message in enumerate(everything, 1):
            message.n, message.sent = n, False
            message.utterance = utterances[message.key]
        self._sent, self._waiting = [], deque(everything)
        self._last, self._acknowledged, self._ended = len(everything), 0, set()

    def __len__(self) -> int:
        return len(self._sent) + len(self._waiting)

    def _unsent(self, key: int, kind: str) -> Outgoing | None:
        last = self._waiting[-1] if self._waiting else None
        same = last is not None and (last.key, last.kind, last.sent) == (key, kind, False)
        return last if same else None

    def _forget(self) -> None:
        self._sent = [
            message
            for message in self._sent
            if message.n > self._acknowledged
            or not (message.kind in _LATEST_COUNTS or message.key in self._ended)
        ]
        about = {message.key for message in (*self._sent, *self._waiting)}
        self._ended &= about

    def _credit(self, now_ns: int) -> int:
        earned_ns = self._credit_ns + max(now_ns - self._credit_at_ns, 0)
        return min(earned_ns, BURST * _COST_NS)


_COST_NS: Final = NS_PER_S // MESSAGES_PER_S
