"""Pictures and faces: left out, or named.

Maths, arrows, currency, music signs, ``©``, ``®`` and ``™`` are no emoji. A keycap leaves its digit
(``1️⃣ First`` is ``1 First``). Names are those of the Unicode character database, in lower case.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from brisa.text.clean.fold import ZWJ
from brisa.text.clean.state import WAIT, State, Step, needs_more
from brisa.text.patterns import lazy_pattern

SEQUENCE_MAX_CHARS: Final = 24

_EMOJI: Final = (
    "\U0001f000-\U0001f0ff\U0001f10d-\U0001faff"  # pictures, flags, cards, squared words
    "\u231a\u231b\u2328\u23cf\u23e9-\u23fa\u25aa\u25ab\u25b6\u25c0\u25fb-\u25fe"
    "\u2600-\u265f\u2660-\u266c\u2670-\u2767\u2794\u2795-\u2797\u27a1\u27b0\u27bf"
    "\u2b05-\u2b07\u2b1b\u2b1c\u2b50\u2b55\u2934\u2935\u3030\u303d\u3297\u3299"
)
_FLAGS: Final = "\U0001f1e6-\U0001f1ff"
_TONES: Final = "\U0001f3fb-\U0001f3ff"
_NOT_EMOJI: Final = "\u2795\u2796\u2797"  # heavy signs of arithmetic

_ONE: Final = lazy_pattern(rf"(?![{_NOT_EMOJI}])[{_EMOJI}\u20e3]")
_SEQUENCE: Final = lazy_pattern(
    rf"[{_FLAGS}][{_FLAGS}]|[{_EMOJI}][{_TONES}]?(?:{ZWJ}[{_EMOJI}][{_TONES}]?){{0,7}}{ZWJ}?"
)
_MODIFIERS: Final = lazy_pattern(rf"[{_TONES}{ZWJ}\u2640\u2642\u20e3]")
_FLAG_A: Final = 0x1F1E6

_NAMED_FACES: Final = {
    ")": "smile", "]": "smile", "(": "frown", "[": "frown", "D": "big smile", "d": "big smile",
    "P": "tongue out", "p": "tongue out", "O": "surprised face", "o": "surprised face",
    "*": "kiss", "|": "straight face", "/": "doubtful face", "\\": "doubtful face",
}  # fmt: skip
_FACE: Final = lazy_pattern(
    r"(?:[:;]['’]?-[)(\]\[DdPpOo*|/\\]|[:;]'?[)(DPp]|:'\(|:[oO]|:\]|<3|</3|\^_?\^|-_-)"
    r"(?![A-Za-z0-9_(\[/])"
)
_MEASURING: Final = frozenset(
    ("is", "was", "are", "were", "be", "costs", "cost", "takes", "took", "weighs", "needs", "in")
)
"""A number follows, or one that something is less than."""
_FACE_BEFORE: Final = " \n.,!?"
_FACE_SO_FAR: Final = lazy_pattern(r"(?:[:;]['’]?-?|</?|\^_?|-_?|(?:[:;]['’]?-?|</?|\^_|-_).)\Z")


def is_emoji(character: str) -> bool:
    """Whether one stands here, or a part of one."""
    return not character.isalnum() and _ONE.match(character) is not None


def read_emoji(state: State, at: int, final: bool) -> Step:
    """A whole sequence where it is to be named, one character of it where it is left out."""
    text = state.window.text
    if state.options.emoji == "skip":
        return state.leave_out(at + 1)
    found = _SEQUENCE.match(text, at)
    end = found.end() if found else at + 1
    longer = needs_more(text, end, final) or (end + 1 >= len(text) and not final)
    if longer and end - at < SEQUENCE_MAX_CHARS:
        return WAIT
    name = name_of(text[at:end])
    place = state.window.base + at
    if name and state.named != (name, place):
        state.writer.word(name, *state.window.span(at, end))
    else:
        state.writer.seam()
    state.named = (name, state.window.base + end)
    return end


def name_of(sequence: str) -> str:
    """``man farmer`` as its parts are called: ``man ear of rice``; a flag with its letters."""
    letters = [ord(character) - _FLAG_A for character in sequence]
    if len(letters) == 2 and all(0 <= letter < 26 for letter in letters):
        return "flag " + "".join(chr(65 + letter) for letter in letters)
    parts = [part for part in sequence if not _MODIFIERS.match(part)]
    names = (unicodedata.name(part, "").lower().replace("-", " ") for part in parts)
    return " ".join(name for name in names if name)


def read_face(state: State, at: int, final: bool) -> Step | None:
    """``:-)`` and the like, apart from words; ``None``: there is none."""
    text = state.window.text
    if state.before(at) not in _FACE_BEFORE and not is_emoji(state.before(at)):
        return None
    if not final and _FACE_SO_FAR.match(text, at):
        return WAIT
    found = _FACE.match(text, at)
    if found is None:
        return None
    if needs_more(text, found.end(), final):
        return WAIT
    face = found.group()
    behind = text[max(0, at - 64) : at]
    if face[0] == "<" and _is_compared(behind):
        return None
    if face[-1] == ")" and behind.rfind("(") > behind.rfind(")"):
        return None
    if state.options.emoji == "skip":
        return state.leave_out(found.end())
    name = "heart" if face[-1] == "3" else _NAMED_FACES.get(face[-1], "smile")
    state.writer.word("wink" if face[0] == ";" else name, *state.window.span(at, found.end()))
    return found.end()


def _is_compared(behind: str) -> bool:
    """``x <3`` and ``takes <3`` are comparisons, ``I <3`` is not."""
    words = behind.split()
    last = words[-1] if words else ""
    return (
        last.lower() in _MEASURING
        or last[-1:].isdigit()
        or last[-1:] in tuple(")]=")
        or (len(last) == 1 and last not in "IiUu")
    )
