"""Engine name → loader, imported on first use so that nobody loads an engine they do not use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import cast

from brisa.artifacts.voices import VoiceRecord
from brisa.engines.base import Engine
from brisa.errors import UnsupportedOption


@dataclass(frozen=True, slots=True)
class LoadRequest:
    """What a loader gets: the voice, its compiled model folder, and where it may cache.

    ``threads`` is how many cores one step of the engine may use.
    """

    record: VoiceRecord
    model_dir: Path
    cache_dir: Path
    threads: int = 1


Loader = Callable[[LoadRequest], Engine]

LOADERS: dict[str, str] = {
    "tiny": "brisa.engines.tiny.loading:load",
    "scripted": "brisa.engines.scripted:load",
}


def load_engine(request: LoadRequest) -> Engine:
    """Load the engine of ``request.record``.

    Raises ``UnsupportedOption`` for an engine this installation does not have and whatever the
    loader raises (``VoiceFileError``, ``EngineFailed``, ``MissingExtra``).
    """
    home = LOADERS.get(request.record.engine)
    if home is None:
        known = ", ".join(LOADERS)
        raise UnsupportedOption(
            f"The voice needs the engine {request.record.engine!r}; this version has: {known}."
        )
    module_name, _, attribute = home.partition(":")
    return cast(Loader, getattr(import_module(module_name), attribute))(request)
