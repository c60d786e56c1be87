"""A client of ``/v1/stream`` that keeps what it is told."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from websockets.sync.client import ClientConnection, connect

from brisa.transports.stream.messages import read_audio
from support.live_server import DEADLINE_S, LiveServer

ENDS = ("finished", "cancelled", "failed")


class StreamClient:
    """Reads one message at a time; the audio of each utterance is put together in ``pcm``."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.pcm: dict[int, np.ndarray[Any, Any]] = {}
        self.events: list[dict[str, Any]] = []
        self.seqs: list[int] = []

    def say(self, kind: str, **fields: Any) -> None:
        self.socket.send(json.dumps({"type": kind, **fields}))

    def speak(self, *pieces: str, **fields: Any) -> None:
        """A whole utterance."""
        self.say("start", **fields)
        for piece in pieces:
            self.say("text", text=piece)
        self.say("end")

    def next(self) -> dict[str, Any]:
        """The next message; one of audio has the type ``audio``."""
        message = self.socket.recv(DEADLINE_S)
        if isinstance(message, bytes):
            found = self._audio(message)
        else:
            found = json.loads(message)
            self.events.append(found)
        self.seqs.append(found["seq"])
        return found

    def until(self, *kinds: str) -> dict[str, Any]:
        """The first message of one of these types."""
        while True:
            message = self.next()
            if message["type"] in kinds:
                return message

    def end_of(self, utterance: int) -> dict[str, Any]:
        """How an utterance ended."""
        while True:
            message = self.until(*ENDS)
            if message["utterance"] == utterance:
                return message

    def _audio(self, message: bytes) -> dict[str, Any]:
        utterance, seq, start, pcm_t = read_audio(message)
        had = self.pcm.get(utterance, np.zeros(0, np.int16))
        assert start == len(had), "audio was lost, doubled or reordered"
        self.pcm[utterance] = np.concatenate((had, pcm_t))
        return {"type": "audio", "seq": seq, "utterance": utterance, "samples": len(pcm_t)}


@contextmanager
def stream_client(server: LiveServer, **options: Any) -> Iterator[StreamClient]:
    """A client that has been greeted."""
    address = f"ws://127.0.0.1:{server.port}/v1/stream"
    with connect(address, compression=None, **options) as socket:
        client = StreamClient(socket)
        assert client.next()["type"] == "hello"
        yield client
