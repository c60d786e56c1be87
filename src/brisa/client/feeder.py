"""Text that comes from an iterator, beside a loop over the audio."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from contextlib import suppress
from typing import Protocol

from brisa.client.errors import ConnectionFailed


class Fed(Protocol):
    """What is used of an utterance."""

    def push(self, text: str) -> None: ...

    def end(self) -> None: ...

    def drop(self) -> None: ...


class Feeder(threading.Thread):
    """Pushes pieces of text into an utterance while they come, and ends it after the last; between
    two of them it looks whether it was :attr:`left`."""

    def __init__(self, utterance: Fed, text: str | Iterable[str]) -> None:
        super().__init__(name="brisa-client-text", daemon=True)
        self.left = False
        self._utterance = utterance
        self._pieces = [text] if isinstance(text, str) else text
        self._error: BaseException | None = None

    def run(self) -> None:
        try:
            for piece in self._pieces:
                if self.left:
                    return
                self._utterance.push(piece)
        except BaseException as error:  # noqa: BLE001 - raised again by finish
            self._error = error
        with suppress(ConnectionFailed):  # nobody listens any more
            if self._error is None:
                self._utterance.end()
            else:
                self._utterance.drop()

    def finish(self) -> None:
        """Raises what the pieces raised."""
        self.join()
        if self._error is not None:
            raise self._error
