"""Messages that are almost right, and some that are not at all."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from hypothesis import strategies as st

from support.talk_wires import Fields, Message

WRONG_VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2**31, 2**63, 2**70, -(2**70), 0.5, 1e308, -1e-308),
    *("", " ", "\x00", "x", "ü" * 50, "../" * 9, "\ud800", "a" * 5000, "1", "true", "null"),
    *([], [[]], [None], ["x"] * 50, {}, {"": {}}, {"id": {"id": {"id": 1}}}),
)

BROKEN_TEXTS: tuple[str, ...] = (
    *("", " ", "\n", "null", "true", "1", '"text"', "[]", "{}", "[{}]", "{", "}", "{}{}", "nan"),
    *('{"type":}', '{"type":"text",}', "{'type':'text'}", '{"type":NaN}', '{"type":Infinity}'),
    *(
        '{"type":"\\ud800"}',
        '{"type":"\\x"}',
        "\ufeff{}",
        "\x00",
        '{"a":1,"a":2}',
        "GET / HTTP/1.1",
    ),
    *("[" * 20_000, '{"a":' * 20_000, "{" + '"a":[' * 5000, '{"text":"' + "a" * 70_000, "9" * 5000),
)

BROKEN_BYTES: tuple[bytes, ...] = (
    *(b"", b"\x00", b"\xff\xfe\xfd", b"{}", b"[" * 1000, bytes(range(256)), b"\x00" * 70_000),
)


def written(fields: Any) -> str:
    """As JSON; what JSON in UTF-8 cannot hold is escaped."""
    return json.dumps(fields)


def wrong_types(seed: Fields) -> Iterator[Fields]:
    """``seed`` with one field, at any depth, of every wrong value; without it; and with others."""
    for name, value in seed.items():
        yield {key: item for key, item in seed.items() if key != name}
        for wrong in WRONG_VALUES:
            yield {**seed, name: wrong}
        if isinstance(value, dict):
            for inner in wrong_types(value):
                yield {**seed, name: inner}
    yield {**seed, "unknown": {"a": [1, 2]}, "": None}
    yield dict.fromkeys(seed)


def cut_short(seed: Fields) -> Iterator[str]:
    """``seed`` as JSON, cut anywhere."""
    text = written(seed)
    for end in range(0, len(text), max(1, len(text) // 12)):
        yield text[:end]


def messages(seeds: Sequence[Fields]) -> st.SearchStrategy[Message]:
    """Anything: right, nearly right, broken, binary."""
    right = [written(seed) for seed in seeds]
    wrong = [written(fields) for seed in seeds for fields in wrong_types(seed)]
    cut = [text for seed in seeds for text in cut_short(seed)]
    return st.one_of(
        st.sampled_from(right),
        st.sampled_from(wrong),
        st.sampled_from([*cut, *BROKEN_TEXTS]),
        st.sampled_from([*(text.encode() for text in right), *BROKEN_BYTES]),
        st.text(st.characters(codec="utf-8"), max_size=40),
        st.binary(max_size=40),
    )
