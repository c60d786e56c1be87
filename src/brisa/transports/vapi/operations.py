"""Vapi's webhook as OpenAPI has it."""

from __future__ import annotations

from collections.abc import Sequence

from brisa.transports.openapi import Answer, Operation
from brisa.transports.vapi.request import VapiBody


def operations() -> Sequence[Operation]:
    """Everything of :mod:`brisa.transports.vapi.routes`."""
    spoken = Answer("Bare samples, as they are made.", {"application/octet-stream": None})
    summary = "Speak for a custom voice"
    return (Operation("POST", "/vapi", summary, {200: spoken}, body=VapiBody, tag="Vapi"),)
