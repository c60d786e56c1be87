"""What keys expect, in words, and which key a misspelt one meant."""

from __future__ import annotations

import pytest
from msgspec import Struct

from brisa.app.schema import expectation, schema_of, value_kind
from brisa.app.settings import Settings

pytestmark = pytest.mark.unit

SCHEMA = schema_of(Settings)


@pytest.mark.parametrize(
    ("path", "words"),
    [
        (("server", "port"), "a whole number from 0 to 65535"),
        (("server", "max_body_bytes"), "a whole number from 1024 to 1073741824"),
        (("server", "drain_timeout_s"), "a number from 0 to 3600"),
        (("server", "host"), "text, not empty"),
        (("server", "cors_origins"), "a list of items that are each text, not empty"),
        (("resources", "workers"), "auto or a whole number from 0 to 1024"),
    ],
)
def test_expectations_name_kind_and_range(path: tuple[str, ...], words: str) -> None:
    assert expectation(SCHEMA.keys[path]) == words


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (("server", "prot"), ("server", "port")),
        (("sever", "port"), ("server", "port")),
        (("port",), ("server", "port")),
        (("limits", "max_text_char"), ("limits", "max_text_chars")),
        (("voice",), ("voices",)),
        (("server_port",), ("server", "port")),
        (("zzz", "qqq"), None),
    ],
)
def test_the_nearest_key(written: tuple[str, ...], meant: tuple[str, ...] | None) -> None:
    assert SCHEMA.nearest(written) == meant


class Inner(Struct, frozen=True):
    flag: bool = False


class Outer(Struct, frozen=True):
    inner: Inner = Inner()
    name: str | None = None


def test_any_depth_and_other_kinds() -> None:
    schema = schema_of(Outer)
    assert schema.sections == {(), ("inner",)}
    assert expectation(schema.keys[("inner", "flag")]) == "true or false"
    assert expectation(schema.keys[("name",)]) == "text or null"


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "nothing"),
        (True, "the truth value true"),
        (70000, "70000"),
        ("x" * 60, "the text '" + "x" * 40 + "'"),
        ([1], "the list [1]"),
        ({}, "a section"),
    ],
)
def test_what_was_given_in_words(value: object, words: str) -> None:
    assert value_kind(value) == words
