"""Memory of two owners."""

from __future__ import annotations

import os

import numpy as np
import pytest

from brisa.workers.slab import Slab

pytestmark = pytest.mark.unit


def both(slots: int = 2, slot_bytes: int = 40_000) -> tuple[Slab, Slab]:
    server = Slab.create(slots, slot_bytes)
    return server, Slab.attach(os.dup(server.fd), slots, slot_bytes)


def test_what_one_writes_the_other_reads() -> None:
    server, worker = both()
    pcm_t = np.linspace(-1, 1, 10_000, dtype=np.float32)
    worker.write(0, 0, pcm_t)
    worker.write(1, 5, pcm_t[:50])
    np.testing.assert_array_equal(server.read(0, 0, 10_000), pcm_t)
    np.testing.assert_array_equal(server.read(1, 5, 50), pcm_t[:50])
    assert not server.read(1, 0, 5).any()
    server.close()
    worker.close()


def test_slots_do_not_overlap() -> None:
    server, worker = both(3, 12)
    for slot in range(3):
        worker.write(slot, 0, np.full(3, slot + 1, np.float32))
    worker.running = 2
    for slot in range(3):
        assert server.read(slot, 0, 3).tolist() == [slot + 1.0] * 3
    server.close()
    worker.close()


def test_who_is_run_is_seen_by_the_other() -> None:
    server, worker = both()
    assert server.running is None
    worker.running = 0
    assert server.running == 0
    worker.running = 1
    assert server.running == 1
    worker.running = None
    assert server.running is None
    server.close()
    worker.close()


def test_what_was_read_is_the_readers_own() -> None:
    server, worker = both()
    worker.write(0, 0, np.ones(4, np.float32))
    kept_t = server.read(0, 0, 4)
    worker.write(0, 0, np.zeros(4, np.float32))
    server.close()
    worker.close()
    assert kept_t.tolist() == [1.0] * 4


def test_memory_of_another_size_is_refused() -> None:
    server = Slab.create(1, 4096)
    with pytest.raises(ValueError, match="mmap"):
        Slab.attach(server.fd, 8, 1 << 20)
    server.close()


def test_closing_frees_the_descriptor() -> None:
    server = Slab.create(1, 4096)
    fd = server.fd
    server.close()
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(fd)
