"""Texts with what a careful reader says for them, by kind: the yardstick of the text frontend.

The texts lie in ``texts/<language>-<kind>.yaml``, each a list of entries::

    - text: "They raised $7.2 billion."
      spoken: "They raised seven point two billion dollars."
      options: {date_order: dmy}    # fields of TextOptions, and `language`; optional
      pauses_ms: [500]              # explicit pauses the text asks for, in order; optional
      fault: scaled-money           # the kind of misreading it guards against; optional

``spoken`` is the spoken forms of the segments, joined by spaces. A line break in it is an end that
the text shows by a line and not by a mark: see :mod:`brisa.quality.spoken_form`. Nothing here may
be derived from what the normalisation says: the texts judge it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
import yaml

from brisa.errors import ConfigError
from brisa.types import TextOptions

PROSE = "prose"
"""Kind of the plain sentences, which read as they are written."""

_OPTIONS = frozenset(field.name for field in fields(TextOptions)) | {"language"}


@dataclass(frozen=True, slots=True)
class CorpusItem:
    """A text and what is said for it.

    ``language`` (BCP 47) is that of the request, ``options`` its text options. ``spoken`` is empty
    where there is nothing to say. ``pauses_ms`` is ``None`` where the text does not speak of any.
    """

    text: str
    spoken: str
    kind: str
    language: str
    options: TextOptions = TextOptions()
    pauses_ms: tuple[float, ...] | None = None
    fault: str | None = None


class _Entry(msgspec.Struct, forbid_unknown_fields=True):
    text: str
    spoken: str
    options: dict[str, Any] = {}
    pauses_ms: tuple[float, ...] | None = None
    fault: str | None = None


def read_items(content: str, name: str) -> tuple[CorpusItem, ...]:
    """The entries of one file; ``name`` is ``<language>-<kind>``, as in ``en-GB-money``.

    Raises :class:`ConfigError`, naming file and entry, for what is not as described above.
    """
    language, _, kind = name.rpartition("-")
    if not language or not kind:
        raise ConfigError(f"{name}: name the file <language>-<kind>.yaml.")
    try:
        entries = yaml.safe_load(content)
    except yaml.YAMLError as error:
        raise ConfigError(f"{name}: not valid YAML.") from error
    if not isinstance(entries, list):
        raise ConfigError(f"{name}: write a list of entries with text and spoken.")
    return tuple(
        _item(entry, f"{name}, entry {number}", kind, language)
        for number, entry in enumerate(entries, start=1)
    )


def _item(raw: object, place: str, kind: str, language: str) -> CorpusItem:
    try:
        entry = msgspec.convert(raw, _Entry)
        options = _options(entry.options, place)
    except msgspec.ValidationError as error:
        raise ConfigError(f"{place}: {error}") from error
    return CorpusItem(
        text=entry.text,
        spoken=entry.spoken,
        kind=kind,
        language=str(entry.options.get("language", language)),
        options=options,
        pauses_ms=entry.pauses_ms,
        fault=entry.fault,
    )


def _options(given: dict[str, Any], place: str) -> TextOptions:
    unknown = sorted(given.keys() - _OPTIONS)
    if unknown:
        raise ConfigError(f"{place}: there is no text option {unknown[0]}.")
    return msgspec.convert({k: v for k, v in given.items() if k != "language"}, TextOptions)


@cache
def corpus() -> tuple[CorpusItem, ...]:
    """All texts of the package, file by file in the order of their names."""
    texts = sorted(
        (entry for entry in files("brisa.quality").joinpath("texts").iterdir()),
        key=lambda entry: entry.name,
    )
    return tuple(
        item
        for entry in texts
        if entry.name.endswith(".yaml")
        for item in read_items(entry.read_text(encoding="utf-8"), entry.name.removesuffix(".yaml"))
    )


def selected(
    items: Iterable[CorpusItem], *, kind: str | None = None, language: str | None = None
) -> tuple[CorpusItem, ...]:
    """Those of one kind, of one language (``en`` includes ``en-GB``), or both."""
    return tuple(
        item
        for item in items
        if kind in (None, item.kind) and (language is None or _speaks(item.language, language))
    )


def _speaks(language: str, wanted: str) -> bool:
    return language == wanted or language.startswith(f"{wanted}-")
