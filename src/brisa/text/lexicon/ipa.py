"""Sounds in the International Phonetic Alphabet, as people type them.

The letters and marks are those of the IPA chart (revised to 2020) and its extensions, with the
few that dictionaries and engines add (``ᵊ``, ``ᵻ``, ``ʤ``). What a voice does not know of them is
its own matter; this is about telling a transcription from ordinary writing.
"""

from __future__ import annotations

from typing import Final

from brisa.text.patterns import lazy_pattern

_LETTERS: Final = "a-zA-Z"  # capitals: the diphthongs of the alphabet that some engines use
_LATIN: Final = "æçðøħŋœǀ-ǃɐ-ʯⱱꞎ"
_GREEK: Final = "βθχ"
_MARKS: Final = "ʰ-\u02ff\u0300-\u036f\u1d00-\u1dffⁿ"
_SIGNS: Final = "\u203f\u2016\u2191\u2193\u2197\u2198ꜛꜜ.|()\\-"
_UNKNOWN: Final = lazy_pattern(rf"[^{_LETTERS}{_LATIN}{_GREEK}{_MARKS}{_SIGNS}\s]")

_TYPED: Final = str.maketrans({"'": "ˈ", "’": "ˈ", ",": "ˌ", ":": "ː", "g": "ɡ"})
_ENCLOSED: Final = lazy_pattern(r"\s*(?:/(?P<broad>[^/]*)/|\[(?P<narrow>[^\]]*)\])\s*")


def folded_ipa(phonemes: str) -> str:
    """``phonemes`` with the signs of the alphabet for those that keyboards have instead (``'`` for
    the stress ``ˈ``, ``:`` for the length ``ː``), without the slashes or brackets around it."""
    match = _ENCLOSED.fullmatch(phonemes)
    inner = phonemes if match is None else match["broad"] or match["narrow"] or ""
    return " ".join(inner.translate(_TYPED).split())


def unknown_in_ipa(phonemes: str) -> list[str]:
    """Characters of a folded transcription that are not of the alphabet, each once, in order."""
    return list(dict.fromkeys(_UNKNOWN.findall(phonemes)))
