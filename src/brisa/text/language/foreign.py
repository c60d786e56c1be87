"""What a voice cannot speak: found, left out, written in Latin letters, or given to another voice.

A reader never says the name of a letter it does not know; what cannot be read is counted.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from anyascii import anyascii

from brisa.text.edits import Edit, Taken
from brisa.text.language.detect import detect
from brisa.text.language.scripts import COMMON, primary, script_of, scripts_of

_BY_CHARACTER: Final = frozenset(("Han",))
"""Scripts without spaces, of which each character is a syllable or word."""

_WIDE: Final = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F) if chr(code).isalnum()} | {
    ord(wide): ord(narrow)
    for wide, narrow in zip("％＋＝＆＠＃＄／＊", "%+=&@#$/*", strict=True)
}  # fmt: skip
_SEPARATORS: Final = {0x066A: "%", 0x066B: ".", 0x066C: ","}
_NARROW: Final[dict[int, int | str]] = {**_WIDE, **_SEPARATORS}


@dataclass(frozen=True, slots=True)
class ForeignRun:
    """``text[start:end]`` is in ``script``, with the signs and spaces between its letters."""

    start: int
    end: int
    script: str


@dataclass(frozen=True, slots=True)
class Replaced:
    """What to do about foreign runs, and how many characters cannot be heard at all."""

    edits: tuple[Edit, ...]
    dropped_chars: int


def fold_digits(text: str) -> str:
    """Digits of every script, and full-width letters and signs, as those of ASCII.

    Character by character, so the length and every offset stay.
    """
    if text.isascii():
        return text
    return "".join(
        str(unicodedata.decimal(char)) if char > "\x7f" and char.isdecimal() else char
        for char in text.translate(_NARROW)
    )


def foreign_runs(text: str, speakable: Collection[str]) -> list[ForeignRun]:
    """The stretches of ``text`` whose letters are in none of the ``speakable`` scripts."""
    return [
        ForeignRun(start, end, script)
        for start, end, script in script_runs(text)
        if script not in speakable and script != COMMON
    ]


def script_runs(text: str) -> list[tuple[int, int, str]]:
    """``(start, end, script)`` of the stretches with letters of one script.

    Signs and spaces within a stretch are part of it, those between two stretches of neither.
    """
    runs: list[tuple[int, int, str]] = []
    if text.isascii():
        return [(0, len(text), "Latin")] if any(char.isalpha() for char in text) else []
    for at, char in enumerate(text):
        script = script_of(char)
        if script == COMMON or not char.isalpha() and not _joins(char):
            continue
        if runs and runs[-1][2] == script:
            runs[-1] = (runs[-1][0], at + 1, script)
        else:
            runs.append((at, at + 1, script))
    return runs


def _joins(char: str) -> bool:
    """A vowel sign or accent of a script belongs to its word."""
    return unicodedata.category(char)[0] == "M"


def skip(text: str, runs: Iterable[ForeignRun]) -> Replaced:
    """Leave the runs out; their letters, digits and symbols are counted."""
    edits = tuple(Edit(run.start, run.end, "") for run in runs)
    return Replaced(edits, sum(dropped(text[edit.start : edit.end]) for edit in edits))


def dropped(text: str) -> int:
    """Characters that would be heard if a voice knew them: letters, digits and symbols."""
    return sum(unicodedata.category(char)[0] in "LNS" for char in text)


def transliterate(text: str, runs: Iterable[ForeignRun]) -> Replaced:
    """Write the words of the runs in Latin letters; what has none is left out and counted."""
    edits: list[Edit] = []
    lost = 0
    for run in runs:
        for start, end in _words(text, run):
            latin = "".join(char for char in anyascii(text[start:end]) if char.isprintable())
            lost += 0 if latin.strip() else dropped(text[start:end])
            edits.append(Edit(start, end, latin.strip()))
    return Replaced(tuple(edits), lost)


def _words(text: str, run: ForeignRun) -> Iterator[tuple[int, int]]:
    """The words of a run, of scripts without spaces its characters."""
    start: int | None = None
    for at in range(run.start, run.end):
        letter = script_of(text[at]) == run.script
        if start is not None and (not letter or run.script in _BY_CHARACTER):
            yield start, at
            start = None
        if letter and start is None:
            start = at
    if start is not None:
        yield start, run.end


def foreign_edits(
    text: str, taken: Taken, speakable: frozenset[str], in_latin: bool
) -> tuple[list[Edit], int]:
    """What to say for letters outside the ``speakable`` scripts, clear of what is ``taken``.

    ``in_latin``: their transliteration, else nothing. Also returns how many characters are lost.
    """
    runs = foreign_runs(text, speakable)
    if not runs:
        return [], 0
    free = [part for run in runs for part in _free_parts(run, taken)]
    replaced = transliterate(text, free) if in_latin else skip(text, free)
    return list(replaced.edits), replaced.dropped_chars


def _free_parts(run: ForeignRun, taken: Taken) -> Iterator[ForeignRun]:
    """A run without the edits inside it."""
    at = run.start
    for edit in taken.edits:
        if edit.end <= at or edit.start >= run.end:
            continue
        if edit.start > at:
            yield ForeignRun(at, edit.start, run.script)
        at = max(at, edit.end)
    if at < run.end:
        yield ForeignRun(at, run.end, run.script)


def language_runs(text: str, default: str, candidates: Sequence[str]) -> list[tuple[int, int, str]]:
    """``text`` cut by language: ``(start, end, language)`` from its first character to its last.

    The writing system decides; Latin letters are all in one language, the default if it is written
    in them, else the candidate they look most like. What no candidate is written in, digits,
    signs and spaces stay with what stands before them.
    """
    latin = _latin_language(text, default, candidates)
    found: list[tuple[int, int, str]] = []
    for start, end, script in script_runs(text):
        if script == "Latin":
            language = latin
        else:
            language = _language_in(script, text[start:end], default, candidates)
        if found and found[-1][2] == language:
            found[-1] = (found[-1][0], end, language)
        else:
            found.append((start, end, language))
    return _without_gaps(found, len(text), default)


def _latin_language(text: str, default: str, candidates: Sequence[str]) -> str:
    if "Latin" in scripts_of(default):
        return default
    latin = [tag for tag in candidates if "Latin" in scripts_of(tag)]
    if not latin:
        return default
    english = next((tag for tag in latin if primary(tag) == "en"), latin[0])
    letters = "".join(char if script_of(char) in ("Latin", COMMON) else " " for char in text)
    return detect(letters, latin, english)


def _language_in(script: str, text: str, default: str, candidates: Sequence[str]) -> str:
    if script in scripts_of(default):
        return default
    writing = [tag for tag in candidates if script in scripts_of(tag)]
    return detect(text, writing, writing[0]) if writing else default


def _without_gaps(
    runs: Sequence[tuple[int, int, str]], length: int, default: str
) -> list[tuple[int, int, str]]:
    if not runs:
        return [(0, length, default)] if length else []
    starts = [0, *(start for start, _, _ in runs[1:])]
    ends = [*starts[1:], length]
    return [(start, end, run[2]) for start, end, run in zip(starts, ends, runs, strict=True)]
