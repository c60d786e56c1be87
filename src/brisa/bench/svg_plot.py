"""Lines over time as an SVG file: panels one below the other, on one axis of seconds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

_WIDTH, _PANEL_HEIGHT = 860, 150
_LEFT, _RIGHT, _TOP, _GAP, _BOTTOM = 70, 16, 14, 44, 30
_COLOURS = ("#1f6f8b", "#c8553d", "#588157", "#6d597a")
_TICKS = 4

Line = Sequence[tuple[float, float]]
"""Seconds and values, in the order of time."""


@dataclass(frozen=True, slots=True)
class Panel:
    """Some lines with a common axis from 0; ``title`` names the unit."""

    title: str
    lines: dict[str, Line]


def svg(panels: Sequence[Panel], duration_s: float) -> str:
    """The whole file, from 0 to ``duration_s``."""
    height = _TOP + len(panels) * (_PANEL_HEIGHT + _GAP) + _BOTTOM
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{height}" '
        f'viewBox="0 0 {_WIDTH} {height}" font-family="sans-serif" font-size="11">',
        f'<rect width="{_WIDTH}" height="{height}" fill="#ffffff"/>',
    ]
    for index, panel in enumerate(panels):
        top = _TOP + index * (_PANEL_HEIGHT + _GAP) + 16
        parts += _panel(panel, top, max(duration_s, 1e-9))
    return "\n".join([*parts, "</svg>", ""])


def axis_step(most: float) -> float:
    """The distance of ticks for values up to ``most``: 1, 2 or 5 times a power of ten."""
    if most <= 0:
        return 1.0
    rough = most / _TICKS
    power = 10.0 ** math.floor(math.log10(rough))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough)


def _panel(panel: Panel, top: float, duration_s: float) -> list[str]:
    most = max((value for line in panel.lines.values() for _, value in line), default=0.0)
    step = axis_step(most)
    ceiling = step * max(math.ceil(most / step), 1)
    inner = _WIDTH - _LEFT - _RIGHT

    def x(at_s: float) -> float:
        return _LEFT + inner * at_s / duration_s

    def y(value: float) -> float:
        return top + _PANEL_HEIGHT * (1 - value / ceiling)

    parts = [f'<text x="{_LEFT}" y="{top - 5}" font-weight="bold">{escape(panel.title)}</text>']
    for tick in range(round(ceiling / step) + 1):
        value = tick * step
        parts.append(
            f'<line x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y(value):.1f}" y2="{y(value):.1f}" '
            f'stroke="#dddddd"/><text x="{_LEFT - 6}" y="{y(value) + 4:.1f}" '
            f'text-anchor="end">{value:g}</text>'
        )
    time_step = axis_step(duration_s)
    for tick in range(int(duration_s / time_step) + 1):
        at_s = tick * time_step
        parts.append(
            f'<text x="{x(at_s):.1f}" y="{top + _PANEL_HEIGHT + 14}" '
            f'text-anchor="middle">{at_s:g} s</text>'
        )
    for index, (name, line) in enumerate(panel.lines.items()):
        colour = _COLOURS[index % len(_COLOURS)]
        places = " ".join(f"{x(at_s):.1f},{y(value):.1f}" for at_s, value in line)
        parts.append(f'<polyline fill="none" stroke="{colour}" points="{places}"/>')
        at = _WIDTH - _RIGHT - 130 * (len(panel.lines) - index) + 100
        parts.append(
            f'<text x="{at}" y="{top - 5}" text-anchor="end" fill="{colour}">{escape(name)}</text>'
        )
    return parts
