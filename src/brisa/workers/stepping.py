"""The worker's main loop: take a step, run it, put the samples where the server finds them."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence

import numpy as np
import zmq

from brisa.engines.base import Engine, SpeechStream, StepResult
from brisa.errors import BrisaError, EngineFailed
from brisa.telemetry.bugs import log_bug
from brisa.types import PcmFloat
from brisa.workers import messages
from brisa.workers.faults import fault_of
from brisa.workers.slab import Slab

logger = logging.getLogger(__name__)


class Streams:
    """The segments this worker speaks, by the server's key. Safe to use from several threads."""

    def __init__(self) -> None:
        self._streams: dict[int, SpeechStream] = {}

    def get_or_open(self, engine: Engine, item: messages.Item) -> SpeechStream:
        """The stream of ``item``, opened if it brings its request."""
        if item.opening is not None:
            self._streams[item.key] = engine.open(messages.request_of(item.opening))
        stream = self._streams.get(item.key)
        if stream is None:
            raise EngineFailed("The worker does not know this segment.")
        return stream

    def forget(self, key: int) -> None:
        """Free a stream; an unknown one is none."""
        self._streams.pop(key, None)


class Stepping:
    """Serves the lanes in turn; lane ``i`` answers in slot ``i``. ``rest`` is called after every
    answer."""

    def __init__(
        self,
        lanes: Sequence[zmq.Socket[bytes]],
        slab: Slab,
        engines: Mapping[int, Engine],
        streams: Streams,
        rest: Callable[[], object] = lambda: None,
    ) -> None:
        self._rest = rest
        self._lanes = lanes
        self._slab = slab
        self._engines = engines
        self._streams = streams

    def run(self) -> None:
        """Never returns."""
        poller = zmq.Poller()
        for socket in self._lanes:
            poller.register(socket, zmq.POLLIN)
        while True:
            ready = dict(poller.poll())
            for lane, socket in enumerate(self._lanes):
                if socket in ready:
                    self._serve(lane, socket)

    def _serve(self, lane: int, socket: zmq.Socket[bytes]) -> None:
        step = messages.decode_step(socket.recv())
        self._slab.running = lane
        answer = messages.encode(self._answer(step, lane))
        self._slab.running = None
        socket.send(answer)
        self._rest()

    def _answer(self, step: messages.Step, lane: int) -> messages.StepAnswer:
        try:
            return self._run(step, lane)
        except BrisaError as error:
            fault = fault_of(error)
        except Exception as error:  # noqa: BLE001 - one broken segment must not cost the others
            log_bug(logger, "an engine raised", error)
            fault = fault_of(EngineFailed("The engine broke its contract; the log says where."))
        for item in step.items:
            self._streams.forget(item.key)
        return messages.StepFailed(step.number, fault)

    def _run(self, step: messages.Step, lane: int) -> messages.Stepped:
        engine = self._engines.get(step.engine)
        if engine is None:
            raise EngineFailed("The worker does not have this voice.")
        streams = [self._streams.get_or_open(engine, item) for item in step.items]
        results = engine.step(streams)
        yields = tuple(
            _yield(stream, result) for stream, result in zip(streams, results, strict=True)
        )
        for item, result in zip(step.items, results, strict=True):
            if result.last:
                self._streams.forget(item.key)
        payload = None if step.discard else self._place([r.pcm_t for r in results], lane)
        return messages.Stepped(step.number, yields, payload)

    def _place(self, parts: Sequence[PcmFloat], lane: int) -> bytes | None:
        """Put the samples into the lane's slot; they are returned instead if they do not fit."""
        if sum(map(len, parts)) > self._slab.slot_samples:
            return np.concatenate(parts).astype(np.float32, copy=False).tobytes()
        start = 0
        for pcm_t in parts:
            self._slab.write(lane, start, pcm_t)
            start += len(pcm_t)
        return None


def _yield(stream: SpeechStream, result: StepResult) -> messages.Yield:
    return messages.Yield(
        len(result.pcm_t),
        bool(result.last),
        stream.next_cost,
        tuple(messages.word_of(mark) for mark in result.words),
        result.speech,
        result.dropped_chars,
    )
