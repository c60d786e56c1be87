"""Every error has its place on HTTP."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

import brisa.errors
from brisa.errors import (
    BrisaError,
    ConfigError,
    EmptyText,
    EngineFailed,
    MissingExtra,
    Overloaded,
    ShuttingDown,
    TextTooLong,
)
from brisa.transports import errors

pytestmark = pytest.mark.unit


def tree(root: type[BrisaError]) -> Iterator[type[BrisaError]]:
    yield root
    for kind in root.__subclasses__():
        yield from tree(kind)


OWN = sorted(
    (kind for kind in set(tree(BrisaError)) if kind.__module__ == brisa.errors.__name__),
    key=lambda kind: kind.__name__,
)
HTTP_ONLY = sorted(set(tree(errors.HttpRefusal)), key=lambda kind: kind.__name__)


def test_the_tree_is_seen_whole() -> None:
    assert len(OWN) >= 19


@pytest.mark.parametrize("kind", OWN)
def test_every_error_has_a_status_of_its_own(kind: type[BrisaError]) -> None:
    assert kind in errors.STATUS
    assert 400 <= errors.STATUS[kind] < 600


def test_codes_are_distinct() -> None:
    codes = [kind.code for kind in [*OWN, *HTTP_ONLY] if kind is not errors.HttpRefusal]
    assert len(set(codes)) == len(codes)


@pytest.mark.parametrize(
    ("error", "status", "kind"),
    [
        (EmptyText("x"), 400, "invalid_request_error"),
        (TextTooLong(5), 400, "invalid_request_error"),
        (MissingExtra("mp3", "codecs"), 400, "invalid_request_error"),
        (errors.BodyTooLarge(5), 413, "invalid_request_error"),
        (Overloaded("x"), 503, "server_error"),
        (EngineFailed("x"), 500, "server_error"),
    ],
)
def test_answers(error: BrisaError, status: int, kind: str) -> None:
    response = errors.error_response(error)
    assert response.status_code == status
    body = json.loads(bytes(response.body))
    assert body == {
        "error": {
            "message": error.message,
            "type": kind,
            "param": error.param,
            "code": error.code,
        }
    }
    assert response.headers["cache-control"] == "no-store"


def test_a_missing_part_says_how_to_get_it() -> None:
    body = errors.body_of(MissingExtra("mp3", "codecs", param="response_format"))
    assert "pip install 'brisa[codecs]'" in str(body["error"]["message"])
    assert body["error"]["param"] == "response_format"


def test_overload_says_when_to_come_back() -> None:
    headers = errors.headers_of(Overloaded("x", retry_after_s=1.2))
    assert headers["retry-after"] == "2"
    assert headers["retry-after-ms"] == "1200"


def test_retry_after_is_never_zero() -> None:
    assert errors.headers_of(Overloaded("x", retry_after_s=0.0))["retry-after"] == "1"


def test_clients_are_told_what_is_worth_repeating() -> None:
    assert errors.headers_of(EngineFailed("x"))["x-should-retry"] == "true"
    assert errors.headers_of(ConfigError("x"))["x-should-retry"] == "false"
    assert "x-should-retry" not in errors.headers_of(EmptyText("x"))


def test_a_draining_server_ends_the_connection() -> None:
    assert errors.headers_of(ShuttingDown("x"))["connection"] == "close"
    assert "connection" not in errors.headers_of(Overloaded("x"))


def test_a_new_error_falls_back_to_its_ancestor() -> None:
    class Stranger(EmptyText):
        pass

    assert errors.status_of(Stranger("x")) == 400
