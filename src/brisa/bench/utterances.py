"""What simulated listeners ask for: utterances as an assistant speaks them, 3 to 12 seconds long.

Written for this purpose. Their lengths vary as those of real answers do, and all but the shortest
have several sentences or clauses, so that there is something to make ahead.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Utterance:
    """``audio_s`` is how long the embedded voice's package speaks it, at its own pace."""

    text: str
    audio_s: float


def utterances() -> list[Utterance]:
    """All of them, from the shortest to the longest."""
    content = files("brisa.bench").joinpath("utterances.txt").read_text(encoding="utf-8")
    return [_utterance(line.strip()) for line in content.splitlines() if line.strip()]


def _utterance(line: str) -> Utterance:
    seconds, _, text = line.partition(" ")
    return Utterance(text, float(seconds))
