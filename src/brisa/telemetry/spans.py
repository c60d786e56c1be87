"""A stream as a span with its stages as children, for whoever traces.

Nothing here knows a library: :mod:`brisa.telemetry.otel` is the one door to OpenTelemetry, which is
an extra. A span holds numbers and words of closed sets, never anything that a listener sent (P8).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Protocol

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
class Stage:
    """A part of a stream's time, on the monotonic clock."""

    name: str
    began_ns: int
    ended_ns: int


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


_STAMPS = (("input", "first_text_ns"), ("queue", "first_step_ns"), ("infer", "first_audio_ns"))


def stages_of(timeline: Timeline, began_ns: int, ended_ns: int) -> tuple[Stage, ...]:
    """From ``began_ns`` to ``ended_ns``, cut where something happened: they add up to the whole.

    What did not happen has no stage; a stamp out of order is moved into it.
    """
    return tuple(_cut(timeline, began_ns, ended_ns))


def _cut(timeline: Timeline, at_ns: int, ended_ns: int) -> Iterator[Stage]:
    for name, stamp in _STAMPS:
        happened_ns: int | None = getattr(timeline, stamp)
        if happened_ns is not None:
            until_ns = min(max(happened_ns, at_ns), ended_ns)
            yield Stage(name, at_ns, until_ns)
            at_ns = until_ns
    yield Stage("deliver", at_ns, ended_ns)


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
