"""Events as bytes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisa.transports.wyoming.events import Event, EventLimits, EventParser, event_bytes
from support.split_invariance import assert_split_invariant, even_cuts, some_cuts
from support.wyoming import Heard, heard, said, said_inline

pytestmark = pytest.mark.unit

LIMITS = EventLimits(line=200, data=300, payload=400)


class Reading:
    """A parser whose fault is its last output."""

    def __init__(self) -> None:
        self._parser = EventParser(LIMITS)

    def push(self, piece: bytes) -> list[Any]:
        return list(self._parser.feed(piece))

    def flush(self) -> list[Any]:
        fault = self._parser.fault
        return [] if fault is None else [(fault.code, fault.message, fault.param)]


def parsed(stream: bytes) -> tuple[list[Event], str | None]:
    parser = EventParser(LIMITS)
    events = parser.feed(stream)
    return events, parser.fault.code if parser.fault else None


STREAM = b"".join(
    (
        said("describe"),
        said("synthesize", text="Guten Tag, ça va? 你好", voice={"name": "heart"}),
        said_inline("synthesize-chunk", text="inline"),
        said("audio-chunk", b"\n{}\n" * 20, rate=16_000),
        b'{"type":"x","data":null,"data_length":null,"payload_length":null,"more":[1]}\n',
        said("ping", text="late"),
    )
)

FAULTS = [
    b"garbage\n",
    b"\n",
    b"[]\n",
    b"\x00\xff\x16\x03\x01\n",
    b'{"type":1}\n',
    b'{"data":{}}\n',
    b'{"type":null}\n',
    b'{"type":"x","data":[]}\n',
    b'{"type":"x","data_length":"5"}\nabcde',
    b'{"type":"x","data_length":-1}\n',
    b'{"type":"x","payload_length":-1}\n',
    b'{"type":"x","data_length":2}\n[]',
    b'{"type":"x","data_length":3}\n{"}',
    b'{"type":"x","data_length":1.5}\n',
    b'{"type":"x","data":{"text":"\\ud800"}}\n',
    b'{"type":"x"\xff}\n',
    b'{"type":"x","data":' + b"[" * 150 + b"\n",
]


def test_what_clients_write() -> None:
    events, fault = parsed(STREAM)
    assert fault is None
    assert [event.type for event in events] == [
        "describe",
        "synthesize",
        "synthesize-chunk",
        "audio-chunk",
        "x",
        "ping",
    ]
    assert events[1].data == {"text": "Guten Tag, ça va? 你好", "voice": {"name": "heart"}}
    assert events[2].data == {"text": "inline"}
    assert events[3] == Event("audio-chunk", {"rate": 16_000}, b"\n{}\n" * 20)
    assert events[4] == Event("x")


def test_data_behind_the_line_wins_over_data_in_it() -> None:
    more = json.dumps({"text": "behind", "b": 2}).encode()
    head = {"type": "x", "data": {"text": "inline", "a": 1}, "data_length": len(more)}
    events, _ = parsed(json.dumps(head).encode() + b"\n" + more)
    assert events == [Event("x", {"text": "behind", "a": 1, "b": 2})]


@given(some_cuts(len(STREAM)))
def test_cut_anywhere(cuts: list[int]) -> None:
    assert len(assert_split_invariant(Reading, STREAM, cuts)) == 6


@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_malformed_is_the_last_that_is_read(fault: bytes) -> None:
    stream = said("ping") + fault + said("describe")
    read = assert_split_invariant(Reading, stream, even_cuts(len(stream), 1))
    assert [type(item) for item in read] == [Event, tuple]
    assert read[1][0] == "invalid_request"


@given(st.binary(max_size=600), some_cuts(600))
def test_anything_may_come(stream: bytes, cuts: list[int]) -> None:
    assert_split_invariant(Reading, stream, [min(cut, len(stream)) for cut in cuts])


@given(
    st.lists(
        st.one_of(
            st.just(said("describe")),
            st.sampled_from(FAULTS),
            st.builds(lambda text: said("synthesize", text=text), st.text(max_size=40)),
            st.builds(lambda data: said("x", data), st.binary(max_size=40)),
        ),
        max_size=6,
    ).map(b"".join),
    st.data(),
)
def test_sound_and_broken_events_in_any_order(stream: bytes, data: st.DataObject) -> None:
    assert_split_invariant(Reading, stream, data.draw(some_cuts(len(stream))))


@pytest.mark.parametrize(
    ("stream", "whole"),
    [
        (b'{"type":"' + b"x" * 189 + b'"}\n', True),
        (b'{"type":"' + b"x" * 190 + b'"}\n', False),
        (b"x" * 201, False),
        (said("x", text="y" * 288), True),
        (said("x", text="y" * 289), False),
        (said("x", b"y" * 400), True),
        (said("x", b"y" * 401), False),
        (b'{"type":"x","data_length":9000000000000000000}\n', False),
        (b'{"type":"x","payload_length":9000000000000000000}\n', False),
    ],
)
def test_limits(stream: bytes, whole: bool) -> None:
    events, fault = parsed(stream)
    assert (len(events), fault) == ((1, None) if whole else (0, "message_too_large"))


def test_what_is_too_large_is_refused_before_it_has_come() -> None:
    parser = EventParser(LIMITS)
    parser.feed(b'{"type":"x","payload_length":401}\n')
    assert parser.fault is not None
    endless = EventParser(LIMITS)
    for _ in range(3):
        endless.feed(b"x" * 100)
    assert endless.fault is not None
    assert not endless._buffer


def test_an_endless_line_is_looked_through_once() -> None:
    """Else a line that comes byte by byte costs the square of its length."""
    parser = EventParser(EventLimits(line=1 << 20))
    for _ in range(20_000):
        parser.feed(b"x")
    assert parser._looked_bytes == 20_000


def test_a_message_never_quotes_what_came() -> None:
    for stream in (*FAULTS, said("secret", text="secret" * 100), b"secret\n"):
        parser = EventParser(LIMITS)
        parser.feed(stream)
        if parser.fault is not None:
            assert "secret" not in parser.fault.message


@given(
    st.text(max_size=20),
    st.dictionaries(st.text(max_size=5), st.text(max_size=20) | st.none() | st.integers(0, 9)),
    st.binary(max_size=40),
)
def test_what_goes_out_is_read_by_others(kind: str, data: dict[str, Any], payload: bytes) -> None:
    stream = event_bytes(kind, data, payload)
    assert heard(stream) == [Heard(kind, data, payload)]
    assert EventParser().feed(stream) == [Event(kind, data, payload)]
