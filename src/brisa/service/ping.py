"""A job that asks whether pool threads take jobs at all."""

from __future__ import annotations

from concurrent.futures import Future

from brisa.clock import Clock
from brisa.engines.base import StepResult
from brisa.errors import BrisaError
from brisa.scheduler.job import Need, Terms
from brisa.service.pipeline import EngineStep


class Ping:
    """Goes before every stream and does nothing.

    ``answer`` is done once a pool thread has taken it; cancel it when nobody waits any more.
    """

    terms = Terms()

    def __init__(self) -> None:
        self.answer: Future[None] = Future()

    @property
    def finished(self) -> bool:
        return self.answer.done()

    def wanted(self, now_ns: int) -> bool:
        return not self.answer.done()

    def need(self, now_ns: int) -> Need:
        # Not a first sound: those may be put off for listeners who would fall due.
        return Need(deadline_ns=0)

    def wake_at_ns(self, now_ns: int) -> int | None:
        return None

    def fail(self, error: BrisaError, now_ns: int) -> None:
        if self.answer.set_running_or_notify_cancel():
            self.answer.set_exception(error)

    def begin(self, clock: Clock) -> EngineStep | None:
        return None

    def complete(self, result: StepResult | None, began_ns: int, clock: Clock) -> int:
        if self.answer.set_running_or_notify_cancel():
            self.answer.set_result(None)
        return 0

    def broke(self, error: BrisaError, clock: Clock) -> None:
        self.fail(error, clock.now_ns())
