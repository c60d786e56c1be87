"""The YAML of a lexicon file as a small tree of texts with their lines.

The file is read as a stream of YAML events, so nothing in it can name code, refer to itself, or
grow on being read; anchors, aliases and tags are refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

import yaml

from brisa.text.patterns import lazy_pattern

_LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_DEPTH_MAX: Final = 3
# YAML 1.1, section 5.1: c-printable.
_NOT_ALLOWED: Final = lazy_pattern(
    "[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
)


@dataclass(frozen=True, slots=True)
class LexiconProblem:
    """What is wrong on a line (from 1; 0 is the whole file), and what to do.

    A warning leaves the file usable.
    """

    line: int
    message: str
    warning: bool = False

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}" if self.line else self.message


@dataclass(slots=True)
class Scalar:
    """Text, whatever YAML would make of it."""

    text: str
    line: int
    quoted: bool

    @property
    def given(self) -> bool:
        """There is a value: not nothing, which YAML also writes ``~``."""
        return self.quoted or self.text not in ("", "~")


@dataclass(slots=True)
class Mapping:
    """Keys and values in the order of the file, doubled ones included."""

    line: int
    pairs: list[tuple[Scalar, Node]] = field(default_factory=list)


@dataclass(slots=True)
class Sequence:
    """Items in order."""

    line: int
    items: list[Node] = field(default_factory=list)


Node: TypeAlias = Scalar | Mapping | Sequence


class Refused(Exception):
    """The file cannot be read on."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.problem = LexiconProblem(line, message)


def read_tree(text: str) -> Node | None:
    """The document, which is at most three levels deep; ``None`` if it is empty.

    Raises ``Refused`` at the first place where it is not YAML of the kind a lexicon is.
    """
    root: Node | None = None
    open_nodes: list[Mapping | Sequence] = []
    keys: list[Scalar | None] = []
    documents = 0
    for event in _events(text):
        line = _line(event.start_mark)
        if isinstance(event, yaml.DocumentStartEvent):
            documents += 1
            if documents > 1:
                raise Refused(line, "A lexicon is one document: remove the line '---'.")
        elif isinstance(event, yaml.CollectionEndEvent):
            open_nodes.pop()
            keys.pop()
        elif isinstance(event, yaml.NodeEvent):
            node = _node(event, line)
            if open_nodes:
                _attach(open_nodes[-1], keys, node)
            else:
                root = node
            if not isinstance(node, Scalar):
                if len(open_nodes) == _DEPTH_MAX:
                    raise Refused(line, "Nested deeper than any lexicon entry.")
                open_nodes.append(node)
                keys.append(None)
    return root


def _node(event: yaml.NodeEvent, line: int) -> Node:
    if isinstance(event, yaml.AliasEvent) or event.anchor is not None:
        raise Refused(
            line, "YAML anchors and aliases are refused; put words with & or * in quotes."
        )
    if getattr(event, "tag", None) is not None:
        raise Refused(line, "YAML tags are refused; put words that begin with ! in quotes.")
    if isinstance(event, yaml.ScalarEvent):
        return Scalar(event.value, line, quoted=event.style not in (None, ""))
    return Mapping(line) if isinstance(event, yaml.MappingStartEvent) else Sequence(line)


def _attach(parent: Mapping | Sequence, keys: list[Scalar | None], node: Node) -> None:
    if isinstance(parent, Sequence):
        parent.items.append(node)
    elif (key := keys[-1]) is not None:
        parent.pairs.append((key, node))
        keys[-1] = None
    elif isinstance(node, Scalar):
        keys[-1] = node
    else:
        raise Refused(node.line, "A word must be text; put one with brackets in quotes.")


def _events(text: str) -> Iterator[yaml.Event]:
    """The events of a YAML text. Raises ``Refused`` where it is none."""
    if (bad := _NOT_ALLOWED.search(text)) is not None:
        line = text.count("\n", 0, bad.start()) + 1
        raise Refused(line, "A character that YAML does not allow; remove it.")
    try:
        yield from yaml.parse(text, Loader=_LOADER)
    except yaml.MarkedYAMLError as error:
        line = _line(error.problem_mark or error.context_mark)
        message = f"Not valid YAML: {error.problem}. Words with signs in them may need quotes."
        raise Refused(line, message) from None
    except (yaml.YAMLError, RecursionError):
        raise Refused(1, "Not valid YAML.") from None


def _line(mark: Any) -> int:
    return mark.line + 1 if mark is not None else 1
