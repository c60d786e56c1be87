"""Tags in square brackets: ``[pause:0.5s]`` and ``[written](/sounds/)``.

Other brackets are text here; those of an engine (``[laugh]``) are not markup's business.
"""

from __future__ import annotations

import re
from typing import Final

from brisa.text.markup.alphabets import is_distinctly_ipa
from brisa.text.markup.attributes import spoken_value
from brisa.text.markup.quantities import bare_duration_ms, duration_ms
from brisa.text.markup.tags import WAIT, TagKind, TagMatch, Wait
from brisa.text.patterns import lazy_pattern

_PAUSE_MAX_CHARS: Final = 40
_WRITTEN_MAX_CHARS: Final = 100
_SOUNDS_MAX_CHARS: Final = 200

_PAUSE_NAMES: Final = ("pause", "break", "silence")
_PAUSE: Final = lazy_pattern(r"\[ ?(pause|break|silence) ?([:=]?) ?([^\[\]\n]*)\]", re.I)
_WRITTEN: Final = lazy_pattern(rf"\[([^\[\]\n]{{1,{_WRITTEN_MAX_CHARS}}}+)")
_SOUNDS: Final = lazy_pattern(rf"[^/()\n]{{1,{_SOUNDS_MAX_CHARS}}}+")

NO_LENGTH: Final = "A pause needs a length such as 500ms or 0.5s; the usual one was taken."


def scan_bracket(text: str, at: int, *, final: bool) -> TagMatch | Wait | None:
    """What stands at ``text[at]``, a ``"["``."""
    pause = _pause(text, at, final)
    return pause if isinstance(pause, TagMatch | Wait) else _inline_sounds(text, at, final)


def _pause(text: str, at: int, final: bool) -> TagMatch | Wait | None:
    limit = min(len(text), at + _PAUSE_MAX_CHARS)
    end = text.find("]", at, limit)
    if end >= 0:
        tag = _pause_tag(text, at, end + 1)
        is_link = tag is not None and not tag.attributes and text.startswith("(", end + 1)
        open_ended = tag is not None and not tag.attributes and end + 1 == len(text) and not final
        return WAIT if open_ended else None if is_link else tag
    more = not final and limit == len(text) and limit < at + _PAUSE_MAX_CHARS
    return WAIT if more and _may_be_pause(text[at + 1 : limit]) else None


def _pause_tag(text: str, at: int, end: int) -> TagMatch | None:
    found = _PAUSE.fullmatch(text, at, end)
    if found is None:
        return None
    length = found[3].strip()
    understood = duration_ms(length) is not None or bare_duration_ms(length) is not None
    tag = TagMatch(TagKind.PAUSE, at, end, "break", (("time", length),) if understood else ())
    if understood or (not (length or found[2]) and found[1].islower()):
        return tag
    if found[2]:
        return TagMatch(TagKind.PAUSE, at, end, "break", problem=NO_LENGTH)
    return None


def _may_be_pause(begun: str) -> bool:
    if "\n" in begun or "[" in begun:
        return False
    word = begun.removeprefix(" ").lower()
    return any(word.startswith(name) or name.startswith(word) for name in _PAUSE_NAMES)


def _inline_sounds(text: str, at: int, final: bool) -> TagMatch | Wait | None:
    """Written as models of the Kokoro family take it. An address looks alike: ``[docs](/docs/)``;
    only what holds a letter of the phonetic alphabet that no address has is taken for sounds."""
    written = _WRITTEN.match(text, at)
    if written is None:
        return WAIT if not final and len(text) == at + 1 else None
    rest = text[written.end() : written.end() + 3]
    if len(rest) < 3:
        return WAIT if not final and "](/".startswith(rest) else None
    if rest != "](/":
        return None
    sounds = _SOUNDS.match(text, written.end() + 3)
    start = written.end() + 3
    stop = sounds.end() if sounds else start
    tail = text[stop : stop + 2]
    if len(tail) < 2 and not final and "/)".startswith(tail):
        return WAIT
    if sounds is None or tail != "/)" or not is_distinctly_ipa(sounds.group()):
        return None
    return TagMatch(
        TagKind.SOUNDS,
        at,
        stop + 2,
        "phoneme",
        (("alphabet", "x-inline"), ("ph", sounds.group())),
        spoken_value(written[1]),
        at + 1,
        written.end(),
    )
