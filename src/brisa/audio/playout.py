"""What the listener has left to hear: a model of the ear at the other end.

Nobody tells a server when a sound is heard. This model assumes that a listener starts to play once
``pre_buffer_ms`` have been produced, plays at the pace of time, waits in silence when there is
nothing left, and goes on at once when there is. Where the other end does say something (it has
started, it is at sample *n*, it is paused) the model follows.

- **Playhead**: where the ear is. **Slack**: audio the listener still holds.
- **Deadline**: when slack reaches the safety margin; before the first sound, arrival plus the
  first-audio target.
- **Underrun**: the playhead passed what was produced, and the stream was not finished. An episode
  lasts until audio comes.

All arithmetic is in whole *ticks*, 1e-9 of a sample: a nanosecond is ``sample_rate_hz`` ticks. So
nothing is rounded until it is reported, and asking more often changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

TICKS_PER_SAMPLE: Final = 1_000_000_000
NS_PER_MS: Final = 1_000_000  # of its own: this package imports nothing that reads a clock

NEVER_NS: Final = 2**63 - 1
"""The deadline of a stream that cannot be late: paused, or finished."""


@dataclass(frozen=True, slots=True)
class Underruns:
    """Silences a listener met between the first sound and the end of the stream."""

    count: int
    total_ns: int
    longest_ns: int


@dataclass(slots=True)
class _Ear:
    """The state at an instant, in ticks."""

    at_ns: int
    position: int = 0
    silence: int = 0
    episode: int = 0


class Playout:
    """One stream's listener. Owned by one stream; every call takes the time it happens at.

    ``arrived_ns`` is when the request came. A ``now_ns`` earlier than one seen before counts as
    that one. Samples are at ``sample_rate_hz`` throughout.
    """

    def __init__(
        self,
        sample_rate_hz: int,
        pre_buffer_ms: int,
        safety_margin_ms: int,
        *,
        arrived_ns: int = 0,
        first_audio_target_ms: int = 300,
    ) -> None:
        self.sample_rate_hz = sample_rate_hz
        self._pre_buffer_samples = pre_buffer_ms * sample_rate_hz // 1000
        self._margin_ns = safety_margin_ms * NS_PER_MS
        self._target_ns = first_audio_target_ms * NS_PER_MS
        self._first_deadline_ns = arrived_ns + self._target_ns
        self._ear = _Ear(at_ns=arrived_ns)
        self._furthest = 0
        self._produced_samples = 0
        self._playing = False
        self._asked_to_start = False
        self._paused = False
        self._finished = False
        self._episodes = 0
        self._longest = 0

    @property
    def produced_samples(self) -> int:
        """Everything that was made so far."""
        return self._produced_samples

    @property
    def playing(self) -> bool:
        """The first sound has been heard."""
        return self._playing

    def asked(self, now_ns: int) -> None:
        """There is something to say from here on: the first sound is due so much later."""
        self._first_deadline_ns = now_ns + self._target_ns

    def produced(self, samples: int, now_ns: int) -> None:
        """``samples`` more are on their way to the listener; they end a silence.

        Raises ``ValueError`` for a negative count, and for audio after :meth:`finished`.
        """
        if samples < 0 or (samples and self._finished):
            raise ValueError("audio is only added, and only before the end of the stream")
        self._settle(now_ns)
        if samples:
            self._end_episode()
        self._produced_samples += samples
        self._start_if_due()

    def finished(self, now_ns: int) -> None:
        """All audio has been produced: the end of it is not an underrun.

        A silence that is under way ends here and stays counted.
        """
        self._settle(now_ns)
        self._end_episode()
        self._finished = True
        self._start_if_due()

    def started(self, now_ns: int) -> None:
        """The listener says that it plays, full pre-buffer or not (at once when audio comes)."""
        self._settle(now_ns)
        self._asked_to_start = True
        self._start_if_due()

    def acknowledged(self, sample: int, now_ns: int) -> None:
        """The listener says that ``sample`` samples are heard; the model goes on from there.

        More than was produced counts as all of it. If the model was ahead, slack grows by the
        difference and the reported playhead stands still until the listener has caught up.
        """
        if sample < 0:
            raise ValueError("a listener cannot be before the first sample")
        self.started(now_ns)
        self._furthest = max(self._furthest, self._ear.position)
        self._ear.position = min(sample, self._produced_samples) * TICKS_PER_SAMPLE
        if self._ear.position < self._end():
            self._end_episode()

    def paused(self, now_ns: int) -> None:
        """The listener holds the sound; time stands still for it."""
        self._settle(now_ns)
        self._paused = True

    def resumed(self, now_ns: int) -> None:
        """The listener goes on where it was."""
        self._settle(now_ns)
        self._paused = False

    def playhead_samples(self, now_ns: int) -> int:
        """Samples the ear has heard; never falls, never more than were produced."""
        return max(self._furthest, self._ear_at(now_ns).position) // TICKS_PER_SAMPLE

    def slack_ns(self, now_ns: int) -> int:
        """Audio the listener still holds, as time; never negative."""
        return (self._end() - self._ear_at(now_ns).position) // self.sample_rate_hz

    def deadline_ns(self) -> int:
        """When slack reaches the safety margin; may be past. :data:`NEVER_NS` if it does not.

        It moves only with events, not with time: in a silence it stays at the moment the margin was
        reached.
        """
        if self._finished or self._paused:
            return NEVER_NS
        if not self._playing:
            return self._first_deadline_ns
        ear = self._ear
        ends = ear.at_ns * self.sample_rate_hz + self._end() - ear.position - ear.episode
        return ends // self.sample_rate_hz - self._margin_ns

    def silence_ns(self, now_ns: int) -> int:
        """How long the silence lasts that is under way; 0 if there is none."""
        return self._ear_at(now_ns).episode // self.sample_rate_hz

    def underruns(self, now_ns: int) -> Underruns:
        """The silences so far, one under way included."""
        ear = self._ear_at(now_ns)
        return Underruns(
            count=self._episodes + (ear.episode > 0),
            total_ns=ear.silence // self.sample_rate_hz,
            longest_ns=max(self._longest, ear.episode) // self.sample_rate_hz,
        )

    def _end(self) -> int:
        return self._produced_samples * TICKS_PER_SAMPLE

    def _ear_at(self, now_ns: int) -> _Ear:
        """The ear at a moment, as things stand; changes nothing."""
        ear = self._ear
        at_ns = max(now_ns, ear.at_ns)
        if not self._playing or self._paused:
            return _Ear(at_ns, ear.position, ear.silence, ear.episode)
        reach = ear.position + (at_ns - ear.at_ns) * self.sample_rate_hz
        position = min(reach, self._end())
        waited = 0 if self._finished else reach - position
        return _Ear(at_ns, position, ear.silence + waited, ear.episode + waited)

    def _settle(self, now_ns: int) -> None:
        self._ear = self._ear_at(now_ns)

    def _end_episode(self) -> None:
        if self._ear.episode:
            self._episodes += 1
            self._longest = max(self._longest, self._ear.episode)
            self._ear.episode = 0

    def _start_if_due(self) -> None:
        enough = self._produced_samples >= self._pre_buffer_samples
        if self._produced_samples and (enough or self._finished or self._asked_to_start):
            self._playing = True
