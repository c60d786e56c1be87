"""brisa's own WebSocket."""

from __future__ import annotations

from starlette.routing import BaseRoute

from brisa.app.wires.shared import Shared
from brisa.clock import SystemClock
from brisa.transports.loading import VoiceLoads
from brisa.transports.stream import routes as stream
from brisa.transports.stream.connection import ConnectionOptions
from brisa.transports.stream.order import StartDefaults
from brisa.transports.stream.turn import Speaking


def routes(shared: Shared) -> list[BaseRoute]:
    """``/v1/stream``."""
    options = shared.options
    speaking = Speaking(
        shared.synthesizer,
        shared.gate,
        shared.metrics,
        VoiceLoads(shared.synthesizer),
        StartDefaults(shared.voices, options.text),
        SystemClock(),
        message_ms=options.streaming.max_buffer_ms,
    )
    connection = ConnectionOptions(stall_timeout_s=options.stall_timeout_s)
    return stream.routes(stream.StreamEndpoint(speaking, connection))
