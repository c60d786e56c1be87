"""Protocols of the WebSockets without a connection: messages in, actions out."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from brisa.audio.encoders.table import find_format
from brisa.transports.elevenlabs.spoken import Manner
from brisa.transports.sound import Sound
from brisa.transports.talk.protocol import (
    Action,
    Cancel,
    Close,
    End,
    Ending,
    Flush,
    Open,
    Push,
    Send,
    TalkOrder,
    TalkProtocol,
)
from brisa.types import Cancelled, Finished, SpeechSettings, WordMark

ORDER = TalkOrder(SpeechSettings(voice="heart", sample_rate_hz=1000), find_format("pcm"))
MANNER = Manner(ORDER)
FINISHED = Ending(Finished(100, 1000), 100, 0, 1000)
CANCELLED = Ending(Cancelled(100, 1000), 100, 0, 1000)


def say(protocol: TalkProtocol, **fields: Any) -> list[str]:
    """What a message leads to, in short."""
    return brief(protocol.received(json.dumps(fields), 0))


def brief(actions: Sequence[Action]) -> list[str]:
    found = []
    for action in actions:
        match action:
            case Open():
                found.append(f"open {action.key}")
            case Push():
                found.append(f"push {action.key} {action.text!r}")
            case Flush():
                found.append(f"flush {action.key}")
            case End():
                found.append(f"end {action.key}")
            case Cancel():
                found.append(f"cancel {action.key}")
            case Close():
                found.append(f"close {action.code}")
            case Send():
                found.append(f"send {short(json.loads(str(action.message)))}")
    return found


def short(message: dict[str, Any]) -> str:
    kinds = [
        name for name in ("audio", "isFinal", "error") if message.get(name) not in (None, False, "")
    ]
    context = message.get("contextId")
    assert message.get("context_id") == context, "both spellings"
    return " ".join([*kinds, *([context] if context else [])])


def sound(text: str = "", word: str = "", at_ms: int = 0) -> Sound:
    words = ()
    if word:
        start = text.index(word)
        words = (WordMark(word, start, start + len(word), at_ms, at_ms + 50),)
    return Sound(b"\1\2", 0, 1, 1000, words)


def sent(actions: Sequence[Action]) -> list[dict[str, Any]]:
    return [json.loads(str(action.message)) for action in actions if isinstance(action, Send)]
