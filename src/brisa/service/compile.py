"""From a voice file to the folder its engine loads, compiled on first use and kept.

The compiler is imported only when something has to be compiled: a process that finds its models in
the cache never loads it.
"""

from __future__ import annotations

import logging
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from brisa.artifacts.cache import ArtifactCache, ArtifactKey
from brisa.artifacts.manifest import Manifest
from brisa.artifacts.versions import COMPILER_VERSIONS
from brisa.artifacts.voices import sha256_of
from brisa.engines.runtime import run_graph
from brisa.errors import VoiceFileError

logger = logging.getLogger(__name__)


class CompileVoice(Protocol):
    """A compiler of :mod:`brisa.graphs`."""

    def __call__(self, source: Path, destination: Path, run: object) -> Manifest: ...


def compiled_model(engine: str, source: Path, cache: ArtifactCache) -> Path:
    """The folder of the compiled ``source``; engines without a compiler load the source itself.

    Raises ``VoiceFileError`` if the file cannot be read or is not a voice of that engine, and
    ``OutputError`` if the result cannot be stored.
    """
    version = COMPILER_VERSIONS.get(engine)
    if version is None:
        return source
    try:
        digest = sha256_of(source)
    except OSError as error:
        message = f"The voice file {source.name} cannot be read: {error.strerror}."
        raise VoiceFileError(message) from error
    key = ArtifactKey(engine, digest, version)
    found = cache.find(key)
    if found is not None:
        return found
    logger.info("compiling a voice; this takes a few seconds, once", extra={"engine": engine})
    destination = cache.path_of(key)
    compile_voice = cast(CompileVoice, import_module(f"brisa.graphs.{engine}").compile_voice)
    compile_voice(source, destination, run_graph)
    return destination
