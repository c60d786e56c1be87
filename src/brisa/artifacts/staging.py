"""Make a folder appear complete or not at all."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from brisa.errors import OutputError

_OCCUPIED = (errno.ENOTEMPTY, errno.EEXIST)
"""Why a folder cannot be renamed to where another one is."""


@contextmanager
def staged_folder(destination: Path, is_complete: Callable[[Path], bool]) -> Iterator[Path]:
    """A new folder that becomes ``destination`` when the block ends without an error.

    If somebody else has made a complete ``destination`` meanwhile, theirs stays; an incomplete one
    is replaced. Raises ``OutputError`` if the place cannot be written.
    """
    try:
        destination.parent.mkdir(parents=True, exist_ok=True)
        staging = Path(tempfile.mkdtemp(prefix=".staging-", dir=destination.parent))
    except OSError as exc:
        raise OutputError(f"Cannot write to {destination.parent}: {exc.strerror}.") from exc
    try:
        folder = staging / "new"
        folder.mkdir()
        yield folder
        flush_to_disk(folder)
        _install(folder, destination, staging / "old", is_complete)
    except OSError as exc:
        raise OutputError(f"Cannot write {destination}: {exc.strerror}.") from exc
    finally:
        shutil.rmtree(staging, ignore_errors=True)


def flush_to_disk(folder: Path) -> None:
    """Wait until the folder's files are on the disk.

    A rename may reach the disk before what was written earlier; after a power cut the name would
    stand for empty files. Raises ``OSError``.
    """
    for path in filter(Path.is_file, folder.iterdir()):
        with path.open("rb+") as file:
            os.fsync(file.fileno())


def _install(
    folder: Path, destination: Path, replaced: Path, is_complete: Callable[[Path], bool]
) -> None:
    """Rename into place; each rename is one step that either happens or does not."""
    while not is_complete(destination):
        try:
            folder.rename(destination)
        except OSError as exc:
            # Whoever occupied the place may have left it since: the error says it, not the disk.
            if exc.errno not in _OCCUPIED and not destination.exists():
                raise
            if not is_complete(destination):
                _set_aside(destination, replaced)
        else:
            return


def _set_aside(destination: Path, replaced: Path) -> None:
    shutil.rmtree(replaced, ignore_errors=True)
    try:
        destination.rename(replaced)
    except FileNotFoundError:
        """Another process set it aside first."""
