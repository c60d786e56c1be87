"""Every protocol that the server speaks, and what of them the OpenAPI document says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from brisa.app import own_operations
from brisa.app.wires import cartesia, elevenlabs, openai, reading, small, stream
from brisa.app.wires.shared import Wire
from brisa.transports.cartesia import operations as cartesia_operations
from brisa.transports.coqui import operations as coqui_operations
from brisa.transports.mary import operations as mary_operations
from brisa.transports.openai import operations as openai_operations
from brisa.transports.openapi import Operation
from brisa.transports.piper import operations as piper_operations
from brisa.transports.vapi import operations as vapi_operations

WIRES: Final[tuple[Wire, ...]] = (
    cartesia.routes,  # before the small ones: it has their addresses for requests with its header
    elevenlabs.routes,  # before OpenAI: one address of both is its own with its header
    openai.routes,
    reading.routes,
    small.routes,
    stream.routes,
)

OPERATIONS: Final[tuple[Callable[[], Sequence[Operation]], ...]] = (
    cartesia_operations.operations,
    coqui_operations.operations,
    mary_operations.operations,
    openai_operations.operations,
    own_operations.operations,
    piper_operations.operations,
    vapi_operations.operations,
)
"""HTTP routes, as OpenAPI has them. A wire with such routes brings a function of its own."""


def operations() -> list[Operation]:
    """All of them."""
    return [operation for of_wire in OPERATIONS for operation in of_wire()]
