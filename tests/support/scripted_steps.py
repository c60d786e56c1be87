"""A scripted engine whose steps a test counts and lets through one by one."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from brisa.engines.scripted import Script, ScriptedEngine, ScriptedStream

_DEADLINE_S = 60.0
"""Longer than any test waits for anything: a step that fails by this must never be what lets one
pass."""


class CountedSteps:
    """Counts the steps of ``engine``; after :meth:`hold` each waits for a permit."""

    def __init__(self, script: Script | None = None, voices: Sequence[str] = ("scripted",)) -> None:
        self.engine = ScriptedEngine(script, voices=voices, on_step=self._on_step)
        self.begun = 0
        self._counting = threading.Lock()
        self._held = False
        self._permits = threading.Semaphore(0)

    def hold(self, permits: int = 0) -> None:
        """From here on a step waits for a permit."""
        self._held = True
        self.allow(permits)

    def allow(self, steps: int) -> None:
        """Let so many steps through."""
        if steps:
            self._permits.release(steps)

    def release(self) -> None:
        """Let everything through."""
        self._held = False
        self._permits.release(1000)

    def _on_step(self, stream: ScriptedStream) -> None:
        with self._counting:
            self.begun += 1
        if self._held and not self._permits.acquire(timeout=_DEADLINE_S):
            raise AssertionError("a held step was never let through")
