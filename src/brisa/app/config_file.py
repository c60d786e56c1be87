"""A settings file in YAML: what it sets and on which line; duplicate keys are refused.

Only plain data is read (the safe loader's types); nothing in a file can name code.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from brisa.app.schema import Path as KeyPath
from brisa.app.schema import Schema, dotted
from brisa.errors import ConfigError

_FILE_MAX_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class Given:
    """A value that some source gives to a key. ``origin`` says where, for people."""

    path: KeyPath
    value: Any
    origin: str
    is_text: bool = False
    """The source has only text (environment, flags); numbers and lists are read out of it."""


def read_config_file(file: Path, schema: Schema) -> list[Given]:
    """What ``file`` sets, in its own order.

    Raises ``ConfigError`` naming file, line and column where the file cannot be read, is not YAML,
    or sets a key twice. Unknown keys are returned like others.
    """
    text = _read(file)
    try:
        loader = yaml.SafeLoader(text)
        node = loader.get_single_node()
        return list(_walk(loader, node, (), schema, file)) if node is not None else []
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = f" line {mark.line + 1}, column {mark.column + 1}" if mark else ""
        raise ConfigError(f"{file}{place}: not valid YAML: {error.problem}.") from error
    except yaml.reader.ReaderError as error:
        line = text[: error.position].count("\n") + 1
        raise ConfigError(f"{file} line {line}: a character that YAML does not allow.") from error
    except RecursionError:
        raise ConfigError(f"{file}: nested deeper than any settings file.") from None


def _read(file: Path) -> str:
    try:
        with file.open("rb") as stream:
            content = stream.read(_FILE_MAX_BYTES + 1)
        if len(content) > _FILE_MAX_BYTES:
            raise ConfigError(f"{file} is larger than any settings file (1 MiB).")
        return content.decode("utf-8-sig")
    except OSError as error:
        raise ConfigError(f"The settings file {file} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise ConfigError(f"{file} line {line}: not valid UTF-8.") from error


def _walk(
    loader: yaml.SafeLoader, node: yaml.Node, above: KeyPath, schema: Schema, file: Path
) -> Iterator[Given]:
    if not isinstance(node, yaml.MappingNode):
        if loader.construct_object(node, deep=True) is None:
            return
        where = f"{dotted(above)} is a section: it" if above else "A settings file"
        raise ConfigError(f"{_place(file, node)}: {where} holds keys with values, 'key: value'.")
    seen: set[str] = set()
    for key_node, value_node in node.value:
        key = str(loader.construct_object(key_node, deep=True))
        path = (*above, key)
        if key in seen:
            raise ConfigError(f"{_place(file, key_node)}: {dotted(path)} is set twice.")
        seen.add(key)
        if path in schema.sections:
            yield from _walk(loader, value_node, path, schema, file)
        else:
            yield Given(path, _value(loader, value_node, file), _place(file, key_node))


def _value(loader: yaml.SafeLoader, node: yaml.Node, file: Path) -> Any:
    try:
        return loader.construct_object(node, deep=True)
    except ValueError as error:
        # A date or number by its form, but none by its value.
        raise ConfigError(f"{_place(file, node)}: not a value: {error}.") from error


def _place(file: Path, node: yaml.Node) -> str:
    return f"{file} line {node.start_mark.line + 1}"
