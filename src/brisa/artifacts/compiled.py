"""Which compiled artefact belongs to a voice file, and whether it is there."""

from __future__ import annotations

from pathlib import Path

from brisa.artifacts.cache import ArtifactCache, ArtifactKey
from brisa.artifacts.versions import COMPILER_VERSIONS
from brisa.artifacts.voices import sha256_of
from brisa.errors import VoiceFileError


def voice_cache(cache_dir: Path) -> ArtifactCache:
    """The compiled voices in a cache folder. The caller closes it."""
    return ArtifactCache(cache_dir / "voices")


def compiled_key(engine: str, source: Path) -> ArtifactKey | None:
    """The key of the compiled ``source``; ``None`` for an engine that loads the source itself.

    Raises ``VoiceFileError`` if the file cannot be read.
    """
    version = COMPILER_VERSIONS.get(engine)
    if version is None:
        return None
    try:
        digest = sha256_of(source)
    except OSError as error:
        message = f"The voice file {source.name} cannot be read: {error.strerror}."
        raise VoiceFileError(message) from error
    return ArtifactKey(engine, digest, version)


def is_compiled(engine: str, source: Path, cache_dir: Path) -> bool:
    """Whether the voice can be loaded as it lies there: compiled and intact, or never compiled.

    Reads every byte and writes nothing. Raises ``VoiceFileError`` if the source cannot be read.
    """
    key = compiled_key(engine, source)
    return key is None or voice_cache(cache_dir).find(key, thorough=True) is not None
