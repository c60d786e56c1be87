"""Errors of a server, at the client."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from brisa import errors
from brisa.client.errors import RemoteError, error_of
from brisa.errors import BrisaError

pytestmark = pytest.mark.unit


def kinds(kind: type[BrisaError] = BrisaError) -> Iterator[type[BrisaError]]:
    for below in kind.__subclasses__():
        if below.__module__ == errors.__name__:
            yield below
            yield from kinds(below)


@pytest.mark.parametrize("kind", sorted(set(kinds()), key=lambda kind: kind.code))
def test_every_code_comes_back_as_it_was(kind: type[BrisaError]) -> None:
    error = error_of(kind.code, "Because.", "voice", 3.0)
    assert (error.code, error.message) == (kind.code, "Because.")
    assert type(error) in (kind, RemoteError)


def test_a_code_that_nobody_knows() -> None:
    error = error_of("moon_phase", "Wait.", None, None)
    assert (type(error), error.code, error.retryable) == (RemoteError, "moon_phase", False)
    assert RemoteError.code == BrisaError.code
