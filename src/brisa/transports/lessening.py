"""What an order gets while the server cannot keep up (:mod:`brisa.service.degradation`)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from brisa.service.synthesizer import Synthesizer
from brisa.transports.response import Order

RATE_UNSAID: Final = frozenset({"pcm", "f32", "mulaw", "alaw"})
"""Formats whose bytes do not say their sample rate: who plays them takes it for granted."""


def lessened(order: Order, synthesizer: Synthesizer) -> Order:
    """``order`` as it is served, with what is less about it said."""
    fixed = order.rate_asked or order.format.name in RATE_UNSAID
    rates_hz = () if fixed else order.format.sample_rates_hz
    less = synthesizer.lessened(order.settings, rates_hz=rates_hz)
    if not less.notes:
        return order
    rate_hz = less.settings.sample_rate_hz or order.sample_rate_hz
    return replace(order, settings=less.settings, sample_rate_hz=rate_hz, degraded=less.header)
