"""Phonetic alphabets of markup, turned into IPA.

Sources of the tables: J. C. Wells, "Computer-coding the IPA: a proposed extension of SAMPA" (1995)
for X-SAMPA; the CMU Pronouncing Dictionary's phone set for ARPAbet; the single capitals for
diphthongs are those of Kokoro's phoneme set.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from brisa.text.patterns import lazy_pattern

_X_SAMPA: Final = {
    # vowels
    "A": "ɑ", "{": "æ", "6": "ɐ", "Q": "ɒ", "E": "ɛ", "@": "ə", "3": "ɜ", "I": "ɪ", "O": "ɔ",
    "2": "ø", "9": "œ", "&": "ɶ", "U": "ʊ", "}": "ʉ", "V": "ʌ", "Y": "ʏ", "1": "ɨ", "7": "ɤ",
    "8": "ɵ", "M": "ɯ", "I\\": "ᵻ", "U\\": "ᵿ", "@\\": "ɘ", "3\\": "ɞ", "@`": "ɚ", "3`": "ɝ",
    # consonants
    "B": "β", "C": "ç", "D": "ð", "F": "ɱ", "G": "ɣ", "H": "ɥ", "J": "ɲ", "K": "ɬ", "L": "ʎ",
    "N": "ŋ", "P": "ʋ", "R": "ʁ", "S": "ʃ", "T": "θ", "W": "ʍ", "X": "χ", "Z": "ʒ", "4": "ɾ",
    "5": "ɫ", "?": "ʔ", "g": "ɡ", "B\\": "ʙ", "F\\": "ɸ", "p\\": "ɸ", "G\\": "ɢ", "H\\": "ʜ",
    "J\\": "ɟ", "K\\": "ɮ", "L\\": "ʟ", "M\\": "ɰ", "N\\": "ɴ", "O\\": "ʘ", "R\\": "ʀ",
    "X\\": "ħ", "h\\": "ɦ", "j\\": "ʝ", "l\\": "ɺ", "r\\": "ɹ", "s\\": "ɕ", "v\\": "ʋ",
    "x\\": "ɧ", "z\\": "ʑ", "?\\": "ʕ", "<\\": "ʢ", ">\\": "ʡ", "!\\": "ǃ", "|\\": "ǀ",
    "||": "‖", "|\\|\\": "ǁ", "=\\": "ǂ", "d`": "ɖ", "l`": "ɭ", "n`": "ɳ", "r`": "ɽ", "s`": "ʂ",
    "t`": "ʈ", "z`": "ʐ", "r\\`": "ɻ", "b_<": "ɓ", "d_<": "ɗ", "g_<": "ɠ", "J\\_<": "ʄ",
    "G\\_<": "ʛ",
    # length, stress, tone and what stands beside a letter
    '"': "ˈ", "%": "ˌ", ":": "ː", ":\\": "ˑ", "`": "˞", "~": "\u0303", "=": "\u0329", "'": "ʲ",
    ".": ".", "|": "|", "-": "", "-\\": "‿", "!": "ꜜ", "^": "ꜛ", "_~": "\u0303", "_=": "\u0329",
    "_0": "\u0325", "_v": "\u032c", "_h": "ʰ", "_w": "ʷ", "_j": "ʲ", "_G": "ˠ", "_?\\": "ˤ",
    "_d": "\u032a", "_a": "\u033a", "_m": "\u033b", "_^": "\u032f", "_x": "\u033d", "_o": "\u031e",
    "_r": "\u031d", "_A": "\u0318", "_q": "\u0319", "_O": "\u0339", "_c": "\u031c", "_+": "\u031f",
    "_-": "\u0320", '_"': "\u0308", "_k": "\u0330", "_t": "\u0324", "_N": "\u033c", "_e": "\u0334",
    "_}": "\u031a", "_n": "ⁿ", "_l": "ˡ", "_>": "ʼ", "_X": "\u0306", "_T": "\u030b", "_H": "\u0301",
    "_M": "\u0304", "_L": "\u0300", "_B": "\u030f", "_R": "\u030c", "_F": "\u0302",
}  # fmt: skip
_X_SAMPA_SYMBOL: Final = lazy_pattern(
    "|".join(re.escape(symbol) for symbol in sorted(_X_SAMPA, key=len, reverse=True))
    + r"|[abcdefghijklmnopqrstuvwxyz ]"
)

_ARPABET: Final = {
    "AA": "ɑ", "AE": "æ", "AH": "ʌ", "AO": "ɔ", "AW": "aʊ", "AX": "ə", "AXR": "ɚ", "AY": "aɪ",
    "B": "b", "CH": "tʃ", "D": "d", "DH": "ð", "DX": "ɾ", "EH": "ɛ", "ER": "ɝ", "EY": "eɪ",
    "F": "f", "G": "ɡ", "HH": "h", "IH": "ɪ", "IX": "ɨ", "IY": "i", "JH": "dʒ", "K": "k",
    "L": "l", "M": "m", "N": "n", "NG": "ŋ", "OW": "oʊ", "OY": "ɔɪ", "P": "p", "Q": "ʔ",
    "R": "ɹ", "S": "s", "SH": "ʃ", "T": "t", "TH": "θ", "UH": "ʊ", "UW": "u", "UX": "ʉ",
    "V": "v", "W": "w", "WH": "ʍ", "Y": "j", "Z": "z", "ZH": "ʒ",
}  # fmt: skip
_ARPABET_PHONE: Final = lazy_pattern(r"([A-Z]{1,3})([0-2]?)")
_ARPABET_STRESS: Final = {"1": "ˈ", "2": "ˌ"}
_ARPABET_UNSTRESSED: Final = {"AH": "ə", "ER": "ɚ"}

_KOKORO: Final = str.maketrans(
    {"A": "eɪ", "I": "aɪ", "W": "aʊ", "Y": "ɔɪ", "O": "oʊ", "Q": "əʊ", "ʤ": "dʒ", "ʧ": "tʃ"}
)

_FRAMES: Final = ("//", "[]")
_SOUND: Final = lazy_pattern(r"[^\W\d_\u02b0-\u02ff]")
_ASCII_IPA: Final = lazy_pattern(r"[a-z .,'|AIWYOQ]")


def to_ipa(alphabet: str, sounds: str) -> str | None:
    """``sounds`` in IPA; ``None``: the alphabet is unknown, or this is not written in it."""
    convert = _ALPHABETS.get(alphabet.strip().lower().replace("_", "-"))
    ipa = convert(_unframed(sounds.strip())) if convert else None
    return ipa if ipa and _SOUND.search(ipa) else None


def is_distinctly_ipa(sounds: str) -> bool:
    """Made of IPA's letters, with one that no language's usual spelling has."""
    return any(_is_phonetic(letter) for letter in sounds) and all(
        _is_phonetic(letter) or _ASCII_IPA.match(letter) or letter in "æçøœħ" for letter in sounds
    )


def _is_phonetic(letter: str) -> bool:
    return "\u0250" <= letter <= "\u036f" or "\u1d00" <= letter <= "\u1dff" or letter in "θβχŋð‖"


def _unframed(sounds: str) -> str:
    framed = len(sounds) > 1 and sounds[0] + sounds[-1] in _FRAMES
    return sounds[1:-1] if framed else sounds


def _from_ipa(sounds: str) -> str:
    return sounds


def _from_kokoro(sounds: str) -> str:
    return sounds.translate(_KOKORO)


def _from_x_sampa(sounds: str) -> str | None:
    found: list[str] = []
    at = 0
    while at < len(sounds):
        symbol = _X_SAMPA_SYMBOL.match(sounds, at)
        if symbol is None:
            return None
        found.append(_X_SAMPA.get(symbol.group(), symbol.group()))
        at = symbol.end()
    return "".join(found)


def _from_arpabet(sounds: str) -> str | None:
    """A stress mark is put before its vowel: where the syllable begins is not written."""
    found: list[str] = []
    for written in sounds.upper().split():
        phone = _ARPABET_PHONE.fullmatch(written)
        if phone is None or phone[1] not in _ARPABET:
            return None
        unstressed = _ARPABET_UNSTRESSED.get(phone[1]) if phone[2] == "0" else None
        found.append(_ARPABET_STRESS.get(phone[2], "") + (unstressed or _ARPABET[phone[1]]))
    return "".join(found)


_ALPHABETS: Final[dict[str, Callable[[str], str | None]]] = {
    "": _from_ipa,
    "ipa": _from_ipa,
    "x-sampa": _from_x_sampa,
    "xsampa": _from_x_sampa,
    "cmu-arpabet": _from_arpabet,
    "arpabet": _from_arpabet,
    "x-inline": _from_kokoro,
}
