"""The data of Wyoming's requests, and what is to be spoken for them. No I/O.

Unknown fields (``context`` among them) are passed over, and optional ones may be null.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, Final, TypeVar

import msgspec

from brisa.audio.encoders.table import find_format
from brisa.errors import InvalidRequest
from brisa.service.listener import Listener
from brisa.transports.talk.protocol import TalkOrder
from brisa.transports.wyoming.menu import Menu
from brisa.types import SpeechSettings, TextOptions

FORMAT: Final = find_format("pcm")
RATE_HZ: Final = FORMAT.default_sample_rate_hz
WIDTH_BYTES: Final = 2
CHANNELS: Final = 1

_SSML: Final = "ssml"
_JSON_PATH: Final = re.compile(r"\$\.([a-z_.]+)")
_MISSING: Final = re.compile(r"missing required field `([a-z_]+)`")


class VoiceWish(msgspec.Struct, frozen=True):
    """Which voice: by name, or any of a language."""

    name: str | None = None
    language: str | None = None
    speaker: str | None = None


class Manner(msgspec.Struct, frozen=True):
    """How to speak: ``synthesize-start``."""

    voice: VoiceWish | None = None
    text_format: str | None = None


class Piece(msgspec.Struct, frozen=True):
    """Some text: ``synthesize-chunk``, and ``synthesize``, which has a manner too."""

    text: str


_T = TypeVar("_T")


def read(kind: type[_T], data: dict[str, Any]) -> _T:
    """The data of an event. Raises ``InvalidRequest``, which names the field and quotes nothing."""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        found = _MISSING.search(str(error)) or _JSON_PATH.search(str(error))
        name = found.group(1) if found else None
        message = f"The field {name!r} is missing or is not what it must be."
        raise InvalidRequest(message, param=name) from None


def order_of(manner: Manner, menu: Menu, text: TextOptions) -> TalkOrder:
    """What to speak with; ``text`` is how it is read where the request does not say.

    The sample rate is always the same, whatever the voice: a client writes one header for all it
    hears. The listener is not ``paced``: one-shot requests are heard when all of it is there,
    others by players that read ahead.
    """
    wish = manner.voice or VoiceWish()
    if manner.text_format is not None and manner.text_format.lower() == _SSML:
        text = replace(text, markup=True)
    settings = SpeechSettings(
        voice=menu.voice_for(wish.name, wish.speaker, wish.language),
        sample_rate_hz=RATE_HZ,
        text=text,
    )
    return TalkOrder(settings, FORMAT, listener=Listener(reports=True))
