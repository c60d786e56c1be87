"""How text would be read."""

from __future__ import annotations

from starlette.routing import BaseRoute

from brisa.app.wires.shared import Shared
from brisa.transports import reading


def routes(shared: Shared) -> list[BaseRoute]:
    """``/v1/text``."""
    options = shared.options
    endpoint = reading.TextEndpoint(
        shared.synthesizer,
        resolve_voice=shared.voices.resolve,
        defaults=options.text,
        max_body_bytes=options.max_body_bytes,
        body_timeout_s=options.body_timeout_s,
    )
    return reading.routes(endpoint)
