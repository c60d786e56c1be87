"""What the clean-up takes out and what it leaves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from brisa.types import TextOptions


@dataclass(frozen=True, slots=True)
class CleanOptions:
    """How to clean; ``clean`` to ``emoji`` as in :class:`brisa.types.TextOptions`.

    ``tags`` are the names, in lower case, of sounds the engine can make (``laugh``): written
    ``[laugh]`` or ``<laugh>`` they are kept as objects, other well-known ones are left out.
    ``language`` (BCP 47) is that of the few words the clean-up says itself.
    """

    clean: bool = True
    markup: bool = True
    malformed: Literal["read", "refuse"] = "read"
    code: Literal["skip", "summarise", "read"] = "skip"
    emoji: Literal["skip", "name"] = "skip"
    tags: frozenset[str] = frozenset()
    language: str = "en"

    @classmethod
    def of(
        cls, options: TextOptions, tags: Iterable[str] = (), language: str = "en"
    ) -> CleanOptions:
        """Those of a request, with the engine's tags and the language of the text."""
        return cls(
            clean=options.clean,
            markup=options.markup,
            malformed=options.malformed,
            code=options.code,
            emoji=options.emoji,
            tags=frozenset(tag.lower() for tag in tags),
            language=language,
        )
