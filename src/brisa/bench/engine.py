"""The scenario ``engine``: one stream at a time, warm, sentence by sentence.

Contestants speak the same sentences in turn within one run, in an order that alternates from round
to round, so that a machine that is busy or slows down meets all of them alike; a comparison is the
ratio within a round.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from brisa.bench.figures import latency_figures, spread
from brisa.bench.sentences import Sentence
from brisa.bench.speakers import Speaker, Trial, time_one
from brisa.clock import Clock

Trials = dict[str, list[list[Trial]]]
"""By contestant: a list per round, a trial per sentence."""

Tick = Callable[[int, int], None]
"""Called with the trials done and the trials in all."""


@dataclass(frozen=True, slots=True)
class Summary:
    """A contestant's figures; real-time factors are seconds of work per second of audio.

    ``rtf`` counts the time that passed, ``rtf_cpu`` the processor time, which other processes on
    the machine disturb less.
    """

    first_audio_ms: dict[str, float]
    plain_first_audio_ms_p50: float | None
    rtf: dict[str, float]
    rtf_cpu: dict[str, float]

    def as_object(self) -> dict[str, Any]:
        return {
            "first_audio_ms": {
                **self.first_audio_ms,
                "plain_10_words_p50": self.plain_first_audio_ms_p50,
            },
            "rtf": self.rtf,
            "rtf_cpu": self.rtf_cpu,
        }


def run_rounds(
    speakers: Sequence[Speaker],
    sentences: Sequence[Sentence],
    rounds: int,
    clock: Clock,
    tick: Tick = lambda done, total: None,
) -> Trials:
    """Every contestant speaks every sentence ``rounds`` times, after one round not counted."""
    trials: Trials = {speaker.name: [] for speaker in speakers}
    total = (rounds + 1) * len(sentences) * len(speakers)
    done = 0
    for index in range(rounds + 1):
        counted: dict[str, list[Trial]] = {speaker.name: [] for speaker in speakers}
        for position, sentence in enumerate(sentences):
            turn = speakers if (index + position) % 2 == 0 else speakers[::-1]
            for speaker in turn:
                counted[speaker.name].append(time_one(speaker, sentence.text, clock))
                done += 1
                tick(done, total)
        if index:
            for name, round_trials in counted.items():
                trials[name].append(round_trials)
    return trials


def summarise(rounds: Sequence[Sequence[Trial]], sentences: Sequence[Sentence]) -> Summary:
    """Latencies over sentences (each one's median over the rounds), factors over rounds."""
    firsts_ms = [
        statistics.median(trials[index].first_audio_ms for trials in rounds)
        for index in range(len(sentences))
    ]
    plain_ms = [ms for ms, sentence in zip(firsts_ms, sentences, strict=True) if sentence.plain]
    return Summary(
        first_audio_ms=latency_figures(firsts_ms),
        plain_first_audio_ms_p50=round(statistics.median(plain_ms), 2) if plain_ms else None,
        rtf=spread([real_time_factor(trials) for trials in rounds]),
        rtf_cpu=spread([real_time_factor(trials, cpu=True) for trials in rounds]),
    )


def real_time_factor(trials: Sequence[Trial], *, cpu: bool = False) -> float:
    """Seconds of work per second of audio over one round."""
    audio_s = sum(trial.audio_s for trial in trials)
    spent_ms = sum(trial.cpu_ms if cpu else trial.total_ms for trial in trials)
    return spent_ms / 1000 / audio_s if audio_s else float("inf")


def ratios(
    ours: Sequence[Sequence[Trial]], theirs: Sequence[Sequence[Trial]], *, cpu: bool = False
) -> dict[str, float]:
    """Our real-time factor over theirs, round by round."""
    return spread(
        [
            real_time_factor(mine, cpu=cpu) / real_time_factor(other, cpu=cpu)
            for mine, other in zip(ours, theirs, strict=True)
        ]
    )


def time_ratios(
    ours: Sequence[Sequence[Trial]], theirs: Sequence[Sequence[Trial]]
) -> dict[str, float]:
    """Our time for the same sentences over theirs, round by round, however much audio it became."""
    return spread(
        [
            sum(trial.total_ms for trial in mine) / sum(trial.total_ms for trial in other)
            for mine, other in zip(ours, theirs, strict=True)
        ]
    )
