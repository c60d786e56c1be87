"""A request that is held and let go."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from brisa.placement.remedies import Caller
from brisa.placement.wakeup_latency import WakeupLatency

pytestmark = pytest.mark.unit

CALLER = Caller("ann", "python")


def open_files() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


def test_held_until_it_is_closed(tmp_path: Path) -> None:
    device = tmp_path / "latency"
    device.touch()
    before = open_files()
    with WakeupLatency(device, most_us=30) as latency:
        assert latency.hold(CALLER).permitted
        assert int.from_bytes(device.read_bytes(), sys.byteorder) == 30
        assert latency.hold(CALLER).permitted
        assert open_files() == before + 1
    assert open_files() == before
    latency.close()


def test_no_device(tmp_path: Path) -> None:
    step = WakeupLatency(tmp_path / "none").hold(CALLER)
    assert not step.permitted
    assert [fix.line for fix in step.how_to_allow] == ["--device=/dev/cpu_dma_latency"]


def test_refused(tmp_path: Path) -> None:
    step = WakeupLatency(tmp_path).hold(CALLER)
    assert (step.permitted, step.got) == (False, "refused (Is a directory)")
    assert "udev" in {fix.where for fix in step.how_to_allow}
