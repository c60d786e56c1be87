"""Settings of Wyoming, which Home Assistant speaks."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from brisa.app.options import WyomingOptions

Text = Annotated[str, Meta(min_length=1)]


class WyomingSettings(Struct, frozen=True, kw_only=True):
    """``wyoming``: spoken on ``port`` if there is one, 0 for any free one; Home Assistant proposes
    10200. ``host`` is where it listens, by default where the server does. ``name`` is what clients
    show. ``announce``: the local network is told of it ``never``, ``if_reachable`` by others, or
    ``always``."""

    port: Annotated[int, Meta(ge=0, le=65_535)] | None = None
    host: Text | None = None
    name: Annotated[str, Meta(min_length=1, max_length=40)] = "brisa"
    announce: Literal["never", "if_reachable", "always"] = "never"


def wyoming_options(wyoming: WyomingSettings) -> WyomingOptions | None:
    """What the server gets; ``None`` if it is not spoken."""
    if wyoming.port is None:
        return None
    return WyomingOptions(wyoming.port, wyoming.host, wyoming.name, wyoming.announce)
