"""Numbers as they are written: grouped, with decimals, signed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from brisa.text.patterns import lazy_pattern

NUMBER: Final = (
    r"(?:\d{1,3}(?:\.\d{3})+(?!\d)(?:,\d+)?"
    r"|\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?"
    r"|\d{1,3}(?:[ \u00a0\u2009\u202f]\d{3})+(?!\d)(?:[.,]\d+)?"
    r"|\d{1,3}(?:['\u2019]\d{3})+(?!\d)(?:[.,]\d+)?"
    r"|\d+(?:[.,]\d+)?)"
)
"""A figure without its sign. Groups of three after a point, comma, space or apostrophe."""

START: Final = r"(?<![\w.,])"
SIGN: Final = r"(?:(?<![\w.,)\]\-\u2013\u2212])[-\u2212\u2013+\u00b1](?=\d))"
SIGNED: Final = rf"(?:{SIGN}|{START}){NUMBER}"
END: Final = r"(?!\w|[.,]\d)"

_GROUPS: Final = lazy_pattern(r"[ \u00a0\u2009\u202f'\u2019]")


@dataclass(frozen=True, slots=True)
class Figure:
    """``whole`` and ``decimals`` are digits; ``mark`` is what stands between them, if anything."""

    sign: str
    whole: str
    decimals: str
    mark: str

    @property
    def value(self) -> int:
        return int(self.whole)

    @property
    def scale(self) -> bool:
        """Is it a round number of millions."""
        return not self.decimals and self.value >= 10**6 and self.value % 10**6 == 0


def parse_figure(written: str, *, point_is_decimal: bool = False) -> Figure:
    """``written`` is what :data:`SIGNED` or :data:`NUMBER` matches.

    With both a point and a comma the last is the decimal mark, several of one kind group. A lone
    comma is the decimal mark and a lone point before three digits groups, or the other way round
    in regions with a decimal point; a leading zero always means decimals.
    """
    sign = written[0] if not written[0].isdigit() else ""
    body = _GROUPS.sub("", written[len(sign) :])
    mark = _decimal_mark(body, ".", ",") if point_is_decimal else _decimal_mark(body, ",", ".")
    if not mark:
        return Figure(sign, body.replace(".", "").replace(",", ""), "", "")
    whole, _, decimals = body.rpartition(mark)
    return Figure(sign, whole.replace(".", "").replace(",", ""), decimals, mark)


def _decimal_mark(body: str, usual: str, grouping: str) -> str:
    usual_at, grouping_at = body.rfind(usual), body.rfind(grouping)
    if usual_at >= 0 and grouping_at >= 0:
        return usual if usual_at > grouping_at else grouping
    if usual_at >= 0:
        return usual if body.count(usual) == 1 else ""
    if grouping_at >= 0 and body.count(grouping) == 1:
        grouped = len(body) - grouping_at == 4 and body[0] != "0"
        return "" if grouped else grouping
    return ""
