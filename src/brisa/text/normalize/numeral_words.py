"""Number words of the ``numeralform`` library, beyond the limits of its languages.

The library knows cardinals up to 10^9 or 10^12, depending on the language, and raises beyond.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numeralform


@lru_cache(maxsize=8192)
def rendered(value: int, locale: str, form: str = "cardinal") -> str | None:
    """The words for ``value`` (``form``: ``cardinal``, ``ordinal`` or ``year``), if it has any."""
    try:
        return numeralform.render(value, locale=locale, form=form)
    except numeralform.NumeralFormError:
        return None


def cardinal_words(value: int, locale: str, digits: Callable[[int], str] | None = None) -> str:
    """The words for ``value``; one digit after the other where the language has none."""
    words = rendered(value, locale)
    if words is not None:
        return words
    one = digits or (lambda digit: rendered(digit, locale) or str(digit))
    return " ".join(one(int(digit)) for digit in str(value))
