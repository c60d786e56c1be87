"""What may follow what on ``/v1/stream``."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisa.clock import NS_PER_S
from brisa.transports.stream.messages import Cancel, End, Flush, Heard, Start, Text
from brisa.transports.stream.protocol import (
    TRANSITIONS,
    Begin,
    Command,
    Complain,
    MessageLimits,
    Pong,
    Refuse,
    State,
    Step,
    StreamProtocol,
    Tell,
)

pytestmark = pytest.mark.unit


def fresh(**limits: int) -> StreamProtocol:
    return StreamProtocol(MessageLimits(**limits), 0)


def feed(protocol: StreamProtocol, kind: str, **fields: Any) -> Command | None:
    return protocol.receive_text(json.dumps({"type": kind, **fields}), 0)


def code_of(command: Command | None) -> str:
    assert isinstance(command, Complain)
    return command.error.code


def test_a_turn_of_a_talk() -> None:
    protocol = fresh()
    assert feed(protocol, "start", voice="a") == Begin(1, Start(voice="a"))
    assert feed(protocol, "text", text="Hi.") == Tell(1, Text("Hi."))
    assert feed(protocol, "flush") == Tell(1, Flush())
    assert feed(protocol, "playhead", sample=5) == Tell(1, Heard(5))
    assert feed(protocol, "end") == Tell(1, End())
    assert feed(protocol, "ping", id=3) == Pong(3)
    assert protocol.over(1)
    assert not protocol.over(1)
    assert feed(protocol, "start") == Begin(2, Start())


def test_every_state_is_reached_and_the_last_has_no_way_out() -> None:
    reached = {State.OPEN}
    for _ in State:
        reached |= {to for (state, _), to in TRANSITIONS.items() if state in reached}
    assert reached == set(State)
    assert not [step for state, step in TRANSITIONS if state is State.ENDED]
    assert {state for state, step in TRANSITIONS if step is Step.OVER} == set(State) - {State.ENDED}


def test_an_utterance_whose_text_has_ended_takes_no_more() -> None:
    protocol = fresh()
    feed(protocol, "start")
    feed(protocol, "end")
    assert code_of(feed(protocol, "text", text="a")) == "wrong_order"
    assert feed(protocol, "flush") == Tell(1, Flush())
    assert feed(protocol, "cancel", sample=7) == Tell(1, Cancel(sample=7))


def test_what_comes_after_a_cancel_or_an_end_comes_late() -> None:
    protocol = fresh()
    feed(protocol, "start")
    feed(protocol, "cancel")
    late = [("text", {"text": "a"}), ("flush", {}), ("end", {}), ("cancel", {})]
    late.append(("playhead", {"sample": 3}))
    for kind, fields in late:
        assert feed(protocol, kind, **fields) is None
    assert protocol.over(1)
    for kind, fields in late:
        assert feed(protocol, kind, **fields) is None


def test_text_of_a_refused_utterance_goes_nowhere() -> None:
    protocol = fresh()
    assert feed(protocol, "start") == Begin(1, Start())
    refused = feed(protocol, "start", speed="fast")
    assert isinstance(refused, Refuse)
    assert (refused.utterance, refused.error.param) == (2, "speed")
    assert feed(protocol, "text", text="a") is None
    assert feed(protocol, "text", text="a", utterance=1) == Tell(1, Text("a", 1))


def test_no_more_utterances_at_a_time_than_allowed() -> None:
    protocol = fresh(utterances=2)
    feed(protocol, "start")
    feed(protocol, "start")
    refused = feed(protocol, "start")
    assert isinstance(refused, Refuse)
    assert refused.error.code == "overloaded"
    assert protocol.over(1)
    assert feed(protocol, "start") == Begin(4, Start())


@pytest.mark.parametrize("number", [0, -1, 2, 2**40])
def test_an_utterance_that_there_is_not(number: int) -> None:
    protocol = fresh()
    feed(protocol, "start")
    assert code_of(feed(protocol, "end", utterance=number)) == "wrong_order"


def test_unknown_fields_and_nulls_are_taken() -> None:
    protocol = fresh()
    begin = feed(protocol, "start", voice=None, speed=None, text=None, colour="red")
    assert begin == Begin(1, Start())


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ("", "invalid_request"),
        ("nonsense", "invalid_request"),
        ('{"type":"text","text":' + "[" * 100_000, "unknown_message"),
        ("[" * 100_000, "unknown_message"),
        ("null", "unknown_message"),
        ("{}", "unknown_message"),
        ('{"type":5}', "unknown_message"),
        ('{"type":"secret words"}', "unknown_message"),
        ('{"type":"text","text":"a"}', "wrong_order"),
        ('{"type":"text","text":["secret words"]}', "invalid_request"),
        ('{"type":"playhead","sample":"secret words"}', "invalid_request"),
    ],
)
def test_nonsense_is_answered_and_never_quoted(message: str, code: str) -> None:
    command = fresh().receive_text(message, 0)
    assert code_of(command) == code
    assert isinstance(command, Complain)
    assert "secret" not in command.error.message
    assert not command.fatal


def test_binary_is_answered() -> None:
    assert code_of(fresh().receive_bytes(0)) == "invalid_request"


def test_a_sample_before_the_first_is_refused() -> None:
    protocol = fresh()
    feed(protocol, "start")
    assert code_of(feed(protocol, "playhead", sample=-1)) == "invalid_request"


def test_messages_cost_and_time_pays() -> None:
    protocol = fresh(messages_per_s=10, burst=3)
    ping = '{"type":"ping"}'
    assert [type(protocol.receive_text(ping, 0)) for _ in range(3)] == [Pong] * 3
    last = protocol.receive_text(ping, 0)
    assert isinstance(last, Complain)
    assert last.fatal
    patient = fresh(messages_per_s=10, burst=3)
    for index in range(100):
        assert patient.receive_text(ping, index * NS_PER_S // 10) == Pong(None)


def test_sessions_differ() -> None:
    assert fresh().session != fresh().session


FIELDS = st.dictionaries(
    st.sampled_from(["text", "utterance", "sample", "paused", "voice", "speed", "seed", "id"]),
    st.none() | st.booleans() | st.integers(-3, 12) | st.text(max_size=5) | st.floats(0, 5),
    max_size=4,
)
KINDS = st.sampled_from(["start", "text", "flush", "end", "cancel", "playhead", "ping", "x"])
MESSAGES = (
    st.builds(lambda kind, fields: json.dumps({"type": kind, **fields}), KINDS, FIELDS)
    | st.text(max_size=30)
    | st.integers(1, 12)  # the end of that utterance
)


@given(st.lists(MESSAGES, max_size=60))
def test_whatever_comes_nothing_escapes_and_nothing_ends_twice(messages: list[str | int]) -> None:
    protocol = fresh(utterances=3)
    live: set[int] = set()
    seen = 0
    for message in messages:
        if isinstance(message, int):
            assert protocol.over(message) == (message in live)
            live.discard(message)
            continue
        command = protocol.receive_text(message, 0)
        if isinstance(command, Begin | Refuse):
            seen += 1
            assert command.utterance == seen
        if isinstance(command, Begin):
            live.add(command.utterance)
            assert len(live) <= 3
        if isinstance(command, Tell):
            assert command.utterance in live
