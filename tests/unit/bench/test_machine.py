"""What is read about a machine."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from brisa.bench.machine import (
    cpu_info,
    machine_description,
    memory_mb,
    package_versions,
    rss_mb,
)

pytestmark = pytest.mark.unit

X86 = "processor\t: 0\nmodel name\t: Some CPU\nflags\t\t: fpu avx2 amx_int8\n\nprocessor\t: 1\n"
ARM = "processor : 0\nBogoMIPS : 50\nFeatures : fp asimd\n"


def test_processors_of_both_kinds() -> None:
    assert cpu_info(X86) == {"model": "Some CPU", "flags": {"fpu", "avx2", "amx_int8"}}
    assert cpu_info(ARM) == {"model": None, "flags": {"fp", "asimd"}}
    assert cpu_info(None) == {"model": None, "flags": set()}


def test_memory() -> None:
    assert memory_mb("MemTotal:       24682824 kB\nMemFree: 1 kB\n") == 24104
    assert memory_mb(None) is None


def test_memory_of_this_process() -> None:
    used_mb = rss_mb()
    assert used_mb is not None
    assert 5 < used_mb < 10_000


def test_a_description_has_what_a_figure_needs() -> None:
    described = machine_description()
    assert described["cpu"]
    assert described["usable_cores"] >= 1
    assert described["versions"]["brisa"] == package_versions()["brisa"]


def test_memory_of_another_process() -> None:
    """Told where the system tells it; never this process's own figure instead."""
    assert rss_mb(os.getpid()) == pytest.approx(rss_mb(), rel=0.2) or not Path("/proc").exists()
    assert rss_mb(1 << 30) is None
