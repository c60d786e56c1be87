"""When a short sentence is joined with the next one.

Very short texts are spoken badly by most voices, and every segment begins its melody anew. A
listener who holds audio loses nothing by it if the next sentence is waited for. How much the
listener holds must not decide, as the same text would then sound different at another pace; what
decides is how much of the utterance has been given out: at some 15 characters a second, 100
characters are six seconds of speech, which a source that writes faster than one speaks has ahead.
"""

from __future__ import annotations

from typing import Final

from brisa.text.patterns import lazy_pattern

_WIDE: Final = lazy_pattern(
    "[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]"
)
_WIDE_CHARS: Final = 3
"""A character of these scripts is said in the time of about three letters."""


def spoken_chars(text: str) -> int:
    """How long a text is, in letters of a script written with letters."""
    return len(text) + (_WIDE_CHARS - 1) * len(_WIDE.findall(text))


def joins_next(
    sentence: str, given_chars: int, *, grow_after_chars: int, join_min_chars: int
) -> bool:
    """Whether ``sentence`` is to be spoken together with the next one, after ``given_chars``.

    The first segment of an utterance never is: nothing delays it.
    """
    if not given_chars or given_chars < grow_after_chars:
        return False
    return spoken_chars(sentence.strip()) < join_min_chars
