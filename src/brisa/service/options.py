"""Options of the service: small frozen values with sane defaults."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import platformdirs

from brisa.artifacts.cache import default_cache_dir
from brisa.text.segment import SegmenterOptions

_SEGMENTER = SegmenterOptions()

SPEED_MIN = 0.25
SPEED_MAX = 4.0
SAMPLE_RATE_MIN_HZ = 8000
SAMPLE_RATE_MAX_HZ = 48000


def default_voices_dir() -> Path:
    """Where added voices are kept."""
    return Path(platformdirs.user_data_dir("brisa", appauthor=False)) / "voices"


@dataclass(frozen=True, slots=True)
class SynthesizerOptions:
    """How a :class:`~brisa.service.synthesizer.Synthesizer` works.

    ``threads`` is how many streams are stepped at the same moment; ``None`` means one per usable
    core. ``buffer_low_ms``/``buffer_high_ms`` bound the audio that waits for a reader (P6).
    ``first_audio_target_ms`` is the deadline of a stream that has not been heard yet.
    ``clause_pause_ms``, ``sentence_pause_ms`` and ``paragraph_pause_ms`` are silence after a
    segment that ends so, on top of what the voice leaves there itself (about 0.3 s).
    ``warm_up`` runs a loaded voice once before its first stream: right for a server, wasted on a
    process that speaks once.
    """

    threads: int | None = None
    max_text_chars: int = 100_000
    buffer_low_ms: float = 600.0
    buffer_high_ms: float = 2000.0
    first_audio_target_ms: float = 300.0
    clause_pause_ms: int = _SEGMENTER.clause_pause_ms
    sentence_pause_ms: int = _SEGMENTER.sentence_pause_ms
    paragraph_pause_ms: int = _SEGMENTER.paragraph_pause_ms
    warm_up: bool = True
    cache_dir: Path = field(default_factory=default_cache_dir)
    voices_dir: Path = field(default_factory=default_voices_dir)
