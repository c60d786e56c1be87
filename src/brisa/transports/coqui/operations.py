"""Coqui's route as OpenAPI has it: as a query. A form and headers do as well."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from brisa.transports.openapi import JSON, Answer, Operation


class CoquiError(msgspec.Struct):
    """A refusal, in words."""

    error: str


def operations() -> Sequence[Operation]:
    """Everything of :mod:`brisa.transports.coqui.routes`."""
    return (
        Operation(
            "GET",
            "/api/tts",
            "Speak a text",
            {
                200: Answer("Audio, as it is made.", {"audio/wav": None}),
                400: Answer("The request is refused.", {JSON: CoquiError}),
            },
            tag="Coqui",
            query={
                "text": "What to speak.",
                "speaker_id": "A voice; empty is the default one.",
                "language_id": "A language that it speaks.",
            },
        ),
    )
