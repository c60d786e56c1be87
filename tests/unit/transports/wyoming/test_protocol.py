"""Wyoming's decisions: bytes in, actions out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisa.engines.base import Voice
from brisa.errors import BrisaError, EngineFailed, Overloaded
from brisa.transports.sound import Sound
from brisa.transports.talk.protocol import Action, Close, End, Ending, Open, Push, Send
from brisa.transports.voices import VoiceNames
from brisa.transports.wyoming.events import EventLimits
from brisa.transports.wyoming.menu import Program, make_menu
from brisa.transports.wyoming.protocol import (
    EVENTS_AT_ONCE,
    MAX_WAITING,
    MAX_WAITING_CHARS,
    WyomingProtocol,
)
from brisa.types import Cancelled, Finished, TextOptions
from support.split_invariance import cut, some_cuts
from support.wyoming import Heard, heard, outline, pcm_of, said, said_inline, streamed

pytestmark = pytest.mark.unit

RATE_HZ = 24_000
MENU = make_menu(
    Program("brisa", "0"),
    [Voice("heart", "en-US", "tiny"), Voice("anna", "de", "vits")],
    VoiceNames("heart"),
)


def protocol(text: TextOptions | None = None, limits: EventLimits | None = None) -> WyomingProtocol:
    made = WyomingProtocol(lambda: MENU, text or TextOptions(), limits)
    assert list(made.opened(0)) == []
    return made


def sent(actions: Iterable[Action]) -> list[Heard]:
    return heard(b"".join(bytes(one.message) for one in actions if isinstance(one, Send)))


def commands(actions: Iterable[Action]) -> list[Action]:
    return [one for one in actions if not isinstance(one, Send)]


def opened(actions: Iterable[Action]) -> list[int]:
    return [one.key for one in actions if isinstance(one, Open)]


def pushed(actions: Iterable[Action]) -> str:
    return "".join(one.text for one in actions if isinstance(one, Push))


def sound(start: int, samples: int) -> Sound:
    return Sound(bytes(range(256)) * (samples // 128), start, samples, RATE_HZ)


def finished(samples: int) -> Ending:
    return Ending(Finished(samples, RATE_HZ), samples, 0, RATE_HZ)


def broken(error: BrisaError, samples: int = 0) -> Ending:
    return Ending(error, samples, 0, RATE_HZ)


def errors(actions: Sequence[Action]) -> list[str]:
    return [event.data["code"] for event in sent(actions) if event.type == "error"]


def test_a_one_shot_request() -> None:
    one = protocol()
    actions = one.received(said("synthesize", text="Hello there."), 1)
    (key,) = opened(actions)
    assert actions[1:] == [Push(key, "Hello there."), End(key)]
    out = [*one.sounded(key, sound(0, 2560)), *one.sounded(key, sound(2560, 1280))]
    out += one.ended(key, finished(3840))
    events = sent(out)
    assert commands(out) == []
    assert outline(events) == ["audio-start", "audio-chunk", "audio-stop"]
    assert events[0].data == {"rate": 24_000, "width": 2, "channels": 1, "timestamp": 0}
    assert pcm_of(events) == sound(0, 2560).data + sound(2560, 1280).data
    assert events[-1].data == {"timestamp": 160}


def test_the_order_is_what_was_asked_for() -> None:
    (action, *_) = protocol().received(said("synthesize", text="x", voice={"name": "anna"}), 0)
    assert isinstance(action, Open)
    assert action.order.settings.voice == "anna"
    assert action.order.settings.sample_rate_hz == RATE_HZ
    assert action.order.format.name == "pcm"
    assert not action.order.listener.paced


@pytest.mark.parametrize(
    ("manner", "voice"),
    [
        ({}, "heart"),
        ({"voice": None}, "heart"),
        ({"voice": {}}, "heart"),
        ({"voice": {"name": "nobody", "speaker": None}}, "heart"),
        ({"voice": {"name": None, "language": "de", "speaker": None, "more": [1]}}, "anna"),
        ({"voice": {"name": "nobody", "speaker": "anna"}}, "anna"),
        ({"context": {"conversation": [1, {"deep": None}]}, "unknown": 1}, "heart"),
    ],
)
@pytest.mark.parametrize("streaming", [False, True])
def test_voices_and_fields_that_clients_send(
    manner: dict[str, object], voice: str, streaming: bool
) -> None:
    request = streamed("x", **manner) if streaming else said("synthesize", text="x", **manner)
    actions = protocol().received(request, 0)
    assert errors(actions) == []
    assert isinstance(actions[0], Open)
    assert actions[0].order.settings.voice == voice


@pytest.mark.parametrize(
    ("text_format", "markup"),
    [("ssml", True), ("SSML", True), ("text", False), (None, False), ("other", False)],
)
def test_ssml_is_read_as_markup(text_format: str | None, markup: bool) -> None:
    plain = TextOptions(markup=False)
    for request in (
        said("synthesize", text="x", text_format=text_format),
        streamed("x", text_format=text_format),
    ):
        (action, *_) = protocol(plain).received(request, 0)
        assert isinstance(action, Open)
        assert action.order.settings.text.markup is markup


def test_a_streaming_request() -> None:
    one = protocol()
    assert one.received(said("synthesize-start"), 0) == []
    actions = one.received(said("synthesize-chunk", text="Hello "), 0)
    (key,) = opened(actions)
    assert actions[1:] == [Push(key, "Hello ")]
    out = [*one.sounded(key, sound(0, 1280))]
    assert one.received(said("synthesize-chunk", text="there."), 0) == [Push(key, "there.")]
    out += one.sounded(key, sound(1280, 1280))
    assert one.received(said("synthesize-stop"), 0) == [End(key)]
    assert one.busy
    out += one.ended(key, finished(2560))
    assert outline(sent(out)) == ["audio-start", "audio-chunk", "audio-stop", "synthesize-stopped"]
    assert not one.busy


def test_nothing_is_opened_before_there_is_text() -> None:
    one = protocol()
    assert one.received(said("synthesize-start") + said("synthesize-chunk", text=""), 0) == []
    actions = one.received(said("synthesize-stop"), 0)
    (key,) = opened(actions)
    assert actions[1:] == [End(key)]


def test_the_whole_text_again_in_an_open_stream_is_not_spoken_twice() -> None:
    """Home Assistant sends it for servers that do not stream."""
    one = protocol()
    whole = "Hello there."
    stream = said("synthesize-start") + said("synthesize-chunk", text=whole)
    actions = one.received(stream + said("synthesize", text=whole) + said("synthesize-stop"), 0)
    assert opened(actions) == [0]
    assert pushed(actions) == whole
    assert commands(one.ended(0, finished(0))) == []
    assert not one.busy


def test_a_synthesize_after_the_stop_is_a_request() -> None:
    actions = protocol().received(streamed("One.") + said("synthesize", text="Two."), 0)
    assert opened(actions) == [0]
    assert pushed(actions) == "One."


@pytest.mark.parametrize("streaming", [False, True])
def test_what_has_no_sound_is_a_short_silence(streaming: bool) -> None:
    one = protocol()
    request = streamed("") if streaming else said("synthesize", text="")
    (key,) = opened(one.received(request, 0))
    events = sent(one.ended(key, finished(0)))
    tail = ["synthesize-stopped"] if streaming else []
    assert outline(events) == ["audio-start", "audio-chunk", "audio-stop", *tail]
    assert pcm_of(events) == bytes(960)


def test_pipelined_requests_are_answered_in_their_order() -> None:
    one = protocol()
    requests = (
        said("synthesize", text="One."),
        streamed("Two ", "and a half.", voice={"name": "anna"}),
        said("synthesize", text="Three."),
    )
    actions = one.received(b"".join(requests), 0)
    said_text, answers = [pushed(actions)], []
    for turn in range(3):
        (key,) = opened(actions)
        assert key == turn
        answers += sent(one.sounded(key, sound(0, 1280)))
        actions = one.ended(key, finished(1280))
        answers += sent(actions)
        said_text.append(pushed(actions))
    assert said_text == ["One.", "Two and a half.", "Three.", ""]
    once = ["audio-start", "audio-chunk", "audio-stop"]
    assert outline(answers) == [*once, *once, "synthesize-stopped", *once]
    assert opened(actions) == []


def test_text_for_a_stream_that_waits_goes_on_when_it_is_spoken() -> None:
    one = protocol()
    one.received(said("synthesize", text="First."), 0)
    one.received(said("synthesize-start") + said("synthesize-chunk", text="a"), 0)
    assert one.received(said("synthesize-chunk", text="b"), 0) == []
    following = one.ended(0, finished(0))
    assert opened(following) == [1]
    assert pushed(following) == "ab"
    assert one.received(said("synthesize-chunk", text="c"), 0) == [Push(1, "c")]
    assert one.received(said("synthesize-stop"), 0) == [End(1)]


def test_a_start_in_an_open_stream_ends_that_one() -> None:
    one = protocol()
    one.received(said("synthesize-start") + said("synthesize-chunk", text="One."), 0)
    assert one.received(streamed("Two."), 0) == [End(0)]
    assert pushed(one.ended(0, finished(0))) == "Two."


def test_describe_is_answered_at_once_in_every_state() -> None:
    one = protocol()
    one.received(said("synthesize", text="One."), 0)
    one.received(said("synthesize-start"), 0)
    assert one.received(said("describe"), 0) == [Send(MENU.info)]
    assert one.received(said_inline("describe"), 0) == [Send(MENU.info)]


@pytest.mark.parametrize(
    ("data", "text"),
    [({"text": "hé"}, "hé"), ({"text": None}, None), ({}, None), ({"text": 1}, None)],
)
def test_ping(data: dict[str, object], text: str | None) -> None:
    (pong,) = sent(protocol().received(said("ping", **data), 0))
    assert (pong.type, pong.data) == ("pong", {"text": text})


@pytest.mark.parametrize(
    "event",
    [
        said("select-program", name="brisa"),
        said("select-program", name="another"),
        said("select-program"),
        said("transcribe", language="en"),
        said("audio-chunk", b"\0" * 640, rate=16_000, width=2, channels=1),
        said("error", text="from you"),
        said("", text="x"),
        said("synthesize-cancel"),
    ],
)
def test_unknown_events_are_passed_over(event: bytes) -> None:
    one = protocol()
    assert one.received(event, 0) == []
    assert opened(one.received(said("synthesize", text="x"), 0)) == [0]


@pytest.mark.parametrize("event", [said("synthesize-chunk", text="x"), said("synthesize-stop")])
def test_text_that_no_stream_was_opened_for(event: bytes) -> None:
    one = protocol()
    actions = one.received(event, 0)
    assert errors(actions) == ["wrong_order"]
    assert commands(actions) == []
    assert opened(one.received(said("synthesize", text="x"), 0)) == [0]


@pytest.mark.parametrize(
    ("event", "field"),
    [
        (said("synthesize"), "text"),
        (said("synthesize", text=None), "text"),
        (said("synthesize", text=5), "text"),
        (said("synthesize", text=["x"]), "text"),
        (said("synthesize", text="x", voice="heart"), "voice"),
        (said("synthesize", text="x", voice={"name": 5}), "voice.name"),
        (said("synthesize", text="x", text_format=1), "text_format"),
        (said("synthesize-start", voice=[]), "voice"),
        (said("synthesize-start") + said("synthesize-chunk"), "text"),
        (said("synthesize-start") + said("synthesize-chunk", text={"secret": 1}), "text"),
    ],
)
def test_a_request_that_cannot_be_understood(event: bytes, field: str) -> None:
    """Home Assistant passes over errors: what ends its waiting is the end of the connection."""
    one = protocol()
    actions = one.received(event, 0)
    (error,) = sent(actions)
    assert (error.type, error.data["code"]) == ("error", "invalid_request")
    assert repr(field) in error.data["text"]
    assert "secret" not in error.data["text"]
    assert commands(actions) == [Close()]
    assert one.received(said("synthesize", text="x"), 0) == []


def test_a_malformed_event_ends_the_connection_once() -> None:
    one = protocol()
    actions = one.received(said("ping") + b"garbage\n" + said("ping"), 0)
    assert outline(sent(actions)) == ["pong", "error"]
    assert commands(actions) == [Close()]
    assert one.received(said("ping"), 0) == []


@pytest.mark.parametrize("error", [Overloaded("Full."), EngineFailed("Broke.")])
@pytest.mark.parametrize("sounds", [0, 1])
def test_a_failure_is_an_error_and_the_end(error: BrisaError, sounds: int) -> None:
    one = protocol()
    one.received(said("synthesize", text="One.") + said("synthesize", text="Two."), 0)
    out = [action for _ in range(sounds) for action in one.sounded(0, sound(0, 1280))]
    out += one.ended(0, broken(error))
    assert outline(sent(out)) == [*["audio-start", "audio-chunk"][: 2 * sounds], "error"]
    assert sent(out)[-1].data == {"text": error.message, "code": error.code}
    assert commands(out) == [Close()]


def test_nothing_is_sent_after_an_error() -> None:
    one = protocol()
    one.received(said("synthesize", text="One."), 0)
    assert Close() in one.received(b"garbage\n", 0)
    assert list(one.sounded(0, sound(0, 1280))) == []
    assert list(one.ended(0, Ending(Cancelled(0, RATE_HZ), 0, 0, RATE_HZ))) == []


def test_what_was_cancelled_does_not_look_complete() -> None:
    one = protocol()
    one.received(said("synthesize", text="One."), 0)
    assert one.ended(0, Ending(Cancelled(9, RATE_HZ), 9, 0, RATE_HZ)) == [Close()]


@pytest.mark.parametrize("samples", [1280, 4736, 4864, 25_600])
def test_chunks_are_of_20_to_200_ms(samples: int) -> None:
    one = protocol()
    one.received(said("synthesize", text="One."), 0)
    events = sent(one.sounded(0, sound(0, samples)))
    lengths_ms = [len(event.payload) / 48 for event in events if event.payload]
    assert all(20 <= length <= 200 for length in lengths_ms)
    assert pcm_of(events) == sound(0, samples).data


def test_sounds_without_bytes_are_nothing() -> None:
    one = protocol()
    one.received(said("synthesize", text="One."), 0)
    assert list(one.sounded(0, Sound(b"", 0, 0, RATE_HZ))) == []


def test_more_requests_than_may_wait() -> None:
    one = protocol()
    actions = one.received(said("synthesize", text="x") * MAX_WAITING, 0)
    assert errors(actions) == []
    actions = one.received(said("synthesize", text="x"), 0)
    assert errors(actions) == ["overloaded"]
    assert commands(actions) == [Close()]


def test_more_text_than_may_wait() -> None:
    one = protocol()
    much = "x" * (MAX_WAITING_CHARS // 4)
    assert errors(one.received(said("synthesize", text=much) * 5, 0)) == []
    assert errors(one.received(said("synthesize", text=much), 0)) == ["overloaded"]


def test_a_chat_a_character_at_a_time_is_no_flood_but_more_is() -> None:
    one = protocol()
    piece = said("synthesize-chunk", text="x")
    actions = one.received(said("synthesize-start") + piece * 20_000, 0)
    assert pushed(actions) == "x" * 20_000
    flood = one.received(said("ping") * (EVENTS_AT_ONCE - 20_000), 0)
    assert errors(flood) == ["too_many_messages"]
    assert commands(flood) == [Close()]


def test_too_many_reads_are_told_too() -> None:
    assert errors(protocol().flooded()) == ["too_many_messages"]


def test_whoever_says_nothing_for_long_is_let_go() -> None:
    assert protocol().idle() == [Close()]


def test_when_it_was_last_heard() -> None:
    one = protocol()
    one.received(b'{"type"', 7)
    assert one.heard_ns == 7
    assert not one.busy


def test_limits_of_events_are_those_that_it_is_given() -> None:
    one = protocol(limits=EventLimits(data=20))
    assert errors(one.received(said("synthesize", text="x" * 30), 0)) == ["message_too_large"]


SESSION = b"".join(
    (
        said("describe"),
        streamed("One ", "and two.", voice={"language": "de"}),
        said("ping", text="x"),
        said("synthesize", text="Three."),
        said("synthesize-chunk", text="late"),
        b"garbage\n",
        said("ping"),
    )
)


@given(some_cuts(len(SESSION)))
def test_however_bytes_come_the_answers_are_the_same(cuts: list[int]) -> None:
    def answers(pieces: list[bytes]) -> tuple[list[Heard], list[Action], str]:
        one = protocol()
        actions = [action for piece in pieces for action in one.received(piece, 0)]
        rest = [one for one in commands(actions) if not isinstance(one, Push)]
        return sent(actions), rest, pushed(actions)

    assert answers(cut(SESSION, cuts)) == answers([SESSION])


@given(st.lists(st.binary(max_size=80) | st.sampled_from([SESSION, said("synthesize-start")])))
def test_anything_may_come(pieces: list[bytes]) -> None:
    one = protocol()
    for piece in pieces:
        one.received(piece, 0)
