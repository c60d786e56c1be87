"""Which of some languages a segment is in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from brisa.text.language.letters import log_likelihood, models, words_of
from brisa.text.language.scripts import COMMON, primary, script_of, scripts_of

WORDS_READ: Final = 40
CHARS_READ: Final = 2000
"""How much of a segment is looked at."""

SURE: Final = 4.0
"""Natural logarithm of how much likelier another language must be before the default is left."""
SURE_OF_FEW: Final = 3.0
"""The same beside every other language but the default."""
_FEW_WORDS: Final = 6
"""So few must have one among them that is common there and not in the default: not names alone."""

_TELLING: Final = {
    "uk": "іїєґ", "be": "ў", "ru": "ыэъё", "sr": "ђћџјљњ", "mk": "ѓќѕ", "bg": "ъ", "kk": "қғңұәһ",
    "fa": "پچژگی", "ur": "ٹڈڑںےھ", "ar": "ةىؤئإ", "mr": "ळ", "ja": "", "zh": "",
}  # fmt: skip


def detect(text: str, candidates: Sequence[str], default: str) -> str:
    """The candidate ``text`` is in, as it stands in ``candidates``; ``default`` unless sure.

    ``candidates`` and ``default`` are BCP 47 tags; without candidates every language known is one.
    The writing system decides first; languages in Latin letters are told apart by their words.
    Never raises. At most :data:`CHARS_READ` characters and :data:`WORDS_READ` words are read.
    """
    text = text[:CHARS_READ]
    script = _main_script(text)
    if script == COMMON:
        return default
    named = _by_code(candidates or [*models(), *_TELLING, "el", "he", "hi", "ko", "th"], default)
    writing = [code for code in named if script in scripts_of(code)]
    if script == "Han" and "Kana" in _scripts(text) and "ja" in writing:
        return named["ja"]
    if not writing:
        return default
    if script == "Latin":
        return named.get(_by_words(text, writing, primary(default)), default)
    if len(writing) == 1:
        return named[writing[0]]
    return named.get(_by_letters(text, writing, primary(default)), default)


def _by_code(candidates: Iterable[str], default: str) -> dict[str, str]:
    """Tags by primary subtag; the default before others of its language, else the first."""
    named = {primary(default): default}
    for tag in candidates:
        named.setdefault(primary(tag), tag)
    return named


def _scripts(text: str) -> Counter[str]:
    return Counter(script_of(char) for char in text if char.isalpha())


def _main_script(text: str) -> str:
    """What most letters are in; a sign for a syllable or word counts as three letters."""
    weights = {"Han": 3, "Kana": 2, "Hangul": 3}
    counts = {script: n * weights.get(script, 1) for script, n in _scripts(text).items()}
    counts.pop(COMMON, None)
    if "Kana" in counts and "Han" in counts:
        counts["Han"] += counts.pop("Kana")
    return max(counts, key=lambda script: counts[script], default=COMMON)


def _by_letters(text: str, codes: Sequence[str], default: str) -> str:
    lowered = text.lower()
    found = {code: sum(lowered.count(char) for char in _TELLING.get(code, "")) for code in codes}
    best = max(codes, key=lambda code: found[code])
    if found[best]:
        return best
    return default if default in codes else codes[0]


def _by_words(text: str, codes: Sequence[str], default: str) -> str:
    known = [code for code in codes if code in models()]
    words = words_of(text, WORDS_READ)
    if not words or not known or known == [default]:
        return default
    scores = {code: sum(log_likelihood(word, code) for word in words) for code in known}
    best, *others = sorted(known, key=lambda code: -scores[code])
    if best == default:
        return default
    if len(words) < _FEW_WORDS and not _own_word(words, best, default):
        return default
    if others and scores[best] - scores[others[0]] < (
        SURE_OF_FEW if others[0] != default else SURE
    ):
        return default
    return best


def _own_word(words: Sequence[str], code: str, default: str) -> bool:
    """Is one of ``words`` common in the language ``code`` and not in the default."""
    of_default = models()[default].words if default in models() else frozenset()
    return any(word in models()[code].words and word not in of_default for word in words)
