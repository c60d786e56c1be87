"""What a server can know of its listener's ear, and what that asks of the scheduler.

A stream's audio is in three places::

    heard ◀── held by the listener ◀── unsent (here, or in the transport's queue)
           ear                    accepted                               produced

- A transport that paces itself (WebRTC sends a frame every 20 ms) and one that fills a socket
  (HTTP, WebSocket) both know what was **accepted**: what the other end took. The ear cannot be past
  that.
- Where the protocol has **acknowledgements** (a client reports its playhead), the model follows.
- Where nothing is known (a caller in this process who takes chunks), what is produced counts as
  accepted.

From then on the ear is taken to move at the pace of time (:mod:`brisa.audio.playout`). A reader who
is slow or has stopped holds unsent audio back, which does not run out by itself: it costs at most
``max_ms`` of synthesis, and its deadline is never in the past while audio for it is waiting.

How far ahead of the ear a stream is made has a bound where the listener plays as it hears
(``paced``). One who takes whatever is there, faster than it is heard, as whoever saves a file does,
is bounded by what is unsent alone: beyond the look-ahead it gets what nobody else wants.
"""

from __future__ import annotations

from dataclasses import dataclass

from brisa.audio.playout import NEVER_NS, Playout, Underruns
from brisa.scheduler.watermarks import LookAhead, LookAheadOptions

_NS_PER_S = 1_000_000_000


@dataclass(frozen=True, slots=True)
class HearingOptions:
    """How a stream is heard. ``knows_accepted``: the transport will say what was accepted.

    ``paced``: it is made ahead of the ear to a bound; else only what is unsent has one.
    """

    sample_rate_hz: int
    pre_buffer_ms: int = 0
    safety_margin_ms: int = 50
    first_audio_target_ms: int = 300
    knows_accepted: bool = False
    paced: bool = True


