"""A job that asks whether pool threads take jobs at all."""

from __future__ import annotations

from concurrent.futures import Future

from brisa.clock import Clock
from brisa.errors import BrisaError


class Ping:
    """Goes before every stream and does nothing.

    ``answer`` is done once a pool thread has taken it; cancel it when nobody waits any more.
    """

    def __init__(self) -> None:
        self.answer: Future[None] = Future()

    @property
    def finished(self) -> bool:
        return self.answer.done()

    def runnable(self) -> bool:
        return not self.answer.done()

    def deadline_ns(self, now_ns: int) -> int:
        return 0

    def place(self) -> int | None:
        return None

    def wake_at_ns(self) -> int | None:
        return None

    def fail(self, error: BrisaError, now_ns: int) -> None:
        if self.answer.set_running_or_notify_cancel():
            self.answer.set_exception(error)

    def run_step(self, clock: Clock) -> None:
        if self.answer.set_running_or_notify_cancel():
            self.answer.set_result(None)
