"""Bodies as structs, and what is said of those that are none."""

from __future__ import annotations

import msgspec
import pytest

from brisa.errors import InvalidRequest
from brisa.transports.json_body import read_json

pytestmark = pytest.mark.unit


class Inner(msgspec.Struct):
    """A part."""

    rates: list[int] | None = None


class Body(msgspec.Struct):
    """A whole."""

    text: str
    inner: Inner | None = None


DECODER = msgspec.json.Decoder(Body)


@pytest.mark.parametrize("raw", [b'{"text":"a","inner":null,"x":[{}]}', '{"text":"a"}'])
def test_what_is_there_is_read(raw: bytes | str) -> None:
    assert read_json(DECODER, raw) == Body("a")


@pytest.mark.parametrize(
    ("raw", "param"),
    [
        (b"", None),
        (b'{"text":"secret"', None),
        (b"\xff\xfe", None),
        (b'{"text":"\xff"}', None),
        (b'["secret"]', None),
        (b'"secret"', None),
        (b"{}", "text"),
        (b'{"text":["secret"]}', "text"),
        (b'{"text":"secret","inner":3}', "inner"),
        (b'{"text":"secret","inner":{"rates":["secret"]}}', "inner.rates[0]"),
        ("\ud800", None),
        (b"[" * 100_000, None),
        (b'{"x":' * 100_000, None),
    ],
)
def test_what_is_wrong_is_named_and_not_quoted(raw: bytes | str, param: str | None) -> None:
    with pytest.raises(InvalidRequest) as caught:
        read_json(DECODER, raw)
    assert caught.value.param == param
    assert "secret" not in caught.value.message
    assert caught.value.message.endswith(".")
