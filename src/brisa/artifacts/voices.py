"""The catalogue of voices: what is built in and what the user has added.

An added voice is a folder ``<root>/<name>`` with ``voice.json`` and its model file. Folders are
made under a temporary name and renamed, so a catalogue never shows half a voice.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import re
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path

import msgspec

from brisa.artifacts.staging import flush_to_disk
from brisa.errors import OutputError, UnknownVoice, VoiceFileError

logger = logging.getLogger(__name__)

_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")
_RECORD_FILE = "voice.json"
_FILE_MAX_BYTES = 2 << 30
_READ_BYTES = 1 << 20


class VoiceRecord(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is known about a voice without loading it.

    ``file`` is the model file's name inside the voice's folder, or an absolute path for a built-in
    voice. ``language`` is a BCP 47 tag.
    """

    name: str
    engine: str
    language: str
    file: str
    sha256: str = ""
    description: str = ""
    gender: str | None = None
    licence: str | None = None


def sha256_of(path: Path) -> str:
    """Hex digest of a file's bytes."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(_READ_BYTES):
            digest.update(block)
    return digest.hexdigest()


class VoiceCatalogue:
    """Built-in voices first, then those added under ``root`` (which need not exist)."""

    def __init__(self, root: Path, built_in: Iterable[VoiceRecord]) -> None:
        self._root = root
        self._built_in = {record.name: record for record in built_in}

    def names(self) -> list[str]:
        """Every voice, built-in ones first, each group in its own order."""
        return [*self._built_in, *sorted(self._added_names())]

    def records(self) -> list[VoiceRecord]:
        """Every voice that can be read; a damaged one is logged and left out."""
        found = list(self._built_in.values())
        for name in sorted(self._added_names()):
            try:
                found.append(self._read(name))
            except VoiceFileError:
                logger.warning("a voice folder cannot be read", extra={"voice": name})
        return found

    def find(self, name: str) -> VoiceRecord:
        """The voice's record. Raises ``UnknownVoice``, naming the voices there are."""
        if name in self._built_in:
            return self._built_in[name]
        if _NAME.fullmatch(name) and (self._root / name / _RECORD_FILE).is_file():
            return self._read(name)
        raise self._unknown(name)

    def is_built_in(self, name: str) -> bool:
        return name in self._built_in

    def path_of(self, record: VoiceRecord) -> Path:
        """Where the voice's model file lies."""
        return self._root / record.name / record.file

    def add(self, source: Path, record: VoiceRecord) -> VoiceRecord:
        """Copy ``source`` into the catalogue as ``record.name``.

        The caller has checked that the file is a voice. Raises ``VoiceFileError`` for an unusable
        name or file and ``OutputError`` where the catalogue cannot be written.
        """
        self.check_new(record.name, source)
        stored = f"model{source.suffix or '.bin'}"
        complete = msgspec.structs.replace(record, file=stored, sha256=sha256_of(source))
        try:
            self._root.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(prefix=".adding-", dir=self._root) as folder:
                staged = Path(folder) / record.name
                staged.mkdir()
                shutil.copyfile(source, staged / stored)
                text = msgspec.json.format(msgspec.json.encode(complete), indent=2)
                (staged / _RECORD_FILE).write_bytes(text)
                flush_to_disk(staged)
                staged.rename(self._root / record.name)
        except OSError as error:
            message = f"The voice cannot be stored in {self._root}: {error.strerror}."
            raise OutputError(message) from error
        return complete

    def remove(self, name: str) -> None:
        """Delete an added voice, damaged or not.

        Raises ``UnknownVoice``, also for a built-in voice, which cannot be removed, and
        ``OutputError`` where the folder cannot be deleted.
        """
        if name in self._built_in:
            raise UnknownVoice(f"The voice {name!r} is built in and cannot be removed.")
        folder = self._root / name
        if not (_NAME.fullmatch(name) and folder.is_dir()):
            raise self._unknown(name)
        try:
            if folder.is_symlink():
                folder.unlink()
            else:
                shutil.rmtree(folder)
        except OSError as error:
            message = f"The voice folder {folder} cannot be deleted: {error.strerror}."
            raise OutputError(message) from error

    def check_new(self, name: str, source: Path) -> None:
        """Raise ``VoiceFileError`` if :meth:`add` would refuse the name or the file as a file."""
        if not _NAME.fullmatch(name):
            raise VoiceFileError(
                "A voice's name is 1 to 64 of a-z, 0-9, '.', '_' and '-', and begins with a letter "
                "or digit. Choose one with --name."
            )
        if name in self._built_in or (self._root / name).exists():
            raise VoiceFileError(f"There is a voice {name!r} already; choose another with --name.")
        if not source.is_file():
            raise VoiceFileError(f"There is no file {source}, or it is not an ordinary one.")
        if source.stat().st_size > _FILE_MAX_BYTES:
            raise VoiceFileError(f"{source.name} is larger than any voice brisa can load.")

    def _unknown(self, name: str) -> UnknownVoice:
        known = ", ".join(self.names())
        return UnknownVoice(f"There is no voice {name[:64]!r}. Voices: {known}.", param="voice")

    def _added_names(self) -> list[str]:
        with contextlib.suppress(OSError):
            return [
                path.name
                for path in self._root.iterdir()
                if _NAME.fullmatch(path.name) and (path / _RECORD_FILE).is_file()
            ]
        return []

    def _read(self, name: str) -> VoiceRecord:
        path = self._root / name / _RECORD_FILE
        try:
            record = msgspec.json.decode(path.read_bytes(), type=VoiceRecord)
        except (OSError, msgspec.MsgspecError) as error:
            message = f"The voice {name!r} is damaged: remove it and add it again."
            raise VoiceFileError(message) from error
        # The folder decides the name, and the file must lie in it.
        file = Path(record.file).name
        return msgspec.structs.replace(record, name=name, file=file)
