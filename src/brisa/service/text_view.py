"""A text as it would be spoken, to look at: its segments, their words, where each comes from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from brisa.text.edits import Spoken
from brisa.text.reading import Utterable
from brisa.text.segment import Segment


@dataclass(frozen=True, slots=True)
class SpokenStretch:
    """``spoken`` is said for ``start_char``..``end_char`` of the text, which is written so."""

    spoken: str
    start_char: int
    end_char: int


@dataclass(frozen=True, slots=True)
class SegmentView:
    """One segment. ``spoken`` is what the voice is given; ``pause_after_ms`` the silence after it,
    the whole of it if ``spoken`` is empty. ``rate`` is relative to the request's own. ``stretches``
    are those said otherwise than written. ``phonemes`` are the sounds given for them, by place in
    ``spoken``."""

    spoken: str
    start_char: int
    end_char: int
    language: str
    pause_after_ms: float
    rate: float
    stretches: tuple[SpokenStretch, ...]
    phonemes: tuple[tuple[int, int, str], ...]
    dropped_chars: int

    def as_object(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "spoken": self.spoken,
            "start_char": self.start_char,
            "end_char": self.end_char,
            "language": self.language,
            "pause_after_ms": self.pause_after_ms,
            "rate": self.rate,
            "dropped_chars": self.dropped_chars,
            "changes": [
                {"spoken": item.spoken, "start_char": item.start_char, "end_char": item.end_char}
                for item in self.stretches
            ],
            "phonemes": [
                {"start": start, "end": end, "ipa": ipa} for start, end, ipa in self.phonemes
            ],
        }


def view_of(utterable: Utterable) -> SegmentView:
    """What becomes of one segment."""
    segment = utterable.segment
    spoken = Spoken("", segment.spans.slice(0, 0)) if segment.silent else utterable.spoken()
    return SegmentView(
        spoken=spoken.text,
        start_char=segment.start_char,
        end_char=segment.end_char,
        language=utterable.language,
        pause_after_ms=segment.pause_after_ms,
        rate=segment.rate,
        stretches=tuple(_stretches(spoken, segment)),
        phonemes=tuple((span.start, span.end, span.ipa) for span in spoken.phonemes),
        dropped_chars=spoken.dropped_chars,
    )


def _stretches(spoken: Spoken, segment: Segment) -> Iterator[SpokenStretch]:
    """What was said otherwise than written: every run that is not a copy of its source."""
    at = 0
    for run in spoken.spans.then(segment.spans).runs:
        said, at = spoken.text[at : at + run.length], at + run.length
        if not run.verbatim and said.strip():
            yield SpokenStretch(said, run.start, run.end)
