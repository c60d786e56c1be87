"""An engine whose steps are done by worker processes, and a stream that outlives its worker.

A stream is a request and how far it is. Its state proper lies in one worker; when that worker is
lost, the segment is opened again in another and the steps already given are repeated there and
thrown away, which gives the same samples because engines are deterministic. The caller sees only
time pass. A step that kills two workers in a row is not tried a third time.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from brisa.engines.base import Capabilities, SegmentRequest, StepCost, StepResult, Voice
from brisa.errors import BrisaError, EngineFailed, EngineTimeout, UnknownVoice
from brisa.workers import messages
from brisa.workers.answers import Advanced
from brisa.workers.link import Link, Loss, WorkerLost
from brisa.workers.roster import Roster

logger = logging.getLogger(__name__)

_KILLS_MAX = 2

Gone = Callable[[int, int, Link | None], None]
"""Told of a stream nobody will step again: engine, key, worker. Called while garbage is collected,
so it must take no lock."""


class RemoteStream:
    """A segment being spoken somewhere. ``steps`` and ``samples`` are what the caller was given."""

    __slots__ = (
        "_gone",
        "deaths",
        "deadly_step",
        "ended",
        "engine",
        "key",
        "link",
        "next_cost",
        "request",
        "samples",
        "steps",
        "steps_there",
    )

    def __init__(
        self, engine: RemoteEngine, request: SegmentRequest, key: int, cost: StepCost, gone: Gone
    ) -> None:
        self.engine = engine  # keeps it loaded
        self.request = request
        self.key = key
        self.next_cost = cost
        self.steps = 0
        self.samples = 0
        self.ended = False
        self.link: Link | None = None
        self.steps_there = 0  # how far the worker's copy is
        self.deaths = 0
        self.deadly_step: int | None = None
        self._gone = gone

    @property
    def place(self) -> int | None:
        link = self.link
        return None if link is None or link.loss is not None else link.index

    def __del__(self) -> None:
        if not self.ended:
            self._gone(self.engine.number, self.key, self.link)

    def item(self) -> messages.Item:
        """The stream as part of a step; with its request if its worker has none of it yet."""
        opening = None if self.steps_there else messages.opening_of(self.request)
        return messages.Item(self.key, opening)

    def lose_worker(self, lost: WorkerLost) -> None:
        """Begin anew elsewhere. Raises ``EngineFailed`` if this step has killed too many."""
        step = self.steps_there
        self.link, self.steps_there = None, 0
        if not lost.blamed:
            return
        self.deaths = self.deaths + 1 if step == self.deadly_step else 1
        self.deadly_step = step
        if self.deaths >= _KILLS_MAX:
            logger.error("a segment killed two workers", extra={"loss": lost.loss.value})
            kind = EngineTimeout if lost.loss is Loss.HUNG else EngineFailed
            raise kind("A part of the text breaks the engine; it was given up.")


class RemoteEngine:
    """What :meth:`WorkerPool.load` returns. Thread-safe; freed by ``close`` or by being let go."""

    def __init__(
        self,
        facts: messages.Loaded,
        roster: Roster,
        keys: Callable[[], int],
        gone: Gone,
        unload: Callable[[int], None],
    ) -> None:
        """``keys`` gives streams their numbers; ``unload`` is called once or more, from any
        thread and while garbage is collected."""
        self.number = facts.engine
        self._facts = facts
        self._roster = roster
        self._keys = keys
        self._gone = gone
        self._unload = unload
        self._voice_names = frozenset(voice.name for voice in facts.voices)

    def __del__(self) -> None:
        self._unload(self.number)

    @property
    def name(self) -> str:
        return self._facts.name

    @property
    def capabilities(self) -> Capabilities:
        return self._facts.capabilities

    @property
    def fingerprint(self) -> str:
        return self._facts.fingerprint

    def voices(self) -> tuple[Voice, ...]:
        return self._facts.voices

    def open(self, request: SegmentRequest) -> RemoteStream:
        """Begin a segment; no worker is asked. Raises ``UnknownVoice`` and, when the engine or the
        pool takes no new streams, ``Unavailable``."""
        if request.voice not in self._voice_names:
            raise UnknownVoice(f"This engine has no voice {request.voice!r}.", param="voice")
        self._roster.open(self.number)
        return RemoteStream(self, request, self._keys(), self._facts.opening_cost, self._gone)

    def step(self, streams: Sequence[RemoteStream]) -> list[StepResult]:
        """One step of each stream, in order; streams of one worker share a round trip.

        A lost worker costs time only. Raises ``EngineFailed`` as engines do and if a stream has
        killed two workers, ``Unavailable`` if no worker comes back in time.
        """
        results: dict[int, StepResult] = {}
        try:
            while waiting := [stream for stream in streams if stream.key not in results]:
                results.update(self._step_together(waiting))
        except BrisaError:
            for stream in streams:
                self._abandon(stream)
            raise
        return [results[stream.key] for stream in streams]

    def warm_up(self) -> None:
        """Nothing to do: every worker is warm before it takes a stream."""

    def close(self) -> None:
        """Open no more streams; every worker frees the engine once the last one has ended."""
        self._roster.retire_engine(self.number)
        self._unload(self.number)

    def _step_together(self, waiting: Sequence[RemoteStream]) -> dict[int, StepResult]:
        """Step the first stream and all that are, or can be, where it is; nothing if they lost
        their worker."""
        group = self._gather(waiting)
        link = group[0].link
        assert link is not None
        try:
            for stream in group:
                self._catch_up(stream, link)
            advanced = self._round_trip(group, link)
        except WorkerLost as lost:
            logger.warning("a worker was lost under a step", extra={"worker": link.index})
            self._spread(group, lost)
            return {}
        return {stream.key: self._given(stream, done) for stream, done in advanced}

    def _gather(self, waiting: Sequence[RemoteStream]) -> list[RemoteStream]:
        first = waiting[0]
        if first.link is None or first.link.loss is not None:
            first.link, first.steps_there = self._roster.place(self.number, first.key), 0
        group = [first]
        for stream in waiting[1:]:
            if stream.link is None:
                stream.link = first.link
                self._roster.join(first.link, stream.key)
            if stream.link is first.link:
                group.append(stream)
        return group

    def _catch_up(self, stream: RemoteStream, link: Link) -> None:
        """Repeat, one step at a time so that others are served between, what was given before."""
        samples = 0
        replayed = stream.steps_there < stream.steps
        while stream.steps_there < stream.steps:
            try:
                [advanced] = link.step(
                    self.number, (stream.item(),), (stream.request,), discard=True
                )
            except WorkerLost as lost:
                stream.lose_worker(lost)
                raise WorkerLost(lost.loss, blamed=False) from lost
            stream.steps_there += 1
            samples += advanced.samples
        if replayed and samples != stream.samples:
            raise EngineFailed("The engine did not repeat itself, so the sound cannot go on.")

    def _round_trip(
        self, group: Sequence[RemoteStream], link: Link
    ) -> list[tuple[RemoteStream, Advanced]]:
        items = tuple(stream.item() for stream in group)
        advanced = link.step(self.number, items, [stream.request for stream in group])
        return list(zip(group, advanced, strict=True))

    def _spread(self, group: Sequence[RemoteStream], lost: WorkerLost) -> None:
        for stream in group:
            if stream.link is not None:
                stream.lose_worker(lost)

    def _given(self, stream: RemoteStream, advanced: Advanced) -> StepResult:
        stream.steps += 1
        stream.steps_there += 1
        stream.samples += advanced.samples
        stream.next_cost = advanced.next_cost
        if advanced.result.last:
            stream.ended = True
            self._roster.ended(self.number, stream.key, stream.link)
        return advanced.result

    def _abandon(self, stream: RemoteStream) -> None:
        """End a stream that broke; its worker may still hold it."""
        if not stream.ended:
            stream.ended = True
            self._gone(self.number, stream.key, stream.link)
