"""How long a client is waited for, by a loop whose time the test moves."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from brisa.transports.talk.patience import IDLE, STALLED, Patience

pytestmark = pytest.mark.unit


class Loop(asyncio.AbstractEventLoop):
    """Timers and a clock, which :meth:`go` moves."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self.timers: list[tuple[float, Callable[[], Any]]] = []

    def time(self) -> float:
        return self.now_s

    def call_later(self, delay: float, callback: Any, *args: Any, **kwargs: Any) -> Any:
        timer = (self.now_s + delay, callback)
        self.timers.append(timer)
        return Timer(lambda: timer in self.timers and self.timers.remove(timer))

    def go(self, to_s: float) -> None:
        while due := [timer for timer in self.timers if timer[0] <= to_s]:
            timer = min(due, key=lambda item: item[0])
            self.timers.remove(timer)
            self.now_s = timer[0]
            timer[1]()
        self.now_s = to_s


class Timer:
    def __init__(self, cancel: Callable[[], object]) -> None:
        self.cancel = cancel


@pytest.fixture
def loop(monkeypatch: pytest.MonkeyPatch) -> Loop:
    made = Loop()
    monkeypatch.setattr(asyncio, "get_running_loop", lambda: made)
    return made


def test_who_says_nothing_is_idle(loop: Loop) -> None:
    out: list[str] = []
    patience = Patience(10, 30, lambda: False, out.append)
    patience.start()
    loop.go(29)
    patience.spoke()
    loop.go(58.9)
    assert out == []
    loop.go(100)
    assert out == [IDLE]


def test_who_is_spoken_to_is_not_idle(loop: Loop) -> None:
    busy, out = [True], list[str]()
    patience = Patience(10, 30, lambda: bool(busy), out.append)
    patience.start()
    loop.go(500)
    assert out == []
    busy.clear()
    loop.go(531)
    assert out == [IDLE]


def test_who_takes_nothing_is_stalled_to_the_second(loop: Loop) -> None:
    out: list[str] = []
    patience = Patience(10, 30, lambda: True, out.append)
    patience.start()
    loop.go(3)
    patience.sending()
    patience.sent()
    loop.go(17)
    patience.sending()
    loop.go(26.9)
    assert out == []
    loop.go(27)
    assert out == [STALLED]
    assert loop.timers == []


def test_nothing_after_the_end(loop: Loop) -> None:
    out: list[str] = []
    patience = Patience(10, 30, lambda: False, out.append)
    patience.start()
    patience.stop()
    patience.sending()
    patience.spoke()
    loop.go(1000)
    assert out == []
    assert loop.timers == []
