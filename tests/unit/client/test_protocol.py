"""A client and a server with a wire that breaks: every sample once, every message once."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brisa.client.errors import ConnectionFailed, SamplesLost, SessionLost
from brisa.client.events import (
    Complained,
    Connected,
    Disconnected,
    Ended,
    Event,
    GaveUp,
    Renewed,
    Resumed,
    Sounded,
    Started,
)
from brisa.client.line import LineOptions
from brisa.errors import InvalidRequest, InvalidText, Overloaded, UnknownVoice
from brisa.types import Cancelled, Failed, Finished
from support.client_rig import NS_PER_MS, NS_PER_S, START, Rig
from support.scripted_stream import RATE_HZ, SAMPLES_PER_CHAR, ScriptedStream, pcm_of

pytestmark = pytest.mark.unit

TEXT = "It is late, and the lights are out."


def begun(server: ScriptedStream | None = None, **options: Any) -> Rig:
    rig = Rig(server or ScriptedStream(), LineOptions(**options))
    rig.connect()
    rig.carry_down()
    assert rig.protocol.talking
    return rig


def speak(rig: Rig, text: str = TEXT, **fields: Any) -> int:
    key = rig.protocol.start({**START, **fields})
    rig.protocol.utterances.push(key, text)
    rig.protocol.utterances.end(key)
    return key


def kinds(rig: Rig) -> list[type[Event]]:
    return [type(event) for event in rig.told if not isinstance(event, Sounded)]


def failure(rig: Rig, key: int) -> tuple[str, int]:
    """The code, and the samples that came before it."""
    outcome = rig.ended(key).outcome
    assert isinstance(outcome, Failed)
    return outcome.code, outcome.samples


def require_whole(rig: Rig, key: int, text: str) -> None:
    end = rig.ended(key)
    assert end.outcome == Finished(len(pcm_of(text)), RATE_HZ)
    assert np.array_equal(rig.heard(key), pcm_of(text))
    assert rig.words(key) == text.split()


def test_an_utterance_without_a_loss() -> None:
    rig = begun()
    key = speak(rig)
    rig.settle()
    require_whole(rig, key, TEXT)
    assert kinds(rig) == [Connected, Started, Ended]
    assert rig.protocol.session == "ses1"


def steps_of_an_utterance() -> int:
    rig = begun()
    speak(rig)
    rig.settle()
    return len(rig.told) + 10


@pytest.mark.parametrize("greets_first", [False, True])
@pytest.mark.parametrize("lost_up", [False, True])
@pytest.mark.parametrize("moment", range(steps_of_an_utterance()))
def test_a_loss_at_every_moment(moment: int, lost_up: bool, greets_first: bool) -> None:
    """``moment`` messages of the server arrive before it, and as many of the client."""
    rig = begun()
    rig.server.greets_first = greets_first
    keys = [speak(rig), speak(rig, TEXT[::-1])]
    for _ in range(moment):
        rig.carry_up()
        assert rig.end is not None
        rig.end.step()
        rig.carry_down()
    rig.carry_up(0)
    rig.cut(lost_up=lost_up)
    rig.settle()
    require_whole(rig, keys[0], TEXT)
    require_whole(rig, keys[1], TEXT[::-1])
    assert kinds(rig).count(Resumed) == 1


@pytest.mark.parametrize("lost_up", [False, True])
@pytest.mark.parametrize("span", range(1, 12))
def test_losses_again_and_again(span: int, lost_up: bool) -> None:
    """After every ``span`` messages that the server got; a resume alone takes one."""
    rig = begun()
    keys = [speak(rig), speak(rig, TEXT[::-1])]
    losses = 0
    while rig.protocol.utterances.known_to_server() or not losses:
        if rig.end is None:
            rig.connect()
        rig.carry_up(span)
        assert rig.end is not None
        for _ in range(span + losses // 10):
            rig.end.step()
        rig.carry_down(span + 1 + losses // 10)
        rig.carry_up(span)
        rig.cut(lost_up=lost_up)
        losses += 1
        assert losses < 500
    rig.settle()
    require_whole(rig, keys[0], TEXT)
    require_whole(rig, keys[1], TEXT[::-1])


def test_the_server_is_told_what_came() -> None:
    """It keeps what was not acknowledged."""
    rig = begun()
    speak(rig, TEXT * 3)
    rig.carry_up(10)
    spoken = rig.server.sessions["tok1"].spoken[1]
    assert rig.end is not None
    for _ in range(20):
        rig.end.step()
    rig.carry_down(8)
    rig.carry_up(10)
    first = spoken.received_samples
    assert 0 < first < spoken.sent_samples
    rig.carry_down(4)
    rig.carry_up(10)
    assert spoken.received_samples == first
    rig.now_ns += NS_PER_S // 2
    rig.carry_down(4)
    rig.carry_up(10)
    assert first < spoken.received_samples < spoken.sent_samples
    rig.settle()
    assert spoken.received_samples == spoken.sent_samples == len(pcm_of(TEXT * 3))


def test_a_server_that_had_more_messages_than_there_were_is_not_believed() -> None:
    rig = begun()
    key = speak(rig)
    rig.carry_up(10)
    rig.cut()
    rig.connect()
    assert rig.end is not None
    rig.end.say("resumed", received=4, utterances=[])
    rig.carry_down(2)
    assert rig.end is None
    rig.settle()
    require_whole(rig, key, TEXT)


PIECES = st.lists(st.text("ab ,.é🙂", max_size=12), max_size=6)
MOVES = st.lists(
    st.sampled_from(["push", "flush", "end", "up", "step", "down", "cut", "cut all", "wait"]),
    max_size=120,
)


def move(rig: Rig, what: str) -> None:
    """One thing that happens to the wire; whatever it is, an attempt is made if none is left."""
    match what:
        case "up":
            rig.carry_up()
        case "step" if rig.end is not None:
            rig.end.step()
        case "down":
            rig.carry_down()
        case "cut" | "cut all":
            rig.cut(lost_up=what == "cut all")
        case "wait":
            rig.wait(NS_PER_S)
        case _ if rig.end is None and not rig.protocol.over:
            rig.connect()


@settings(max_examples=300)
@given(pieces=PIECES, moves=MOVES)
def test_any_order_of_things_and_losses(pieces: list[str], moves: list[str]) -> None:
    rig = begun()
    utterances = rig.protocol.utterances
    keys = [rig.protocol.start(START) for _ in range(2)]
    waiting = {key: list(pieces) for key in keys}
    texts = dict.fromkeys(keys, "")
    for turn, what in enumerate(moves):
        key = keys[turn % 2]
        if what == "push" and waiting[key]:
            piece = waiting[key].pop(0)
            texts[key] += piece
            utterances.push(key, piece)
        elif what == "flush":
            utterances.flush(key)
        elif what == "end":
            utterances.end(key)
            waiting[key].clear()
        else:
            move(rig, what)
    for key in keys:
        utterances.end(key)
    rig.settle()
    for key in keys:
        require_whole(rig, key, texts[key])


def test_audio_that_comes_twice_is_handed_on_once() -> None:
    rig = begun()
    key = speak(rig)
    rig.carry_up(10)
    assert rig.end is not None
    for _ in range(4):
        rig.end.step()
    rig.carry_down(100)
    half = len(rig.heard(key))
    assert half
    rig.end.sound(1, 0, pcm_of(TEXT)[: half - 20])
    rig.end.sound(1, half - 20, pcm_of(TEXT)[half - 20 : half + 30])
    rig.carry_down(10)
    assert np.array_equal(rig.heard(key), pcm_of(TEXT)[: half + 30])


def test_a_hole_fails_the_utterance_and_is_not_handed_on() -> None:
    rig = begun()
    key, other = speak(rig), speak(rig)
    rig.carry_up(10)
    assert rig.end is not None
    rig.end.step()
    rig.end.sound(1, 0, pcm_of(TEXT)[:100])
    rig.end.sound(1, 101, pcm_of(TEXT)[101:200])
    rig.carry_down(100)
    assert failure(rig, key) == ("samples_lost", 100)
    assert isinstance(rig.ended(key).error, SamplesLost)
    assert len(rig.heard(key)) == 100
    rig.carry_up(10)
    assert rig.server.sessions["tok1"].spoken[1].cancel is not None
    rig.settle()
    require_whole(rig, other, TEXT)


@pytest.mark.parametrize("samples", [99, 101])
def test_an_end_with_other_samples_than_came_is_a_failure(samples: int) -> None:
    rig = begun()
    key = speak(rig)
    rig.carry_up(10)
    assert rig.end is not None
    rig.end.step()
    rig.end.sound(1, 0, pcm_of(TEXT)[:100])
    rig.end.say("finished", utterance=1, samples=samples)
    rig.carry_down(100)
    assert failure(rig, key) == ("samples_lost", 100)


@pytest.mark.parametrize(
    "message",
    [
        '{"type":"started","seq":7,"utterance":1,"sample_rate":24000}',
        '{"type":"started","seq":1,"utterance":1,"sample_rate":0}',
        '{"type":"started","seq":1,"utterance":1}',
        '{"type":"hello","seq":1}',
        '{"type":"resumed","seq":1,"received":0}',
        '{"seq":1}',
        "[]",
        "{",
        "\ud800",
        b"",
        b"\1\1" + bytes(17),
        b"\1\1" + bytes(19),
        b"\2\1" + bytes(18),
        b"\1\1\0\0\1\0\0\0\1\0\0\0" + bytes(10),
    ],
)
def test_what_no_server_says_ends_the_connection_and_not_the_session(message: str | bytes) -> None:
    rig = begun()
    key = speak(rig)
    rig.carry_up(10)
    assert rig.end is not None
    rig.end.sent.append(message)
    rig.carry_down(10)
    assert rig.end is None
    rig.settle()
    require_whole(rig, key, TEXT)
    assert kinds(rig).count(Resumed) == 1


def test_a_server_that_goes_on_to_say_what_no_server_says_is_given_up() -> None:
    rig = begun()
    key = speak(rig)
    rig.carry_up(10)
    for _ in range(4):
        assert rig.end is not None
        rig.end.sent.append("{")
        rig.carry_down(10)
        rig.connect()
        rig.carry_up(10)
        rig.carry_down(10)
    assert not rig.protocol.over
    rig.wait(6 * NS_PER_S)
    rig.carry_up(10)
    rig.carry_down(10)
    for turn in range(5):
        assert not rig.protocol.over
        assert rig.end is not None
        rig.end.sent.append("{")
        rig.carry_down(10)
        if turn < 4:
            rig.connect()
            rig.carry_up(10)
            rig.carry_down(10)
    assert rig.protocol.over
    assert failure(rig, key) == ("server_misbehaved", 0)


def test_a_server_that_says_more_is_understood() -> None:
    rig = begun()
    key = speak(rig)
    assert rig.end is not None
    rig.end.say("viseme", utterance=1, shape="A")
    rig.end.say("heartbeat", also=1)
    rig.end.say("error", code="wrong_order", message="no", param=None, retryable=False)
    rig.settle()
    require_whole(rig, key, TEXT)
    assert kinds(rig).count(Complained) == 1


def test_messages_the_server_has_are_not_kept() -> None:
    rig = begun()
    for _ in range(20):
        speak(rig)
        rig.settle()
    rig.wait(6 * NS_PER_S)
    rig.settle()
    assert len(rig.protocol._outbox) == 0


def test_the_first_attempt_comes_at_once_and_the_others_later_and_later() -> None:
    rig = begun()
    rig.reachable = False
    lost_ns = rig.now_ns
    rig.cut()
    while not rig.protocol.over:
        rig.connect()
    spans_ms = [(at_ns - lost_ns) / NS_PER_MS for at_ns in rig.attempts_ns[1:]]
    assert spans_ms[0] <= 100
    pauses_ms = np.diff(spans_ms)
    assert all(100 <= pause_ms <= 3_000 for pause_ms in pauses_ms[:-1])
    assert max(pauses_ms) > 1_500
    assert spans_ms[-1] == 30_000
    assert kinds(rig) == [Connected, Disconnected, GaveUp]


def test_the_servers_window_is_the_limit() -> None:
    rig = begun(ScriptedStream(window_s=2.0))
    key = speak(rig)
    rig.carry_up(10)
    rig.reachable = False
    lost_ns = rig.now_ns
    rig.cut()
    while not rig.protocol.over:
        rig.connect()
    assert rig.now_ns - lost_ns == 2 * NS_PER_S
    end = rig.ended(key)
    assert isinstance(end.error, ConnectionFailed)
    assert failure(rig, key) == ("connection_failed", 0)
    assert "2 s" in str(end.error)
    with pytest.raises(ConnectionFailed, match="2 s"):
        rig.protocol.start(START)
    rig.protocol.utterances.push(key, "more")


def test_an_attempt_that_hangs_ends_with_the_window() -> None:
    rig = begun(ScriptedStream(window_s=2.0))
    rig.cut()
    rig.now_ns = rig.protocol.dial_at_ns or 0
    rig.protocol.dialled()
    rig.wait(3 * NS_PER_S)
    assert rig.protocol.over
    assert kinds(rig)[-1] is GaveUp


@pytest.mark.parametrize("refusal", ["resume_unknown", "resume_expired", "resume_taken"])
def test_a_refused_resume_fails_what_was_said_and_begins_again(refusal: str) -> None:
    rig = begun()
    before = speak(rig)
    rig.carry_up(10)
    rig.cut()
    between = speak(rig, "Not yet said.")
    rig.server.refusal = refusal
    rig.settle()
    end = rig.ended(before)
    assert isinstance(end.error, SessionLost)
    assert end.error.reason == refusal
    require_whole(rig, between, "Not yet said.")
    after = speak(rig)
    rig.settle()
    require_whole(rig, after, TEXT)
    assert [kind for kind in kinds(rig) if kind not in (Started, Ended)] == [
        Connected,
        Disconnected,
        Renewed,
        Connected,
    ]


def test_a_session_that_another_has_taken_is_not_taken_back() -> None:
    rig = begun()
    key = speak(rig)
    rig.carry_up(10)
    rig.end = None
    rig.protocol.closed("taken", rig.now_ns, code=4001)
    rig._collect()
    error = rig.ended(key).error
    assert isinstance(error, SessionLost)
    assert error.reason == "resumed_elsewhere"
    after = speak(rig)
    rig.settle()
    require_whole(rig, after, TEXT)
    assert rig.server.resumes == 0


def test_a_resume_that_cannot_be_at_the_moment_is_tried_again() -> None:
    rig = begun()
    key = speak(rig)
    rig.carry_up(10)
    rig.cut()
    rig.server.refusal = "resume_unavailable"
    for _ in range(3):
        rig.connect()
        rig.carry_up(10)
        rig.carry_down(10)
    assert rig.server.resumes == 3
    rig.server.refusal = None
    rig.settle()
    require_whole(rig, key, TEXT)
    assert kinds(rig).count(Disconnected) == 1


def test_a_server_that_keeps_no_sessions() -> None:
    rig = begun(ScriptedStream(resumable=False))
    assert rig.told == [Connected(resumable=False)]
    key = speak(rig)
    rig.carry_up(10)
    rig.cut()
    end = rig.ended(key)
    assert isinstance(end.error, SessionLost)
    assert end.error.reason == "not_resumable"
    again = speak(rig)
    rig.settle()
    require_whole(rig, again, TEXT)
    assert rig.server.resumes == 0


def test_an_utterance_that_the_server_lost_fails_alone() -> None:
    rig = begun()
    lost, kept = speak(rig), speak(rig)
    rig.carry_up(10)
    del rig.server.sessions["tok1"].spoken[1]
    rig.cut()
    rig.settle()
    error = rig.ended(lost).error
    assert isinstance(error, SessionLost)
    assert error.reason == "utterance_lost"
    require_whole(rig, kept, TEXT)


def test_samples_that_the_server_cannot_repeat_fail_the_utterance() -> None:
    rig = begun()
    key = speak(rig)
    rig.carry_up(10)
    rig.cut()
    rig.connect()
    assert rig.end is not None
    rig.end.say(
        "resumed",
        session="ses1",
        received=3,
        utterances=[{"utterance": 1, "state": "spoken", "next_sample": 1}],
    )
    rig.carry_down(2)
    assert failure(rig, key) == ("samples_lost", 0)


def test_a_server_that_says_nothing_is_left() -> None:
    rig = begun()
    key = speak(rig)
    rig.carry_up(10)
    rig.wait(10 * NS_PER_S - 1)
    assert rig.end is not None
    rig.wait(1)
    assert rig.end is None
    rig.settle()
    require_whole(rig, key, TEXT)
    assert [e.reason for e in rig.told if isinstance(e, Disconnected)] == ["nothing was heard"]


def test_heartbeats_keep_the_connection_and_pings_are_sent() -> None:
    rig = begun()
    for _ in range(10):
        rig.wait(4 * NS_PER_S)
        assert rig.end is not None
        rig.end.say("heartbeat")
        rig.carry_up(10)
        rig.carry_down(10)
    assert rig.end is not None
    assert rig.end.pings == 5


def test_silence_means_nothing_while_nothing_is_read() -> None:
    rig = begun()
    rig.protocol.hold_back(True, rig.now_ns)
    rig.wait(100 * NS_PER_S)
    assert rig.end is not None
    rig.protocol.hold_back(False, rig.now_ns)
    rig.wait(9 * NS_PER_S)
    assert rig.end is not None
    rig.wait(NS_PER_S)
    assert rig.end is None


def test_a_first_connection_is_tried_once() -> None:
    rig = Rig(ScriptedStream())
    rig.reachable = False
    rig.connect()
    assert rig.protocol.over
    assert isinstance(rig.protocol.error, ConnectionFailed)
    assert "refused" in str(rig.protocol.error)


def test_a_server_that_does_not_greet_is_no_server() -> None:
    rig = Rig(ScriptedStream())
    rig.connect()
    rig.wait(20 * NS_PER_S)
    assert rig.protocol.over


def test_what_was_heard_of_a_cancelled_utterance() -> None:
    rig = begun()
    key = speak(rig)
    rig.carry_up(10)
    assert rig.end is not None
    for _ in range(8):
        rig.end.step()
    rig.carry_down(100)
    held = len(rig.heard(key))
    played = len("It is late, an") * SAMPLES_PER_CHAR
    rig.protocol.utterances.cancel(key, played)
    rig.end.step()
    rig.settle()
    assert len(rig.heard(key)) == held, "audio was handed on after the cancel"
    end = rig.ended(key)
    assert isinstance(end.outcome, Cancelled)
    assert end.cancellation is not None
    assert end.cancellation.heard_samples == played
    assert end.cancellation.heard_text == "It is late,"
    assert end.cancellation.unheard_text == TEXT.removeprefix("It is late,")


def test_a_cancel_that_comes_after_the_end_says_the_same() -> None:
    rig = begun()
    key = speak(rig)
    rig.settle()
    ledger = rig.ended(key).ledger
    samples = ledger.held_samples
    part = ledger.cancellation(samples, len("It is") * SAMPLES_PER_CHAR, whole=True)
    assert (part.heard_text, part.unheard_text) == ("It is", TEXT.removeprefix("It is"))
    whole = ledger.cancellation(samples, samples + 5, whole=True)
    assert (whole.heard_samples, whole.heard_text, whole.unheard_text) == (samples, TEXT, "")


def test_without_words_nothing_is_said_of_the_text() -> None:
    rig = begun()
    key = speak(rig, words=False)
    rig.carry_up(10)
    rig.protocol.utterances.cancel(key, 0)
    rig.settle()
    cancellation = rig.ended(key).cancellation
    assert cancellation is not None
    assert (cancellation.heard_text, cancellation.unheard_text) == (None, None)


def test_a_cancel_while_there_is_no_connection() -> None:
    rig = begun()
    key = speak(rig)
    rig.carry_up(10)
    rig.cut()
    rig.protocol.utterances.cancel(key, 0)
    rig.settle()
    assert isinstance(rig.ended(key).outcome, Cancelled)
    assert len(rig.heard(key)) == 0


@pytest.mark.parametrize(
    ("code", "kind"), [("overloaded", Overloaded), ("unknown_voice", UnknownVoice)]
)
def test_failures_are_the_servers_errors(code: str, kind: type[Exception]) -> None:
    rig = begun()
    key = speak(rig)
    rig.carry_up(10)
    rig.server.sessions["tok1"].spoken[1].failure = {
        "code": code,
        "message": "Because.",
        "param": "voice",
        "retry_after_s": 2.5,
        "samples": 0,
    }
    rig.settle()
    end = rig.ended(key)
    assert isinstance(end.error, kind)
    assert isinstance(end.outcome, Failed)
    assert (end.outcome.code, end.outcome.message) == (code, "Because.")
    if isinstance(end.error, Overloaded):
        assert end.error.retry_after_s == 2.5


def test_leaving_cancels_what_runs() -> None:
    rig = begun()
    key = speak(rig)
    rig.carry_up(10)
    farewell = rig.protocol.close(rig.now_ns)
    assert [json.loads(message)["type"] for message in farewell] == ["cancel"]
    rig._collect()
    assert rig.ended(key).outcome == Cancelled(0, 0)
    assert rig.protocol.over
    with pytest.raises(ConnectionFailed, match="closed"):
        rig.protocol.start(START)
    assert rig.protocol.close(rig.now_ns) == []


def test_text_that_cannot_be_is_refused_before_it_is_sent() -> None:
    rig = begun()
    key = rig.protocol.start(START)
    with pytest.raises(InvalidText):
        rig.protocol.utterances.push(key, "half \ud83d")
    rig.protocol.utterances.end(key)
    with pytest.raises(InvalidRequest, match="ended"):
        rig.protocol.utterances.push(key, "more")
    with pytest.raises(InvalidRequest):
        rig.protocol.start({"text": {"clean": object()}})
    rig.settle()
    assert isinstance(rig.ended(key).outcome, Finished)
    assert len(rig.server.sessions["tok1"].spoken) == 1


def test_ten_thousand_letters_one_by_one_are_no_flood() -> None:
    """A server hangs up on 2000 messages at once."""
    rig = begun()
    key = rig.protocol.start(START)
    text = "It is late. " * 834
    sent = 0
    for letter in text:
        rig.protocol.utterances.push(key, letter)
        waiting = rig.protocol.outgoing(rig.now_ns)
        sent += len(waiting)
        rig.up += waiting
    rig.protocol.utterances.end(key)
    assert sent <= 1_000
    rig.carry_up(2_000)
    while rig.protocol.outgoing_at_ns() is not None and rig.protocol._outbox.ready_ns():
        rig.now_ns = max(rig.now_ns, rig.protocol.outgoing_at_ns() or 0)
        rig.carry_up(10)
    assert rig.server.sessions["tok1"].spoken[1].text == text
