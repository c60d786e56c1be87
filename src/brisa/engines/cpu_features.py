"""What kind of processor this is, as far as kernels are chosen by it."""

from __future__ import annotations

import functools
import platform
from pathlib import Path

_CPUINFO = Path("/proc/cpuinfo")
_FIELDS = ("vendor_id", "flags", "Features")


@functools.cache
def cpu_signature() -> str:
    """A text that is equal for processors on which the same kernels run.

    The architecture and, on Linux, maker and instruction set extensions; elsewhere the name.
    """
    try:
        lines = _CPUINFO.read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return f"{platform.machine()} {platform.processor()}"
    found: dict[str, str] = {}
    for line in lines:
        name, _, value = line.partition(":")
        if name.strip() in _FIELDS:
            found.setdefault(name.strip(), value.strip())
    return " ".join([platform.machine(), *(found[name] for name in _FIELDS if name in found)])
