"""Speak texts and take the figures that :mod:`brisa.quality.limits` judges."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from brisa.quality.clicks import JoinFigures, join_figures, mean_rank_excess
from brisa.quality.levels import levels_of
from brisa.quality.limits import JOIN_RANK, PAUSE, TAIL
from brisa.quality.recording import Recording
from brisa.quality.silences import silences_of
from brisa.quality.speakers import Speaker
from brisa.types import SpeechSettings

PAUSES_MS = (500, 1250)
PACE_MIN_CHARS = 30
"""Shorter texts have no pace worth the name."""

_STOPS = ".!?…"
_PAUSE_TEXT = "The kettle is on the stove. [pause:{}ms] We can begin without the others."

Tick = Callable[[int, int], None]
"""Called with the texts done and the texts in all."""


@dataclass(frozen=True, slots=True)
class SignalText:
    """A text and how it is said, whose length is what the pace is counted by."""

    text: str
    spoken: str


@dataclass(frozen=True, slots=True)
class SignalRow:
    """The figures of one text by the name of their limit; none where there is nothing to judge."""

    text: str
    figures: dict[str, float]


@dataclass(frozen=True, slots=True)
class SignalRun:
    """All texts of a run, and the figures that belong to the run as a whole."""

    rows: tuple[SignalRow, ...]
    overall: dict[str, float]
    joins: int


def run_signal(
    speaker: Speaker,
    texts: Sequence[SignalText],
    settings: SpeechSettings,
    tick: Tick = lambda done, total: None,
) -> SignalRun:
    """Every text once, and once more without its final punctuation. Raises ``BrisaError``."""
    rows: list[SignalRow] = []
    joins: list[JoinFigures] = []
    for done, item in enumerate(texts):
        tick(done, len(texts))
        recording = speaker.speak(item.text, settings)
        found = join_figures(recording)
        joins += found
        figures = text_figures(recording, item.spoken, found)
        figures |= tail_figures(speaker, item.text, recording, settings)
        rows.append(SignalRow(item.text, figures))
    overall = {
        JOIN_RANK.name: mean_rank_excess(joins),
        PAUSE.name: float(pause_error_samples(speaker, settings)),
    }
    return SignalRun(tuple(rows), overall, len(joins))


def text_figures(
    recording: Recording, spoken: str, joins: Sequence[JoinFigures]
) -> dict[str, float]:
    """The figures that one recording has by itself."""
    levels = levels_of(recording.pcm_t, recording.sample_rate_hz)
    silences = silences_of(recording.pcm_t, recording.sample_rate_hz)
    figures = {
        "speech_level": levels.speech_dbfs,
        "peak": levels.peak_dbfs,
        "full_scale_samples": float(levels.full_scale_samples),
        "offset": levels.offset_dbfs,
        "edges": levels.edge_dbfs,
        "leading_silence": silences.leading_ms,
        "trailing_silence": silences.trailing_ms,
        "longest_silence": silences.longest_inside_ms,
    }
    if joins:
        figures["worst_join"] = max(join.ratio for join in joins)
    if len(spoken) >= PACE_MIN_CHARS:
        sound_ms = max(silences.sound_ms, 1.0)
        figures["pace"] = len(spoken) * 1000 / sound_ms
    return figures


def tail_figures(
    speaker: Speaker, text: str, recording: Recording, settings: SpeechSettings
) -> dict[str, float]:
    """The text's sound without its final punctuation over ``recording``'s, which has it.

    A tail that is not clean shows in the edges of the recording; the larger counts.
    """
    bare = text.rstrip(_STOPS)
    if bare == text or not bare:
        return {}
    without = speaker.speak(bare, settings)
    with_ms = silences_of(recording.pcm_t, recording.sample_rate_hz).sound_ms
    without_ms = silences_of(without.pcm_t, without.sample_rate_hz).sound_ms
    edges = (levels_of(r.pcm_t, r.sample_rate_hz).edge_dbfs for r in (recording, without))
    return {TAIL.name: without_ms / max(with_ms, 1.0), "edges": max(edges)}


def pause_error_samples(speaker: Speaker, settings: SpeechSettings) -> int:
    """By how much two recordings whose pauses differ miss that difference in length."""
    short, long = (speaker.speak(_PAUSE_TEXT.format(pause_ms), settings) for pause_ms in PAUSES_MS)
    expected = round((PAUSES_MS[1] - PAUSES_MS[0]) * short.sample_rate_hz / 1000)
    return len(long.pcm_t) - len(short.pcm_t) - expected
