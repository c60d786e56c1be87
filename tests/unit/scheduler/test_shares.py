"""Fair shares of the live streams."""

import pytest

from brisa.scheduler.shares import Shares

pytestmark = pytest.mark.unit


def shares(**streams: int) -> Shares:
    made = Shares()
    for key, count in streams.items():
        for _ in range(count):
            made.enter(key)
    return made


def test_alone_everything_may_be_had() -> None:
    assert not shares(one=50).above("one", joining=1)


def test_more_than_an_equal_part_is_above() -> None:
    both = shares(many=9, few=1)
    assert both.above("many")
    assert not both.above("few", joining=1)
    assert not both.above("new", joining=1)
    assert not shares(one=2, two=1).above("one")


def test_nobodys_streams_are_not_counted() -> None:
    made = shares(one=1)
    made.enter(None)
    made.leave(None)
    assert not made.above(None, joining=100)
    assert len(made) == 1


def test_keys_without_streams_are_forgotten() -> None:
    made = Shares()
    for index in range(1000):
        made.enter(str(index))
        made.leave(str(index))
    assert len(made) == 0
    with pytest.raises(KeyError):
        made.leave("0")
