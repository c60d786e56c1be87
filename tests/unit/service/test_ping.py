"""Whether the pool takes jobs."""

from __future__ import annotations

import pytest

from brisa.clock import ManualClock
from brisa.errors import ShuttingDown
from brisa.service.dispatch import Dispatcher
from brisa.service.ping import Ping
from brisa.service.synthesizer import Synthesizer

pytestmark = pytest.mark.unit


def test_an_open_pool_answers() -> None:
    with Synthesizer() as synthesizer:
        assert synthesizer.ping().result(timeout=20) is None
    with pytest.raises(ShuttingDown):
        synthesizer.ping()


def test_a_question_that_is_taken_back_leaves_nothing() -> None:
    """Its pool has no running thread, so it would wait for ever."""
    dispatcher = Dispatcher(ManualClock(), threads=1)
    ping = Ping()
    dispatcher.submit(ping)
    assert not ping.finished
    ping.answer.cancel()
    dispatcher.wake(ping)
    assert ping.finished
    assert dispatcher.active == 0
    assert ping.complete(None, 0, ManualClock()) == 0


def test_a_question_that_is_left_at_close_is_told_so() -> None:
    ping = Ping()
    assert ping.wanted(0)
    ping.fail(ShuttingDown("closed"), 0)
    assert isinstance(ping.answer.exception(), ShuttingDown)
    assert not ping.wanted(0)
