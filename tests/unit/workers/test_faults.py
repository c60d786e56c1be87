"""Errors of a worker are those of the server."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from brisa.errors import (
    BrisaError,
    EngineFailed,
    EngineTimeout,
    MissingExtra,
    OutOfRange,
    Overloaded,
    TextTooLong,
    UnknownVoice,
)
from brisa.workers.faults import Fault, error_of, fault_of

pytestmark = pytest.mark.unit


def leaves(root: type[BrisaError]) -> Iterator[type[BrisaError]]:
    yield root
    for kind in root.__subclasses__():
        if kind.__module__ == "brisa.errors":
            yield from leaves(kind)


def test_every_kind_comes_back_as_itself() -> None:
    # Transports have errors of their own, which no worker raises.
    for kind in (kind for kind in leaves(BrisaError) if kind.__module__ == "brisa.errors"):
        assert type(error_of(Fault(kind.code, "m"))) is kind


@pytest.mark.parametrize(
    "error",
    [
        UnknownVoice("There is none.", param="voice"),
        OutOfRange("Too much."),
        Overloaded("Full.", retry_after_s=2.5, reason="share"),
        TextTooLong(100, param="input"),
        MissingExtra("It", "codecs"),
        EngineTimeout("Late."),
    ],
)
def test_an_error_survives_the_wire(error: BrisaError) -> None:
    wire = msgspec.msgpack.encode(fault_of(error))
    back = error_of(msgspec.msgpack.decode(wire, type=Fault))
    assert type(back) is type(error)
    assert vars(back) == vars(error)
    assert str(back) == str(error)


def test_an_unknown_code_is_an_engine_that_failed() -> None:
    assert type(error_of(Fault("novel", "m"))) is EngineFailed


def test_details_nobody_knows_are_not_set() -> None:
    error = error_of(Fault("engine_failed", "m", {"args": 1, "__class__": "x", "param": "p"}))
    assert vars(error) == {"message": "m", "param": "p"}


def test_a_message_may_hold_any_text() -> None:
    fault = fault_of(EngineFailed("odd \ud800"))
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(fault), type=Fault) == fault
