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
        " one"
    )
)
"""With a capital after an abbreviation, these begin a sentence rather than a name."""
