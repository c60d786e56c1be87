"""Where compiled artefacts lie, and whether they are there."""

from __future__ import annotations

import logging
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from brisa.artifacts.manifest import is_complete

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ArtifactKey:
    """What an artefact is made from: its kind, the source's digest, the compiler's version."""

    kind: str
    source_sha256: str
    compiler_version: int


def default_cache_dir() -> Path:
    """The user's cache folder, not created; everything in it can be made again."""
    return Path(platformdirs.user_cache_dir("brisa", appauthor=False))


class ArtifactCache:
    """Compiled artefacts under one root.

    If the root cannot be written, artefacts already there are still found and new ones go to a
    temporary folder that is deleted with the cache object.
    """

    def __init__(self, root: Path) -> None:
        self._root = root
        self._temporary: tempfile.TemporaryDirectory[str] | None = None

    def path_of(self, key: ArtifactKey) -> Path:
        """Where the artefact is to be put."""
        return _place(self._root if self._is_writable() else self._fallback(), key)

    def find(self, key: ArtifactKey, *, thorough: bool = False) -> Path | None:
        """The artefact's folder if it is complete; ``thorough`` compares every digest."""
        roots = [self._root]
        if self._temporary is not None:
            roots.insert(0, Path(self._temporary.name))
        places = (_place(root, key) for root in roots)
        return next((place for place in places if is_complete(place, thorough=thorough)), None)

    def close(self) -> None:
        """Delete what went to the temporary folder."""
        if self._temporary is not None:
            self._temporary.cleanup()
            self._temporary = None

    def _is_writable(self) -> bool:
        if self._temporary is not None:
            return False
        try:
            self._root.mkdir(parents=True, exist_ok=True)
        except OSError:
            return False
        return os.access(self._root, os.W_OK | os.X_OK)

    def _fallback(self) -> Path:
        if self._temporary is None:
            self._temporary = tempfile.TemporaryDirectory(prefix="brisa-")
            logger.warning("the cache folder cannot be written; compiled voices will not be kept")
        return Path(self._temporary.name)


def _place(root: Path, key: ArtifactKey) -> Path:
    return root / key.kind / f"{key.source_sha256[:32]}-v{key.compiler_version}"
