"""What there is: voices and models, as clients read them."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from brisa.engines.base import Voice
from brisa.errors import UnknownVoice
from brisa.transports.asgi import request_id_of
from brisa.transports.catalogue import Catalogue
from brisa.transports.elevenlabs.refusals import refusal
from brisa.transports.elevenlabs.voices import THEIRS

_MODELS: Final = ("eleven_flash_v2_5", "eleven_multilingual_v2")
"""Names that clients are set up with; any other is taken, too."""

_MAX_CHARS: Final = 40_000


class Listings:
    """Voices are those of the catalogue; ``category`` is what one client cannot do without."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    async def voices(self, request: Request) -> Response:
        """``GET /v1/voices``."""
        voices = [_voice(voice) for voice in await self._catalogue.voices()]
        return JSONResponse({"voices": voices})

    async def page(self, request: Request) -> Response:
        """``GET /v2/voices``: all of them on one page, ``search`` looked for in their names."""
        wanted = request.query_params.get("search", "").lower()
        voices = [
            _voice(voice)
            for voice in await self._catalogue.voices()
            if wanted in voice.name.lower()
        ]
        more = {"has_more": False, "total_count": len(voices), "next_page_token": None}
        return JSONResponse({"voices": voices} | more)

    async def voice(self, request: Request) -> Response:
        """``GET /v1/voices/{voice_id}``; the vendor's own ids mean the default voice."""
        asked = request.path_params["voice_id"]
        meant = self._catalogue.names.resolve(asked, THEIRS)
        for voice in await self._catalogue.voices():
            if voice.name == meant:
                return JSONResponse(_voice(voice) | {"voice_id": asked})
        error = UnknownVoice("There is no such voice.", param="voice_id")
        return refusal(error, request_id_of(request.scope))

    async def models(self, request: Request) -> Response:
        """``GET /v1/models``: a bare array."""
        spoken = dict.fromkeys(voice.language for voice in await self._catalogue.voices())
        languages = [
            {"language_id": language.partition("-")[0], "name": language} for language in spoken
        ]
        return JSONResponse([_model(name, languages) for name in _MODELS])


def _voice(voice: Voice) -> dict[str, object]:
    labels = {"language": voice.language, "gender": voice.gender}
    return {
        "voice_id": voice.name,
        "name": voice.name,
        "category": "premade",
        "description": voice.description or None,
        "labels": {name: value for name, value in labels.items() if value},
        "preview_url": None,
        "settings": None,
        "available_for_tiers": [],
        "high_quality_base_model_ids": [],
        "samples": None,
    }


def _model(name: str, languages: list[dict[str, str]]) -> dict[str, object]:
    return {
        "model_id": name,
        "name": name,
        "description": "brisa",
        "can_do_text_to_speech": True,
        "can_do_voice_conversion": False,
        "can_be_finetuned": False,
        "can_use_style": False,
        "can_use_speaker_boost": False,
        "serves_pro_voices": False,
        "requires_alpha_access": False,
        "token_cost_factor": 1.0,
        "max_characters_request_free_user": _MAX_CHARS,
        "max_characters_request_subscribed_user": _MAX_CHARS,
        "maximum_text_length_per_request": _MAX_CHARS,
        "languages": languages,
    }
