"""Where the sound of a command goes: a file that appears when it is complete, or a stream."""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Protocol

from brisa.audio.encoders.base import Encoder, EncoderOptions
from brisa.audio.encoders.table import (
    FORMATS,
    FormatSpec,
    find_format,
    make_encoder,
    nearest_rate_hz,
)
from brisa.audio.encoders.wav import wav_header
from brisa.errors import OutputError, UnknownFormat
from brisa.types import PcmInt16

_EXACT_RATES = {"pcm", "mulaw", "alaw"}
"""Formats that say nothing about their rate: everybody assumes the default one."""


class Sink(Protocol):
    """Takes a stream's samples in order, then exactly one of :meth:`finish` and :meth:`discard`."""

    def write(self, pcm_t: PcmInt16) -> None: ...

    def finish(self) -> None:
        """All samples were written; make the result visible."""

    def discard(self) -> None:
        """The stream did not end well; leave nothing behind. Harmless after ``finish``."""


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


class EncodedSink:
    """Samples into a target in one format; a wav file gets its exact length at the end."""

    def __init__(
        self, encoder: Encoder, spec: FormatSpec, target: FileTarget | StreamTarget
    ) -> None:
        self._encoder = encoder
        self._spec = spec
        self._target = target
        self._samples = 0

    @property
    def bytes_written(self) -> int:
        return self._target.bytes_written

    def write(self, pcm_t: PcmInt16) -> None:
        self._samples += pcm_t.shape[0]
        data = self._encoder.encode(pcm_t)
        if data:
            self._target.write(data)

    def finish(self) -> None:
        self._target.write(self._encoder.flush())
        self._encoder.close()
        if (
            self._spec.name == "wav"
            and isinstance(self._target, FileTarget)
            and self._target.seekable
        ):
            self._target.overwrite_start(wav_header(self._encoder.sample_rate_hz, self._samples))
        self._target.commit()

    def discard(self) -> None:
        self._encoder.close()
        self._target.discard()


def format_for(out: str, wanted: str | None) -> FormatSpec:
    """The format of an output: as wished, else by the file's ending, else wav for stdout.

    Raises ``UnknownFormat``.
    """
    if wanted is not None:
        return find_format(wanted)
    if out == "-":
        return find_format("wav")
    suffix = Path(out).suffix.removeprefix(".")
    try:
        return find_format(suffix)
    except UnknownFormat:
        ending = f"the ending .{suffix}" if suffix else "a name without an ending"
        message = f"No format goes with {ending}. Choose one with --format: {', '.join(FORMATS)}."
        raise UnknownFormat(message, param="format") from None


def rate_for(spec: FormatSpec, voice_rate_hz: int, wanted_hz: int | None) -> int:
    """The sample rate of an output: as wished, else the voice's own where the format can say so."""
    if wanted_hz is not None:
        return wanted_hz
    if spec.name in _EXACT_RATES:
        return spec.default_sample_rate_hz
    return nearest_rate_hz(spec, voice_rate_hz)


def encoder_for(spec: FormatSpec, rate_hz: int, bitrate_bps: int | None) -> Encoder:
    """A fresh encoder. Raises ``OutOfRange`` and ``MissingExtra``."""
    return make_encoder(spec.name, rate_hz, EncoderOptions(bitrate_bps=bitrate_bps))


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
