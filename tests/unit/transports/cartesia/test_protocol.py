"""What ``/tts/websocket`` answers, message by message."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisa.errors import EngineFailed, Overloaded, UnknownVoice
from brisa.transports.cartesia.context import MAX_WAITING_PASSAGES
from brisa.transports.cartesia.messages import DATA_BYTES
from brisa.transports.cartesia.protocol import MAX_CONTEXTS, MAX_ID_CHARS
from brisa.transports.talk.protocol import Cancel, Close, End, Flush, Open, Push
from brisa.types import WordMark
from unit.transports.cartesia.talking import (
    RATE_HZ,
    Talk,
    audio_of,
    key_of,
    recorded,
    text_of,
)

pytestmark = pytest.mark.unit

TURN = "Hello there, friend. It costs $5.20 today, does it not?"


def mark(text: str, start_char: int, start_s: float) -> WordMark:
    start = round(start_s * RATE_HZ)
    return WordMark(text, start_char, start_char + len(text), start, start + RATE_HZ // 10)


def kinds_of(actions: list[Any]) -> list[type]:
    return [type(action) for action in actions]


def test_text_is_pushed_as_it_comes_and_its_context_ends_once() -> None:
    talk = Talk()
    begun = talk.say("Hello ")
    key = key_of(begun)
    assert begun[0].order.settings.voice == "heart"
    assert begun[0].order.settings.sample_rate_hz == RATE_HZ
    assert begun[1:] == [Push(key, "Hello ")]
    assert talk.say("world.") == [Push(key, "world.")]
    assert talk.end() == [End(key)]
    assert talk.sent == []
    talk.sound(key, b"abcd")
    assert talk.finish(key, 2) == []
    chunk, done = talk.sent
    assert chunk == {
        "type": "chunk",
        "context_id": "a",
        "data": "YWJjZA==",
        "done": False,
        "status_code": 206,
        "step_time": 0.0,
        "flush_id": 1,
    }
    assert done == {"type": "done", "context_id": "a", "done": True, "status_code": 200}


@pytest.mark.parametrize("last", ["", " ", "world."])
def test_a_context_ends_with_text_or_without(last: str) -> None:
    talk = Talk()
    key = key_of(talk.say("Hello "))
    assert talk.end(last) == [*([Push(key, last)] if last else []), End(key)]


def test_a_message_is_the_only_one_unless_it_says_otherwise() -> None:
    talk = Talk()
    begun = talk.raw('{"context_id":"a","transcript":"Hi."}')
    assert kinds_of(begun) == [Open, Push, End]


@pytest.mark.parametrize("text", ["", " ", None])
def test_a_context_without_text_is_a_short_silence_not_nothing(text: str | None) -> None:
    talk = Talk()
    key = key_of(ended := talk.end(text))
    assert kinds_of(ended) == [Open, End]
    talk.finish(key, 10)
    assert talk.kinds() == ["done"]


def test_blank_text_begins_nothing() -> None:
    talk = Talk()
    assert talk.say("") == talk.say(" ") == []
    assert kinds_of(talk.say("Hi.")) == [Open, Push]


def test_without_a_buffer_each_text_is_spoken_at_once_and_by_itself() -> None:
    talk = Talk()
    first = talk.say("Hello there.", max_buffer_delay_ms=0)
    key = key_of(first)
    assert first[1:] == [Push(key, "Hello there. "), Flush(key)]
    assert talk.say("Bye. ", max_buffer_delay_ms=0) == [Push(key, "Bye. "), Flush(key)]
    assert talk.say("and ", max_buffer_delay_ms=500) == [Push(key, "and ")]
    assert talk.end(" ", max_buffer_delay_ms=0) == [Push(key, " "), End(key)]


def test_a_flush_is_answered_after_its_last_sound_and_before_the_next_first() -> None:
    talk = Talk()
    first = key_of(talk.say("One.", flush=True))
    assert talk.say("Two. ") == talk.say("Three.") == []
    talk.sound(first, b"11")
    begun = talk.finish(first, 100)
    second = key_of(begun)
    assert begun[1:] == [Push(second, "Two. "), Push(second, "Three.")]
    assert second != first
    talk.sound(second, b"22")
    assert talk.say("", flush=True) == [End(second)]
    talk.finish(second, 100)
    assert talk.end() == []
    assert [(one["type"], one.get("flush_id")) for one in talk.sent] == [
        ("chunk", 1),
        ("flush_done", 1),
        ("chunk", 2),
        ("flush_done", 2),
        ("done", None),
    ]
    assert talk.sent[1] == {
        "type": "flush_done",
        "context_id": "a",
        "done": False,
        "status_code": 206,
        "flush_done": True,
        "flush_id": 1,
    }


def test_a_flush_of_nothing_is_answered_too_in_its_turn() -> None:
    talk = Talk()
    assert talk.say(flush=True) == []
    assert talk.kinds() == ["flush_done"]
    key = key_of(talk.say("One.", flush=True))
    assert talk.say(flush=True) == talk.end() == []
    assert talk.kinds() == []
    assert talk.finish(key) == []
    assert talk.kinds() == ["flush_done", "flush_done", "done"]


def test_times_are_counted_over_the_whole_context() -> None:
    talk = Talk()
    first = key_of(talk.say("Hello there, friend. ", add_timestamps=True, flush=True))
    talk.say("It is late.")
    talk.sound(first, b"..", [mark("Hello", 0, 0.0), mark("there", 6, 0.5)])
    talk.sound(first, b"..", [mark("friend", 13, 1.0)])
    second = key_of(talk.finish(first, 2 * RATE_HZ))
    talk.sound(second, b"..", [mark("It", 0, 0.0), mark("is", 3, 0.25), mark("late", 6, 0.5)])
    told = [one["word_timestamps"] for one in talk.sent if one["type"] == "timestamps"]
    assert told == [
        {"words": ["Hello", "there,"], "start": [0.0, 0.5], "end": [0.1, 0.6]},
        {"words": ["friend."], "start": [1.0], "end": [1.1]},
        {"words": ["It", "is", "late."], "start": [2.0, 2.25, 2.5], "end": [2.1, 2.35, 2.6]},
    ]
    assert talk.kinds() == [
        *("timestamps", "chunk", "timestamps", "chunk"),
        *("flush_done", "timestamps", "chunk"),
    ]


def test_times_begin_anew_with_the_next_use_of_a_context() -> None:
    talk = Talk()
    first = key_of(talk.end("One.", add_timestamps=True))
    talk.finish(first, RATE_HZ)
    second = key_of(talk.end("Two.", add_timestamps=True))
    talk.sound(second, b"..", [mark("Two", 0, 0.0)])
    assert talk.sent[-2]["word_timestamps"]["start"] == [0.0]
    assert talk.sent[-2]["flush_id"] == 1


def test_no_times_unless_asked_for_and_never_phonemes() -> None:
    talk = Talk()
    key = key_of(talk.say("One.", add_phoneme_timestamps=True))
    talk.sound(key, b"..", [mark("One", 0, 0.0)])
    assert talk.kinds() == ["chunk"]


def test_words_as_they_are_said_if_asked_for() -> None:
    talk = Talk()
    key = key_of(talk.say("$5.", add_timestamps=True, use_normalized_timestamps=True))
    talk.sound(key, b"..", [WordMark("$5", 0, 2, 0, 10, "five dollars")])
    assert talk.sent[0]["word_timestamps"]["words"] == ["five dollars"]


def test_audio_goes_in_messages_of_a_bounded_size() -> None:
    talk = Talk()
    key = key_of(talk.say("One."))
    data = bytes(range(256)) * 600
    talk.sound(key, data)
    assert audio_of(talk.sent) == data
    assert len(talk.sent) == -(-len(data) // DATA_BYTES)
    assert max(len(json.dumps(one)) for one in talk.sent) < 1 << 16
    talk.kinds()
    talk.sound(key, b"")
    assert talk.sent == []


def test_a_cancel_is_answered_at_once_and_nothing_follows() -> None:
    talk = Talk()
    key = key_of(talk.say("One.", flush=True))
    talk.say("Two.")
    assert talk.raw('{"context_id":"a","cancel":true}') == [Cancel(key)]
    assert talk.kinds() == ["done"]
    assert talk.sound(key, b"..") == talk.cancelled(key) == []
    assert talk.raw('{"context_id":"a","cancel":true}') == []
    assert talk.sent == []
    assert kinds_of(talk.say("Three.")) == [Open, Push]


def test_a_context_that_is_used_again_before_it_is_over_is_spoken_after_it() -> None:
    talk = Talk()
    first = key_of(talk.end("One."))
    assert talk.end("Two.", voice="other") == []
    begun = talk.finish(first)
    assert begun[0].order.settings.voice == "other"
    assert kinds_of(begun) == [Open, Push, End]
    talk.finish(key_of(begun))
    assert talk.kinds() == ["done", "done"]


def test_contexts_are_apart() -> None:
    talk = Talk()
    keys = {name: key_of(talk.say("Hi.", name)) for name in "abc"}
    assert len(set(keys.values())) == 3
    talk.sound(keys["b"], b"..")
    assert talk.sent[-1]["context_id"] == "b"
    talk.end("", "b")
    talk.finish(keys["b"])
    assert talk.sent[-1] == {"type": "done", "context_id": "b", "done": True, "status_code": 200}


def test_what_cannot_be_spoken_is_an_error_of_its_context_and_ends_it() -> None:
    talk = Talk()
    key = key_of(talk.say("One.", voice="nobody"))
    other = key_of(talk.say("Two.", "b"))
    assert talk.fail(key, UnknownVoice("There is no such voice.", param="voice")) == []
    assert talk.sent == [
        {
            "type": "error",
            "context_id": "a",
            "done": True,
            "status_code": 400,
            "error_code": "unknown_voice",
            "title": "Unknown voice",
            "message": "There is no such voice.",
            "error": "Unknown voice: There is no such voice.",
        }
    ]
    assert talk.say("Three.") == talk.end() == []
    assert len(talk.sent) == 1
    assert kinds_of(talk.say("Four.")) == [Open, Push]
    assert talk.say("Five.", "b") == [Push(other, "Five.")]


def test_an_error_drops_what_waits_behind_it() -> None:
    talk = Talk()
    key = key_of(talk.say("One.", flush=True))
    talk.end("Two.")
    assert talk.fail(key, EngineFailed("It broke.")) == []
    assert [one["status_code"] for one in talk.sent] == [500]
    assert kinds_of(talk.say("Three.")) == [Open, Push]


def test_a_stream_that_the_server_gives_up_is_not_done() -> None:
    talk = Talk()
    key = key_of(talk.end("One."))
    talk.cancelled(key)
    assert talk.kinds() == ["error"]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"output_format": {"container": "wav"}}, "unknown_format"),
        ({"output_format": {"container": "raw", "encoding": "opus"}}, "unknown_format"),
        ({"output_format": {"container": "raw", "sample_rate": 23000}}, "out_of_range"),
        ({"output_format": {"container": 3}}, "invalid_request"),
        ({"output_format": 3}, "invalid_request"),
        ({"transcript": ["x"]}, "invalid_request"),
        ({"voice": 3}, "invalid_request"),
        ({"continue": "yes"}, "invalid_request"),
    ],
)
def test_a_message_that_asks_for_what_there_is_not(fields: dict[str, Any], code: str) -> None:
    talk = Talk()
    assert talk.say("Listen to this.", **fields) == []
    (error,) = talk.sent
    assert (error["type"], error["error_code"], error["context_id"]) == ("error", code, "a")
    assert "Listen" not in json.dumps(error)


@pytest.mark.parametrize(
    "message",
    [
        "",
        "{",
        "[]",
        '"x"',
        "3",
        "null",
        "{}",
        '{"transcript":null}',
        '{"context_id":3,"transcript":"secret"}',
        "[" * 100_000,
        b"\x00\x01",
        b'{"transcript":"secret"}',
        '{"transcript":"\ud800"}',
    ],
)
def test_a_message_that_is_none_is_an_error_with_no_context(message: str | bytes) -> None:
    talk = Talk()
    assert talk.raw(message) == []
    (error,) = talk.sent
    assert (error["type"], error["context_id"]) == ("error", None)
    assert "secret" not in json.dumps(error)


def test_what_says_nothing_is_an_error_of_its_context() -> None:
    talk = Talk()
    talk.raw('{"context_id":"a"}')
    assert talk.sent[0]["context_id"] == "a"
    assert "transcript" in talk.sent[0]["message"]


def test_nulls_and_unknown_fields() -> None:
    talk = Talk()
    fields = ("voice", "output_format", "language", "generation_config", "flush", "cancel")
    begun = talk.say("Hi.", model_id=None, foo={"bar": [1]}, **dict.fromkeys(fields))
    assert begun[0].order.settings.voice == "heart"
    assert begun[0].order.settings.sample_rate_hz == 44_100


def test_a_message_without_a_context_gets_one() -> None:
    talk = Talk()
    key = key_of(talk.end("Hi.", None))  # type: ignore[arg-type]
    other = key_of(talk.end("Hi.", None))  # type: ignore[arg-type]
    talk.sound(key, b"..")
    talk.sound(other, b"..")
    first, second = (one["context_id"] for one in talk.sent)
    assert first
    assert first != second


def test_bounds() -> None:
    talk = Talk(max_text_chars=100)
    talk.say("Hi.", "x" * (MAX_ID_CHARS + 1))
    assert talk.kinds() == ["error"]

    for number in range(MAX_CONTEXTS + 1):
        talk.say("", f"c{number}")
    assert [one["context_id"] for one in talk.sent] == [f"c{MAX_CONTEXTS}"]
    assert talk.sent[0]["error_code"] == "overloaded"
    talk.kinds()

    talk = Talk(max_text_chars=100)
    key = key_of(talk.say("Hi.", flush=True))
    talk.say("x" * 60)
    assert talk.say("x" * 60) == [Cancel(key)]
    assert talk.sent[0]["error_code"] == "text_too_long"

    talk = Talk()
    key = key_of(talk.say("Hi.", flush=True))
    for _ in range(MAX_WAITING_PASSAGES):
        assert talk.say("", flush=True) == []
    assert talk.say("", flush=True) == [Cancel(key)]
    assert talk.sent[0]["error_code"] == "overloaded"


def test_text_that_waited_makes_room_when_its_turn_comes() -> None:
    talk = Talk(max_text_chars=100)
    key = key_of(talk.say("Hi.", flush=True))
    for _ in range(5):
        assert talk.say("x" * 90, flush=True) == []
        key = key_of(talk.finish(key))
    assert "error" not in talk.kinds()


def test_contexts_that_failed_are_not_remembered_for_ever() -> None:
    talk = Talk()
    for number in range(3 * MAX_CONTEXTS):
        key = key_of(talk.say("Hi.", f"c{number}"))
        talk.fail(key, Overloaded("No room."))
    assert len(talk.protocol._failed) == MAX_CONTEXTS


def test_silence_and_floods() -> None:
    talk = Talk()
    assert talk.protocol.idle() == [Close(1000, "idle")]
    talk._split(talk.protocol.flooded())
    assert talk.sent[0]["error_code"] == "overloaded"


@pytest.mark.parametrize("name", ["livekit", "pipecat-sentence", "pipecat-token"])
def test_recorded_turns(name: str) -> None:
    talk = Talk()
    actions = [action for message in recorded(name) for action in talk.raw(message)]
    key = key_of(actions)
    assert text_of(actions).split() == TURN.split()
    assert kinds_of(actions).count(End) == 1
    assert isinstance(actions[-1], End)
    assert kinds_of(actions).count(Flush) == (0 if name == "pipecat-token" else 2)
    talk.sound(key, b"..", [mark("Hello", 0, 0.0)])
    talk.finish(key, 1)
    assert talk.kinds() == ["timestamps", "chunk", "done"]


def test_recorded_interruption() -> None:
    talk = Talk()
    *turn, cancel = recorded("pipecat-interrupted")
    key = key_of([action for message in turn for action in talk.raw(message)])
    assert talk.raw(cancel) == [Cancel(key)]
    assert talk.kinds() == ["done"]


def test_recorded_package() -> None:
    talk = Talk()
    *messages, begin, cancel = recorded("sdk")
    actions = [action for message in messages for action in talk.raw(message)]
    first = key_of(actions)
    assert text_of(actions) == f"{TURN} Flushed. "
    talk.sound(first, b"..")
    assert talk.finish(first, 1) == []
    assert talk.kinds() == ["chunk", "flush_done", "done"]
    begun = talk.raw(begin)
    assert begun[0].order.format.name == "f32"
    assert talk.raw(cancel) == [Cancel(key_of(begun))]


@st.composite
def messages(draw: st.DrawFn) -> str:
    fields = {
        "context_id": st.sampled_from(["a", "b", None]),
        "transcript": st.sampled_from(["Hi. ", "and", "", " ", None]),
        "continue": st.sampled_from([True, False, None]),
        "flush": st.sampled_from([True, False, None]),
        "cancel": st.sampled_from([True, False, None, None, None]),
        "max_buffer_delay_ms": st.sampled_from([0, 500, None]),
        "voice": st.sampled_from(["heart", {"mode": "embedding", "embedding": [0.5]}, 7]),
    }
    keys = draw(st.sets(st.sampled_from(sorted(fields))))
    return json.dumps({key: draw(fields[key]) for key in sorted(keys)})


class Streams:
    """What a connection does: fails on what :mod:`brisa.transports.talk.protocol` rules out."""

    def __init__(self) -> None:
        self.begun: list[object] = []
        self.open: set[object] = set()
        self.ended: set[object] = set()

    def carry_out(self, actions: list[Any]) -> None:
        for action in actions:
            if isinstance(action, Open):
                assert action.key not in self.begun
                self.begun.append(action.key)
                self.open.add(action.key)
                continue
            assert action.key in self.open - self.ended or isinstance(action, Cancel)
            if isinstance(action, End):
                self.ended.add(action.key)
            elif isinstance(action, Cancel):
                self.open.remove(action.key)

    def over(self, *, all_text: bool) -> object | None:
        """One that is over from here on, if there is one that may be."""
        ready = [
            key for key in self.begun if key in (self.open & self.ended if all_text else self.open)
        ]
        if not ready:
            return None
        self.open.remove(ready[0])
        return ready[0]


@given(st.lists(st.one_of(messages(), st.sampled_from(["next", "fail"])), max_size=40))
def test_streams_live_as_they_should_whatever_comes(script: list[str]) -> None:
    talk, streams = Talk(), Streams()
    for step in script:
        if step == "next" and (key := streams.over(all_text=True)):
            streams.carry_out(talk.finish(key))
        elif step == "fail" and (key := streams.over(all_text=False)):
            streams.carry_out(talk.fail(key, EngineFailed("It broke.")))
        elif step not in ("next", "fail"):
            streams.carry_out(talk.raw(step))
        assert len(streams.open) <= len(talk.protocol._contexts)  # one of a context at a time
    for name in ("a", "b"):
        streams.carry_out(talk.end("", name))
    while key := streams.over(all_text=True):
        streams.carry_out(talk.finish(key))
    # What had no context of its own was given one, whose text may not have ended.
    assert all(str(name).startswith("brisa-") for name in talk.protocol._contexts)
    assert len(talk.protocol._speaking) == len(streams.open)
