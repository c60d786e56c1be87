"""Memory that server and worker share: one slot per lane for samples, and who is being run.

The memory has no name: the server makes it and hands its descriptor to the child, so nothing is
left in any folder whichever of the two dies, and nobody else can open it. A slot belongs to the
worker from a step's message to its answer, and to the server until the lane's next step.
"""

from __future__ import annotations

import contextlib
import mmap
import os
import tempfile

import numpy as np

from brisa.types import PcmFloat

_HEADER_BYTES = mmap.PAGESIZE
_SAMPLE_BYTES = 4


class Slab:
    """A mapped slab. :meth:`create` in the server, :meth:`attach` in the worker."""

    def __init__(self, fd: int, slots: int, slot_bytes: int) -> None:
        self.fd = fd
        self._map = mmap.mmap(fd, _size_bytes(slots, slot_bytes))
        samples = slot_bytes // _SAMPLE_BYTES
        self._slots = [
            np.frombuffer(self._map, np.float32, samples, _start_byte(slot, slot_bytes))
            for slot in range(slots)
        ]

    @classmethod
    def create(cls, slots: int, slot_bytes: int) -> Slab:
        """New, zeroed memory; pages cost nothing until they are written."""
        fd = _anonymous_file()
        try:
            os.ftruncate(fd, _size_bytes(slots, slot_bytes))
            return cls(fd, slots, slot_bytes)
        except BaseException:
            os.close(fd)
            raise

    @classmethod
    def attach(cls, fd: int, slots: int, slot_bytes: int) -> Slab:
        """The server's memory. Raises ``OSError`` or ``ValueError`` if it is not that."""
        return cls(fd, slots, slot_bytes)

    @property
    def slot_samples(self) -> int:
        """How many samples fit into a slot."""
        return len(self._slots[0])

    @property
    def running(self) -> int | None:
        """The lane whose step the worker is running, if it runs one; readable after its death."""
        mark = self._map[0]
        return mark - 1 if mark else None

    @running.setter
    def running(self, lane: int | None) -> None:
        self._map[0] = 0 if lane is None else lane + 1

    def write(self, slot: int, start: int, pcm_t: PcmFloat) -> None:
        """Put ``pcm_t`` into a slot, ``start`` samples from its beginning. It must fit."""
        self._slots[slot][start : start + len(pcm_t)] = pcm_t

    def read(self, slot: int, start: int, count: int) -> PcmFloat:
        """A copy of ``count`` samples of a slot, the caller's own."""
        return self._slots[slot][start : start + count].copy()

    def close(self) -> None:
        """Unmap and close; a view that somebody still holds keeps the mapping alive."""
        self._slots.clear()
        with contextlib.suppress(BufferError):
            self._map.close()
        os.close(self.fd)


def _size_bytes(slots: int, slot_bytes: int) -> int:
    return _start_byte(slots, slot_bytes)


def _start_byte(slot: int, slot_bytes: int) -> int:
    pages = -(-slot_bytes // mmap.PAGESIZE)
    return _HEADER_BYTES + slot * pages * mmap.PAGESIZE


def _anonymous_file() -> int:
    if hasattr(os, "memfd_create"):
        return os.memfd_create("brisa-pcm", os.MFD_CLOEXEC)
    fd, path = tempfile.mkstemp(prefix="brisa-pcm-")
    os.unlink(path)  # noqa: PTH108 - the path was a moment's
    return fd
