"""What a client holds of one utterance, sample by sample."""

from __future__ import annotations

from collections.abc import Sequence

from brisa.client.errors import SamplesLost, ServerMisbehaved
from brisa.client.results import Cancellation, Chunk
from brisa.types import PcmInt16, WordMark


class Ledger:
    """Utterance ``key`` of the client, which the server calls ``number``.

    ``held_samples`` have come, all from the first; ``reported_samples`` of them were acknowledged
    at ``reported_ns``. ``sample_rate_hz`` is 0 until the utterance has started. ``leaving``: it was
    cancelled, and no more of it is handed on.
    """

    def __init__(self, key: int, *, words: bool) -> None:
        self.key = key
        self.number = 0
        self.held_samples = 0
        self.sample_rate_hz = 0
        self.reported_samples = 0
        self.reported_ns = 0
        self.text_ended = False
        self.leaving = False
        self.played_samples: int | None = None
        self._wants_words = words
        self._text: list[str] = []
        self._words: dict[WordMark, None] = {}
        self._pending: list[WordMark] = []

    def pushed(self, text: str) -> None:
        """More text was sent."""
        self._text.append(text)

    def started(self, sample_rate_hz: int) -> bool:
        """It will be spoken at this rate; false if that was known. Raises ``ServerMisbehaved`` for
        a rate that changes or is none."""
        if self.sample_rate_hz == sample_rate_hz > 0:
            return False
        if self.sample_rate_hz or sample_rate_hz <= 0:
            raise ServerMisbehaved("The server changed the sample rate of an utterance.")
        self.sample_rate_hz = sample_rate_hz
        return True

    def mark(self, words: Sequence[WordMark]) -> None:
        """Words of audio that is to come. Some come again after a resume, and count once."""
        fresh = [word for word in words if word not in self._words]
        self._words.update(dict.fromkeys(fresh))
        self._pending += fresh

    def take(self, start_sample: int, pcm_t: PcmInt16) -> Chunk | None:
        """Audio from ``start_sample``: what of it is held for the first time.

        ``None`` if nothing is, or if nobody wants it any more. Raises ``SamplesLost`` where it
        leaves a hole, and ``ServerMisbehaved`` before the start.
        """
        if start_sample > self.held_samples:
            raise SamplesLost("Samples of the utterance did not come.")
        if not self.sample_rate_hz:
            raise ServerMisbehaved("The server sent audio before it said at what rate.")
        fresh_t = pcm_t[self.held_samples - start_sample :]
        if not len(fresh_t):
            return None
        start = self.held_samples
        self.held_samples += len(fresh_t)
        words = tuple(word for word in self._pending if word.start_sample < self.held_samples)
        self._pending = [word for word in self._pending if word.start_sample >= self.held_samples]
        if self.leaving:
            return None
        return Chunk(fresh_t, self.sample_rate_hz, start, words)

    def cancellation(
        self, samples: int, heard_samples: int | None = None, *, whole: bool = False
    ) -> Cancellation:
        """What was heard of the text when ``heard_samples`` of ``samples`` were played: if that is
        not known, as many as the client said last, else all. ``whole``: ``samples`` are all of the
        utterance's."""
        if heard_samples is None:
            heard_samples = self.played_samples
        heard_samples = samples if heard_samples is None else min(max(heard_samples, 0), samples)
        if not self._wants_words:
            return Cancellation(samples, heard_samples)
        text = "".join(self._text)
        heard = [word.end_char for word in self._words if word.end_sample <= heard_samples]
        end_char = len(text) if whole and heard_samples == samples else max(heard, default=0)
        return Cancellation(samples, heard_samples, text[:end_char], text[end_char:])
