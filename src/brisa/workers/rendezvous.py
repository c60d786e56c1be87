"""The private folder where a pool's sockets lie.

Its owner holds a lock on a file in it for as long as it lives, which the system lets go when the
owner dies, however it dies. A folder whose lock can be taken is therefore dead, and is removed by
whoever starts next; one without a lock file may be in the making and is left alone.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import stat
import tempfile
from pathlib import Path

from brisa.errors import ConfigError

PREFIX = "brisa-workers-"
_LOCK_FILE = "owner.lock"
_PATH_BYTES_MAX = 100
"""A socket's path may have 103 bytes (BSD) or 107 (Linux)."""
_NAME_BYTES = 16
"""Room for the names of sockets in the folder."""


class Rendezvous:
    """A folder that only this user can enter; removed by :meth:`close`."""

    def __init__(self, parent: Path | None = None) -> None:
        """Raises ``ConfigError`` where no short enough path can be had."""
        parent = parent or _short_parent()
        sweep(parent)
        self.path = Path(tempfile.mkdtemp(prefix=PREFIX, dir=parent))
        self._lock_fd = _locked_file(self.path)

    def endpoint(self, name: str) -> str:
        """A ZeroMQ address in the folder; ``name`` is at most 15 characters."""
        return f"ipc://{self.path / name}"

    def close(self) -> None:
        """Remove the folder and all that is in it."""
        shutil.rmtree(self.path, ignore_errors=True)
        os.close(self._lock_fd)


def sweep(parent: Path) -> None:
    """Remove the folders of owners that are certainly dead."""
    for folder in parent.glob(f"{PREFIX}*"):
        with contextlib.suppress(OSError):
            if _is_ours(folder) and _is_dead(folder):
                shutil.rmtree(folder, ignore_errors=True)


def _short_parent() -> Path:
    for parent in (Path(tempfile.gettempdir()), Path("/tmp")):
        longest = len(os.fsencode(parent)) + 1 + len(PREFIX) + 8 + 1 + _NAME_BYTES
        if longest <= _PATH_BYTES_MAX and os.access(parent, os.W_OK | os.X_OK):
            return parent
    raise ConfigError("Worker processes need a temporary folder with a shorter path; set TMPDIR.")


def _locked_file(folder: Path) -> int:
    """The descriptor of the folder's lock, which appears under its name when it is held."""
    making = folder / "making"
    fd = os.open(making, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    fcntl.flock(fd, fcntl.LOCK_EX)
    making.rename(folder / _LOCK_FILE)
    return fd


def _is_ours(folder: Path) -> bool:
    status = folder.lstat()
    return stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid()


def _is_dead(folder: Path) -> bool:
    fd = os.open(folder / _LOCK_FILE, os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    finally:
        os.close(fd)
    return True
