"""The text of an utterance on its way in, from before its voice is loaded."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from brisa.errors import BrisaError, TextTooLong
from brisa.service.speech import Speech


class Feed:
    """Keeps what is said until there is a stream, then passes it on.

    What the stream refuses ends it with that error, which its reader gets.
    """

    def __init__(self, max_text_chars: int) -> None:
        self._max_text_chars = max_text_chars
        self._waiting: list[Callable[[Speech], None]] = []
        self._waiting_chars = 0
        self._speech: Speech | None = None

    def push(self, text: str) -> None:
        """More text. What is over the limit is dropped, after a piece that shows that it was."""
        if self._speech is None:
            self._waiting_chars += len(text)
            if self._waiting_chars > self._max_text_chars:
                error = TextTooLong(self._max_text_chars, param="text")
                self._waiting = [lambda speech: speech.end(error)]
                return
        self._do(lambda speech: _push(speech, text))

    def flush(self) -> None:
        """Speak what there is."""
        self._do(Speech.flush)

    def end(self) -> None:
        """No more text."""
        self._do(Speech.end)

    def open(self, speech: Speech) -> None:
        """Here it is."""
        self._speech = speech
        for call in self._waiting:
            call(speech)
        self._waiting.clear()

    def _do(self, call: Callable[[Speech], None]) -> None:
        if self._speech is not None:
            call(self._speech)
        elif self._waiting_chars <= self._max_text_chars:
            self._waiting.append(call)


def _push(speech: Speech, text: str) -> None:
    with suppress(BrisaError):
        speech.push(text)
