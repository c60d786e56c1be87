"""A stream as a span with its stages as children, for whoever traces.

Nothing here knows a library: :mod:`brisa.telemetry.otel` is the one door to OpenTelemetry, which is
an extra. A span holds numbers and words of closed sets, never anything that a listener sent (P8).
"""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Protocol

from brisa.telemetry.attribution import Stage, attribute
from brisa.telemetry.timeline import NS_PER_MS, Timeline

Carrier = Mapping[str, str]
"""Headers of W3C Trace Context, names in lower case."""

CARRIED = ("traceparent", "tracestate")

NO_CALLER: Carrier = {}

caller: ContextVar[Carrier] = ContextVar("brisa_caller", default=NO_CALLER)
"""What the request that is served brought of :data:`CARRIED`."""


@dataclass(frozen=True, slots=True)
class TracingOptions:
    """``endpoint`` takes OTLP over HTTP. ``sample_ratio`` of the streams whose caller has not
    decided are kept."""

    endpoint: str
    sample_ratio: float = 1.0
    service_name: str = "brisa"


@dataclass(frozen=True, slots=True)
class SpeechSpan:
    """A stream that has ended. ``stages`` lie within it, in order and without gaps. ``outcome`` is
    ``failed`` for one that broke, which ``code`` of the error tree tells more of."""

    transport: str
    outcome: str
    code: str
    began_ns: int
    ended_ns: int
    stages: tuple[Stage, ...] = ()
    facts: Mapping[str, int | float] = field(default_factory=dict)


class Tracer(Protocol):
    """Takes what has ended. Both may be called from the event loop; neither raises."""

    def speech(self, span: SpeechSpan, carrier: Carrier, unix_offset_ns: int) -> None:
        """A stream ended. ``carrier`` is what its request brought; ``unix_offset_ns`` leads from
        the span's clock to the time since 1970."""

    def close(self) -> None:
        """Send what is left, for seconds at most, and end every thread."""


def stages_of(timeline: Timeline, began_ns: int, ended_ns: int) -> tuple[Stage, ...]:
    """The stages up to the first sound, and what came after it: they add up to the whole."""
    stages = attribute(timeline, began_ns, ended_ns)
    heard_ns = stages[-1].ended_ns if stages else began_ns
    return (*stages, Stage("deliver", heard_ns, max(ended_ns, heard_ns)))


def facts_of(timeline: Timeline) -> dict[str, int | float]:
    """What a span says of the work behind a stream."""
    facts: dict[str, int | float] = {
        "brisa.audio_s": timeline.audio_s,
        "brisa.steps": timeline.steps,
        "brisa.synthesis_ms": timeline.synthesis_ns / NS_PER_MS,
        "brisa.concealed_samples": timeline.concealed_samples,
        "brisa.substituted_segments": timeline.substituted_segments,
    }
    if timeline.first_audio_ms is not None:
        facts["brisa.first_audio_ms"] = timeline.first_audio_ms
    return facts
