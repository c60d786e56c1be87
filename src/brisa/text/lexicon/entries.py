"""What makes a lexicon entry sound, wherever it comes from: a file, a voice, a request."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Final

from brisa.errors import InvalidRequest
from brisa.text.cleaned import CONTROLS
from brisa.text.lexicon.ipa import folded_ipa, unknown_in_ipa
from brisa.types import LexiconEntry

ENTRIES_MAX: Final = 50_000
REQUEST_ENTRIES_MAX: Final = 1_000
WRITTEN_MAX_CHARS: Final = 200
SPOKEN_MAX_CHARS: Final = 500

_SOUNDS: Final = ("Ll", "Lu", "Lo")
"""Letters proper; stress and length are modifier letters."""


def faults_of(entry: LexiconEntry) -> list[tuple[str, str]]:
    """What is wrong with an entry: the field, and a sentence that says what to do.

    The sentences quote nothing of the entry but characters that are not IPA, by their code.
    """
    found: list[tuple[str, str]] = []
    if not entry.written.strip():
        found.append(("written", "'written' is empty; give the word as it stands in texts."))
    elif not any(map(_is_readable, entry.written)):
        found.append(("written", "'written' holds nothing visible; give at least one character."))
    if len(entry.written) > WRITTEN_MAX_CHARS:
        found.append(("written", f"'written' is longer than {WRITTEN_MAX_CHARS} characters."))
    if entry.spoken is not None and entry.phonemes is not None:
        found.append(("phonemes", "'spoken' and 'phonemes' are both given; keep one of them."))
    elif entry.spoken is not None:
        found += _faults_of_spoken(entry.spoken)
    elif entry.phonemes is not None:
        found += _faults_of_phonemes(entry.phonemes)
    else:
        found.append(("spoken", "Give 'spoken' (ordinary words) or 'phonemes' (IPA)."))
    if entry.language is not None and not _is_tag(entry.language):
        found.append(("language", "'language' must be a language tag such as en or pt-BR."))
    return found


def check_entries(entries: Sequence[LexiconEntry], *, param: str = "lexicon") -> None:
    """Raise ``InvalidRequest`` for the first entry of a request that is not sound, naming it by its
    number (from 1)."""
    if len(entries) > REQUEST_ENTRIES_MAX:
        message = (
            f"A request may bring {REQUEST_ENTRIES_MAX} lexicon entries at most. "
            "Put more into the lexicon file of the server or the voice."
        )
        raise InvalidRequest(message, param=param)
    for number, entry in enumerate(entries, start=1):
        for field, message in faults_of(entry):
            raise InvalidRequest(f"Lexicon entry {number}: {message}", param=f"{param}.{field}")


def _faults_of_spoken(spoken: str) -> list[tuple[str, str]]:
    if not any(map(str.isalnum, spoken)):
        return [("spoken", "'spoken' has no letter or digit; give the words to say.")]
    if len(spoken) > SPOKEN_MAX_CHARS:
        return [("spoken", f"'spoken' is longer than {SPOKEN_MAX_CHARS} characters.")]
    return []


def _faults_of_phonemes(phonemes: str) -> list[tuple[str, str]]:
    sounds = folded_ipa(phonemes)
    if not any(unicodedata.category(character) in _SOUNDS for character in sounds):
        return [("phonemes", "'phonemes' has no sound; give IPA such as tɛst.")]
    if len(sounds) > SPOKEN_MAX_CHARS:
        return [("phonemes", f"'phonemes' is longer than {SPOKEN_MAX_CHARS} characters.")]
    if any(map(str.isdigit, sounds)):
        return [("phonemes", "'phonemes' has digits, which IPA has not; mark stress with ˈ.")]
    unknown = unknown_in_ipa(sounds)
    if not unknown:
        return []
    codes = ", ".join(f"U+{ord(character):04X}" for character in unknown[:5])
    return [("phonemes", f"'phonemes' has what is not IPA: {codes}. Use 'spoken' for words.")]


def _is_readable(character: str) -> bool:
    return not character.isspace() and character.isprintable() and character not in CONTROLS


def _is_tag(tag: str) -> bool:
    parts = tag.replace("_", "-").split("-")
    well_formed = all(part.isascii() and part.isalnum() and len(part) <= 8 for part in parts)
    return well_formed and parts[0].isalpha() and 2 <= len(parts[0]) <= 3
