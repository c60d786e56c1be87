"""Speak texts, have a recogniser write down what it hears, and count where the two differ."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from brisa.quality.corpus import CorpusItem
from brisa.quality.dnsmos import Dnsmos, Mos
from brisa.quality.error_rate import WordErrors, word_errors
from brisa.quality.recognizer import SAMPLE_RATE_HZ, Recognizer
from brisa.quality.speakers import Speaker
from brisa.quality.words import words_heard
from brisa.types import PcmFloat, SpeechSettings

Tick = Callable[[int, int], None]
"""Called with the texts done and the texts in all."""


@dataclass(frozen=True, slots=True)
class Hearing:
    """One text from one speaker. ``mos`` is ``None`` where the sound was not scored."""

    heard: str
    errors: WordErrors
    audio_s: float
    mos: Mos | None = None


@dataclass(frozen=True, slots=True)
class AsrRow:
    """One text with what was heard, by speaker's name."""

    item: CorpusItem
    hearings: Mapping[str, Hearing]


class Listener(Protocol):
    """Hears the same in the same samples, always."""

    def listen(self, pcm_t: PcmFloat) -> tuple[str, Mos | None]:
        """The words in ``pcm_t``, at 16 kHz, and the score of its sound if it has one."""


class Ear:
    """The recogniser; without ``dnsmos`` the sound is not scored."""

    def __init__(self, recognizer: Recognizer, dnsmos: Dnsmos | None = None) -> None:
        self._recognizer = recognizer
        self._dnsmos = dnsmos

    def listen(self, pcm_t: PcmFloat) -> tuple[str, Mos | None]:
        mos = self._dnsmos.score(pcm_t) if self._dnsmos is not None else None
        return self._recognizer.hear(pcm_t), mos


def run_asr(
    items: Sequence[CorpusItem],
    speakers: Sequence[Speaker],
    listener: Listener,
    voice: str,
    tick: Tick = lambda done, total: None,
) -> list[AsrRow]:
    """Every text by every speaker. Raises ``BrisaError`` if one of them cannot speak."""
    rows = []
    for done, item in enumerate(items):
        tick(done, len(items))
        settings = SpeechSettings(voice=voice, language=item.language, text=item.options)
        hearings = {
            speaker.name: hearing_of(item, speaker, listener, settings) for speaker in speakers
        }
        rows.append(AsrRow(item, hearings))
    return rows


def hearing_of(
    item: CorpusItem, speaker: Speaker, listener: Listener, settings: SpeechSettings
) -> Hearing:
    """One text by one speaker, held against what should have been said."""
    recording = speaker.speak(item.text, settings)
    heard, mos = listener.listen(recording.at_rate(SAMPLE_RATE_HZ))
    errors = word_errors(words_heard(item.spoken), words_heard(heard))
    return Hearing(heard, errors, recording.duration_s, mos)
