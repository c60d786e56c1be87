"""From a voice file to the folder its engine loads, compiled on first use and kept.

The compiler is imported only when something has to be compiled: a process that finds its models in
the cache never loads it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from brisa.artifacts.cache import ArtifactCache
from brisa.artifacts.compiled import compiled_key
from brisa.artifacts.manifest import Manifest
from brisa.engines.base import Engine
from brisa.engines.runtime import run_graph
from brisa.errors import VoiceFileError

logger = logging.getLogger(__name__)


class CompileVoice(Protocol):
    """A compiler of :mod:`brisa.graphs`."""

    def __call__(self, source: Path, destination: Path, run: object) -> Manifest: ...


def compiled_model(
    engine: str, source: Path, cache: ArtifactCache, *, thorough: bool = False
) -> Path:
    """The folder of the compiled ``source``; engines without a compiler load the source itself.

    ``thorough`` compiles again what is there but damaged. Raises ``VoiceFileError`` if the file
    cannot be read or is not a voice of that engine, and ``OutputError`` if the result cannot be
    stored.
    """
    key = compiled_key(engine, source)
    if key is None:
        return source
    found = cache.find(key, thorough=thorough)
    if found is not None:
        return found
    logger.info("compiling a voice; this takes a few seconds, once", extra={"engine": engine})
    destination = cache.path_of(key)
    compile_voice = cast(CompileVoice, import_module(f"brisa.graphs.{engine}").compile_voice)
    compile_voice(source, destination, run_graph)
    return destination


def load_compiled(
    engine: str, source: Path, cache: ArtifactCache, load: Callable[[Path], Engine]
) -> Engine:
    """What ``load`` makes of the compiled ``source``.

    If it cannot be loaded it is checked thoroughly, compiled again where it is damaged, and loaded
    once more: another process may have been replacing it. Raises as :func:`compiled_model` does,
    and ``VoiceFileError`` if it still cannot be loaded.
    """
    folder = compiled_model(engine, source, cache)
    try:
        return load(folder)
    except VoiceFileError:
        if folder == source:
            raise
    logger.warning("a compiled voice could not be loaded; it is checked", extra={"engine": engine})
    folder = compiled_model(engine, source, cache, thorough=True)
    try:
        return load(folder)
    except VoiceFileError as error:
        message = f"{error.message} If this stays so, delete {folder}; it is then made again."
        raise VoiceFileError(message) from error
