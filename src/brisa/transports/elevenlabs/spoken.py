"""A context that is being spoken: its text on the way in, its timings on the way out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from brisa.transports.elevenlabs.alignment import Aligner, Alignment
from brisa.transports.elevenlabs.messages import Said
from brisa.transports.sound import Sound
from brisa.transports.talk.protocol import Action, Flush, Key, Open, Push, TalkOrder
from brisa.types import WordMark

_ENDS: Final = ".!?…:;。！？"  # noqa: RUF001 - they end sentences


@dataclass(frozen=True, slots=True)
class Manner:
    """What every context of a connection has in common. ``absolute``: see
    :mod:`~brisa.transports.elevenlabs.alignment`."""

    order: TalkOrder
    absolute: bool = False

    def order_for(self, first: Said) -> TalkOrder:
        """As the first message of a context wants it."""
        speed = None if first.voice_settings is None else first.voice_settings.speed
        if speed is None:
            return self.order
        return replace(self.order, settings=replace(self.order.settings, speed=speed))


class SpokenContext:
    """One context, under ``key``; ``name`` is the client's for it, ``None`` where it has none."""

    def __init__(self, key: Key, name: str | None, manner: Manner) -> None:
        self.key = key
        self.name = name
        self.opened = False
        self._manner = manner
        self._order: TalkOrder | None = None
        self._aligner = Aligner(absolute=manner.absolute)
        self._words: list[WordMark] = []
        self._last = ""

    def say(self, message: Said) -> list[Action]:
        """Take the text of a message, and flush if it says so."""
        if self._order is None:
            self._order = self._manner.order_for(message)
        actions: list[Action] = []
        text = message.text or ""
        # The first message is a single space, and speaks of nothing but settings.
        if text.strip() or (text and self.opened):
            actions += self._push(text)
        if message.flush and self.opened:
            actions.append(Flush(self.key))
        return actions

    def open(self) -> list[Action]:
        """Have it opened though nothing was said: its end is wanted."""
        if self.opened:
            return []
        self.opened = True
        return [Open(self.key, self._order or self._manner.order)]

    def sounded(self, sound: Sound) -> tuple[bytes, Alignment | None] | None:
        """What to send for ``sound``; ``None`` while a codec keeps it."""
        self._words += sound.words
        if not sound.data:
            return None
        words: Sequence[WordMark] = self._words
        self._words = []
        return sound.data, self._aligner.take(words, sound.sample_rate_hz)

    def _push(self, text: str) -> list[Action]:
        # Whole sentences come without a space between them.
        if self._last and self._last in _ENDS and not text[0].isspace():
            text = f" {text}"
        self._last = text[-1]
        actions = self.open()
        self._aligner.push(text)
        return [*actions, Push(self.key, text)]
