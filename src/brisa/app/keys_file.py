"""The file of API keys, in YAML::

    keys:
    - name: desk
      hash: blake2b:...
      streams: 4
      requests_per_minute: 120
      characters_per_minute: 20000

Limits that are left out are those of the section ``security``. Nothing of a value is in an error:
somebody may have put a key where its hash belongs.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import msgspec
import yaml
from msgspec import Meta

from brisa.errors import ConfigError, OutputError
from brisa.transports.allowance import NO_LIMITS, KeyLimits
from brisa.transports.keys import MAX_KEYS, KeyRecord, read_hash

NAME_PATTERN = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"
_FILE_MAX_BYTES = 1 << 20
_HEAD = (
    "# Written by 'brisa keys'; comments are not kept. A key cannot be read back from its hash.\n"
)

_Count = Annotated[int, Meta(ge=1)]


class _Entry(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    name: Annotated[str, Meta(pattern=NAME_PATTERN)]
    hash: str
    streams: _Count | None = None
    requests_per_minute: _Count | None = None
    characters_per_minute: _Count | None = None


_FIELDS = frozenset(_Entry.__struct_fields__)


@dataclass(frozen=True, slots=True)
class FileState:
    """What changes when a file does."""

    modified_ns: int
    size_bytes: int
    inode: int


def state_of(path: Path) -> FileState | None:
    """``None``: there is no such file, or it cannot be looked at."""
    try:
        found = path.stat()
    except OSError:
        return None
    return FileState(found.st_mtime_ns, found.st_size, found.st_ino)


def read_keys(path: Path, defaults: KeyLimits = NO_LIMITS) -> list[KeyRecord]:
    """Everybody in the file. Raises ``ConfigError``, naming the record that is wrong."""
    records = [
        _record(item, number, path, defaults) for number, item in enumerate(_items(path), start=1)
    ]
    if len(records) > MAX_KEYS:
        raise _wrong(path, f"there are more than {MAX_KEYS} keys")
    names = [record.name for record in records]
    for number, name in enumerate(names, start=1):
        if name in names[: number - 1]:
            raise _wrong(path, f"key {number} has the name of another one")
    return records


def write_keys(path: Path, records: Iterable[KeyRecord]) -> None:
    """Replace the file in one step; only its owner can read it. Raises ``OutputError``."""
    entries = [
        _Entry(
            name=record.name,
            hash=str(record.hash),
            streams=record.limits.streams,
            requests_per_minute=record.limits.requests,
            characters_per_minute=record.limits.characters,
        )
        for record in records
    ]
    text = _HEAD + yaml.safe_dump({"keys": msgspec.to_builtins(entries)}, sort_keys=False)
    # The file itself where the path is a link to it.
    path = path.resolve()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, staged = tempfile.mkstemp(prefix=".keys-", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(text.encode())
                file.flush()
                os.fsync(file.fileno())
            Path(staged).replace(path)
        except BaseException:
            Path(staged).unlink(missing_ok=True)
            raise
    except OSError as error:
        message = f"The keys file {path} cannot be written: {error.strerror}."
        raise OutputError(message) from error


def _items(path: Path) -> list[Any]:
    try:
        with path.open("rb") as stream:
            content = stream.read(_FILE_MAX_BYTES + 1)
        if len(content) > _FILE_MAX_BYTES:
            raise _wrong(path, "it is larger than 1 MiB")
        tree = yaml.safe_load(content.decode("utf-8-sig"))
    except OSError as error:
        message = f"The keys file {path} cannot be read: {error.strerror}."
        raise ConfigError(message, param="security.keys_file") from error
    except (yaml.YAMLError, UnicodeDecodeError, ValueError, RecursionError):
        raise _wrong(path, "it is not valid YAML in UTF-8") from None
    items = [] if tree is None else tree.get("keys") if isinstance(tree, dict) else None
    if items is None and tree == {"keys": None}:
        items = []
    if not isinstance(items, list) or (isinstance(tree, dict) and set(tree) - {"keys"}):
        raise _wrong(path, "it holds nothing but a list 'keys'")
    return items


def _record(item: object, number: int, path: Path, defaults: KeyLimits) -> KeyRecord:
    try:
        entry = msgspec.convert(item, _Entry)
        found = read_hash(entry.hash)
    except msgspec.ValidationError as error:
        raise _wrong(path, f"key {number} {_explain(error)}") from None
    except ValueError:
        raise _wrong(
            path, f"the hash of key {number} is none that 'brisa keys add' makes"
        ) from None
    limits = KeyLimits(
        defaults.streams if entry.streams is None else entry.streams,
        defaults.requests if entry.requests_per_minute is None else entry.requests_per_minute,
        defaults.characters if entry.characters_per_minute is None else entry.characters_per_minute,
    )
    return KeyRecord(entry.name, found, limits)


def _explain(error: msgspec.ValidationError) -> str:
    """Which field it is, if it is one of ours: the name of another may be a key."""
    for name in sorted(_FIELDS):
        if f"$.{name}`" in str(error) or f"required field `{name}`" in str(error):
            return f"has a {name} that is missing or not what it must be"
    return f"has other fields than {', '.join(_Entry.__struct_fields__)}"


def _wrong(path: Path, problem: str) -> ConfigError:
    return ConfigError(f"The keys file {path}: {problem}.", param="security.keys_file")
