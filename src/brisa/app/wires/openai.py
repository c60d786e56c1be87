"""OpenAI's speech API."""

from __future__ import annotations

from starlette.routing import BaseRoute

from brisa.app.wires.shared import Shared
from brisa.transports.openai import routes as openai
from brisa.transports.openai.schema import SpeechDefaults


def routes(shared: Shared) -> list[BaseRoute]:
    """``/v1/audio/...`` and ``/v1/models``."""
    options = shared.options
    defaults = SpeechDefaults(shared.voices, options.models, options.text)
    limits = openai.BodyLimits(options.max_body_bytes, options.body_timeout_s)
    speech = openai.SpeechEndpoint(shared.delivery("openai"), defaults, limits)
    return openai.routes(speech, openai.Listings(shared.synthesizer, defaults))
