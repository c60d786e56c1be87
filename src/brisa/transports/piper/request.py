"""The body of ``POST /synthesize``: JSON, or the text alone as older servers took it."""

from __future__ import annotations

from typing import Final

import msgspec

from brisa.errors import InvalidRequest, InvalidText, OutOfRange
from brisa.transports.json_body import read_json


class PiperBody(msgspec.Struct):
    """``length_scale`` is how long speech is, 1 the voice's own. Speakers and noise scales are
    taken and have no effect."""

    text: str
    voice: str | None = None
    length_scale: float | None = None

    @property
    def speed(self) -> float:
        """Raises ``OutOfRange`` for a scale that none has."""
        if self.length_scale is None:
            return 1.0
        if not self.length_scale > 0:
            raise OutOfRange("length_scale must be above 0.", param="length_scale")
        return 1.0 / self.length_scale


_DECODER: Final = msgspec.json.Decoder(PiperBody)


def read_piper(body: bytes, content_type: str) -> PiperBody:
    """Raises ``InvalidRequest``, which never quotes the body."""
    if "json" in content_type.lower():
        return read_json(_DECODER, body)
    try:
        return read_json(_DECODER, body)
    except InvalidRequest:
        # Whoever sends a text says little of what it is; curl calls it a form.
        try:
            return PiperBody(body.decode("utf-8"))
        except UnicodeDecodeError:
            raise InvalidText("The text is not UTF-8.", param="text") from None
