"""Encoders that nobody finished leave no memory behind: a thousand of each kind."""

from __future__ import annotations

import gc
from pathlib import Path

import numpy as np
import pytest

from brisa.audio.encoders.libav import PacketEncoder
from brisa.audio.encoders.table import make_encoder

pytestmark = pytest.mark.integration

PCM_T = np.random.default_rng(1).integers(-9_000, 9_000, 1_500).astype(np.int16)


def resident_kb() -> int:
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return next((int(line.split()[1]) for line in lines if line.startswith("VmRSS")), 0)


def packet_encoders() -> int:
    gc.collect()
    return sum(isinstance(each, PacketEncoder) for each in gc.get_objects())


@pytest.mark.parametrize("name", ["mp3", "opus", "flac", "aac"])
def test_a_thousand_abandoned_encoders_leave_nothing(name: str) -> None:
    """Each holds 30 kB or more: a leak would show as tens of megabytes."""

    def abandon(count: int) -> None:
        for _ in range(count):
            encoder = make_encoder(name, 24_000)
            encoder.encode(PCM_T)
            encoder.close()

    before = packet_encoders()
    abandon(100)
    before_kb = resident_kb()
    abandon(1_000)
    assert packet_encoders() == before
    assert resident_kb() - before_kb < 16_000
