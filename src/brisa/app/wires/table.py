"""Every protocol that the server speaks."""

from __future__ import annotations

from typing import Final

from brisa.app.wires import openai, reading, stream
from brisa.app.wires.shared import Wire

WIRES: Final[tuple[Wire, ...]] = (
    openai.routes,
    reading.routes,
    stream.routes,
)
