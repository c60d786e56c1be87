"""Settings from their sources: defaults, then one YAML file, then ``BRISA_*``, then flags.

A later source wins key by key. Every problem is found, not only the first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

from brisa.app.config_file import Given, read_config_file
from brisa.app.environment import PREFIX
from brisa.app.schema import Path as KeyPath
from brisa.app.schema import Schema, dotted, expectation, schema_of, value_kind
from brisa.app.settings import Settings
from brisa.errors import ConfigError

SEPARATOR = "__"
MASK = "********"

Flags = Mapping[str, tuple[str, object]]
"""``--port`` to the dotted key that it sets and its value, or ``None`` if it was not given."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong with one given value. ``key`` is dotted; ``origin`` says where it was set."""

    key: str
    origin: str
    message: str

    def __str__(self) -> str:
        return f"{self.origin}: {self.message}"


def load_settings(
    file: Path | None = None,
    variables: Mapping[str, str] | None = None,
    flags: Flags | None = None,
) -> Settings:
    """The effective settings.

    Raises ``ConfigError`` with the first problem and the number of the others.
    """
    settings, problems = examine(file, variables, flags)
    if problems:
        more = f" (and {len(problems) - 1} more: see brisa check-config)" if problems[1:] else ""
        raise ConfigError(f"{problems[0]}{more}", param=problems[0].key)
    return settings


def examine(
    file: Path | None = None,
    variables: Mapping[str, str] | None = None,
    flags: Flags | None = None,
) -> tuple[Settings, list[Problem]]:
    """The settings as far as they are sound, and everything that is wrong with them.

    Raises ``ConfigError`` only where the file is not readable as YAML.
    """
    schema = schema_of(Settings)
    given = read_config_file(file, schema) if file is not None else []
    given += from_variables(variables or {}, schema)
    given += from_flags(flags or {})
    values, problems = convert(given, schema)
    return build(Settings, values), problems


def from_variables(variables: Mapping[str, str], schema: Schema) -> list[Given]:
    """``BRISA_SERVER__PORT=8100`` sets ``server.port``.

    Names without the double underscore are not settings, as other tools put such names there
    (container platforms make BRISA_SERVER_PORT=tcp://... for a service called brisa-server). One
    that spells a known key with a single underscore is returned under that spelling, to be refused.
    """
    flat = {"_".join(path).lower() for path in schema.keys}
    given = []
    for name, value in variables.items():
        rest = name.removeprefix(PREFIX).lower()
        if SEPARATOR in rest:
            given.append(Given(tuple(rest.split(SEPARATOR)), value, f"environment {name}", True))
        elif rest in flat and "://" not in value:
            given.append(Given((rest,), value, f"environment {name}", True))
    return given


def from_flags(flags: Flags) -> list[Given]:
    """What the command line has parsed; a value of ``None`` was not given."""
    return [
        Given(tuple(key.split(".")), value, flag, is_text=True)
        for flag, (key, value) in flags.items()
        if value is not None
    ]


def convert(given: Iterable[Given], schema: Schema) -> tuple[dict[KeyPath, object], list[Problem]]:
    """Checked values by path, later ones over earlier ones, and the problems of all."""
    values: dict[KeyPath, object] = {}
    problems: list[Problem] = []
    for item in given:
        if item.path not in schema.keys:
            problems.append(_unknown(item, schema))
            continue
        try:
            values[item.path] = _convert_one(item, schema)
        except msgspec.ValidationError:
            shown = MASK if item.path in schema.secrets else value_kind(item.value)
            expected = expectation(schema.keys[item.path])
            message = f"{dotted(item.path)} takes {expected}, not {shown}."
            problems.append(Problem(dotted(item.path), item.origin, message))
    return values, problems


def _convert_one(item: Given, schema: Schema) -> object:
    value, kind = item.value, schema.keys[item.path]
    if item.is_text and isinstance(value, str):
        parts = [part.strip() for part in value.split(",") if part.strip()]
        if isinstance(kind, inspect.VarTupleType):
            value = parts
        elif isinstance(kind, inspect.DictType):
            value = {
                name.strip(): word.strip() for name, _, word in (p.partition("=") for p in parts)
            }
    return msgspec.convert(value, schema.types[item.path], strict=not item.is_text)


def _unknown(item: Given, schema: Schema) -> Problem:
    key = dotted(item.path)
    nearest = schema.nearest(item.path)
    hint = "See brisa check-config for every key."
    if nearest is not None:
        hint = f"Did you mean {dotted(nearest)}?"
        if item.origin.startswith("environment"):
            hint = f"Did you mean {PREFIX}{SEPARATOR.join(nearest).upper()}?"
    return Problem(key, item.origin, f"There is no setting {key}. {hint}")


def build(tree: type[Settings], values: Mapping[KeyPath, object]) -> Settings:
    """The tree with ``values`` over its defaults."""
    nested: dict[str, Any] = {}
    for path, value in values.items():
        place = nested
        for name in path[:-1]:
            place = place.setdefault(name, {})
        place[path[-1]] = value
    return msgspec.convert(nested, tree)


def masked_tree(settings: msgspec.Struct) -> dict[str, Any]:
    """The effective tree as plain data, with every secret that is set masked."""
    tree: dict[str, Any] = msgspec.to_builtins(settings)
    for path in schema_of(type(settings)).secrets:
        place = tree
        for name in path[:-1]:
            place = place[name]
        if place[path[-1]]:
            place[path[-1]] = MASK
    return tree
