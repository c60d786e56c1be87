"""Who is measured: anything that turns a sentence into audio, and what one sentence took."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from brisa.clock import NS_PER_MS, Clock, process_time_ns
from brisa.engines.base import Engine, SegmentRequest
from brisa.service.synthesizer import Synthesizer
from brisa.types import SpeechSettings


@dataclass(frozen=True, slots=True)
class Trial:
    """One sentence spoken once: from the text given to the first and to the last sample out.

    ``cpu_ms`` is the processor time of the whole process meanwhile.
    """

    first_audio_ms: float
    total_ms: float
    cpu_ms: float
    audio_s: float


class Speaker(Protocol):
    """A contestant."""

    @property
    def name(self) -> str: ...

    def pieces(self, text: str) -> Iterable[int]:
        """Speak ``text``; the number of samples of each piece, as soon as it is there."""

    @property
    def sample_rate_hz(self) -> int: ...


def time_one(speaker: Speaker, text: str, clock: Clock) -> Trial:
    """Speak ``text`` once and time it."""
    cpu_ns, began_ns = process_time_ns(), clock.now_ns()
    first_ns, samples = None, 0
    for count in speaker.pieces(text):
        if first_ns is None and count:
            first_ns = clock.now_ns()
        samples += count
    ended_ns, cpu_ended_ns = clock.now_ns(), process_time_ns()
    return Trial(
        first_audio_ms=((first_ns or ended_ns) - began_ns) / NS_PER_MS,
        total_ms=(ended_ns - began_ns) / NS_PER_MS,
        cpu_ms=(cpu_ended_ns - cpu_ns) / NS_PER_MS,
        audio_s=samples / speaker.sample_rate_hz,
    )


class ServiceSpeaker:
    """The whole way of a request in the library: segmenter, pool thread, stream buffer."""

    name = "service"

    def __init__(self, synthesizer: Synthesizer, voice: str) -> None:
        self._synthesizer = synthesizer
        self._settings = SpeechSettings(voice=voice)
        self.sample_rate_hz = synthesizer.load(voice).capabilities.sample_rate_hz

    def pieces(self, text: str) -> Iterable[int]:
        for chunk in self._synthesizer.speak(text, self._settings):
            yield chunk.pcm_t.shape[0]


class EngineSpeaker:
    """The engine alone, on the calling thread: a sentence is one segment."""

    name = "engine"

    def __init__(self, engine: Engine, voice: str) -> None:
        self._engine = engine
        self._voice = voice
        self.sample_rate_hz = engine.capabilities.sample_rate_hz

    def pieces(self, text: str) -> Iterable[int]:
        stream = self._engine.open(SegmentRequest(text, self._voice))
        last = False
        while not last:
            (result,) = self._engine.step([stream])
            last = result.last
            yield result.pcm_t.shape[0]


class HibariSpeaker:
    """The hibari package itself, which gives a sentence in one piece."""

    name = "hibari"

    def __init__(self, model: str, language: str, threads: int) -> None:
        # Its own import of ONNX Runtime is the point; brisa's goes through one door.
        from hibari import SAMPLE_RATE, Hibari  # noqa: PLC0415 - for the baseline alone

        # The voice's name chooses only its spelling-to-sound rules; the model is the one given.
        accent = "emma" if language == "en-GB" else "heart"
        self._tts: Any = Hibari(voice=accent, model=model, threads=threads)
        self.sample_rate_hz = int(SAMPLE_RATE)

    def pieces(self, text: str) -> Iterable[int]:
        for pcm_t in self._tts.stream(text, seed=0):
            yield pcm_t.shape[0]
