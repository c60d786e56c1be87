"""What the users of a client get: audio, and what of it was heard."""

from __future__ import annotations

from dataclasses import dataclass

from brisa.types import PcmInt16, WordMark


@dataclass(frozen=True, slots=True)
class Chunk:
    """Audio of an utterance, right after that of the chunk before: without a hole, none twice.

    ``pcm_t`` is read-only. ``start_sample`` is its place in the utterance; ``words`` are those that
    begin in it, with places in the utterance's text and audio.
    """

    pcm_t: PcmInt16
    sample_rate_hz: int
    start_sample: int
    words: tuple[WordMark, ...] = ()

    @property
    def duration_ms(self) -> float:
        return len(self.pcm_t) * 1000.0 / self.sample_rate_hz


@dataclass(frozen=True, slots=True)
class Cancellation:
    """What a listener had heard when an utterance was stopped.

    ``samples`` were sent, of which ``heard_samples`` were played. ``heard_text`` reaches to the end
    of the last word that was heard whole, ``unheard_text`` is the rest; both are ``None`` if times
    of words were not asked for.
    """

    samples: int
    heard_samples: int
    heard_text: str | None = None
    unheard_text: str | None = None
