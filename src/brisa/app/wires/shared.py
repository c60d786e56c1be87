"""What every wire is built of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from starlette.routing import BaseRoute

from brisa.app.options import ServerOptions
from brisa.clock import SystemClock
from brisa.service.synthesizer import Synthesizer
from brisa.telemetry.metrics import Metrics
from brisa.transports.delivery import Delivery
from brisa.transports.encoding import EncodingThreads
from brisa.transports.gate import StreamGate
from brisa.transports.loading import VoiceLoads
from brisa.transports.talk.services import TalkLimits, TalkServices
from brisa.transports.voices import VoiceNames


@dataclass(frozen=True, slots=True)
class Shared:
    """Parts of one server. :attr:`voices` has the names that clients know voices by."""

    options: ServerOptions
    synthesizer: Synthesizer
    gate: StreamGate
    metrics: Metrics
    encoding: EncodingThreads

    @property
    def voices(self) -> VoiceNames:
        return VoiceNames(self.options.default_voice, self.options.voice_aliases)

    def delivery(self, transport: str) -> Delivery:
        """Serves orders over HTTP; ``transport`` is the label in the metrics."""
        return Delivery(
            transport,
            self.synthesizer,
            self.gate,
            self.encoding,
            self.metrics,
            stall_timeout_s=self.options.stall_timeout_s,
        )

    def talk(self) -> TalkServices:
        """What talking connections speak with."""
        return TalkServices(
            self.synthesizer,
            self.gate,
            self.metrics,
            self.encoding,
            VoiceLoads(self.synthesizer),
            SystemClock(),
        )

    def talk_limits(self) -> TalkLimits:
        """Bounds of each of them."""
        return TalkLimits(stall_timeout_s=self.options.stall_timeout_s)


Wire = Callable[[Shared], list[BaseRoute]]
