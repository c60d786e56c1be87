"""What all readers share, put together: rules of the languages, detection, foreign letters."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from brisa.text.language.detect import detect
from brisa.text.language.foreign import foreign_edits, language_runs
from brisa.text.normalize.normalizer import Normalizer
from brisa.text.normalize.table import rules_for
from brisa.text.patterns import compile_all
from brisa.text.reading import Reader, ReaderOptions, ReadingTools


@lru_cache(maxsize=1)
def reading_tools() -> ReadingTools:
    """The tools of every reader of this process; cheap, as rules are loaded on first use."""
    return ReadingTools(Normalizer(rules_for, foreign_edits), detect, language_runs)


_OF_EVERY_KIND: Final = (
    "# Plan\n\nDr. Ann B. O'Neil paid $41.20, £5.3bn, €7,50, R$ 5 and 1 234,5 USD on 3/4/2026,"
    " 2026-04-03, 3. 4. 2026, May 4th or 3 mai 1987 at 9:15 a.m., 17h30, 14:05:20 or 7 o'clock.\n\n"
    "- In 1987, from 1,987 kg to 1.234.567 m², it grew 12.5 %, -5 °C, 19,4 °C, 5–9 km/h, 3x4 m,"
    " 1920x1080, 1/2, 2 3/4, ½, 7/10, 3:1, the 2nd, 21st, 1er, 2ª and 1980s.\n"
    "- Call +44 20 7946 0000 or (212) 555-0188, ZIP 02139, code A45-9, #4512, room 305, v2.0.1.\n\n"
    "King Henry VIII, NASA, the FBI's PCs, U.S. and e.g. etc. No. 7, vol. 3, max. 5, PLEASE READ."
    "\n\n"
    "**Mail** a.b-c@example.org, see https://www.example.com/a/b?c=1 or `get_name()`, @tom,"
    " #OneTag, notes_v2.txt, 2 * 3 = 6, x² ≥ 5 & 192.168.0.1"
    " [docs](https://x.org) &amp; 你好 90% 5元 😊 lol."
    "\n\n"
    '| a | b |\n|---|---|\n| 1 | 2 |\n\n<prosody rate="90%">it’s <sub alias="two">2</sub></prosody>'
    ' [pause:1s] <say-as interpret-as="date">3/4/2026</say-as> and that is all, `x`, I think.'
)
"""Something of whatever rules there are."""


def warm_reading(language: str) -> None:
    """Read a text with something of everything in it, so that the first text of a listener waits
    for no import, pattern or number word.

    ``language`` (BCP 47) is the one to read in. Every pattern that reading it may need is compiled
    then, whether the text has something for it or not. Takes up to half a second the first time
    for a language. Thread-safe.
    """
    rules_for(language)
    compile_all()
    reader = Reader(ReaderOptions(language=language, detect=True), reading_tools())
    for utterable in (*reader.push(_OF_EVERY_KIND), *reader.end()):
        utterable.spoken()
