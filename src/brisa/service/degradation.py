"""A service in trouble does with less, so that everybody hears something; and says so.

:class:`brisa.scheduler.ladder.Ladder` decides; this gathers how things are and says what a rung
means for a stream that begins. Streams that run stay as they are: what somebody hears does not
change its voice in the middle. Looks are due by time and taken when somebody asks, so no thread
waits for the next one; those that were missed while nobody asked are made up for.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final

from brisa.clock import NS_PER_MS
from brisa.errors import ConfigError, Overloaded
from brisa.scheduler.ladder import Ladder, LadderOptions, Rung, Strain
from brisa.scheduler.quantiles import WindowQuantile
from brisa.types import SpeechSettings

logger = logging.getLogger(__name__)

ENOUGH_FIRST_SOUNDS: Final = 5
"""Of fewer between two looks no p95 is taken."""


@dataclass(frozen=True, slots=True)
class DegradationOptions:
    """``enabled``: there is a ladder. ``lighter_voices`` names, by voice, one that costs less.

    Every ``look_ms`` is looked how things are; ``up_looks`` strained looks lead up, ``down_looks``
    relaxed ones down (:mod:`brisa.scheduler.ladder`). ``look_ahead_factor`` multiplies how far new
    streams are made ahead, ``sample_rate_hz`` is what they get on that rung if they can, and who is
    refused is told to come back after ``retry_after_s``. Raises ``ConfigError`` for what cannot be.
    """

    enabled: bool = False
    lighter_voices: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    up_load: float = 0.9
    down_load: float = 0.7
    look_ms: int = 1000
    up_looks: int = 3
    down_looks: int = 10
    look_ahead_factor: float = 1.5
    sample_rate_hz: int = 16_000
    retry_after_s: float = 5.0

    def __post_init__(self) -> None:
        if any(voice in self.lighter_voices for voice in self.lighter_voices.values()):
            raise ConfigError(
                "A lighter voice must not have a lighter one itself.",
                param="degradation.lighter_voices",
            )
        self.ladder()

    def ladder(self) -> LadderOptions:
        """The rungs that there are. Raises ``ConfigError`` for loads that contradict."""
        absent = () if self.lighter_voices else (Rung.LIGHTER_VOICE,)
        rungs = tuple(rung for rung in Rung if rung not in absent)
        return LadderOptions(self.up_load, self.down_load, self.up_looks, self.down_looks, rungs)


@dataclass(frozen=True, slots=True)
class Lessened:
    """What a stream is spoken with, and how that is less than was asked for."""

    settings: SpeechSettings
    notes: tuple[str, ...] = ()

    @property
    def header(self) -> str:
        """The notes as transports show them: ``look-ahead, lighter-voice=NAME, sample-rate=HZ``;
        in ASCII, whatever voices are called."""
        return ", ".join(self.notes).encode("ascii", "replace").decode()


class Degradation:
    """One service's. Any thread may call; time comes in.

    ``load`` says what the live streams ask of the workers, as a share of what those can do; it is
    called without a lock held. Not ``enabled``, it stays at ``NORMAL``.
    """

    def __init__(
        self, options: DegradationOptions, load: Callable[[], float], first_audio_target_ms: float
    ) -> None:
        self._options = options
        self._load = load
        self._target_ns = round(first_audio_target_ms * NS_PER_MS)
        self._ladder = Ladder(options.ladder())
        self._next_ns: int | None = None
        self._underruns = 0
        self._refused = 0
        self._first_sounds = _first_sounds()
        self._lock = threading.Lock()

    def underrun(self) -> None:
        """A listener met a silence that was the server's fault."""
        with self._lock:
            self._underruns += 1

    def refused(self) -> None:
        """Somebody was refused for want of capacity, by another than :meth:`check`."""
        with self._lock:
            self._refused += 1

    def first_audio(self, waited_ns: int) -> None:
        """A live stream's first audio came so long after its first text."""
        with self._lock:
            self._first_sounds.add(waited_ns)

    def rung(self, now_ns: int) -> Rung:
        """Where the service stands."""
        if not self._options.enabled:
            return Rung.NORMAL
        if self._next_ns is not None and now_ns < self._next_ns:
            return self._ladder.rung
        load = self._load()
        with self._lock:
            before, rung = self._ladder.rung, self._looked(load, now_ns)
        if rung is not before:
            fields = {"rung": rung.name.lower(), "before": before.name.lower(), "load": load}
            logger.warning("the service does with more or less from here on", extra=fields)
        return rung

    def check(self, now_ns: int) -> None:
        """Raises ``Overloaded`` on the last rung."""
        if self.rung(now_ns) is Rung.REFUSE:
            retry_after_s = self._options.retry_after_s
            message = (
                "The server cannot keep up with the listeners it has. "
                f"Try again in {retry_after_s:g} s."
            )
            raise Overloaded(message, retry_after_s=retry_after_s, reason="degraded")

    def look_ahead_factor(self, now_ns: int) -> float:
        """How much further a stream that begins is made ahead."""
        return self._options.look_ahead_factor if self.rung(now_ns) >= Rung.LOOK_AHEAD else 1.0

    def lessened(
        self, settings: SpeechSettings, now_ns: int, *, rates_hz: Collection[int] = ()
    ) -> Lessened:
        """What a live stream that begins gets instead of ``settings``.

        ``rates_hz`` are those it may have instead of its own: none unless its format says its rate
        itself and the request does not ask for one.
        """
        rung = self.rung(now_ns)
        notes = ["look-ahead"] if rung >= Rung.LOOK_AHEAD else []
        voice = self._options.lighter_voices.get(settings.voice)
        if rung >= Rung.LIGHTER_VOICE and voice is not None:
            settings = replace(settings, voice=voice)
            notes.append(f"lighter-voice={voice}")
        rate_hz, own_hz = self._options.sample_rate_hz, settings.sample_rate_hz
        lower = rate_hz in rates_hz and (own_hz is None or own_hz > rate_hz)
        if rung >= Rung.SAMPLE_RATE and lower:
            settings = replace(settings, sample_rate_hz=rate_hz)
            notes.append(f"sample-rate={rate_hz}")
        return Lessened(settings, tuple(notes))

    def _looked(self, load: float, now_ns: int) -> Rung:
        """The rung after the looks that are due; the first is due one interval from the start."""
        look_ns = self._options.look_ms * NS_PER_MS
        if self._next_ns is None:
            self._next_ns = now_ns + look_ns
        missed, options = (now_ns - self._next_ns) // look_ns, self._options
        if missed < 0:
            return self._ladder.rung
        strain = Strain(load, self._underruns, self._late(), self._refused)
        self._underruns = self._refused = 0
        self._first_sounds = _first_sounds()
        self._ladder.look(strain)
        # Nobody asked meanwhile, so nobody was served: nothing but the load is known.
        for _ in range(min(missed, len(Rung) * options.down_looks)):
            self._ladder.look(Strain(min(load, options.up_load)))
        self._next_ns += (missed + 1) * look_ns
        return self._ladder.rung

    def _late(self) -> bool:
        sounds = self._first_sounds
        return len(sounds) >= ENOUGH_FIRST_SOUNDS and sounds.quantile(0.95) > self._target_ns


def no_degradation() -> Degradation:
    """Of a service that always does what it is asked for."""
    return Degradation(DegradationOptions(), lambda: 0.0, 0.0)


def _first_sounds() -> WindowQuantile:
    return WindowQuantile(window=1024)
