"""Trying a placement out in a process of its own, which then ends: the answer is what the system
does, not what its limits and capabilities make likely, and the process that asks stays as it is."""

from __future__ import annotations

import subprocess
import sys

import msgspec

from brisa.placement.applied import Applied
from brisa.placement.apply import settle_process, settle_thread, this_caller
from brisa.placement.plan import ThreadPlacement
from brisa.placement.wakeup_latency import WakeupLatency

_MODULE = "brisa.placement.trial"
_LIMIT_S = 20.0


def try_out(wanted: ThreadPlacement) -> tuple[Applied, ...] | None:
    """What would become of ``wanted``, of locked memory and of short wake-ups; ``None`` where no
    process could be started for it."""
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-m", _MODULE],
            input=msgspec.json.encode(wanted),
            capture_output=True,
            timeout=_LIMIT_S,
            check=True,
        )
        return msgspec.json.decode(done.stdout, type=tuple[Applied, ...])
    except (OSError, subprocess.SubprocessError, msgspec.MsgspecError):
        return None


def main() -> None:
    """The child: a placement on standard input, what became of it on standard output."""
    wanted = msgspec.json.decode(sys.stdin.buffer.read(), type=ThreadPlacement)
    done = [*settle_process(wanted, lock=True)]
    done += [step for step in settle_thread(wanted) if step.what != "cores"]
    with WakeupLatency() as latency:
        done.append(latency.hold(this_caller()))
    sys.stdout.buffer.write(msgspec.json.encode(done))


if __name__ == "__main__":
    main()
