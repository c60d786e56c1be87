"""Which rules read a language."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from typing import Final

from brisa.text.normalize.base import LanguageRules

_MODULES: Final = {
    "de": "brisa.text.normalize.german",
    "en": "brisa.text.normalize.english.rules",
    "es": "brisa.text.normalize.spanish",
    "fr": "brisa.text.normalize.french",
    "pt": "brisa.text.normalize.portuguese",
    "zh": "brisa.text.normalize.chinese",
}


def rules_for(language: str) -> LanguageRules | None:
    """The rules for a BCP 47 tag, ``None`` for a language whose numbers are not known.

    A language without rules of its own is read by
    :mod:`brisa.text.normalize.other`: numbers, dates and what else its library knows. Rules are
    imported when first asked for, which takes 20 to 200 ms; ask once while warming up.
    """
    return _rules(language.replace("_", "-").partition("-")[0].lower())


@lru_cache(maxsize=64)
def _rules(code: str) -> LanguageRules | None:
    if code in _MODULES:
        rules = import_module(_MODULES[code]).RULES
        assert isinstance(rules, LanguageRules)
        return rules
    other = import_module("brisa.text.normalize.other").other_rules(code)
    assert other is None or isinstance(other, LanguageRules)
    return other
