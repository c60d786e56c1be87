"""Calls of the Linux kernel that Python has no function for.

Each raises ``OSError`` with the kernel's reason, ``ENOSYS`` on other systems. Numbers:
``asm/unistd.h``, ``linux/mempolicy.h`` and ``asm-generic/mman.h``.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import sys

CAP_IPC_LOCK = 14

_MCL_CURRENT, _MCL_FUTURE, _MCL_ONFAULT = 1, 2, 4
_MCL_SHIFTED = ("ppc64", "ppc64le", "sparc64")
_MPOL_PREFERRED = 1
_SET_MEMPOLICY = {
    "x86_64": 238,
    "aarch64": 237,
    "riscv64": 237,
    "loongarch64": 237,
    "ppc64le": 261,
    "s390x": 270,
}
_BITS = ctypes.sizeof(ctypes.c_ulong) * 8


def lock_memory() -> None:
    """Keep every page of this process in memory, from its first use on, until it ends.

    Pages are locked as they are touched (``MCL_ONFAULT``, Linux 4.4): otherwise whole thread stacks
    and model files would be read in at once.
    """
    if platform.machine() in _MCL_SHIFTED:
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
    if _libc().mlockall(_MCL_CURRENT | _MCL_FUTURE | _MCL_ONFAULT) != 0:
        _fail()


def prefer_memory_node(node: int) -> None:
    """Take new pages of this thread, and of those it starts, from ``node`` while it has any."""
    number = _SET_MEMPOLICY.get(platform.machine())
    if number is None or sys.maxsize <= 1 << 32:
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
    words = node // _BITS + 1
    mask = (ctypes.c_ulong * words)()
    mask[node // _BITS] = 1 << (node % _BITS)
    # The kernel reads one bit less than it is told (set_mempolicy(2), "maxnode").
    most = ctypes.c_ulong(words * _BITS + 1)
    if _libc().syscall(ctypes.c_long(number), ctypes.c_long(_MPOL_PREFERRED), mask, most) != 0:
        _fail()


def _libc() -> ctypes.CDLL:
    if sys.platform != "linux":
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
    return ctypes.CDLL(None, use_errno=True)


def _fail() -> None:
    code = ctypes.get_errno()
    raise OSError(code, os.strerror(code))
