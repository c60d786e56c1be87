"""Addresses as people write them."""

from __future__ import annotations

import pytest

from brisa.client.address import stream_url
from brisa.errors import InvalidRequest

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("ws://127.0.0.1:8100", "ws://127.0.0.1:8100/v1/stream"),
        ("http://[::1]:8100/", "ws://[::1]:8100/v1/stream"),
        ("https://example.org", "wss://example.org/v1/stream"),
        ("wss://example.org/speech/", "wss://example.org/speech/v1/stream"),
        ("ws://h/v1/stream", "ws://h/v1/stream"),
        ("ws://h/v1/stream/?a=b#c", "ws://h/v1/stream?a=b"),
    ],
)
def test_what_is_meant(written: str, meant: str) -> None:
    assert stream_url(written) == meant


@pytest.mark.parametrize(
    "written", ["", "127.0.0.1:8100", "ftp://h", "ws://", "ws://h:x", "ws://["]
)
def test_what_is_no_address(written: str) -> None:
    with pytest.raises(InvalidRequest) as caught:
        stream_url(written)
    assert caught.value.param == "url"
