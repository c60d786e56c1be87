"""Cleaned text that stands in the place of one tag, as far as the tag alone decides it."""

from __future__ import annotations

from typing import Final

from brisa.text.cleaned import (
    NOTHING,
    OBJECT,
    PAUSE,
    RATE,
    Cleaned,
    Insert,
    InsertKind,
    plain,
)
from brisa.text.markup.alphabets import to_ipa
from brisa.text.markup.quantities import (
    DEFAULT_PAUSE_MS,
    PAUSE_MAX_MS,
    STRENGTH_MS,
    bare_duration_ms,
    duration_ms,
)
from brisa.text.markup.tags import TagKind, TagMatch
from brisa.text.span_map import Run, SpanMap

TOO_LONG: Final = f"A pause is {PAUSE_MAX_MS:.0f} ms at most; that much was taken."
BAD_TIME: Final = "A pause's time is written as 500ms or 0.5s; the usual length was taken instead."
NO_UNIT: Final = "A pause's time needs its unit, as in 500ms or 0.5s; the likelier one was taken."
BAD_STRENGTH: Final = (
    f"The strength of a break is one of {', '.join(STRENGTH_MS)}; the usual length was taken."
)

_SUPERSCRIPTS: Final = str.maketrans("0123456789+-\u2212", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻")


def instead(text: str, start_char: int, end_char: int) -> Cleaned:
    """``text`` for a whole stretch of the source."""
    return Cleaned(text, SpanMap([Run(len(text), start_char, end_char)]))


def control(char: str, insert: Insert) -> Cleaned:
    """A control character with its insert."""
    spans = SpanMap([Run(1, insert.start_char, insert.end_char)])
    return Cleaned(char, spans, (insert,))


def pause_length(tag: TagMatch) -> tuple[float, str | None]:
    """Milliseconds that a ``break`` or ``[pause]`` asks for, and what is wrong with it."""
    time, strength = tag.attribute("time"), tag.attribute("strength")
    if time is not None:
        return _timed(tag, time)
    if strength is None:
        return DEFAULT_PAUSE_MS, None
    known = STRENGTH_MS.get(strength.strip().lower())
    return (DEFAULT_PAUSE_MS, BAD_STRENGTH) if known is None else (known, None)


def _timed(tag: TagMatch, time: str) -> tuple[float, str | None]:
    length_ms = duration_ms(time)
    problem = None
    if length_ms is None:
        length_ms = bare_duration_ms(time)
        problem = NO_UNIT if tag.kind is not TagKind.PAUSE else None
    if length_ms is None:
        return DEFAULT_PAUSE_MS, BAD_TIME
    if length_ms > PAUSE_MAX_MS:
        return PAUSE_MAX_MS, TOO_LONG
    return length_ms, problem


def pause(length_ms: float, start_char: int, end_char: int) -> Cleaned:
    """Silence; of no length, a space, so that the words beside it stay apart."""
    if length_ms <= 0:
        return instead(" ", start_char, end_char)
    return control(PAUSE, Insert(InsertKind.PAUSE, start_char, end_char, value=length_ms))


def rate(factor: float, start_char: int, end_char: int) -> Cleaned:
    """The rate from here on, relative to the request's."""
    return control(RATE, Insert(InsertKind.RATE, start_char, end_char, value=factor))


def whole(tag: TagMatch, offset_char: int) -> Cleaned:
    """An element with its content, of kind ``WHOLE`` or ``SOUNDS``."""
    start_char, end_char = offset_char + tag.start, offset_char + tag.end
    if tag.name == "sub":
        return instead(tag.attribute("alias") or "", start_char, end_char)
    if tag.name == "sup":
        return instead(tag.content.translate(_SUPERSCRIPTS), start_char, end_char)
    if tag.name == "phoneme":
        ipa = to_ipa(tag.attribute("alphabet") or "", tag.attribute("ph") or "") or ""
        kind, detail = InsertKind.PHONEMES, ipa
    else:
        if not tag.content.strip():
            return NOTHING
        kind, detail = InsertKind.SAY_AS, _interpretation(tag)
    return control(OBJECT, Insert(kind, start_char, end_char, tag.content, detail))


def literal(tag: TagMatch, offset_char: int) -> Cleaned:
    """The text of a CDATA section."""
    start_char, end_char = offset_char + tag.content_start, offset_char + tag.content_end
    if len(tag.content) == end_char - start_char:
        return plain(tag.content, start_char)
    return instead(tag.content, start_char, end_char)


def _interpretation(tag: TagMatch) -> str:
    kind = (tag.attribute("interpret-as") or "").strip().lower()
    form = (tag.attribute("format") or "").strip().lower()
    return f"{kind}:{form}" if form else kind
