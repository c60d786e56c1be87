"""What the English rules say, in a form to compare."""

from __future__ import annotations

import re

from brisa.text.edits import Spoken, Taken, apply_edits
from brisa.text.normalize.base import ReadingOptions
from brisa.text.normalize.english.rules import RULES


def spoken(text: str, language: str = "en-US", date_order: str | None = None) -> Spoken:
    options = ReadingOptions(language, date_order)
    return apply_edits(text, RULES.find_edits(text, Taken(), options))


def plain(text: str) -> str:
    """Case, hyphens, commas, colons, quotes, brackets and dashes do not matter; stops do."""
    text = re.sub(r"[,;:\"“”‘()\[\]{}–—]", " ", text.casefold())
    text = re.sub(r"\s*-\s*|\s+", " ", text)
    return re.sub(r" +([.!?])", r"\1", text).strip()


def said(text: str, language: str = "en-US", date_order: str | None = None) -> str:
    return plain(spoken(text, language, date_order).text)