class Hearing:
    """One stream between production and ear. Owned by one stream; time comes in."""

    def __init__(
        self, options: HearingOptions, look_ahead: LookAheadOptions, *, arrived_ns: int
    ) -> None:
        self._options = options
        self._margin_ns = options.safety_margin_ms * 1_000_000
        self._ahead = LookAhead(look_ahead)
        self._finished = False
        self._produced_samples = 0
        self._step_samples = 0
        self._playout = Playout(
            options.sample_rate_hz,
            options.pre_buffer_ms,
            options.safety_margin_ms,
            arrived_ns=arrived_ns,
            first_audio_target_ms=options.first_audio_target_ms,
        )

    @property
    def look_ahead(self) -> LookAhead:
        """How far ahead this stream is produced."""
        return self._ahead

    @property
    def waits_for_first(self) -> bool:
        """Nothing has been produced yet."""
        return not self._produced_samples

    @property
    def unsent_ns(self) -> int:
        """Audio that was produced and not accepted."""
        return self._ns(self._produced_samples - self._playout.produced_samples)

    def asked(self, now_ns: int) -> None:
        """The first text came: the first sound is due one target later."""
        self._playout.asked(now_ns)

    def silence_ns(self, now_ns: int) -> int:
        """How long the listener has had nothing to hear, in the middle of the stream."""
        return self._playout.silence_ns(now_ns)

    def slack_ns(self, now_ns: int) -> int:
        """Audio that the listener holds, unsent audio left out."""
        return self._playout.slack_ns(now_ns)

    def produced(self, samples: int, now_ns: int) -> None:
        """A step yielded ``samples``. Raises ``ValueError`` for a negative number."""
        if samples < 0:
            raise ValueError("a step yields no less than nothing")
        if not samples:
            return
        if self._produced_samples:
            self._ahead.observe(self.held_ns(now_ns), now_ns)
        self._produced_samples += samples
        self._step_samples = samples
        if not self._options.knows_accepted:
            self._playout.produced(samples, now_ns)

    def accepted(self, samples: int, now_ns: int) -> None:
        """The other end took ``samples`` more. Raises ``ValueError`` for more than there are."""
        if self._playout.produced_samples + samples > self._produced_samples:
            raise ValueError("a listener cannot take what was not produced")
        self._playout.produced(samples, now_ns)
        self._end_if_all_accepted(now_ns)

    def acknowledged(self, sample: int, now_ns: int) -> None:
        """The listener says that it is at ``sample``."""
        self._playout.acknowledged(sample, now_ns)

    def paused(self, now_ns: int) -> None:
        """The listener holds the sound."""
        self._playout.paused(now_ns)

    def resumed(self, now_ns: int) -> None:
        """The listener goes on."""
        self._playout.resumed(now_ns)

    def finished(self, now_ns: int) -> None:
        """Nothing more will be produced."""
        self._finished = True
        self._end_if_all_accepted(now_ns)

    def held_ns(self, now_ns: int) -> int:
        """Audio between production and ear."""
        return self._playout.slack_ns(now_ns) + self.unsent_ns

    def dry_in_ns(self, now_ns: int) -> int | None:
        """How long there is something to hear; ``None`` unless the listener hears, and will hear
        more: not before the first sound, while it holds, in a silence and after the last step."""
        playout = self._playout
        if self._finished or not playout.playing or playout.deadline_ns() == NEVER_NS:
            return None
        return None if playout.silence_ns(now_ns) else self.held_ns(now_ns)

    def deadline_ns(self, now_ns: int) -> int:
        """When the listener reaches the safety margin, as things stand.

        Before the first sound, arrival plus the first-audio target.
        """
        unsent_ns = self.unsent_ns
        if self._finished:
            return NEVER_NS
        if not unsent_ns:
            return self._playout.deadline_ns()
        end_ns = now_ns + self._playout.slack_ns(now_ns) + unsent_ns
        return end_ns - self._margin_ns

    def wanted(self, now_ns: int) -> bool:
        """There may be more: what is made ahead has a bound."""
        held_ns = self.held_ns(now_ns) if self._options.paced else self.unsent_ns
        return held_ns < self._ceiling_ns()

    def ahead_until_ns(self, now_ns: int) -> int | None:
        """Until when the listener holds the look-ahead; ``None`` if less, and more is wanted."""
        over_ns = self.held_ns(now_ns) - self._ahead.target_ns
        return None if over_ns < 0 else self._runs_down_ns(over_ns + 1, now_ns) or NEVER_NS

    def wanted_at_ns(self, now_ns: int) -> int | None:
        """When :meth:`wanted` becomes true by the passing of time; ``None`` if it does not."""
        if not self._options.paced:
            return now_ns if self.wanted(now_ns) else None
        over_ns = self.held_ns(now_ns) - self._ceiling_ns() + 1
        return now_ns if over_ns <= 0 else self._runs_down_ns(over_ns, now_ns)

    def underruns(self, now_ns: int) -> Underruns:
        """The gaps so far, as far as they can be known from here."""
        return self._playout.underruns(now_ns)

    def _runs_down_ns(self, over_ns: int, now_ns: int) -> int | None:
        """When ``over_ns`` will have been heard; ``None`` if that takes more than time."""
        if self._playout.deadline_ns() == NEVER_NS or not self._playout.playing:
            return None
        # Only what the listener holds runs out by itself; 1 ns more, as slack is rounded down.
        return now_ns + over_ns + 1 if self._playout.slack_ns(now_ns) >= over_ns else None

    def _ceiling_ns(self) -> int:
        """Where production stops, so that one more step does not pass the most there may be."""
        ahead = self._ahead
        room_ns = ahead.max_ns - self._ns(self._step_samples)
        return max(room_ns, min(ahead.low_ns, ahead.target_ns))

    def _end_if_all_accepted(self, now_ns: int) -> None:
        if self._finished and self._playout.produced_samples == self._produced_samples:
            self._playout.finished(now_ns)

    def span_ns(self, samples: int) -> int:
        """How long ``samples`` of the stream last."""
        return self._ns(samples)

    def _ns(self, samples: int) -> int:
        return samples * _NS_PER_S // self._options.sample_rate_hz
