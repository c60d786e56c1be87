"""Ends streams that nobody holds any more.

The garbage collector says so in whatever thread it runs, which may hold any lock at that moment. So
it only puts the stream into a queue made for that, and a thread of its own takes the locks.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import SimpleQueue

from brisa.service.utterance import Utterance


class Abandoned:
    """``end`` is called with each stream that was let go of. Close it to end its thread."""

    def __init__(self, end: Callable[[Utterance], None]) -> None:
        self._end = end
        self._queue: SimpleQueue[Utterance | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="brisa-abandoned", daemon=True)
        self._thread.start()

    def let_go(self, utterance: Utterance) -> None:
        """Takes no lock that anybody could hold: for finalizers."""
        self._queue.put(utterance)

    def close(self) -> None:
        """End what was let go of so far, and the thread."""
        self._queue.put(None)
        if self._thread is not threading.current_thread():
            self._thread.join()

    def _run(self) -> None:
        while (utterance := self._queue.get()) is not None:
            self._end(utterance)
            del utterance  # a thread that waits must not keep a stream alive
