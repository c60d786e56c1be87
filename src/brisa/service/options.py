"""Options of the service: small frozen values with sane defaults."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

import platformdirs

from brisa.artifacts.cache import default_cache_dir
from brisa.audio.buffer_options import BufferOptions
from brisa.placement.plan import ThreadPlacement
from brisa.scheduler.policy import PolicyName
from brisa.scheduler.watermarks import LookAheadOptions
from brisa.service.degradation import DegradationOptions
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

    ``workers`` is how many processes synthesise; 0 is this one, with threads. ``threads`` is how
    many streams are stepped at the same moment; ``None`` means one per usable core, or two per
    worker, so that it finds its next step when one is done. A worker that grows over
    ``worker_memory_limit_mb`` is replaced; ``worker_threads`` is what one step may use.
    ``placements`` says where each worker, or thread, runs; empty is wherever the system puts them.
    ``lock_memory``: what synthesises is kept in memory where that is permitted without a limit.
    ``max_loaded_voices`` are kept loaded, the least recently used goes.
    ``buffer_type`` and ``buffer`` are the buffer of each stream (P6), ``look_ahead`` how far it is
    made ahead; ``pre_buffer_ms`` are gathered before the first audio is handed out, and up to
    ``pre_buffer_max_ms`` while listeners meet gaps.
    ``first_audio_target_ms`` is the deadline of a stream that has not been heard yet,
    ``safety_margin_ms`` what a listener should hold at least.
    ``step_limit_ms``: a step that takes longer is concealed from a listener who would run dry;
    ``None`` conceals nothing, so that the same request is the same samples however slow it was.
    ``fallback_voice`` goes on where a live stream's engine breaks; ``None`` lets the stream fail.
    ``degradation`` is what the service does with less of while it cannot keep up.
    ``admission``: streams for which there is no capacity are refused; else all are taken.
    ``policy`` is the order of streams; every other than ``edf`` exists to be compared with.
    ``clause_pause_ms``, ``sentence_pause_ms`` and ``paragraph_pause_ms`` are silence after a
    segment that ends so, on top of what the voice leaves there itself (about 0.3 s).
    ``text_release_ms`` is how long text without an end waits for more before it is spoken.
    ``lexicon`` is the server's file of words and how they are said. ``voices_by_language`` names,
    by BCP 47 tag, the voices for text that the speaking voice does not speak.
    ``warm_up`` runs a loaded voice once before its first stream: right for a server, wasted on a
    process that speaks once.
    """

    threads: int | None = None
    workers: int = 0
    worker_memory_limit_mb: int | None = None
    worker_threads: int = 1
    placements: tuple[ThreadPlacement, ...] = ()
    lock_memory: bool = False
    max_loaded_voices: int = 3
    max_text_chars: int = 100_000
    buffer_type: str = "ring_buffer"
    buffer: BufferOptions = BufferOptions()  # noqa: RUF009 - frozen
    look_ahead: LookAheadOptions = LookAheadOptions()  # noqa: RUF009 - frozen
    pre_buffer_ms: int = 60
    pre_buffer_max_ms: int = 150
    first_audio_target_ms: float = 300.0
    safety_margin_ms: int = 50
    step_limit_ms: int | None = None
    fallback_voice: str | None = None
    degradation: DegradationOptions = DegradationOptions()  # noqa: RUF009 - frozen
    admission: bool = False
    policy: PolicyName = "edf"
    clause_pause_ms: int = _SEGMENTER.clause_pause_ms
    sentence_pause_ms: int = _SEGMENTER.sentence_pause_ms
    paragraph_pause_ms: int = _SEGMENTER.paragraph_pause_ms
    text_release_ms: int = 400
    lexicon: Path | None = None
    voices_by_language: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    warm_up: bool = True
    cache_dir: Path = field(default_factory=default_cache_dir)
    voices_dir: Path = field(default_factory=default_voices_dir)
