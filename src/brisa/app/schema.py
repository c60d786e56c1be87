"""What keys a tree of settings has, what each expects, and which one a misspelt key meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec import inspect

Path = tuple[str, ...]
"""A key's way down the tree, such as ``("server", "port")``."""


@dataclass(frozen=True, slots=True)
class Schema:
    """The keys of a tree by path, and the paths that are sections."""

    keys: dict[Path, inspect.Type]
    types: dict[Path, Any]
    sections: frozenset[Path]
    secrets: frozenset[Path]

    def nearest(self, path: Path) -> Path | None:
        """The key or section that ``path`` most likely meant."""
        known = {dotted(item): item for item in [*self.keys, *self.sections] if item}
        found = difflib.get_close_matches(dotted(path), known, n=1, cutoff=0.6)
        if found:
            return known[found[0]]
        by_name = {item[-1]: item for item in reversed(known.values())}  # the first of a name
        found = difflib.get_close_matches(path[-1], by_name, n=1, cutoff=0.8)
        return by_name[found[0]] if found else None


def schema_of(tree: type[msgspec.Struct]) -> Schema:
    """The schema of a struct of structs. A field marked ``Meta(extra={"secret": True})`` is one."""
    keys: dict[Path, inspect.Type] = {}
    types: dict[Path, Any] = {}
    sections: set[Path] = {()}
    secrets: set[Path] = set()

    def walk(struct: type[msgspec.Struct], above: Path) -> None:
        hints = dict(
            zip((f.name for f in msgspec.structs.fields(struct)), _hints(struct), strict=True)
        )
        for field in msgspec.structs.fields(struct):
            path = (*above, field.encode_name)
            info = inspect.type_info(hints[field.name])
            if isinstance(info, inspect.StructType):
                sections.add(path)
                walk(info.cls, path)
                continue
            if isinstance(info, inspect.Metadata):
                if (info.extra or {}).get("secret"):
                    secrets.add(path)
                info = info.type
            keys[path] = info
            types[path] = hints[field.name]

    walk(tree, ())
    return Schema(keys, types, frozenset(sections), frozenset(secrets))


def _hints(struct: type[msgspec.Struct]) -> Iterable[Any]:
    return (field.type for field in msgspec.structs.fields(struct))


def dotted(path: Path) -> str:
    """``server.port``."""
    return ".".join(path)


def expectation(kind: inspect.Type) -> str:
    """What a key takes, for people: ``a whole number from 0 to 65535``."""
    if isinstance(kind, inspect.Metadata):
        return (kind.extra or {}).get("expected") or expectation(kind.type)
    if isinstance(kind, inspect.UnionType):
        return " or ".join(expectation(item) for item in kind.types)
    if isinstance(kind, inspect.LiteralType):
        return " or ".join(str(value) for value in kind.values)
    if isinstance(kind, inspect.IntType):
        return "a whole number" + _bounds(kind)
    if isinstance(kind, inspect.FloatType):
        return "a number" + _bounds(kind)
    if isinstance(kind, inspect.VarTupleType | inspect.ListType):
        return f"a list of items that are each {expectation(kind.item_type)}"
    if isinstance(kind, inspect.DictType):
        return f"names that each have {expectation(kind.value_type)}"
    if isinstance(kind, inspect.StrType):
        return "text" + (", not empty" if kind.min_length else "")
    names: dict[type[inspect.Type], str] = {
        inspect.BoolType: "true or false",
        inspect.NoneType: "null",
    }
    return names.get(type(kind), type(kind).__name__)


def _bounds(kind: inspect.IntType | inspect.FloatType) -> str:
    if kind.ge is not None and kind.le is not None:
        return (
            f" from {kind.ge:g} to {kind.le:g}"
            if kind.le < 1e6
            else f" from {kind.ge} to {kind.le}"
        )
    return f" of at least {kind.ge}" if kind.ge is not None else ""


def value_kind(value: object) -> str:
    """What was given instead, for people, without quoting more than a short scalar."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return f"the truth value {str(value).lower()}"
    if isinstance(value, int | float):
        return f"{value}"
    if isinstance(value, str):
        return f"the text {value[:40]!r}"
    if isinstance(value, list | tuple):
        return f"the list {str(list(value))[:40]}"
    return "a section" if isinstance(value, dict) else f"a {type(value).__name__}"
