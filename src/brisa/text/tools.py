"""What all readers share, put together: rules of the languages, detection, foreign letters."""

from __future__ import annotations

from functools import lru_cache

from brisa.text.language.detect import detect
from brisa.text.language.foreign import foreign_edits, language_runs
from brisa.text.normalize.normalizer import Normalizer
from brisa.text.normalize.table import rules_for
from brisa.text.reading import ReadingTools


@lru_cache(maxsize=1)
def reading_tools() -> ReadingTools:
    """The tools of every reader of this process; cheap, as rules are loaded on first use."""
    return ReadingTools(Normalizer(rules_for, foreign_edits), detect, language_runs)
