"""Who can take a stream, and which streams are open: the one place callers and supervisor share."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterable

from brisa.clock import NS_PER_S, Clock
from brisa.errors import ShuttingDown, Unavailable
from brisa.workers.link import Link


class _Seat:
    """A worker that takes streams: what it has loaded and which streams it holds."""

    def __init__(self, engines: set[int]) -> None:
        self.engines = engines
        self.streams: set[int] = set()
        self.accepting = True


class Roster:
    """Seats of workers. Every method may be called from any thread."""

    def __init__(self, clock: Clock, wait_limit_ns: int) -> None:
        self._clock = clock
        self._wait_limit_ns = wait_limit_ns
        self._changed = threading.Condition()
        self._seats: dict[Link, _Seat] = {}
        self._open: Counter[int] = Counter()
        self._unloaded: set[int] = set()
        self._refusing = False
        self._closed = False
        self._thread = threading.local()

    # What the supervisor does.

    def seat(self, link: Link, engines: Iterable[int]) -> None:
        """A worker takes streams of the engines that it has."""
        self._change(lambda: self._seats.setdefault(link, _Seat(set(engines))))

    def stop_placing(self, link: Link) -> None:
        """A worker keeps its streams and takes no more."""
        with self._changed:
            if link in self._seats:
                self._seats[link].accepting = False

    def unseat(self, link: Link) -> None:
        """A worker is gone, and its streams' state with it."""
        with self._changed:
            self._seats.pop(link, None)

    def mark_loaded(self, link: Link, engine: int) -> None:
        """A worker that is seated has one engine more."""
        with self._changed:
            if link in self._seats:
                self._seats[link].engines.add(engine)
            self._changed.notify_all()

    def mark_unloaded(self, link: Link, engine: int) -> None:
        """A seated worker no longer has it."""
        with self._changed:
            if link in self._seats:
                self._seats[link].engines.discard(engine)

    def streams_on(self, link: Link) -> int:
        """How many streams a worker holds."""
        with self._changed:
            seat = self._seats.get(link)
            return len(seat.streams) if seat else 0

    def open_streams(self, engine: int) -> int:
        """How many streams of an engine have not ended."""
        with self._changed:
            return self._open[engine]

    def close(self) -> None:
        """Everybody who waits or comes is told that the pool is closed."""

        def shut() -> None:
            self._closed = self._refusing = True

        self._change(shut)

    # What pool and engines do.

    def refuse(self) -> None:
        """Open no more streams; those that are open go on."""
        self._refusing = True

    @property
    def refusing(self) -> bool:
        """No stream is opened any more."""
        return self._refusing

    def open(self, engine: int) -> None:
        """Count a stream in. Raises ``ShuttingDown`` and ``Unavailable`` (the engine was freed)."""
        with self._changed:
            if self._refusing:
                raise ShuttingDown("The pool of workers takes no new streams.")
            if engine in self._unloaded:
                raise Unavailable("The voice has just been replaced; ask again.")
            self._open[engine] += 1

    def retire_engine(self, engine: int) -> None:
        """Open no more streams of an engine."""
        with self._changed:
            self._unloaded.add(engine)

    def prefer(self, index: int) -> None:
        """Streams of the calling thread that no worker holds go to this one, if it takes any."""
        self._thread.preferred = index

    def place(self, engine: int, key: int) -> Link:
        """The worker for a stream that none holds: the thread's own, else the one with the fewest
        streams.

        Blocks while there is none. Raises ``Unavailable`` in the end, and ``ShuttingDown``.
        """
        deadline_ns = self._clock.now_ns() + self._wait_limit_ns
        preferred = getattr(self._thread, "preferred", None)
        with self._changed:
            while True:
                self._check_open()
                found = [
                    (link.index != preferred, len(seat.streams), link.index, link, seat)
                    for link, seat in self._seats.items()
                    if seat.accepting and link.loss is None and engine in seat.engines
                ]
                if found:
                    *_, link, seat = min(found, key=lambda entry: entry[:3])
                    seat.streams.add(key)
                    return link
                left_ns = deadline_ns - self._clock.now_ns()
                if left_ns <= 0:
                    raise Unavailable("No worker process is alive; the log says why.")
                self._changed.wait(left_ns / NS_PER_S)

    def join(self, link: Link, key: int) -> None:
        """A stream that none holds goes to a worker chosen for another one of its step."""
        with self._changed:
            if link in self._seats:
                self._seats[link].streams.add(key)

    def ended(self, engine: int, key: int, link: Link | None) -> None:
        """A stream will not be stepped again."""
        with self._changed:
            self._open[engine] -= 1
            if not self._open[engine]:
                del self._open[engine]
            if link in self._seats:
                self._seats[link].streams.discard(key)
            self._changed.notify_all()

    def wait_until_quiet(self, limit_s: float) -> bool:
        """True if no stream is open, at the latest after ``limit_s``."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._open.total(), limit_s)

    def _check_open(self) -> None:
        if self._closed:
            raise ShuttingDown("The pool of workers is closed.")

    def _change(self, change: Callable[[], object]) -> None:
        with self._changed:
            change()
            self._changed.notify_all()
