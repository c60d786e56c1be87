"""``multi-stream-input``: messages in, actions out."""

from __future__ import annotations

import pytest

from brisa.errors import Overloaded
from brisa.transports.elevenlabs.messages import POLICY_VIOLATION
from brisa.transports.elevenlabs.multi import MultiProtocol
from brisa.transports.talk.protocol import Ending
from unit.transports.elevenlabs.talking import CANCELLED, FINISHED, MANNER, brief, say, sent, sound

pytestmark = pytest.mark.unit


@pytest.fixture
def protocol() -> MultiProtocol:
    return MultiProtocol(MANNER, 20.0)


def test_a_turn_of_sentences_that_ends(protocol: MultiProtocol) -> None:
    """As Pipecat has it: sentences without a space, a flush without text, the close."""
    assert say(protocol, text=" ", context_id="c1") == []
    assert say(protocol, text="One.", context_id="c1") == ["open 0", "push 0 'One.'"]
    assert say(protocol, text="Two.", context_id="c1") == ["push 0 ' Two.'"]
    assert say(protocol, context_id="c1", flush=True) == ["flush 0"]
    assert say(protocol, context_id="c1", close_context=True) == ["end 0"]
    assert brief(protocol.sounded(0, sound())) == ["send audio c1"]
    assert brief(protocol.ended(0, FINISHED)) == ["send isFinal c1"]


def test_a_turn_of_words_that_ends(protocol: MultiProtocol) -> None:
    """As LiveKit has it: words with a flush each, an empty text with a flush, the close."""
    assert say(protocol, text=" ", context_id="c1", voice_settings={}) == []
    assert say(protocol, text="Hello ", context_id="c1", flush=True) == [
        "open 0",
        "push 0 'Hello '",
        "flush 0",
    ]
    assert say(protocol, text="", context_id="c1", flush=True) == ["flush 0"]
    assert say(protocol, context_id="c1", close_context=True) == ["end 0"]


def test_a_close_without_an_empty_flush_is_an_interruption(protocol: MultiProtocol) -> None:
    say(protocol, text="Hello there. ", context_id="c1", flush=True)
    assert say(protocol, context_id="c1", close_context=True) == ["cancel 0"]
    assert brief(protocol.ended(0, CANCELLED)) == ["send isFinal c1"]


def test_text_after_the_flush_takes_its_mark_away(protocol: MultiProtocol) -> None:
    say(protocol, text="One. ", context_id="c1")
    say(protocol, context_id="c1", flush=True)
    say(protocol, text="Two. ", context_id="c1")
    assert say(protocol, context_id="c1", close_context=True) == ["cancel 0"]


def test_a_second_close_of_one_that_speaks_on_is_an_interruption(protocol: MultiProtocol) -> None:
    say(protocol, text="One. ", context_id="c1")
    say(protocol, context_id="c1", flush=True)
    assert say(protocol, context_id="c1", close_context=True) == ["end 0"]
    assert say(protocol, context_id="c1", close_context=True) == ["cancel 0"]


def test_a_name_may_be_used_again_while_the_one_before_speaks_on(protocol: MultiProtocol) -> None:
    say(protocol, text="One. ", context_id="c1")
    say(protocol, context_id="c1", flush=True)
    say(protocol, context_id="c1", close_context=True)
    assert say(protocol, text="Two. ", context_id="c1") == ["open 1", "push 1 'Two. '"]
    assert brief(protocol.ended(0, FINISHED)) == ["send isFinal c1"]
    assert say(protocol, text="Three. ", context_id="c1") == ["push 1 'Three. '"]
    assert brief(protocol.sounded(1, sound())) == ["send audio c1"]


