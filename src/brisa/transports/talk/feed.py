"""The text of an utterance on its way in, from before its voice is loaded."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from brisa.errors import BrisaError, TextTooLong
from brisa.service.speech import Speech


class Feed:
    """Keeps what is said until there is a stream, then passes it on.

    ``spend`` is told how many characters come, and may refuse them with a ``BrisaError``. What it
    or the stream refuses ends the stream with that error, which its reader gets.
    """

    def __init__(self, max_text_chars: int, spend: Callable[[int], None]) -> None:
        self._max_text_chars = max_text_chars
        self._spend = spend
        self._waiting: list[Callable[[Speech], None]] = []
        self._waiting_chars = 0
        self._speech: Speech | None = None
        self._refused = False

    def push(self, text: str) -> None:
        """More text. Nothing is taken after a piece that was refused."""
        if self._refused:
            return
        try:
            self._spend(len(text))
        except BrisaError as error:
            self._refuse(error)
            return
        if self._speech is None:
            self._waiting_chars += len(text)
            if self._waiting_chars > self._max_text_chars:
                self._refuse(TextTooLong(self._max_text_chars, param="text"))
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
        if self._refused:
            return
        if self._speech is not None:
            call(self._speech)
        else:
            self._waiting.append(call)

    def _refuse(self, error: BrisaError) -> None:
        self._refused = True
        if self._speech is not None:
            self._speech.end(error)
        else:
            # What came before it is not spoken either: nothing has been made yet.
            self._waiting = [lambda speech: speech.end(error)]


def _push(speech: Speech, text: str) -> None:
    with suppress(BrisaError):
        speech.push(text)
