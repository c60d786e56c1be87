"""Characters folded before anything else looks at them: one to one, or to nothing.

Quotes become ``'`` and ``"``, full-width letters, digits and signs their ASCII forms, odd spaces a
space, line separators a line feed. What only steers display (zero-width and bidirectional controls,
soft hyphens, variation selectors, private use) goes. The joiners U+200C and U+200D stay: whether
they belong to a word is seen only where they stand.

Full-width ``！，：；？（）`` stay as they are: in Chinese and Japanese they are the punctuation,
and end sentences and clauses without a space behind them.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from brisa.text.cleaned import CONTROLS

ZWNJ: Final = "\u200c"
ZWJ: Final = "\u200d"

_SINGLE: Final = "‘’‚‛ʹʻʼʽˈ′‵´"
_APOSTROPHES: Final = _SINGLE.replace("ˈ", "")  # U+02C8 is the stress mark of IPA
_DOUBLE: Final = "“”„‟″‶〝〞〟"
_HYPHENS: Final = {"\u2010": "-", "\u2011": "-", "\u2012": "–", "‼": "!", "⁇": "?", "⁈": "?"}
_LINE_ENDS: Final = "\r\x0b\x0c\x85\u2028\u2029"
_KEPT_WIDE: Final = "！，：；？（）"
_FORMATS_KEPT: Final = frozenset((*range(0x600, 0x606), 0x6DD, 0x200C, 0x200D))
_SELECTORS: Final = frozenset((*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)))


class _Table(dict[int, "int | None"]):
    """For ``str.translate``; entries are found when first asked for and kept."""

    def __missing__(self, code: int) -> int | None:
        found = self[code] = _folded(code)
        return found


class _StrictTable(dict[int, "int | None"]):
    def __missing__(self, code: int) -> int:
        self[code] = code
        return code


def _folded(code: int) -> int | None:
    character = chr(code)
    category = unicodedata.category(character)
    if code in _SELECTORS or (category in ("Cc", "Cf", "Co", "Cs") and code not in _FORMATS_KEPT):
        return None
    if category == "Zs":
        return 0x20
    if 0xFF01 <= code <= 0xFF5E and character not in _KEPT_WIDE:
        return code - 0xFEE0
    return code


_TABLE: Final = _Table()
_TABLE.update({ord("\n"): 10, ord("\t"): 32, ord("⁉"): ord("?")})
_TABLE.update({ord(one): 10 for one in _LINE_ENDS})
_TABLE.update({ord(one): ord("'") for one in _APOSTROPHES})
_TABLE.update({ord(one): ord('"') for one in _DOUBLE})
_TABLE.update({ord(one): ord(other) for one, other in _HYPHENS.items()})

_STRICT: Final = _StrictTable()
_STRICT.update({ord(one): None for one in (*CONTROLS, "\0")})
_STRICT.update(dict.fromkeys(range(55296, 57344)))


def fold(text: str) -> str:
    """``text`` folded; ``\\r\\n`` gives two line feeds (see :class:`brisa.text.clean.window`)."""
    return text.translate(_TABLE)


def fold_strict(text: str) -> str:
    """Only the characters are taken out that cleaned text must not hold."""
    return text.translate(_STRICT)
