"""The pronunciation tables of the hibari wheel, compiled once into flat maps.

The wheel ships its lexicons and its part-of-speech tagger as compressed JSON; parsing them takes
most of a second and tens of megabytes. They are compiled into :mod:`brisa.engines.tiny.flat_map`
files in a folder the caller chooses, named for the wheel's version and the format's. A file that is
missing, damaged or stale is made again; where the folder cannot be written, the tables stay in
memory.
"""

from __future__ import annotations

import gzip
import json
import logging
import os
import tempfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

from brisa.engines.tiny import flat_map
from brisa.engines.tiny.flat_map import FlatMap, FlatMapDamaged, Value

_log = logging.getLogger(__name__)

FORMAT: Final = 1
"""Raised whenever what is stored, or how, changes."""

_Items: TypeAlias = Mapping[str, Iterable[tuple[str, Value]]]


@dataclass(frozen=True, slots=True)
class Tables:
    """What reading aloud looks words up in.

    ``gold`` and ``silver``: word -> phonemes, or part of speech -> phonemes. ``weights``: feature
    -> tag -> weight. ``tag_of_word``: words with one dominant tag. ``tags`` in the order that
    breaks ties. ``vocabulary``: the words the weights know.
    """

    gold: FlatMap
    silver: FlatMap
    weights: FlatMap
    tag_of_word: FlatMap
    vocabulary: FlatMap
    tags: tuple[str, ...]


def load_tables(assets: Path, version: str, *, british: bool, cache_dir: Path | None) -> Tables:
    """The tables for one accent, from ``cache_dir`` if they are there, else compiled into it.

    ``assets`` is the wheel's folder of data, ``version`` names its release. ``cache_dir`` ``None``
    keeps everything in memory.
    """
    accent = "gb" if british else "us"
    lexicon = _load(f"lexicon-{accent}", version, cache_dir, lambda: _lexicon_items(assets, accent))
    tagger = _load("tagger", version, cache_dir, lambda: _tagger_items(assets))
    order = tagger["order"].get("tags")
    assert isinstance(order, str)
    return Tables(
        gold=lexicon["gold"],
        silver=lexicon["silver"],
        weights=tagger["weights"],
        tag_of_word=tagger["tag_of_word"],
        vocabulary=tagger["vocabulary"],
        tags=tuple(order.split(" ")),
    )


def _load(
    part: str, version: str, cache_dir: Path | None, items: Callable[[], _Items]
) -> dict[str, FlatMap]:
    content = f"hibari-{version}-{part}-{FORMAT}"
    if cache_dir is None:
        return flat_map.unpack(flat_map.pack(content, items()), content)
    path = cache_dir / f"{content}.flat"
    try:
        return flat_map.open_file(path, content)
    except FileNotFoundError:
        pass
    except (OSError, FlatMapDamaged):
        _log.warning("A compiled lexicon cannot be used and is made again.")
    data = flat_map.pack(content, items())
    try:
        _write(path, data)
        return flat_map.open_file(path, content)
    except (OSError, FlatMapDamaged):
        _log.warning("The compiled lexicon cannot be stored; it stays in memory.")
        return flat_map.unpack(data, content)


def _write(path: Path, data: bytes) -> None:
    """All or nothing: another process sees the old file or the new one, never part of one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".part")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        temporary.replace(path)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise


def _json_asset(path: Path) -> Any:
    with gzip.open(path, "rb") as file:
        return json.loads(file.read())


def _lexicon_items(assets: Path, accent: str) -> _Items:
    # Generators: the second dictionary is parsed after the first has been packed and let go.
    return {
        grade: (item for item in _json_asset(assets / f"lexicon_{accent}_{grade}.json.gz").items())
        for grade in ("gold", "silver")
    }


def _tagger_items(assets: Path) -> _Items:
    model = _json_asset(assets / "tagger.json.gz")
    return {
        "weights": model["weights"].items(),
        "tag_of_word": model["tagdict"].items(),
        "vocabulary": ((word, "") for word in sorted(set(model["vocab"]))),
        "order": [("tags", " ".join(model["tags"]))],
    }
