"""Sentences that meet every rule of an English reader, and hibari's own network to read with."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

import hibari.g2p
import numpy.typing as npt

from brisa.engines.tiny.hibari_g2p import vocabulary
from brisa.engines.tiny.phonemes import MAX_PHONEMES, Reading

SUBJECTS = [
    "The old captain", "Dr. Smith", "My sister's cat", "A well-known author", "Nobody I know",
    "The U.S. Navy", "Mr. O'Brien", "Zyxlorp Quandle", "Every one of the 27 children",
]  # fmt: skip
ACTIONS = [
    "read the record aloud", "paid $41.20 for it", "lives at 221 Baker St.", "won't use 3.5 kg",
    "left at 7:30 pm", "was born on March 3rd, 1987", "used to object to the object",
    "called 555-1234 twice", "ran 10-20 km", "wrote to me@example.org",
]  # fmt: skip
ENDINGS = [
    "today.",
    "— or so they say!",
    "(didn't she?)",
    "“again and again”…",
    "in 2024, didn't we",
]
PRODUCT = [" ".join(parts) for parts in product(SUBJECTS, ACTIONS, ENDINGS)]
ODDITIES = [
    "Hello there.",
    "I am; therefore I think: to be, or not to be?",
    "Henry VIII met Louis XIV in Chapter IV.",
    "It's 25°C, i.e. 77 °F, at 1/2 past 3 on 2024-02-29.",
    "See https://example.com/a?b=1&c=2 or www.test.co.uk now.",
    "GPU, NASA and the iPhone 15 cost €1,299.99 & up.",
    "[Kokoro](/kˈOkəɹO/) is a word, and [this one](http://x.y/) is a link.",
    "naïve café — “façade”, 50% off; 1st, 2nd and 33rd.",
    "The lead in the lead pipe; I read what you read.",
    "$5 million, £3.50, ¥200 and 75¢.",
    "rock 'n' roll, y'all, the '90s, dogs' tails",
]
SENTENCES = PRODUCT + ODDITIES


class HibariNetwork:
    """hibari's own session behind our interface."""

    def __init__(self, british: bool) -> None:
        self._session = hibari.g2p.G2P(british=british).oov.sess

    def run(self, inputs: Mapping[str, npt.NDArray[Any]]) -> list[npt.NDArray[Any]]:
        outputs: list[npt.NDArray[Any]] = self._session.run(None, dict(inputs))
        return outputs


def spoken(reading: Reading) -> str:
    return " ".join(sequence.phonemes for sequence in reading.sequences)


def check_form(text: str, reading: Reading) -> None:
    last_char = 0
    for sequence in reading.sequences:
        assert len(sequence.ids) == len(sequence.phonemes) + 2 <= MAX_PHONEMES + 2
        assert sequence.ids[0] == sequence.ids[-1] == 0
        assert list(sequence.ids[1:-1]) == [vocabulary()[p] for p in sequence.phonemes]
        last_id = 1
        for word in sequence.words:
            assert text[word.start_char : word.end_char] == word.text
            assert last_char <= word.start_char < word.end_char
            assert last_id <= word.start_id <= word.end_id < len(sequence.ids)
            last_char, last_id = word.end_char, word.end_id


def check_parity(british: bool, sentences: list[str], ours: Any) -> None:
    """Every sentence is read as hibari reads it, and each of its words has its place."""
    theirs = hibari.g2p.G2P(british=british)
    known = set(vocabulary())
    for sentence in sentences:
        reading = ours.phonemize(sentence)
        assert spoken(reading) == "".join(p for p in theirs(sentence) if p in known)
        check_form(sentence, reading)
        written = [w for w in sentence.replace("—", " ").replace("…", " ").split() if _spoken(w)]
        assert len([w for s in reading.sequences for w in s.words if _spoken(w.text)]) == len(
            written
        )


def _spoken(word: str) -> bool:
    return any(map(str.isalnum, word))
