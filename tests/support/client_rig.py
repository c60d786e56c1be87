"""A client's protocol and a scripted server with a wire between them that a test cuts at will."""

from __future__ import annotations

from random import Random

import numpy as np

from brisa.client.events import Ended, Event, Sounded, Started
from brisa.client.line import LineOptions
from brisa.client.protocol import ClientProtocol
from brisa.types import PcmInt16
from support.scripted_stream import ScriptedStream, ServerEnd

NS_PER_MS = 1_000_000
NS_PER_S = 1_000_000_000
START = {"words": True, "paced": False}


class Rig:
    """Time moves as the test says. Messages wait in :attr:`up` and in the server's ``sent``."""

    def __init__(self, server: ScriptedStream, options: LineOptions | None = None) -> None:
        self.server = server
        self.now_ns = 1_000 * NS_PER_S
        self.protocol = ClientProtocol(options or LineOptions(), Random(7), self.now_ns)
        self.end: ServerEnd | None = None
        self.up: list[str] = []
        self.told: list[Event] = []
        self.reachable = True
        self.attempts_ns: list[int] = []

    def connect(self) -> None:
        """An attempt, when it is due."""
        protocol = self.protocol
        assert protocol.dial_at_ns is not None
        self.now_ns = max(self.now_ns, protocol.dial_at_ns)
        self.attempts_ns.append(self.now_ns)
        protocol.dialled()
        if not self.reachable:
            protocol.closed("refused", self.now_ns)
            self._collect()
            return
        self.end = self.server.connect()
        protocol.opened(self.now_ns)
        if protocol.session is None or self.server.greets_first:
            self.end.begin()

    def cut(self, *, lost_up: bool = True) -> None:
        """The connection breaks: nothing that is on its way down arrives."""
        if self.end is None:
            return
        if not lost_up:
            self.carry_up(len(self.up))
        self.up.clear()
        self.end = None
        self.protocol.closed("it broke", self.now_ns)
        self._collect()

    def carry_up(self, messages: int = 1) -> None:
        """Messages of the client arrive."""
        if self.end is None:
            return
        self.up += self.protocol.outgoing(self.now_ns)
        for message in self.up[:messages]:
            self.end.hear(message)
        del self.up[:messages]

    def carry_down(self, messages: int = 1) -> None:
        """Messages of the server arrive; a connection that either side ends is over."""
        for _ in range(messages):
            if self.end is None or not self.end.sent:
                break
            self.protocol.received(self.end.sent.popleft(), self.now_ns)
            self._collect()
            if self.protocol.hang_up is not None:
                self.cut()
        if self.end is not None and self.end.closed is not None and not self.end.sent:
            self.cut()

    def wait(self, span_ns: int) -> None:
        """Time passes, in which timers are served."""
        self.now_ns += span_ns
        self.protocol.tick(self.now_ns)
        self._collect()
        if self.protocol.hang_up is not None:
            self.cut()

    def settle(self) -> None:
        """Until nothing more happens."""
        for _ in range(20_000):
            if self.protocol.over:
                return
            if self.end is None:
                self.connect()
                continue
            end = self.end
            self.carry_up(1_000)
            stepped = end.step()
            if not stepped and not end.sent and not self.up:
                if self.protocol.talking and (self.protocol.outgoing_at_ns() or 0) <= self.now_ns:
                    continue
                return
            self.carry_down(1_000)
            self.now_ns += NS_PER_MS
        raise AssertionError("it never settles")

    def heard(self, key: int) -> PcmInt16:
        """The audio of an utterance, as it was handed on; fails where it does not follow on."""
        pieces = [event.chunk for event in self.told if isinstance(event, Sounded)]
        mine = [
            event.chunk for event in self.told if isinstance(event, Sounded) and event.key == key
        ]
        assert all(len(chunk.pcm_t) for chunk in pieces)
        at = 0
        for chunk in mine:
            assert chunk.start_sample == at, "a hole or a repetition was handed on"
            at += len(chunk.pcm_t)
        return np.concatenate([np.zeros(0, np.int16), *(chunk.pcm_t for chunk in mine)])

    def words(self, key: int) -> list[str]:
        """Words as they were handed on; each must begin in its chunk."""
        found = []
        for event in self.told:
            if isinstance(event, Sounded) and event.key == key:
                chunk = event.chunk
                for word in chunk.words:
                    place = word.start_sample - chunk.start_sample
                    assert 0 <= place < len(chunk.pcm_t)
                    found.append(word.text)
        return found

    def ended(self, key: int) -> Ended:
        """The end of an utterance, which is told once, after everything else about it."""
        (at,) = (
            at
            for at, event in enumerate(self.told)
            if isinstance(event, Ended) and event.key == key
        )
        later = self.told[at + 1 :]
        assert not any(isinstance(e, Started | Sounded) and e.key == key for e in later)
        end = self.told[at]
        assert isinstance(end, Ended)
        return end

    def _collect(self) -> None:
        self.told += self.protocol.events()
