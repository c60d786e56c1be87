"""Fields of queries and forms."""

from __future__ import annotations

import pytest
from starlette.datastructures import Headers, QueryParams

from brisa.errors import InvalidRequest
from brisa.transports.fields import fields_of
from brisa.transports.ordering import Asked

pytestmark = pytest.mark.unit

FORM = "application/x-www-form-urlencoded"


def asked(query: str = "", body: bytes = b"", content_type: str | None = FORM) -> Asked:
    headers = {} if content_type is None else {"content-type": content_type}
    return Asked(QueryParams(query), Headers(headers), body)


def test_the_form_is_over_the_query() -> None:
    found = fields_of(asked("a=1&b=2", b"b=3&c=&d=caf%C3%A9+x", f"{FORM}; charset=utf-8"))
    assert found == {"a": "1", "b": "3", "c": "", "d": "café x"}


def test_a_form_that_does_not_say_that_it_is_one() -> None:
    assert fields_of(asked("", b"a=1", None)) == {"a": "1"}


def test_no_body_at_all() -> None:
    assert fields_of(asked("a=1", b"", "application/json")) == {"a": "1"}


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (b'{"a":1}', "application/json"),
        (b"--x", "multipart/form-data; boundary=x"),
        (b"a=\xff", FORM),
        (b"a=%ff", FORM),
        (b"&".join([b"a=1"] * 101), FORM),
    ],
)
def test_what_is_no_form(body: bytes, content_type: str) -> None:
    with pytest.raises(InvalidRequest):
        fields_of(asked("", body, content_type))
