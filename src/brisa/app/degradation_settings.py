"""Settings of what a server does with less of while it cannot keep up."""

from __future__ import annotations

from types import MappingProxyType
from typing import Annotated

from msgspec import Meta, Struct, field

from brisa.service.degradation import DegradationOptions

_PARTS = DegradationOptions()
_Name = Annotated[str, Meta(min_length=1)]
_Load = Annotated[float, Meta(gt=0, le=10)]
_Looks = Annotated[int, Meta(ge=1, le=3600)]


class DegradationSettings(Struct, frozen=True, kw_only=True):
    """``degradation``: what new streams get less of while the server cannot keep up, one rung at a
    time: more made ahead, a lighter voice, a lower sample rate, none at all. ``lighter_voices``
    names, by voice, one that costs less. A second in which the workers are asked for more than
    ``up_load`` of what they can do, or a listener met a gap or a late first sound, is strained;
    ``up_after_s`` of them in a row lead up a rung, ``down_after_s`` below ``down_load`` down.
    ``look_ahead_factor``: how much further streams are made ahead. ``sample_rate_hz``: what streams
    get whose format says its rate and has this one."""

    enabled: bool = True
    lighter_voices: dict[_Name, _Name] = field(default_factory=dict)
    up_load: _Load = _PARTS.up_load
    down_load: _Load = _PARTS.down_load
    up_after_s: _Looks = _PARTS.up_looks
    down_after_s: _Looks = _PARTS.down_looks
    look_ahead_factor: Annotated[float, Meta(ge=1, le=10)] = _PARTS.look_ahead_factor
    sample_rate_hz: Annotated[int, Meta(ge=8000, le=48_000)] = _PARTS.sample_rate_hz
    retry_after_s: Annotated[float, Meta(ge=1, le=3600)] = _PARTS.retry_after_s


def degradation_options(settings: DegradationSettings) -> DegradationOptions:
    """What the service gets. Raises ``ConfigError`` for keys that contradict one another."""
    return DegradationOptions(
        enabled=settings.enabled,
        lighter_voices=MappingProxyType(settings.lighter_voices),
        up_load=settings.up_load,
        down_load=settings.down_load,
        up_looks=settings.up_after_s,
        down_looks=settings.down_after_s,
        look_ahead_factor=settings.look_ahead_factor,
        sample_rate_hz=settings.sample_rate_hz,
        retry_after_s=settings.retry_after_s,
    )
