"""Loaded engines: voice name → engine, loaded once, shared by every stream."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from brisa.artifacts.compiled import voice_cache
from brisa.artifacts.voices import VoiceCatalogue, VoiceRecord
from brisa.engines.base import Engine, Voice
from brisa.engines.table import LoadRequest
from brisa.errors import UnknownVoice, VoiceFileError
from brisa.service.compile import load_compiled
from brisa.text.tools import warm_reading
from brisa.workers.base import Pool
from brisa.workers.inline import InlinePool

logger = logging.getLogger(__name__)


class _Loaded(NamedTuple):
    """An engine and the record it was loaded for."""

    record: VoiceRecord
    engine: Engine


class EngineHub:
    """Has a pool load engines, by default this process; ``ready_engines`` are given, already
    loaded, and win by voice.

    At most ``max_loaded_voices`` are kept: the one that was asked for longest ago is let go. An
    engine let go is not closed, since streams may still step it; it is freed with its last stream.
    ``on_loaded`` is called with each engine that was loaded, and its voice, before it is used.
    """

    def __init__(
        self,
        catalogue: VoiceCatalogue,
        cache_dir: Path,
        ready_engines: Mapping[str, Engine] | None = None,
        *,
        pool: Pool | None = None,
        warm_up: bool = True,
        max_loaded_voices: int = 3,
        on_loaded: Callable[[Engine, str], None] = lambda engine, voice: None,
    ) -> None:
        self._on_loaded = on_loaded
        self.catalogue = catalogue
        self._cache_dir = cache_dir
        self._cache = voice_cache(cache_dir)
        self._pool: Pool = InlinePool() if pool is None else pool
        self._owns_pool = pool is None
        self._warm_up = warm_up
        self._max_loaded_voices = max_loaded_voices
        self._given = dict(ready_engines or {})
        self._loaded: OrderedDict[str, _Loaded] = OrderedDict()
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

        The catalogue is asked each time: a voice that was replaced is loaded anew. Raises
        ``UnknownVoice`` and what loading raises.
        """
        given = self._given.get(voice)
        if given is not None:
            return given
        record = self._record(voice)
        engine = self._use(record)
        if engine is not None:
            return engine
        with self._lock:
            lock = self._locks.setdefault(voice, threading.Lock())
        with lock:
            return self._use(record) or self._keep(record, self._load(record))

    def is_loaded(self, voice: str) -> bool:
        """True if :meth:`engine_for` would return at once."""
        if voice in self._given:
            return True
        try:
            record = self._record(voice)
        except (UnknownVoice, VoiceFileError):
            return False
        loaded = self._loaded.get(voice)
        return loaded is not None and loaded.record == record

    def close(self) -> None:
        """Let go of what was loaded here; a pool that was given is closed by its owner."""
        with self._lock:
            self._loaded.clear()
        if self._owns_pool:
            self._pool.close()
        self._cache.close()

    def _record(self, voice: str) -> VoiceRecord:
        try:
            return self.catalogue.find(voice)
        except UnknownVoice:
            with self._lock:
                self._loaded.pop(voice, None)
            raise

    def _use(self, record: VoiceRecord) -> Engine | None:
        with self._lock:
            loaded = self._loaded.get(record.name)
            if loaded is None or loaded.record != record:
                return None
            self._loaded.move_to_end(record.name)
            return loaded.engine

    def _keep(self, record: VoiceRecord, engine: Engine) -> Engine:
        with self._lock:
            self._loaded[record.name] = _Loaded(record, engine)
            self._loaded.move_to_end(record.name)
            while len(self._loaded) > self._max_loaded_voices:
                self._loaded.popitem(last=False)
        return engine

    def _load(self, record: VoiceRecord) -> Engine:
        source = self.catalogue.path_of(record)

        def load(model_dir: Path) -> Engine:
            request = LoadRequest(record, model_dir, self._cache_dir)
            return self._pool.load(request, warm_up=self._warm_up)

        engine = load_compiled(record.engine, source, self._cache, load)
        if self._warm_up:
            warm_reading(record.language)
        self._on_loaded(engine, record.name)
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
