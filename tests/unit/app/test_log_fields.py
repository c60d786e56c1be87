"""What of a log record may be shown."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisa.app.log_fields import MASK, event_of, fields_of, is_own, stacks_of

pytestmark = pytest.mark.unit


def record(name: str = "brisa.x", **fields: object) -> logging.LogRecord:
    return logging.makeLogRecord({"name": name, "msg": "m"} | fields)


def event(message: object, *args: Any, name: str = "brisa.x") -> tuple[str, str]:
    return event_of(record(name, msg=message), args)


def test_own_lines_keep_a_stack_under_the_event() -> None:
    assert event("a request raised %s", "ValueError\n  File x") == (
        "a request raised ValueError",
        "  File x",
    )


def test_others_keep_their_first_line_alone() -> None:
    failed = "Task exception was never retrieved\nfuture: <Task exception=ValueError('quokka')>"
    assert event(failed, name="asyncio") == ("Task exception was never retrieved", "")


@pytest.mark.parametrize("name", ["brisanti", "x.brisa", "uvicorn.error"])
def test_others(name: str) -> None:
    assert not is_own(record(name))


@pytest.mark.parametrize("args", [(1, 2), ("x",)])
def test_a_wrong_call_is_a_line_without_its_arguments(args: tuple[object, ...]) -> None:
    assert event("m %d", *args) == ("a record that cannot be formatted", "")


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("heart", "heart"),
        (3, 3),
        (True, True),
        (None, None),
        (0.5, 0.5),
        (float("nan"), None),
        (float("inf"), None),
        ((1, "a"), [1, "a"]),
        ({"a": {"b": 1}}, {"a": {"b": 1}}),
        (ValueError("quokka"), "<ValueError>"),
        (b"quokka", "<bytes>"),
        ({"a": {"b": {"c": {"d": {"e": 1}}}}}, {"a": {"b": {"c": {"d": "<dict>"}}}}),
        ("x" * 5000, "x" * 4000),
    ],
)
def test_values_are_plain(value: object, shown: object) -> None:
    assert fields_of(record(found=value)) == {"found": shown}


@pytest.mark.parametrize(
    "name", ["token", "Authorization", "api_key", "apiKey", "password", "client_secret", "cookie"]
)
def test_fields_with_secrets_are_masked(name: str) -> None:
    assert fields_of(record(**{name: "quokka"})) == {name: MASK}
    assert fields_of(record(headers={name: "quokka"})) == {"headers": {name: MASK}}


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("authorization: Bearer abc.def-123", f"authorization: Bearer {MASK}"),
        ("Authorization: Basic dXNlcjpwdw==", f"Authorization: Basic {MASK}"),
        ("redis://user:pass@host:1/0", f"redis://{MASK}@host:1/0"),
        ("http://host:1/a@b", "http://host:1/a@b"),
        ("basic voices", "basic voices"),
    ],
)
def test_secrets_in_words_are_masked(written: str, shown: str) -> None:
    assert event(written)[0] == shown
    assert fields_of(record(found=written)) == {"found": shown}


def test_of_an_exception_only_its_kind_and_its_way() -> None:
    try:
        try:
            raise KeyError("quokka")
        except KeyError as error:
            raise ValueError("quokka") from error
    except ValueError as error:
        outer, inner = stacks_of(error)
    assert (outer.type, inner.type) == ("ValueError", "KeyError")
    assert "test_of_an_exception_only_its_kind_and_its_way" in outer.at[-1]
    assert "quokka" not in repr((outer, inner))


def test_a_chain_has_an_end() -> None:
    first, second = ValueError(), KeyError()
    first.__context__, second.__context__ = second, first
    assert len(stacks_of(first)) == 5


@given(
    st.recursive(
        st.text() | st.floats() | st.binary(), lambda x: st.lists(x) | st.dictionaries(st.text(), x)
    )
)
def test_whatever_is_given_is_json(value: object) -> None:
    json.loads(json.dumps(fields_of(record(found=value)), allow_nan=False))
