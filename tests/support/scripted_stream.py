"""The server's side of ``/v1/stream`` as docs/protocols/stream.md has it, without engine or socket.

What an utterance sounds like follows from its text alone, so that a test knows every sample. It is
strict: a message of the client that is lost, doubled or out of order fails the test.
"""

from __future__ import annotations

import json
import struct
from collections import deque
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from brisa.types import PcmInt16

RATE_HZ = 24_000
SAMPLES_PER_CHAR = 50
STEP_SAMPLES = 120


def pcm_of(text: str) -> PcmInt16:
    """What is heard of ``text``: no two places in a text of some length sound the same."""
    at = np.arange(len(text) * SAMPLES_PER_CHAR)
    codes = np.repeat(np.array([ord(char) for char in text], dtype=np.int64), SAMPLES_PER_CHAR)
    return ((at * 31 + codes * 7) % 65_536 - 32_768).astype(np.int16)


def words_of(text: str) -> list[dict[str, Any]]:
    """Words of ``text`` as the message ``words`` has them."""
    found, at = [], 0
    for word in text.split(" "):
        if word:
            span = (at, at + len(word))
            found.append(
                {
                    "text": word,
                    "start_char": span[0],
                    "end_char": span[1],
                    "start_sample": span[0] * SAMPLES_PER_CHAR,
                    "end_sample": span[1] * SAMPLES_PER_CHAR,
                }
            )
        at += len(word) + 1
    return found


@dataclass
class Spoken:
    """An utterance at the server."""

    start: dict[str, Any]
    text: str = ""
    ended: bool = False
    cancel: dict[str, Any] | None = None
    sent_samples: int = 0
    made_known: bool = False
    end_told: bool = False
    failure: dict[str, Any] | None = None
    received_samples: int = 0


@dataclass
class Session:
    """Outlives its connections."""

    token: str
    received: int = 0
    spoken: dict[int, Spoken] = field(default_factory=dict)
    playheads: list[dict[str, Any]] = field(default_factory=list)


class ScriptedStream:
    """A server. Every connection has its own :class:`ServerEnd`; sessions are kept for ever, or as
    a test takes them away. ``refusal`` is the code of the answer to the next resumes;
    ``greets_first``: also clients that may be about to resume."""

    def __init__(self, *, resumable: bool = True, window_s: float = 30.0) -> None:
        self.resumable = resumable
        self.window_s = window_s
        self.heartbeat_s = 5.0
        self.sessions: dict[str, Session] = {}
        self.refusal: str | None = None
        self.greets_first = True
        self.greeted = 0
        self.resumes = 0

    def connect(self) -> ServerEnd:
        return ServerEnd(self)


