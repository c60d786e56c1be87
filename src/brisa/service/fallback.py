"""The voice that goes on where an engine breaks.

A stream whose engine fails in the middle of a segment is spoken on by another voice, if one is
named: from the first word that was not heard to its end where the engine tells its words, else the
whole segment once more, so that nothing is left unsaid. The next segment is the stream's own
voice's again; when that breaks a second time in a row the other one keeps the stream. What was
spoken so is counted and told with the outcome: another voice never hides an error.

Files have nobody who waits: their streams fail and can be made again.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final

from brisa.engines.base import Engine
from brisa.errors import BrisaError
from brisa.service.checks import same_language

logger = logging.getLogger(__name__)

FAILURES_KEPT: Final = 2
"""After so many segments in a row that broke, a stream does not go back to its own voice."""


class Fallback:
    """One stream's. ``engine_for`` gives the engine of a voice; ``voice`` ``None`` is no fallback.

    One thread at a time.
    """

    def __init__(
        self,
        voice: str | None = None,
        engine_for: Callable[[str], Engine] | None = None,
    ) -> None:
        self._voice = voice
        self._engine_for = engine_for
        self._failures = 0
        self._failed: Engine | None = None

    def instead_of(self, engine: Engine, language: str | None) -> Engine | None:
        """``engine`` broke while it spoke ``language``: who goes on; ``None`` if nobody can."""
        substitute = self._substitute(engine, language)
        if substitute is not None:
            self._failures = self._failures + 1 if self._failed is engine else 1
            self._failed = engine
        return substitute

    def spoke(self, engine: Engine) -> None:
        """``engine`` has spoken a segment to its end."""
        if engine is self._failed:
            self._failed, self._failures = None, 0

    def chosen(self, engine: Engine, language: str | None) -> Engine:
        """Who speaks a segment that begins and is meant for ``engine``."""
        if engine is not self._failed or self._failures < FAILURES_KEPT:
            return engine
        return self._substitute(engine, language) or engine

    def _substitute(self, engine: Engine, language: str | None) -> Engine | None:
        if self._voice is None or self._engine_for is None:
            return None
        try:
            other = self._engine_for(self._voice)
        except BrisaError as error:
            logger.warning("the fallback voice cannot be had", extra={"code": error.code})
            return None
        speaks = language is None or any(
            same_language(language, known) for known in other.capabilities.languages
        )
        return other if speaks and other is not engine else None
