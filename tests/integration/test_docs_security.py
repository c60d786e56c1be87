"""The numbers of the page on security are those of the code."""

from __future__ import annotations

from pathlib import Path

import pytest

from brisa.app.keys_watch import LOOK_S
from brisa.app.limited_http import MAX_HEADER_BYTES, MAX_HEADERS
from brisa.app.options import ServerOptions
from brisa.app.websocket import PING_TIMEOUT_S
from brisa.service.options import SynthesizerOptions
from brisa.transports import keys
from brisa.transports.stream import connection as stream
from brisa.transports.stream.protocol import MessageLimits
from brisa.transports.talk import connection as talk
from brisa.transports.talk.services import TalkLimits

pytestmark = pytest.mark.integration

PAGE = (Path(__file__).parents[2] / "docs" / "security.md").read_text()
SERVER, TALK, STREAM = ServerOptions(), TalkLimits(), stream.ConnectionOptions()


def row(begin: str) -> str:
    """The cell of limits in the table's row that begins so."""
    (line,) = [line for line in PAGE.splitlines() if line.startswith(f"| {begin}")]
    return line.split("|")[2].strip()


@pytest.mark.parametrize(
    ("begin", "limit"),
    [
        ("connections open", f"{SERVER.max_connections}, never less than 2 for each stream"),
        ("streams open", f"`resources.max_concurrent_streams`, {SERVER.max_concurrent_streams}"),
        ("request line and headers", f"{MAX_HEADER_BYTES >> 10} KiB"),
        ("headers of a request", f"{MAX_HEADERS}"),
        ("time for a head", f"{SERVER.body_timeout_s:g} s"),
        ("body", f"`server.max_body_bytes`, {SERVER.max_body_bytes >> 20} MiB"),
        ("time for a body", f"{SERVER.body_timeout_s:g} s"),
        ("text of one stream", f"`limits.max_text_chars`, {SynthesizerOptions().max_text_chars:,}"),
        ("messages of a connection", f"{TALK.messages_per_s} a second, {TALK.burst} at once"),
        (
            "streams of a connection",
            f"{TALK.contexts}; `/v1/stream` {STREAM.limits.utterances}",
        ),
        ("answers that", f"{talk.MAX_ANSWERS}; `/v1/stream` {stream.MAX_ANSWERS}"),
        ("a client that takes no audio", f"{SERVER.stall_timeout_s:g} s"),
        ("a client that answers no ping", f"{PING_TIMEOUT_S:g} s"),
    ],
)
def test_a_limit_is_as_the_page_says(begin: str, limit: str) -> None:
    assert row(begin) == limit


def test_what_the_text_says() -> None:
    words = " ".join(PAGE.split())
    assert STREAM.limits == MessageLimits(TALK.messages_per_s, TALK.burst, STREAM.limits.utterances)
    assert row("a client that says nothing").startswith(f"{STREAM.idle_timeout_s:g} s on")
    assert f"at most {keys.MAX_KEYS}," in words
    assert keys.MAX_OFFERED == 4
    assert "if one of the first four is good" in words
    assert LOOK_S == 1.0
