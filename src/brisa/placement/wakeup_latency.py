"""Keeping the cores out of their deepest sleep, from which they need longest to wake."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import TracebackType

from brisa.placement import remedies
from brisa.placement.applied import Applied, refusal
from brisa.placement.remedies import Caller

DEVICE = Path("/dev/cpu_dma_latency")
MOST_WAKEUP_US = 20
"""Leaves the first sleep states (1 to 10 us on current processors) and forbids those of 100 us and
more. With 0 the cores would never sleep, get hot and lose the speed that others could have."""


class WakeupLatency:
    """Holds the request from :meth:`hold` to :meth:`close`; the kernel drops it with the file.

    It is for the whole machine, so one process holds it. Format: 32 bits in native order
    (``Documentation/power/pm_qos_interface.rst`` of the Linux kernel).
    """

    def __init__(self, device: Path = DEVICE, most_us: int = MOST_WAKEUP_US) -> None:
        self._device = device
        self._most_us = most_us
        self._held: int | None = None

    def hold(self, caller: Caller) -> Applied:
        """Never raises."""
        wanted = f"at most {self._most_us} us"
        if not self._device.exists():
            got = f"not available: {self._device} is not there"
            docker = [fix for fix in remedies.wakeup_latency(caller) if fix.where == "docker"]
            return Applied("wake-up latency", wanted, got, False, tuple(docker))
        try:
            self._write()
        except OSError as error:
            fix = remedies.wakeup_latency(caller)
            return Applied("wake-up latency", wanted, refusal(error), False, fix)
        return Applied("wake-up latency", wanted, wanted, permitted=True)

    def close(self) -> None:
        """The cores may sleep as they like. May be called twice."""
        held, self._held = self._held, None
        if held is not None:
            os.close(held)

    def __enter__(self) -> WakeupLatency:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _write(self) -> None:
        self.close()
        file = os.open(self._device, os.O_WRONLY | os.O_CLOEXEC)
        try:
            os.write(file, self._most_us.to_bytes(4, sys.byteorder, signed=True))
        except OSError:
            os.close(file)
            raise
        self._held = file