@pytest.mark.parametrize("message", [{"text": ""}, {"text": "", "context_id": "c9"}, {}])
def test_a_keep_alive_ends_nothing_and_opens_nothing(
    protocol: MultiProtocol, message: dict[str, str]
) -> None:
    say(protocol, text="One. ", context_id="c1")
    assert say(protocol, **message) == []
    assert say(protocol, context_id="c9", close_context=True) == []
    assert say(protocol, text="Two. ", context_id="c1") == ["push 0 'Two. '"]


def test_what_is_not_there_cannot_be_closed_or_flushed(protocol: MultiProtocol) -> None:
    assert say(protocol, context_id="c1", close_context=True) == []
    assert say(protocol, context_id="c1", flush=True) == []


def test_both_spellings_of_a_context_are_read_and_sent(protocol: MultiProtocol) -> None:
    say(protocol, text="One. ", contextId="c1")
    assert say(protocol, text="Two. ", context_id="c1") == ["push 0 'Two. '"]
    (message,) = sent(protocol.ended(0, FINISHED))
    assert message["contextId"] == message["context_id"] == "c1"
    assert message["isFinal"] is True
    assert message["is_final"] is True


def test_messages_without_a_context_have_one_of_their_own(protocol: MultiProtocol) -> None:
    assert say(protocol, text="One. ") == ["open 0", "push 0 'One. '"]
    assert say(protocol, text="Two. ", context_id="c1") == ["open 1", "push 1 'Two. '"]
    assert brief(protocol.sounded(0, sound())) == ["send audio default"]


def test_the_socket_is_closed_when_all_has_been_spoken(protocol: MultiProtocol) -> None:
    say(protocol, text="One. ", context_id="c1")
    say(protocol, text="Two. ", context_id="c2")
    assert say(protocol, close_socket=True) == ["end 0", "end 1"]
    assert say(protocol, text="Three. ", context_id="c3") == []
    assert brief(protocol.ended(0, FINISHED)) == ["send isFinal c1"]
    assert brief(protocol.ended(1, FINISHED)) == ["send isFinal c2", "close 1000"]


def test_a_socket_with_nothing_to_say_is_closed_at_once(protocol: MultiProtocol) -> None:
    assert say(protocol, text=" ", context_id="c1") == []
    assert say(protocol, close_socket=True) == ["send isFinal c1", "close 1000"]


def test_an_end_never_closes_the_socket(protocol: MultiProtocol) -> None:
    say(protocol, text="One. ", context_id="c1")
    say(protocol, context_id="c1", flush=True)
    say(protocol, context_id="c1", close_context=True)
    assert "close" not in " ".join(brief(protocol.ended(0, FINISHED)))


def test_an_error_is_its_contexts_alone(protocol: MultiProtocol) -> None:
    say(protocol, text="One. ", context_id="c1")
    say(protocol, text="Two. ", context_id="c2")
    full = Ending(Overloaded("Full."), 0, 0, 1000)
    assert brief(protocol.ended(0, full)) == ["send error c1", "send isFinal c1"]
    assert say(protocol, text="Three. ", context_id="c2") == ["push 1 'Three. '"]
    assert say(protocol, text="Again. ", context_id="c1") == ["open 2", "push 2 'Again. '"]


def test_fifty_contexts_side_by_side(protocol: MultiProtocol) -> None:
    for number in range(50):
        assert say(protocol, text="Hi. ", context_id=f"c{number}")[0] == f"open {number}"
    for number in reversed(range(50)):
        assert brief(protocol.ended(number, FINISHED)) == [f"send isFinal c{number}"]


@pytest.mark.parametrize("message", ["", "{", "[]", '{"text": 5}', b"\0"])
def test_what_is_no_message_is_told_and_closes(
    protocol: MultiProtocol, message: str | bytes
) -> None:
    assert brief(protocol.received(message, 0)) == ["send error", f"close {POLICY_VIOLATION}"]


def test_a_wrong_key_closes() -> None:
    protocol = MultiProtocol(MANNER, 20.0, lambda key: False)
    assert say(protocol, text=" ") == ["send error", f"close {POLICY_VIOLATION}"]
