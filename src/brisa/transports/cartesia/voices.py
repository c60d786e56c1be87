"""``/voices``, in pages. Clients ask for more after the last voice until a page is empty, whatever
is said of there being more; so a place that is not in the list is followed by nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from brisa.engines.base import Voice
from brisa.errors import OutOfRange

MAX_LIMIT: Final = 100
DEFAULT_LIMIT: Final = 10

_GENDERS: Final = {"female": "feminine", "male": "masculine"}
_NO_DATE: Final = "1970-01-01T00:00:00Z"
"""Clients want a date; brisa keeps none."""


def page_of(voices: Sequence[Voice], query: Mapping[str, str]) -> dict[str, object]:
    """The page that is asked for. Raises ``OutOfRange`` for a ``limit`` that is none."""
    limit = _limit_of(query.get("limit"))
    found = [voice for voice in voices if _is_meant(voice, query)]
    names = [voice.name for voice in found]
    after, before = query.get("starting_after"), query.get("ending_before")
    if after:
        found = found[names.index(after) + 1 :] if after in names else []
        page = found[:limit]
    elif before:
        found = found[: names.index(before)] if before in names else []
        page = found[-limit:]
    else:
        page = found[:limit]
    more = len(found) > len(page)
    next_page = page[-1].name if more and not before else None
    return {"data": [item_of(voice) for voice in page], "has_more": more, "next_page": next_page}


def item_of(voice: Voice) -> dict[str, object]:
    """A voice as clients read it."""
    language, _, region = voice.language.partition("-")
    return {
        "id": voice.name,
        "name": voice.name,
        "description": voice.description,
        "tagline": "",
        "language": language,
        "locales": [{"locale": voice.language, "is_native": True}],
        "country": region or None,
        "gender": _gender_of(voice),
        "access": "public",
        "visibility": "all",
        "is_owner": True,
        "is_public": True,
        "created_at": _NO_DATE,
    }


def _limit_of(given: str | None) -> int:
    if not given:
        return DEFAULT_LIMIT
    if given.isdecimal() and given.isascii() and len(given) <= 3 and 1 <= int(given) <= MAX_LIMIT:
        return int(given)
    raise OutOfRange(f"limit must be between 1 and {MAX_LIMIT}.", param="limit")


def _is_meant(voice: Voice, query: Mapping[str, str]) -> bool:
    wanted, gender = query.get("q", "").lower(), query.get("gender")
    named = wanted in voice.name.lower() or wanted in voice.description.lower()
    return named and gender in (None, "", _gender_of(voice))


def _gender_of(voice: Voice) -> str | None:
    return _GENDERS.get(voice.gender or "", voice.gender)
