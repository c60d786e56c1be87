"""Writing systems: of characters, by the blocks of Unicode, and of languages."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

_BLOCKS: Final = (
    (0x0041, 0x005A, "Latin"), (0x0061, 0x007A, "Latin"), (0x00AA, 0x00AA, "Latin"),
    (0x00BA, 0x00BA, "Latin"), (0x00C0, 0x00D6, "Latin"), (0x00D8, 0x00F6, "Latin"),
    (0x00F8, 0x02AF, "Latin"), (0x0370, 0x03FF, "Greek"), (0x0400, 0x052F, "Cyrillic"),
    (0x0531, 0x058A, "Armenian"), (0x0591, 0x05F4, "Hebrew"), (0x0600, 0x06FF, "Arabic"),
    (0x0750, 0x077F, "Arabic"), (0x08A0, 0x08FF, "Arabic"), (0x0900, 0x097F, "Devanagari"),
    (0x0980, 0x09FF, "Bengali"), (0x0A00, 0x0A7F, "Gurmukhi"), (0x0A80, 0x0AFF, "Gujarati"),
    (0x0B00, 0x0B7F, "Oriya"), (0x0B80, 0x0BFF, "Tamil"), (0x0C00, 0x0C7F, "Telugu"),
    (0x0C80, 0x0CFF, "Kannada"), (0x0D00, 0x0D7F, "Malayalam"), (0x0D80, 0x0DFF, "Sinhala"),
    (0x0E00, 0x0E7F, "Thai"), (0x0E80, 0x0EFF, "Lao"), (0x0F00, 0x0FFF, "Tibetan"),
    (0x1000, 0x109F, "Myanmar"), (0x10A0, 0x10FF, "Georgian"), (0x1100, 0x11FF, "Hangul"),
    (0x1200, 0x139F, "Ethiopic"), (0x13A0, 0x13FF, "Cherokee"), (0x1780, 0x17FF, "Khmer"),
    (0x1800, 0x18AF, "Mongolian"), (0x1C80, 0x1C8F, "Cyrillic"), (0x1D00, 0x1DBF, "Latin"),
    (0x1E00, 0x1EFF, "Latin"), (0x1F00, 0x1FFF, "Greek"), (0x2C60, 0x2C7F, "Latin"),
    (0x2DE0, 0x2DFF, "Cyrillic"), (0x2E80, 0x2FDF, "Han"), (0x3005, 0x3007, "Han"),
    (0x3021, 0x3029, "Han"), (0x3041, 0x309F, "Kana"), (0x30A1, 0x30FA, "Kana"),
    (0x30FC, 0x30FF, "Kana"), (0x3105, 0x312F, "Bopomofo"), (0x3131, 0x318E, "Hangul"),
    (0x31F0, 0x31FF, "Kana"), (0x3400, 0x4DBF, "Han"), (0x4E00, 0x9FFF, "Han"),
    (0xA640, 0xA69F, "Cyrillic"), (0xA720, 0xA7FF, "Latin"), (0xAC00, 0xD7AF, "Hangul"),
    (0xF900, 0xFAFF, "Han"), (0xFB00, 0xFB06, "Latin"), (0xFB1D, 0xFB4F, "Hebrew"),
    (0xFB50, 0xFDFF, "Arabic"), (0xFE70, 0xFEFF, "Arabic"), (0xFF21, 0xFF3A, "Latin"),
    (0xFF41, 0xFF5A, "Latin"), (0xFF66, 0xFF9F, "Kana"), (0xFFA0, 0xFFDC, "Hangul"),
    (0x20000, 0x323AF, "Han"),
)  # fmt: skip
_STARTS: Final = tuple(start for start, _, _ in _BLOCKS)

COMMON: Final = "Common"
"""Digits, punctuation, spaces, symbols: whatever belongs to no writing system of its own."""

_OF_LANGUAGE: Final = {
    "ar": "Arabic", "fa": "Arabic", "ur": "Arabic", "ps": "Arabic", "he": "Hebrew", "yi": "Hebrew",
    "el": "Greek", "ru": "Cyrillic", "uk": "Cyrillic", "bg": "Cyrillic", "sr": "Cyrillic Latin",
    "be": "Cyrillic", "mk": "Cyrillic", "kk": "Cyrillic", "ky": "Cyrillic", "mn": "Cyrillic",
    "hi": "Devanagari", "mr": "Devanagari", "ne": "Devanagari", "bn": "Bengali", "pa": "Gurmukhi",
    "gu": "Gujarati", "or": "Oriya", "ta": "Tamil", "te": "Telugu", "kn": "Kannada",
    "ml": "Malayalam", "si": "Sinhala", "th": "Thai", "lo": "Lao", "my": "Myanmar",
    "ka": "Georgian", "hy": "Armenian", "am": "Ethiopic", "km": "Khmer", "ko": "Hangul Han",
    "ja": "Kana Han", "zh": "Han Bopomofo", "yue": "Han", "bo": "Tibetan",
}  # fmt: skip


def script_of(char: str) -> str:
    """The writing system of one character, :data:`COMMON` if it has none."""
    code = ord(char)
    if code < 0x80:
        return "Latin" if char.isalpha() else COMMON
    at = bisect_right(_STARTS, code) - 1
    if at >= 0 and code <= _BLOCKS[at][1] and not char.isdecimal():
        return _BLOCKS[at][2]
    return COMMON


def primary(language: str) -> str:
    """The first subtag of a BCP 47 tag, in lower case."""
    return language.replace("_", "-").partition("-")[0].lower()


@lru_cache(maxsize=256)
def scripts_of(language: str) -> frozenset[str]:
    """What a language is written in; Latin for every tag that is not listed here."""
    return frozenset(_OF_LANGUAGE.get(primary(language), "Latin").split())


def speakable_scripts(languages: Iterable[str]) -> frozenset[str]:
    """Of a voice that speaks ``languages``. Latin is always among them: names and words in it stand
    in texts of every language, and readers of every language know its letters."""
    return frozenset(("Latin",)).union(*(scripts_of(language) for language in languages))
