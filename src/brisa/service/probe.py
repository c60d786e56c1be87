"""How fast an engine is on this machine, told by one sentence, so that the first listeners of a
server are admitted by what it can do and not by a guess."""

from __future__ import annotations

from typing import Final

from brisa.clock import NS_PER_S, Clock
from brisa.engines.base import Engine, SegmentRequest
from brisa.scheduler.demand import DemandSeed

TEXT: Final = "The boats came in late today, and most of the nets were empty once again."
"""Four seconds or so: an utterance's cost lies mostly beyond its first step."""

STEPS_MAX: Final = 1000
"""An engine that says more than a minute to one sentence is not asked to the end."""


def probe(engine: Engine, voice: str, clock: Clock) -> DemandSeed:
    """Speak a sentence with a warm engine; nobody hears it. Raises what the engine raises."""
    stream = engine.open(SegmentRequest(TEXT, voice))
    samples, first_ns, longest_ns = 0, 0, 1
    began_ns = clock.now_ns()
    for _ in range(STEPS_MAX):
        step_began_ns = clock.now_ns()
        result = engine.step([stream])[0]
        now_ns = clock.now_ns()
        longest_ns = max(longest_ns, now_ns - step_began_ns)
        samples += len(result.pcm_t)
        if samples and not first_ns:
            first_ns = max(now_ns - began_ns, 1)
        if result.last:
            break
    audio_ns = samples * NS_PER_S // engine.capabilities.sample_rate_hz
    cost_ns = clock.now_ns() - began_ns
    if not audio_ns or not cost_ns:
        return DemandSeed()
    return DemandSeed(cost_ns / audio_ns, longest_ns, first_ns)
