"""Where the sound of a command goes: a file that appears when it is complete, or a stream."""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from brisa.errors import OutputError


class FileTarget:
    """Bytes that become ``path`` on :meth:`commit` and vanish on :meth:`discard`.

    They are written to a temporary name in the same folder, so the rename is atomic. A link is
    followed; a device or pipe is written to directly, as there is nothing to rename.
    Raises ``OutputError`` where that is not possible.
    """

    def __init__(self, path: Path) -> None:
        check_writable(path)
        self.bytes_written = 0
        self._path = path.resolve()
        self._direct = path.exists() and not path.is_file()
        self._part = self._path.with_name(f".{self._path.name}.{secrets.token_hex(4)}.part")
        try:
            # Not tempfile: the file gets the permissions that the user's umask gives any new file.
            self._file = self._path.open("wb") if self._direct else self._part.open("xb")
        except OSError as error:
            raise _cannot_write(path, error) from error

    @property
    def seekable(self) -> bool:
        return not self._direct

    def write(self, data: bytes) -> None:
        try:
            self._file.write(data)
        except OSError as error:
            raise _cannot_write(self._path, error) from error
        self.bytes_written += len(data)

    def overwrite_start(self, data: bytes) -> None:
        """Replace the first bytes, for a header that is known only at the end."""
        try:
            self._file.seek(0)
            self._file.write(data)
        except OSError as error:
            raise _cannot_write(self._path, error) from error

    def commit(self) -> None:
        try:
            self._file.close()
            if not self._direct:
                self._part.replace(self._path)
        except OSError as error:
            self.discard()
            raise _cannot_write(self._path, error) from error

    def discard(self) -> None:
        with contextlib.suppress(OSError):
            self._file.close()
        if not self._direct:
            self._part.unlink(missing_ok=True)


class StreamTarget:
    """Bytes that leave at once through an open binary stream, which stays open."""

    seekable = False

    def __init__(self, stream: BinaryIO) -> None:
        self.bytes_written = 0
        self._stream = stream

    def write(self, data: bytes) -> None:
        with self._translated():
            self._stream.write(data)
            self._stream.flush()
        self.bytes_written += len(data)

    def commit(self) -> None:
        with self._translated():
            self._stream.flush()

    def discard(self) -> None:
        """What was sent is sent; the exit code says that it is not complete."""

    @contextlib.contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except BrokenPipeError:
            # Not an error of ours: click ends the command as the shell's tools end.
            raise
        except OSError as error:
            raise _cannot_write("standard output", error) from error


def check_writable(path: Path) -> None:
    """Raise ``OutputError`` if ``path`` can already be seen not to be writable."""
    folder = path.resolve().parent
    if path.is_dir():
        raise OutputError(f"{path} is a folder; give the name of a file.", param="out")
    if not folder.is_dir():
        raise OutputError(f"There is no folder {folder}; make it first.", param="out")
    target = path if path.exists() else folder
    if not os.access(target, os.W_OK):
        raise OutputError(f"{target} cannot be written: permission denied.", param="out")
    if path.exists() and stat.S_ISSOCK(path.stat().st_mode):
        raise OutputError(f"{path} is a socket; give the name of a file.", param="out")


def _cannot_write(path: Path | str, error: OSError) -> OutputError:
    if isinstance(error, BrokenPipeError):
        return OutputError(f"{path} was closed by its reader.", param="out")
    return OutputError(f"{path} cannot be written: {error.strerror}.", param="out")
