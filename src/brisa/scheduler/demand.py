"""What a stream of an engine asks of the processors, learnt from the steps it has taken.

Three things count: processor time for a second of audio (a decaying ratio of sums), how much a
step's time varies (p50 and p90 of a window), and what the first sound takes (p90 of a window).
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from brisa.scheduler.quantiles import WindowQuantile

MAX_ENGINES: Final = 64
_DECAY: Final = 1 - 1 / 512
"""The ratio remembers some five hundred steps."""


@dataclass(frozen=True, slots=True)
class DemandSeed:
    """What an engine is taken to cost until it has been measured.

    ``rtf`` is processor seconds for a second of audio.
    """

    rtf: float = 0.1
    step_ns: int = 20_000_000
    first_ns: int = 60_000_000
    utterance_ns: int = 6_000_000_000


class EngineDemand:
    """One engine's."""

    def __init__(self, seed: DemandSeed) -> None:
        # The seed weighs as much as the audio of ten steps: a few utterances override it.
        self._audio_ns = 10 * seed.step_ns / max(seed.rtf, 1e-6)
        self._cost_ns = 10.0 * seed.step_ns
        self._steps = 10.0
        self._step = WindowQuantile((seed.step_ns,) * 4)
        self._first = WindowQuantile((seed.first_ns,) * 4, window=64)
        self._utterance_ns = float(seed.utterance_ns)

    @property
    def rtf(self) -> float:
        """Processor seconds for a second of audio: the share of a core that a stream takes."""
        return self._cost_ns / self._audio_ns

    @property
    def spread(self) -> float:
        """How much more than usual a stream may take: ``(p90 - p50) / audio of a step``."""
        audio_ns = self._audio_ns / self._steps
        return (self._step.quantile(0.9) - self._step.quantile(0.5)) / audio_ns

    @property
    def long_step_ns(self) -> int:
        """What one step of fifty exceeds: so long may a processor be taken by the less urgent.

        p90 would miss the first steps of segments, which are few and long.
        """
        return self._step.quantile(0.98)

    @property
    def first_p90_ns(self) -> int:
        """Work from the beginning of a stream to its first audio."""
        return self._first.quantile(0.9)

    @property
    def first_p50_ns(self) -> int:
        """As :attr:`first_p90_ns`, at the median."""
        return self._first.quantile(0.5)

    @property
    def utterance_ns(self) -> int:
        """How long a stream's audio is, on the (decaying) average."""
        return round(self._utterance_ns)

    def stepped(self, cost_ns: int, audio_ns: int, batch_size: int) -> None:
        """A step took ``cost_ns`` for ``batch_size`` streams and gave this one ``audio_ns``."""
        self._step.add(cost_ns)
        self._cost_ns = self._cost_ns * _DECAY + cost_ns / batch_size
        self._audio_ns = self._audio_ns * _DECAY + audio_ns
        self._steps = self._steps * _DECAY + 1

    def sounded(self, spent_ns: int) -> None:
        """A stream's first audio came after ``spent_ns`` of work."""
        self._first.add(spent_ns)

    def ended(self, produced_ns: int) -> None:
        """A stream was ``produced_ns`` of audio long."""
        self._utterance_ns += (produced_ns - self._utterance_ns) / 32


class Demands:
    """Every engine's, by name; the one that was not asked for longest goes over the bound."""

    def __init__(self, seed: DemandSeed | None = None) -> None:
        self._seed = seed or DemandSeed()
        self._engines: OrderedDict[str, EngineDemand] = OrderedDict()

    def __len__(self) -> int:
        return len(self._engines)

    def of(self, engine: str) -> EngineDemand:
        """The engine's demand, seeded if it is new."""
        found = self._engines.get(engine)
        if found is None:
            found = self._engines[engine] = EngineDemand(self._seed)
            if len(self._engines) > MAX_ENGINES:
                self._engines.popitem(last=False)
        else:
            self._engines.move_to_end(engine)
        return found

    def seed(self, engine: str, seed: DemandSeed) -> None:
        """What this engine is taken to cost; forgets what was measured of it."""
        self._engines[engine] = EngineDemand(seed)
