"""What all connections of a server have in common."""

from __future__ import annotations

from dataclasses import dataclass

from brisa.clock import Clock
from brisa.service.synthesizer import Synthesizer
from brisa.telemetry.metrics import Metrics
from brisa.transports.encoding import EncodingThreads
from brisa.transports.gate import StreamGate
from brisa.transports.loading import VoiceLoads


@dataclass(frozen=True, slots=True)
class TalkServices:
    """Parts of a server that contexts are spoken with."""

    synthesizer: Synthesizer
    gate: StreamGate
    metrics: Metrics
    encoding: EncodingThreads
    loads: VoiceLoads
    clock: Clock


@dataclass(frozen=True, slots=True)
class TalkLimits:
    """Bounds of one connection.

    ``contexts`` at a time; ``messages_per_s`` in the long run and ``burst`` at once;
    ``stall_timeout_s``: how long a client may take nothing of what is ready for it.
    """

    contexts: int = 64
    messages_per_s: int = 200
    burst: int = 2000
    stall_timeout_s: float = 300.0
