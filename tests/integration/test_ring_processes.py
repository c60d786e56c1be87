"""The ring between two processes: one maps a file and writes, the other maps it and reads."""

from __future__ import annotations

import mmap
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from brisa.audio.buffer import take
from brisa.audio.buffer_options import BufferOptions
from brisa.audio.ring import RingBuffer

pytestmark = pytest.mark.integration

TOTAL_SAMPLES = 300_000
OPTIONS = BufferOptions(size_ms=200)
RATE_HZ = 24_000

WRITER = f"""
import mmap, sys
import numpy as np
from brisa.audio.buffer_options import BufferOptions
from brisa.audio.ring import RingBuffer

with open(sys.argv[1], "r+b") as file:
    memory = mmap.mmap(file.fileno(), 0)
ring = RingBuffer.attach(BufferOptions(size_ms=200), memoryview(memory))
sent = (np.arange({TOTAL_SAMPLES}) % 32749).astype(np.int16)
at, step = 0, 1
while at < sent.size and not ring.closed:
    at += ring.write(sent[at : at + step])
    step = step * 7 % 1021 + 1
ring.finish()
"""


def test_everything_arrives_in_order(tmp_path: Path) -> None:
    path = tmp_path / "ring"
    path.write_bytes(bytes(RingBuffer.memory_bytes(OPTIONS, RATE_HZ)))
    with path.open("r+b") as file, mmap.mmap(file.fileno(), 0) as memory:
        ring = RingBuffer(OPTIONS, RATE_HZ, memoryview(memory))
        writer = subprocess.Popen([sys.executable, "-c", WRITER, str(path)])
        heard, step = [], 3
        try:
            while not ring.drained and (writer.poll() is None or ring.fill_samples):
                heard.append(take(ring, step))
                step = step * 5 % 997 + 1
        finally:
            ring.close()
            assert writer.wait(timeout=30) == 0
        finished = ring.drained
        ring.release()
    assert finished
    expected = (np.arange(TOTAL_SAMPLES) % 32749).astype(np.int16)
    assert np.array_equal(np.concatenate(heard), expected)
