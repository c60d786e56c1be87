"""Messages in order, at a bearable rate, kept as long as they may be needed."""

from __future__ import annotations

import pytest

from brisa.client.outbox import BURST, MESSAGES_PER_S, TEXT_MAX_CHARS, Outbox

pytestmark = pytest.mark.unit

NS_PER_S = 1_000_000_000


def taken(outbox: Outbox, now_ns: int = 0) -> list[tuple[int, str]]:
    found = []
    while (message := outbox.take(now_ns)) is not None:
        found.append((message.n, message.kind))
    return found


def test_what_did_not_get_through_goes_again_with_the_same_numbers() -> None:
    outbox = Outbox(0)
    for kind in ("start", "flush", "end"):
        outbox.put(0, 1, kind)
    assert taken(outbox) == [(1, "start"), (2, "flush"), (3, "end")]
    outbox.put(1, 2, "start")
    outbox.rewind(1)
    assert taken(outbox) == [(2, "flush"), (3, "end"), (4, "start")]
    assert outbox.newest_sent == 4


def test_a_message_is_kept_until_it_is_acknowledged_and_its_utterance_has_ended() -> None:
    outbox = Outbox(0)
    outbox.put(0, 1, "start")
    outbox.put(0, 1, "received", samples=1)
    outbox.put(1, 2, "start")
    taken(outbox)
    outbox.ended(0)
    assert len(outbox) == 3
    outbox.acknowledged(2)
    assert len(outbox) == 1
    outbox.acknowledged(3)
    assert (len(outbox), outbox.newest_sent) == (1, 3)
    outbox.ended(1)
    assert (len(outbox), outbox.newest_sent) == (0, 3)
    outbox.put(2, 3, "start")
    assert taken(outbox) == [(4, "start")]


def test_text_that_has_not_gone_goes_together_and_long_text_in_parts() -> None:
    outbox = Outbox(0)
    outbox.put_text(0, 1, "a")
    outbox.put_text(0, 1, "b")
    outbox.put_text(1, 2, "c")
    outbox.put_text(0, 1, "d" * (2 * TEXT_MAX_CHARS + 1))
    texts = []
    while (message := outbox.take(0)) is not None:
        texts.append((message.utterance, str(message.fields["text"])))
    assert [(number, len(text)) for number, text in texts] == [
        (1, 2),
        (2, 1),
        (1, TEXT_MAX_CHARS),
        (1, TEXT_MAX_CHARS),
        (1, 1),
    ]


def test_text_that_may_have_gone_is_not_changed() -> None:
    outbox = Outbox(0)
    outbox.put_text(0, 1, "a")
    taken(outbox)
    outbox.rewind(0)
    outbox.put_text(0, 1, "b")
    assert taken(outbox) == [(1, "text"), (2, "text")]


def test_of_places_that_wait_the_latest_goes() -> None:
    outbox = Outbox(0)
    outbox.put(0, 1, "playhead", sample=1)
    outbox.put(0, 1, "playhead", sample=2)
    outbox.put(1, 2, "playhead", sample=3)
    fields = []
    while (message := outbox.take(0)) is not None:
        fields.append(message.fields)
    assert fields == [{"sample": 2}, {"sample": 3}]


def test_no_more_goes_than_a_server_bears() -> None:
    outbox = Outbox(0)
    for _ in range(BURST + 10):
        outbox.put(0, 1, "flush")
    assert len(taken(outbox)) == BURST
    ready_ns = outbox.ready_ns()
    assert ready_ns == NS_PER_S // MESSAGES_PER_S
    assert taken(outbox, ready_ns - 1) == []
    assert len(taken(outbox, ready_ns)) == 1
    assert len(taken(outbox, NS_PER_S)) == 9
    assert outbox.ready_ns() is None


def test_a_new_session_begins_with_what_was_not_said() -> None:
    outbox = Outbox(0)
    outbox.put(0, 1, "start")
    taken(outbox)
    outbox.put(1, 2, "start")
    outbox.put(1, 2, "end")
    assert outbox.was_sent(0)
    assert not outbox.was_sent(1)
    outbox.renew({1: 1})
    message = outbox.take(0)
    assert message is not None
    assert (message.n, message.utterance, message.kind) == (1, 1, "start")
    assert taken(outbox) == [(2, "end")]
