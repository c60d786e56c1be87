"""Sounds a caller wrote in IPA, as the embedded voice's reader takes them.

hibari's alphabet is IPA with one letter for each diphthong and affricate (misaki's convention). A
stretch whose sounds are given is handed to it in its own markup, ``[word](/sounds/)``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from brisa.text.edits import PhonemeSpan
from brisa.text.span_map import Run, SpanMap

SOUNDS_MAX_CHARS: Final = 70
"""A longer stretch is read as it is written: the reader's time grows fast with a run's length."""

_TIE_BARS: Final = re.compile("[\u0361\u035c\u200d]")
_COMMON: Final = (
    ("tʃ", "ʧ"),
    ("dʒ", "ʤ"),
    ("eɪ", "A"),
    ("aɪ", "I"),
    ("aʊ", "W"),
    ("ɔɪ", "Y"),
    ("g", "ɡ"),
    ("'", "ˈ"),
    ("‘", "ˈ"),
    ("ʼ", "ˈ"),
    (",", "ˌ"),
    (":", "ː"),
    ("ɚ", "əɹ"),
    ("ɝ", "ɜɹ"),
    ("ɫ", "l"),
    ("ɐ", "ə"),
)
_AMERICAN: Final = (("oʊ", "O"), ("əʊ", "O"), ("ɒ", "ɑ"), ("ː", ""), ("r", "ɹ"))
_BRITISH: Final = (("əʊ", "Q"), ("oʊ", "Q"), ("r", "ɹ"))
_SILENT: Final = str.maketrans("", "", "./[]()|‿")


def reader_sounds(ipa: str, *, british: bool, known: frozenset[str]) -> str:
    """``ipa`` in the reader's alphabet; symbols it does not know are left out.

    ``known`` are the phonemes of the voice. Empty if nothing can be said.
    """
    sounds = _TIE_BARS.sub("", ipa).translate(_SILENT)
    for written, letter in (*_COMMON, *(_BRITISH if british else _AMERICAN)):
        sounds = sounds.replace(written, letter)
    return "".join(letter for letter in sounds if letter in known and not letter.isspace())


def marked_up(
    text: str, spans: Sequence[PhonemeSpan], *, british: bool, known: frozenset[str]
) -> tuple[str, SpanMap]:
    """``text`` with the reader's markup around ``spans`` (in order, apart), and the way back."""
    parts: list[str] = []
    runs: list[Run] = []
    at = 0

    def put(piece: str, run: Run) -> None:
        parts.append(piece)
        runs.append(run)

    for span in _words(text, spans):
        sounds = reader_sounds(span.ipa, british=british, known=known)
        if not sounds or len(sounds) > SOUNDS_MAX_CHARS:
            continue
        put(text[at : span.start], Run(span.start - at, at, span.start, verbatim=True))
        markup = f"[{_label(text[span.start : span.end])}](/{sounds}/)"
        put(markup, Run(len(markup), span.start, span.end))
        at = span.end
    put(text[at:], Run(len(text) - at, at, len(text), verbatim=True))
    return "".join(parts), SpanMap(runs)


def _words(text: str, spans: Sequence[PhonemeSpan]) -> Iterator[PhonemeSpan]:
    """Word by word where the sounds have as many parts as the phrase has words."""
    for span in spans:
        words = list(re.finditer(r"\S+", text[span.start : span.end]))
        parts = span.ipa.split()
        if len(words) != len(parts):
            yield span
            continue
        for word, ipa in zip(words, parts, strict=True):
            yield PhonemeSpan(span.start + word.start(), span.start + word.end(), ipa)


def _label(written: str) -> str:
    """The reader splits at anything but letters, and sounds belong to one word."""
    return written if written.isalpha() else "word"
