"""What a figure was measured on: processor, cores, limits, versions."""

from __future__ import annotations

import os
import platform
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from brisa.placement.cores import affinity_cores, quota_cores

FLAGS_THAT_MATTER = ("avx2", "fma", "avx512f", "avx512_vnni", "avx_vnni", "avx512_bf16", "amx_int8")
"""Processor features that ONNX Runtime's kernels choose by."""

_PACKAGES = ("brisa", "onnxruntime", "numpy", "hibari-tts", "av", "uvicorn", "starlette", "click")


def machine_description() -> dict[str, Any]:
    """The machine as plain data; what cannot be read is ``None``."""
    cpu = cpu_info(_read("/proc/cpuinfo"))
    return {
        "cpu": cpu["model"] or platform.processor() or platform.machine(),
        "cores": os.cpu_count(),
        "usable_cores": affinity_cores(),
        "cpu_quota_cores": quota_cores(),
        "flags": [flag for flag in FLAGS_THAT_MATTER if flag in cpu["flags"]],
        "memory_mb": memory_mb(_read("/proc/meminfo")),
        "platform": platform.platform(),
        "python": platform.python_version(),
        "versions": package_versions(),
    }


def cpu_info(text: str | None) -> dict[str, Any]:
    """Model and feature flags out of ``/proc/cpuinfo`` (x86 and Arm spell them differently)."""
    fields: dict[str, str] = {}
    for line in (text or "").splitlines():
        name, _, value = line.partition(":")
        fields.setdefault(name.strip().lower(), value.strip())
    model = fields.get("model name") or fields.get("hardware") or None
    flags = set((fields.get("flags") or fields.get("features") or "").split())
    return {"model": model, "flags": flags}


def memory_mb(text: str | None) -> int | None:
    """Physical memory out of ``/proc/meminfo``."""
    for line in (text or "").splitlines():
        if line.startswith("MemTotal:"):
            return int(line.split()[1]) // 1024
    return None


def rss_mb(pid: int | None = None) -> float | None:
    """Memory of a process that is in use: the one of that id, else this one.

    Where that is not known it is this one's peak, and ``None`` for another.
    """
    process = "self" if pid is None else str(pid)
    for line in (_read(f"/proc/{process}/status") or "").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return _peak_rss_mb() if pid is None else None


def package_versions() -> dict[str, str]:
    """The installed ones of the packages that figures depend on; none of them is imported."""
    found = {}
    for name in _PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def _peak_rss_mb() -> float | None:
    try:
        import resource  # noqa: PLC0415 - not on Windows
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << 20) if sys.platform == "darwin" else peak / 1024


def _read(path: str | Path) -> str | None:
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None
