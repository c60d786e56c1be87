"""The worker's voices, loaded by a thread of its own while streams are stepped."""

from __future__ import annotations

import gc
import logging
from pathlib import Path

import zmq

from brisa.engines.base import Engine, SegmentRequest
from brisa.engines.table import LoadRequest, load_engine
from brisa.errors import BrisaError, EngineFailed
from brisa.telemetry.bugs import log_bug
from brisa.workers import messages
from brisa.workers.faults import fault_of

logger = logging.getLogger(__name__)

_PROBE_TEXT = "a"


class Loading:
    """Does what the server asks, one thing at a time; ``engines`` is read by the other threads."""

    def __init__(self, socket: zmq.Socket[bytes], engines: dict[int, Engine]) -> None:
        self._socket = socket
        self._engines = engines

    def run(self) -> None:
        """Never returns."""
        while True:
            command = messages.decode_load_command(self._socket.recv())
            if isinstance(command, messages.Load):
                self._socket.send(messages.encode(self._load(command)))
            else:
                self._unload(command.engine)

    def _load(self, command: messages.Load) -> messages.LoadAnswer:
        try:
            engine = load_engine(_request(command))
            if command.warm_up:
                engine.warm_up()
            answer = _facts(command.engine, engine)
        except BrisaError as error:
            return messages.LoadFailed(command.engine, fault_of(error))
        except Exception as error:  # noqa: BLE001 - the server decides what becomes of the worker
            log_bug(logger, "loading a voice raised", error)
            failure = EngineFailed("The voice could not be loaded; the log says where.")
            return messages.LoadFailed(command.engine, fault_of(failure))
        self._engines[command.engine] = engine
        _settle()
        return answer

    def _unload(self, number: int) -> None:
        engine = self._engines.pop(number, None)
        if engine is not None:
            engine.close()
            del engine
            gc.unfreeze()
            _settle()


def _settle() -> None:
    """What is loaded is passed over by the garbage collector until it is unloaded: a collection
    that looks through it holds every step meanwhile, for tens of milliseconds."""
    gc.collect()
    gc.freeze()


def _request(command: messages.Load) -> LoadRequest:
    return LoadRequest(
        command.record, Path(command.model_dir), Path(command.cache_dir), command.threads
    )


def _facts(number: int, engine: Engine) -> messages.Loaded:
    voices = engine.voices()
    probe = engine.open(SegmentRequest(_PROBE_TEXT, voices[0].name))
    return messages.Loaded(
        number, engine.name, engine.capabilities, voices, engine.fingerprint, probe.next_cost
    )
