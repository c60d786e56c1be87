"""The one door to the hibari wheel's reading rules (``hibari.g2p``; Apache-2.0).

The package's own ``__init__`` brings its synthesiser, downloader and, if present, SciPy; reading
needs none of them. ``hibari.g2p`` is therefore loaded from its folder as a package of its own. Its
objects are then put together around compiled tables instead of being constructed from JSON.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import re
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from brisa.engines.tiny.lexicon import Tables
from brisa.engines.tiny.tag_scorer import TagScorer
from brisa.errors import VoiceFileError

_MODULE_NAME: Final = "_brisa_hibari_g2p"


@cache
def package_dir() -> Path:
    """Where the wheel is installed. Raises ``VoiceFileError`` if it is not."""
    spec = importlib.util.find_spec("hibari")
    if spec is None or not spec.submodule_search_locations:
        raise VoiceFileError(
            "The embedded voice is not installed. Install it with: pip install hibari-tts"
        )
    return Path(next(iter(spec.submodule_search_locations)))


def assets_dir() -> Path:
    """The wheel's data: models, vocabulary, lexicons."""
    return package_dir() / "assets"


@cache
def version() -> str:
    """The wheel's version, read from its source: importing its metadata would cost more."""
    source = (package_dir() / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r"__version__ = \"([\w.+-]+)\"", source)
    return found.group(1) if found else "unknown"


def out_of_vocabulary_model(*, british: bool) -> Path:
    """The ONNX file of the network that reads unknown words.

    Input ``chars`` int64 ``[1, n]``; one output ``[1, n']`` of symbol numbers.
    """
    return assets_dir() / ("oov_gb.onnx" if british else "oov.onnx")


@cache
def vocabulary() -> dict[str, int]:
    """Phoneme character -> id of the voice's model. Not to be changed."""
    text = (assets_dir() / "vocab.json").read_text(encoding="utf-8")
    return {character: int(number) for character, number in json.loads(text).items()}


@cache
def library() -> ModuleType:
    """``hibari.g2p``, without the rest of its package."""
    folder = package_dir() / "g2p"
    spec = importlib.util.spec_from_file_location(
        _MODULE_NAME, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    if spec is None or spec.loader is None:
        raise VoiceFileError("The embedded voice's reading rules cannot be loaded.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[_MODULE_NAME] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[_MODULE_NAME]
        raise
    return module


def unknown_word_reader(model: Path, session: object) -> Callable[[str], str | None]:
    """``hibari.g2p.oov.OOV``: a word -> its phonemes, or ``None`` if it has no known letter.

    ``session`` has ONNX Runtime's ``run(None, inputs)``; ``model`` is only looked beside, for the
    symbols.
    """
    library()
    reader: Callable[[str], str | None] = importlib.import_module(f"{_MODULE_NAME}.oov").OOV(
        str(model), session
    )
    return reader


def build_g2p(
    tables: Tables, *, british: bool, read_unknown: Callable[[str], str | None] | None
) -> Any:
    """A ``hibari.g2p.G2P`` over compiled tables; holds no state that a call changes.

    ``read_unknown`` gives the phonemes of a word the lexicon does not have; ``None`` leaves such
    words unspoken.
    """
    lib = library()
    # No constructor runs: they would parse the JSON that the tables were compiled from.
    tagger = object.__new__(lib.Tagger)
    tagger.tagdict = tables.tag_of_word
    tagger.vocab = tables.vocabulary
    tagger.predict = TagScorer(tables.weights, tables.tags)
    g2p = object.__new__(lib.G2P)
    g2p.lexicon = lib.Lexicon(tables.gold, tables.silver, british)
    g2p.tokenizer = lib.Tokenizer(lib._load_json("tokenizer_exceptions.json"))
    g2p.tagger = tagger
    g2p._oov = read_unknown if read_unknown is not None else False
    g2p.unk = ""
    g2p.british = british
    return g2p