class ServerEnd:
    """One connection: :attr:`sent` are messages on their way to the client."""

    def __init__(self, server: ScriptedStream) -> None:
        self.server = server
        self.session: Session | None = None
        self.sent: deque[str | bytes] = deque()
        self.closed: int | None = None
        self.pings = 0
        self._seq = 0
        self._heard = False

    def begin(self) -> None:
        """Greet with a session of its own."""
        self.server.greeted += 1
        session = Session(f"tok{self.server.greeted}")
        self.server.sessions[session.token] = session
        self.session = session
        more = {"token": session.token, "resume_window_s": self.server.window_s}
        self.say(
            "hello",
            version=1,
            session=f"ses{self.server.greeted}",
            heartbeat_s=self.server.heartbeat_s,
            **(more if self.server.resumable else {}),
        )

    def say(self, kind: str, **fields: Any) -> None:
        self.sent.append(json.dumps({"type": kind, "seq": self._seq, **fields}))
        self._seq += 1

    def sound(self, utterance: int, start_sample: int, pcm_t: PcmInt16) -> None:
        header = struct.pack("<BBHIIQ", 1, 1, 0, utterance, self._seq, start_sample)
        self.sent.append(header + pcm_t.astype("<i2").tobytes())
        self._seq += 1

    def hear(self, text: str) -> None:
        """A message of the client."""
        message = json.loads(text)
        kind = message.pop("type")
        first, self._heard = not self._heard, True
        if first and kind == "resume":
            self._resume(message)
            return
        assert self.session is not None
        if kind == "ping":
            self.pings += 1
            self.say("pong", id=message["id"])
            return
        n = message.pop("n")
        assert n == self.session.received + 1, "a message was lost, doubled or reordered"
        self.session.received = n
        self._take(kind, message, self.session)

    def _resume(self, message: dict[str, Any]) -> None:
        self.server.resumes += 1
        if self.session is not None:
            del self.server.sessions[self.session.token]
            self.session = None
        session = self.server.sessions.get(message["token"])
        refusal = self.server.refusal or (None if session else "resume_unknown")
        if refusal is not None or session is None:
            self.say("error", code=refusal, message="No such session.", param="token")
            self.closed = 1008
            return
        self.session = session
        states = []
        for asked in message["utterances"]:
            spoken = session.spoken.get(asked["utterance"])
            if spoken is None:
                states.append({"utterance": asked["utterance"], "state": "lost", "next_sample": 0})
                continue
            assert asked["samples"] >= spoken.received_samples
            assert asked["samples"] <= spoken.sent_samples
            spoken.sent_samples = asked["samples"]
            spoken.made_known = spoken.end_told = False
            state = "spoken" if spoken.ended else "open"
            states.append(
                {
                    "utterance": asked["utterance"],
                    "state": state,
                    "next_sample": asked["samples"],
                }
            )
        self.say("resumed", session="ses", received=session.received, utterances=states)

    def _take(self, kind: str, message: dict[str, Any], session: Session) -> None:
        if kind == "start":
            session.spoken[len(session.spoken) + 1] = Spoken(message)
            return
        spoken = session.spoken[message["utterance"]]
        match kind:
            case "text":
                assert not spoken.ended
                spoken.text += message["text"]
            case "flush":
                pass
            case "end":
                spoken.ended = True
            case "cancel":
                spoken.cancel = message
            case "received":
                assert message["samples"] >= spoken.received_samples
                spoken.received_samples = message["samples"]
            case "playhead":
                session.playheads.append(message)
            case _:
                raise AssertionError(f"what is {kind}?")

    def step(self) -> bool:
        """Say or speak one thing; false if there is nothing."""
        if self.session is None:
            return False
        return any(self._step(*item) for item in self.session.spoken.items())

    def _step(self, number: int, spoken: Spoken) -> bool:
        if spoken.end_told:
            return False
        if spoken.failure is not None:
            self._end(spoken, "failed", number, **spoken.failure)
        elif not spoken.made_known:
            spoken.made_known = True
            self.say("started", utterance=number, voice="scripted", sample_rate=RATE_HZ)
        elif spoken.cancel is not None:
            heard = spoken.cancel.get("sample")
            samples = spoken.sent_samples
            heard = samples // 2 if heard is None else heard
            self._end(spoken, "cancelled", number, samples=samples, heard_sample=heard)
        elif spoken.sent_samples < len(whole := pcm_of(spoken.text)):
            self._speak(number, spoken, whole)
        elif spoken.ended:
            self._end(spoken, "finished", number, samples=len(whole), dropped_chars=0)
        else:
            return False
        return True

    def _speak(self, number: int, spoken: Spoken, whole: PcmInt16) -> None:
        start = spoken.sent_samples
        piece_t = whole[start : start + STEP_SAMPLES]
        spoken.sent_samples += len(piece_t)
        words = [
            word
            for word in words_of(spoken.text)
            if start <= word["start_sample"] < spoken.sent_samples
        ]
        if words and spoken.start.get("words"):
            self.say("words", utterance=number, words=words)
        self.sound(number, start, piece_t)

    def _end(self, spoken: Spoken, kind: str, number: int, **fields: Any) -> None:
        spoken.end_told = True
        self.say(kind, utterance=number, **fields)
