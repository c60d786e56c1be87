"""``stream-input``: messages in, actions out."""

from __future__ import annotations

import base64

import pytest

from brisa.errors import Overloaded
from brisa.transports.elevenlabs.messages import POLICY_VIOLATION
from brisa.transports.elevenlabs.single import SingleProtocol
from brisa.transports.talk.protocol import Ending, Open
from unit.transports.elevenlabs.talking import CANCELLED, FINISHED, MANNER, brief, say, sent, sound

pytestmark = pytest.mark.unit


@pytest.fixture
def protocol() -> SingleProtocol:
    return SingleProtocol(MANNER, 20.0)


def test_the_whole_of_a_conversation(protocol: SingleProtocol) -> None:
    assert say(protocol, text=" ", voice_settings=None, xi_api_key="k") == []
    assert say(protocol, text="Hello ", try_trigger_generation=True) == [
        "open 0",
        "push 0 'Hello '",
    ]
    assert say(protocol, text="there. ", flush=True) == ["push 0 'there. '", "flush 0"]
    assert say(protocol, text="") == ["end 0"]
    assert brief(protocol.ended(0, FINISHED)) == ["send isFinal", "close 1000"]


def test_an_empty_text_is_the_end_and_the_end_closes(protocol: SingleProtocol) -> None:
    """Nothing is taken after it, and the close is what the client waits for."""
    say(protocol, text="Hi ")
    assert say(protocol, text="") == ["end 0"]
    assert say(protocol, text="More ") == []
    assert brief(protocol.ended(0, FINISHED))[-1] == "close 1000"
    assert say(protocol, text="More ") == []


def test_a_conversation_without_text_has_an_end_too(protocol: SingleProtocol) -> None:
    assert say(protocol, text=" ") == []
    assert say(protocol, text="") == ["open 0", "end 0"]


def test_a_flush_may_have_no_text(protocol: SingleProtocol) -> None:
    assert say(protocol, flush=True) == []
    say(protocol, text="and then ")
    assert say(protocol, flush=True) == ["flush 0"]
    assert say(protocol, text="", flush=True) == ["flush 0"]


def test_sentences_that_come_without_spaces_are_kept_apart(protocol: SingleProtocol) -> None:
    say(protocol, text="One.")
    assert say(protocol, text="Two") == ["push 0 ' Two'"]
    assert say(protocol, text="fold") == ["push 0 'fold'"]


def test_settings_of_the_first_message_are_those_of_the_context(protocol: SingleProtocol) -> None:
    say(protocol, text=" ", voice_settings={"speed": 1.1, "stability": 0.5})
    (opening, _) = protocol.received('{"text": "Hi "}', 0)
    assert isinstance(opening, Open)
    assert opening.order.settings.speed == 1.1


def test_audio_has_its_alignment_twice_and_the_text_that_was_sent(
    protocol: SingleProtocol,
) -> None:
    say(protocol, text="Good day.")
    (message,) = sent(protocol.sounded(0, sound("Good day.", "Good")))
    assert base64.b64decode(message["audio"]) == b"\1\2"
    assert message["alignment"] == message["normalizedAlignment"]
    assert "".join(message["alignment"]["chars"]) == "Good "
    assert message["isFinal"] is None
    (message,) = sent(protocol.sounded(0, sound()))
    assert message["alignment"] is None


def test_words_wait_for_bytes_that_a_codec_keeps(protocol: SingleProtocol) -> None:
    say(protocol, text="Good day.")
    kept = sound("Good day.", "Good")
    assert protocol.sounded(0, type(kept)(b"", 0, 1, 1000, kept.words)) == ()
    (message,) = sent(protocol.sounded(0, sound("Good day.", "day", 60)))
    assert "".join(message["alignment"]["chars"]) == "Good day. "


@pytest.mark.parametrize(
    "message",
    ["", "{", "[]", "1", '"a"', '{"text": 5}', '{"text": null, "flush": "yes"}', b"\0", "[" * 5000],
)
def test_what_is_no_message_is_told_and_closes(
    protocol: SingleProtocol, message: str | bytes
) -> None:
    assert brief(protocol.received(message, 0)) == ["send error", f"close {POLICY_VIOLATION}"]
    assert protocol.received('{"text": "a"}', 0) == ()


def test_errors_have_what_the_sdk_looks_for(protocol: SingleProtocol) -> None:
    say(protocol, text="Hi ")
    (message,) = sent(protocol.ended(0, Ending(Overloaded("Full."), 0, 0, 1000)))
    assert message == {"message": "Full.", "error": "overloaded", "code": POLICY_VIOLATION}


def test_unknown_fields_and_nulls_are_taken(protocol: SingleProtocol) -> None:
    nothing = {"flush": None, "context_id": None, "generation_config": None, "surprise": [1]}
    assert say(protocol, text="Hi ", **nothing) == ["open 0", "push 0 'Hi '"]


def test_a_key_is_taken_from_the_first_message() -> None:
    for field in ("xi_api_key", "xi-api-key", "authorization"):
        asked: list[str] = []
        protocol = SingleProtocol(MANNER, 20.0, lambda key, asked=asked: not asked.append(key))  # type: ignore[misc]
        assert say(protocol, text=" ", **{field: "Bearer k"}) == []
        assert say(protocol, text="Hi ") == ["open 0", "push 0 'Hi '"]
        assert asked == ["k"]


def test_a_wrong_key_closes() -> None:
    protocol = SingleProtocol(MANNER, 20.0, lambda key: False)
    assert say(protocol, text="Hi ", xi_api_key="k") == ["send error", f"close {POLICY_VIOLATION}"]


def test_who_says_nothing_is_told_why_it_is_closed(protocol: SingleProtocol) -> None:
    (message,) = sent(protocol.idle())
    assert message["error"] == "input_timeout_exceeded"


def test_one_that_was_cut_has_no_final(protocol: SingleProtocol) -> None:
    say(protocol, text="Hi ")
    assert brief(protocol.ended(0, CANCELLED)) == ["close 1000"]
