"""When things happened to one stream: stamps on the monotonic clock, filled in as they occur.

A timeline is passive: parts that know a fact stamp it, whoever wants to know derives spans.
"""

from __future__ import annotations

from dataclasses import dataclass, field

NS_PER_MS = 1_000_000
NS_PER_S = 1_000_000_000


@dataclass(slots=True)
class Timeline:
    """Stamps of one stream in nanoseconds; ``None`` where it has not happened (yet).

    ``accepted_ns`` the request was taken; ``first_text_ns`` the first text arrived;
    ``first_step_ns`` the engine began; ``first_audio_ns`` the first chunk was ready;
    ``text_came_ns`` the text that ended its first segment arrived, ``taken_up_ns`` a thread took
    that up, ``text_ready_ns`` it had been read; ``taken_ns`` the reader took the first
    chunk; ``encoded_ns`` the first of it was encoded, ``sent_ns`` the connection had taken it;
    ``played_ns`` a client said that it hears;
    ``ended_ns`` the outcome was known. ``synthesis_ns`` adds up the engine's steps;
    ``audio_samples`` what they yielded, at ``sample_rate_hz``. ``dropped_chars`` counts letters,
    digits and symbols that the voice could not speak. ``gaps_ns`` are the silences a listener met
    in the middle of the stream, as far as can be known, by cause.
    """

    accepted_ns: int
    sample_rate_hz: int
    first_text_ns: int | None = None
    first_step_ns: int | None = None
    first_audio_ns: int | None = None
    text_came_ns: int | None = None
    taken_up_ns: int | None = None
    text_ready_ns: int | None = None
    taken_ns: int | None = None
    encoded_ns: int | None = None
    sent_ns: int | None = None
    played_ns: int | None = None
    ended_ns: int | None = None
    synthesis_ns: int = 0
    steps: int = 0
    audio_samples: int = 0
    dropped_chars: int = 0
    concealed_samples: int = 0
    substituted_segments: int = 0
    gaps_ns: dict[str, list[int]] = field(default_factory=dict)

    def text_arrived(self, now_ns: int) -> None:
        if self.first_text_ns is None:
            self.first_text_ns = now_ns

    def segment_ready(self, arrived_ns: int, taken_up_ns: int, now_ns: int) -> None:
        """The first segment can be spoken: the text that ended it arrived, was taken up and has
        been read."""
        if self.text_ready_ns is None:
            self.text_came_ns, self.taken_up_ns = arrived_ns, taken_up_ns
            self.text_ready_ns = now_ns

    def taken(self, now_ns: int) -> None:
        """The reader has got its first chunk."""
        if self.taken_ns is None:
            self.taken_ns = now_ns

    def encoded(self, now_ns: int) -> None:
        """The first audio is encoded."""
        if self.encoded_ns is None:
            self.encoded_ns = now_ns

    def sent(self, now_ns: int) -> None:
        """The connection has taken the first audio."""
        if self.sent_ns is None:
            self.sent_ns = now_ns

    def played(self, now_ns: int) -> None:
        """The listener says that it hears."""
        if self.played_ns is None:
            self.played_ns = now_ns

    def underrun(self, cause: str, gap_ns: int) -> None:
        """The listener had nothing to hear for so long."""
        self.gaps_ns.setdefault(cause, []).append(gap_ns)

    def stepped(self, began_ns: int, ended_ns: int) -> None:
        if self.first_step_ns is None:
            self.first_step_ns = began_ns
        self.synthesis_ns += ended_ns - began_ns
        self.steps += 1

    def audio_ready(self, samples: int, now_ns: int) -> None:
        if self.first_audio_ns is None:
            self.first_audio_ns = now_ns
        self.audio_samples += samples

    @property
    def first_audio_ms(self) -> float | None:
        """From the first text (or the request, if it brought the text) to the first chunk."""
        if self.first_audio_ns is None:
            return None
        since_ns = self.accepted_ns if self.first_text_ns is None else self.first_text_ns
        return (self.first_audio_ns - since_ns) / NS_PER_MS

    @property
    def audio_s(self) -> float:
        return self.audio_samples / self.sample_rate_hz

    @property
    def real_time_factor(self) -> float | None:
        """Engine time per second of audio; ``None`` before there is audio."""
        if not self.audio_samples:
            return None
        return self.synthesis_ns / NS_PER_S / self.audio_s
