"""Who is listened to: anything that turns a text into a recording."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Protocol

import numpy as np

from brisa.audio.pcm import to_float
from brisa.quality.recording import Recording
from brisa.service.listener import BULK
from brisa.service.synthesizer import Synthesizer
from brisa.types import PcmChunk, SpeechSettings


class Speaker(Protocol):
    """Speaks the same text with the same settings to the same samples, always."""

    @property
    def name(self) -> str: ...

    def speak(self, text: str, settings: SpeechSettings) -> Recording:
        """The whole of ``text``; ``settings.voice`` is the speaker's own. Raises ``BrisaError``."""


class ServiceSpeaker:
    """The whole way of a request in the library, with the text a listener would send."""

    def __init__(self, name: str, synthesizer: Synthesizer) -> None:
        self.name = name
        self._synthesizer = synthesizer

    def speak(self, text: str, settings: SpeechSettings) -> Recording:
        speech = self._synthesizer.speak(text, settings, listener=BULK)
        return recording_of(list(speech), speech.sample_rate_hz)


class HibariSpeaker:
    """The hibari package itself: its own reading of the text, each sentence in one piece."""

    name = "hibari"

    def __init__(self, model: str, language: str, threads: int) -> None:
        # The voice's name chooses only its spelling-to-sound rules; the model is the one given.
        accent = "emma" if language == "en-GB" else "heart"
        hibari: Any = import_module("hibari")
        self._tts = hibari.Hibari(voice=accent, model=model, threads=threads)
        self._sample_rate_hz = int(hibari.SAMPLE_RATE)

    def speak(self, text: str, settings: SpeechSettings) -> Recording:
        pieces_t = list(self._tts.stream(text, seed=settings.seed))
        starts = _starts([len(piece_t) for piece_t in pieces_t])
        return Recording(_joined(pieces_t), self._sample_rate_hz, starts)


def recording_of(chunks: Sequence[PcmChunk], sample_rate_hz: int) -> Recording:
    """What the chunks of one stream amount to."""
    segment_starts: list[int] = []
    chunk_starts: list[int] = []
    for before, chunk in zip(chunks, chunks[1:], strict=False):
        starts = chunk_starts if chunk.segment == before.segment else segment_starts
        starts.append(chunk.start_sample)
    pcm_t = _joined([to_float(chunk.pcm_t) for chunk in chunks])
    return Recording(pcm_t, sample_rate_hz, tuple(segment_starts), tuple(chunk_starts))


def _starts(lengths: Sequence[int]) -> tuple[int, ...]:
    return tuple(int(end) for end in np.cumsum(lengths[:-1], dtype=np.int64))


def _joined(pieces_t: Sequence[np.ndarray]) -> np.ndarray:
    return np.concatenate(pieces_t) if pieces_t else np.zeros(0, np.float32)
