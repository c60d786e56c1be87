"""Loaded engines: voice name → engine, loaded once, shared by every stream."""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping
from pathlib import Path

from brisa.artifacts.compiled import voice_cache
from brisa.artifacts.voices import VoiceCatalogue, VoiceRecord
from brisa.engines.base import Engine, Voice
from brisa.engines.table import LoadRequest, load_engine
from brisa.service.compile import load_compiled

logger = logging.getLogger(__name__)


class EngineHub:
    """Owns the engines it loads; ``ready_engines`` are given, already loaded, and win by voice."""

    def __init__(
        self,
        catalogue: VoiceCatalogue,
        cache_dir: Path,
        ready_engines: Mapping[str, Engine] | None = None,
        *,
        warm_up: bool = True,
    ) -> None:
        self.catalogue = catalogue
        self._cache_dir = cache_dir
        self._cache = voice_cache(cache_dir)
        self._warm_up = warm_up
        self._given = dict(ready_engines or {})
        self._loaded: dict[str, Engine] = {}
        self._locks: dict[str, threading.Lock] = {}
        self._lock = threading.Lock()

    def voices(self) -> list[Voice]:
        """Every voice that could be spoken with, loaded or not."""
        given = {voice.name: voice for engine in self._given.values() for voice in engine.voices()}
        stored = [
            voice_of(record) for record in self.catalogue.records() if record.name not in given
        ]
        return [*given.values(), *stored]

    def engine_for(self, voice: str) -> Engine:
        """The voice's engine, loading (and compiling) it if need be; blocks meanwhile.

        Raises ``UnknownVoice`` and what loading raises.
        """
        ready = self._given.get(voice) or self._loaded.get(voice)
        if ready is not None:
            return ready
        record = self.catalogue.find(voice)
        with self._lock:
            lock = self._locks.setdefault(voice, threading.Lock())
        with lock:
            if voice not in self._loaded:
                self._loaded[voice] = self._load(record)
            return self._loaded[voice]

    def is_loaded(self, voice: str) -> bool:
        """True if :meth:`engine_for` would return at once."""
        return voice in self._given or voice in self._loaded

    def close(self) -> None:
        """Free what was loaded here."""
        for engine in self._loaded.values():
            engine.close()
        self._loaded.clear()
        self._cache.close()

    def _load(self, record: VoiceRecord) -> Engine:
        source = self.catalogue.path_of(record)

        def load(model_dir: Path) -> Engine:
            return load_engine(LoadRequest(record, model_dir, self._cache_dir))

        engine = load_compiled(record.engine, source, self._cache, load)
        if self._warm_up:
            engine.warm_up()
        logger.info("engine loaded", extra={"voice": record.name, "engine": record.engine})
        return engine


def voice_of(record: VoiceRecord) -> Voice:
    """What callers may know about a catalogued voice."""
    return Voice(
        name=record.name,
        language=record.language,
        engine=record.engine,
        description=record.description,
        gender=record.gender,
        licence=record.licence,
    )
