"""A worker process: ``python -m brisa.workers.process``, its orders on standard input.

Four threads: the main one steps streams, one beats, one loads voices, and one waits for the end of
standard input, which means that the server is gone: then the process ends at once, whatever it is
doing. The process holds no socket but those to its server and writes nothing but log records.
"""

from __future__ import annotations

import ctypes
import logging
import os
import signal
import sys
import threading
from typing import BinaryIO

import msgspec
import zmq

from brisa.engines.base import Engine
from brisa.placement.applied import Applied
from brisa.placement.apply import settle_process
from brisa.workers.beating import Beating
from brisa.workers.child_log import LogCollector
from brisa.workers.loading import Loading
from brisa.workers.messages import PROTOCOL_VERSION, Config
from brisa.workers.slab import Slab
from brisa.workers.stepping import Stepping, Streams
from brisa.workers.urgency import Urgency
from brisa.workers.version import brisa_version

EXIT_REFUSED = 3
_PR_SET_PDEATHSIG = 1


def main() -> int:
    """Run until the server goes. The result is an exit code; standard error says why."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    orders = sys.stdin.buffer
    try:
        config = msgspec.json.decode(orders.readline(), type=Config)
        _prepare(config)
        placed = settle_process(config.placement, lock=config.lock_memory)
        slab = Slab.attach(config.slab_fd, config.lanes, config.slot_bytes)
    except (msgspec.MsgspecError, OSError, ValueError) as error:
        sys.stderr.write(f"brisa worker: {error}\n")
        return EXIT_REFUSED
    _watch(orders)
    _work(config, slab, placed)
    return 0


def _prepare(config: Config) -> None:
    """Raises ``ValueError`` for orders that cannot be followed."""
    if (config.protocol, config.version) != (PROTOCOL_VERSION, brisa_version()):
        raise ValueError(
            f"this is version {brisa_version()} (protocol {PROTOCOL_VERSION}), the server is "
            f"{config.version} (protocol {config.protocol}); restart it after an upgrade"
        )
    _die_with(config.parent_pid)


def _die_with(parent_pid: int) -> None:
    """Have the kernel kill this process with its parent, even if its interpreter is stuck then.

    To Linux the parent is the thread that started this process, which outlives it.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent_pid:
            raise ValueError("the server is gone")


def _watch(orders: BinaryIO) -> None:
    def wait() -> None:
        while orders.read(4096):
            pass
        os._exit(0)

    threading.Thread(target=wait, name="brisa-parent", daemon=True).start()


def _work(config: Config, slab: Slab, placed: tuple[Applied, ...]) -> None:
    context = zmq.Context()
    context.linger = 0
    log = LogCollector()
    logging.basicConfig(level=logging.INFO, handlers=[log], force=True)
    engines: dict[int, Engine] = {}
    streams = Streams()
    urgency = Urgency(config.placement)
    placed = (*placed, *urgency.settle_stepping())
    beating = Beating(_connect(context, config, "beat"), config, log, streams, placed)
    loading = Loading(_connect(context, config, "load"), engines)
    lanes = [_connect(context, config, str(lane)) for lane in range(config.lanes)]
    stepping = Stepping(lanes, slab, engines, streams, urgency.rest)
    signal.signal(signal.SIGTERM, lambda *_: beating.drain())
    beats = threading.Thread(target=beating.run, name="brisa-beats", daemon=True)
    beats.start()
    threading.Thread(target=loading.run, name="brisa-loads", daemon=True).start()
    urgency.settle_messengers(beats.native_id)
    stepping.run()


def _connect(
    context: zmq.Context[zmq.Socket[bytes]], config: Config, name: str
) -> zmq.Socket[bytes]:
    socket = context.socket(zmq.PAIR)
    socket.connect(f"{config.endpoint}{name}")
    return socket


if __name__ == "__main__":
    code = main()
    sys.stderr.flush()
    os._exit(code)
