"""Lists of words, as data that can be read."""

from __future__ import annotations

from typing import Final


def words(text: str) -> tuple[str, ...]:
    """The words of a text in their order."""
    return tuple(text.split())


STARTERS: Final = frozenset(
    words(
        "the a an this that these those it its he she his her they their we our you your i my in on"
        " at if when while but and so then there here what who why how where as for to from after"
        " before however meanwhile no yes not please let do did is are was were all some many most"
        " one nobody everybody somebody everyone someone anyone nothing everything something maybe"
        " perhaps both each every other others another next later soon since until because although"
        " though yet still just only even never always also people sometimes today tomorrow"
    )
)
"""With a capital after an abbreviation, these begin a sentence rather than a name."""

CLOCK_GOES_ON: Final = frozenset(
    words(
        "monday tuesday wednesday thursday friday saturday sunday january february march april may"
        " june july august september october november december est edt et cst cdt ct mst mdt mt pst"
        " pdt pt gmt utc bst cet cest eastern central mountain pacific"
    )
)
"""With a capital after ``a.m.`` or ``p.m.``, these go on with the time."""
