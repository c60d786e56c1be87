"""Files that appear complete or not at all."""

from __future__ import annotations

import errno
import io
import os
import resource
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from brisa.audio.encoders.table import find_format
from brisa.cli.format_choice import encoder_for
from brisa.cli.sinks import EncodedSink
from brisa.cli.targets import FileTarget, StreamTarget, check_writable
from brisa.errors import OutputError

pytestmark = pytest.mark.unit

PCM_T = np.arange(1000, dtype=np.int16)


def wav_sink(target: FileTarget | StreamTarget) -> EncodedSink:
    spec = find_format("wav")
    return EncodedSink(encoder_for(spec, 24_000, None), spec, target)


def test_a_file_appears_on_commit_and_not_before(tmp_path: Path) -> None:
    path = tmp_path / "x.bin"
    target = FileTarget(path)
    target.write(b"abc")
    assert not path.exists()
    target.commit()
    assert path.read_bytes() == b"abc"
    assert list(tmp_path.iterdir()) == [path]


def test_discard_leaves_nothing_and_the_old_file_alone(tmp_path: Path) -> None:
    path = tmp_path / "x.bin"
    path.write_bytes(b"old")
    target = FileTarget(path)
    target.write(b"new, but not all of it")
    target.discard()
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_discard_after_commit_is_harmless(tmp_path: Path) -> None:
    target = FileTarget(tmp_path / "x.bin")
    target.write(b"abc")
    target.commit()
    target.discard()
    assert (tmp_path / "x.bin").read_bytes() == b"abc"


def test_a_new_file_has_the_permissions_of_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        target = FileTarget(tmp_path / "x.bin")
        target.commit()
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "x.bin").stat().st_mode) == 0o640


def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    link = tmp_path / "link.wav"
    link.symlink_to(tmp_path / "real" / "x.wav")
    target = FileTarget(link)
    target.write(b"abc")
    target.commit()
    assert link.is_symlink()
    assert (tmp_path / "real" / "x.wav").read_bytes() == b"abc"


def test_a_pipe_is_written_to_and_stays(tmp_path: Path) -> None:
    """What is no regular file has nothing to be renamed over: a pipe stands for every device."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    before = pipe.stat()
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        sink = wav_sink(FileTarget(pipe))
        sink.write(PCM_T)
        sink.finish()
        sink.discard()
        received = os.read(reader, 1 << 16)
    finally:
        os.close(reader)
    assert received[44:] == PCM_T.tobytes()
    after = pipe.lstat()
    assert stat.S_ISFIFO(after.st_mode)
    assert (after.st_ino, after.st_mode) == (before.st_ino, before.st_mode)
    assert list(tmp_path.iterdir()) == [pipe]


def test_a_pipe_survives_a_failure(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    target = FileTarget(pipe)
    target.write(b"abc")
    os.close(reader)
    with pytest.raises(OutputError, match="was closed by its reader"):
        target.commit()
    target.discard()
    assert stat.S_ISFIFO(pipe.lstat().st_mode)
    assert list(tmp_path.iterdir()) == [pipe]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("none/x.wav", "There is no folder"),
        ("file/x.wav", "There is no folder"),
        ("folder", "is a folder"),
    ],
)
def test_paths_that_cannot_be_written(tmp_path: Path, name: str, message: str) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(OutputError, match=message):
        FileTarget(tmp_path / name)
    assert sorted(tmp_path.rglob("*")) == before


def test_a_path_that_is_fine_is_only_looked_at(tmp_path: Path) -> None:
    check_writable(tmp_path / "x.wav")
    assert list(tmp_path.iterdir()) == []


@contextmanager
def file_size_limit(limit_bytes: int) -> Iterator[None]:
    """As on a disk that is full from there on."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit_bytes, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_file_on_a_full_disk_is_an_output_error(tmp_path: Path) -> None:
    target = FileTarget(tmp_path / "x.bin")
    with file_size_limit(500), pytest.raises(OutputError, match="cannot be written: File too"):
        target.write(b"x" * (1 << 20))
    target.discard()
    assert list(tmp_path.iterdir()) == []


class FullStream(io.BytesIO):
    """Standard output that cannot be written: at once, or when its buffer is flushed."""

    def __init__(self, error: OSError, *, at_flush: bool = False) -> None:
        super().__init__()
        self.error = error
        self.at_flush = at_flush

    def write(self, data: object) -> int:
        if self.at_flush:
            return 0
        raise self.error

    def flush(self) -> None:
        if self.at_flush:
            raise self.error


@pytest.mark.parametrize("at_flush", [False, True])
def test_a_full_disk_under_stdout_is_an_output_error(at_flush: bool) -> None:
    full = OSError(errno.ENOSPC, "No space left on device")
    target = StreamTarget(FullStream(full, at_flush=at_flush))
    with pytest.raises(OutputError, match="standard output cannot be written: No space left"):
        target.write(b"abc")
    assert target.bytes_written == 0
    if at_flush:
        with pytest.raises(OutputError, match="No space left"):
            target.commit()


def test_a_reader_that_left_is_for_the_command_line_to_end(tmp_path: Path) -> None:
    """click ends a command whose reader left as the tools of the shell end: without a word."""
    target = StreamTarget(FullStream(BrokenPipeError(errno.EPIPE, "Broken pipe")))
    with pytest.raises(BrokenPipeError):
        target.write(b"abc")


def test_a_file_that_cannot_be_finished_is_taken_away(tmp_path: Path) -> None:
    """Everything was written, but into the buffer: only the end finds the disk full."""
    sink = wav_sink(FileTarget(tmp_path / "x.wav"))
    sink.write(PCM_T)
    with file_size_limit(500), pytest.raises(OutputError, match="cannot be written: File too"):
        sink.finish()
    sink.discard()
    assert list(tmp_path.iterdir()) == []
