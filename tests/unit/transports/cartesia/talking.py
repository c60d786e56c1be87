"""One connection's protocol, driven by hand."""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from brisa.errors import BrisaError
from brisa.transports.cartesia.protocol import CartesiaProtocol
from brisa.transports.cartesia.request import Defaults
from brisa.transports.errors import status_of
from brisa.transports.sound import Sound
from brisa.transports.talk.protocol import Action, Ending, Open, Push, Send
from brisa.transports.voices import VoiceNames
from brisa.types import Cancelled, Finished, WordMark

RECORDED = Path(__file__).parent / "recorded"
RATE_HZ = 24_000
RAW = {"container": "raw", "encoding": "pcm_s16le", "sample_rate": RATE_HZ}


def recorded(name: str) -> list[str]:
    """The messages that a client sent."""
    messages: list[str] = json.loads((RECORDED / f"{name}.json").read_text(encoding="utf-8"))
    return messages


class Talk:
    """What is sent is in ``sent``, decoded; every other action is what a call returns."""

    def __init__(self, max_text_chars: int = 1000) -> None:
        defaults = Defaults(VoiceNames("heart"))
        self.protocol = CartesiaProtocol(defaults, max_text_chars, status_of)
        self.sent: list[dict[str, Any]] = []

    def raw(self, message: str | bytes) -> list[Action]:
        return self._split(self.protocol.received(message, 0))

    def say(
        self, text: str | None = None, context: str | None = "a", **fields: Any
    ) -> list[Action]:
        """A message that more is to follow, unless ``fields`` say otherwise."""
        given = {"context_id": context, "transcript": text, "voice": "heart", "output_format": RAW}
        return self.raw(json.dumps({**given, "continue": True, **fields}))

    def end(self, text: str = "", context: str = "a", **fields: Any) -> list[Action]:
        return self.say(text, context, **{"continue": False, **fields})

    def sound(self, key: object, data: bytes, words: Sequence[WordMark] = ()) -> list[Action]:
        sound = Sound(data, 0, len(data) // 2, RATE_HZ, tuple(words))
        return self._split(self.protocol.sounded(key, sound))

    def finish(self, key: object, samples: int = 0) -> list[Action]:
        return self._end(key, Finished(samples, RATE_HZ), samples)

    def cancelled(self, key: object) -> list[Action]:
        return self._end(key, Cancelled(0, RATE_HZ), 0)

    def fail(self, key: object, error: BrisaError) -> list[Action]:
        return self._end(key, error, 0)

    def kinds(self) -> list[str]:
        """Types of all that was sent since the last call."""
        kinds = [message["type"] for message in self.sent]
        self.sent.clear()
        return kinds

    def _end(self, key: object, outcome: Finished | Cancelled | BrisaError, samples: int) -> Any:
        return self._split(self.protocol.ended(key, Ending(outcome, samples, 0, RATE_HZ)))

    def _split(self, actions: Sequence[Action]) -> list[Action]:
        rest = []
        for action in actions:
            if isinstance(action, Send):
                self.sent.append(json.loads(action.message))
            else:
                rest.append(action)
        return rest


def key_of(actions: Sequence[Action]) -> object:
    """Of the stream that is begun."""
    (key,) = [action.key for action in actions if isinstance(action, Open)]
    return key


def text_of(actions: Sequence[Action]) -> str:
    return "".join(action.text for action in actions if isinstance(action, Push))


def audio_of(messages: Sequence[dict[str, Any]]) -> bytes:
    return b"".join(base64.b64decode(one["data"]) for one in messages if one["type"] == "chunk")
