"""Text -> the phoneme ids the embedded voice's model takes, with each word's place among them.

The reading is hibari's own, to the character; what is added is where the words of the source text
lie, a limit on the length of one sequence, and that no text makes it fail.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, Protocol

import numpy.typing as npt

from brisa.engines.tiny import hibari_g2p
from brisa.engines.tiny.ipa import marked_up
from brisa.engines.tiny.lexicon import load_tables
from brisa.engines.tiny.phoneme_words import PhonemeWord, owners, placed, ranges, word_marks
from brisa.engines.tiny.stretches import stretches
from brisa.engines.tiny.word_spans import Span, align, spans
from brisa.text.clauses import cut_long
from brisa.text.edits import PhonemeSpan

MAX_PHONEMES: Final = 400
"""What the model is given at once, at most (``hibari.tts.MAX_PHONEMES``)."""

PAD_ID: Final = 0
_UNKNOWN_WORDS_KEPT: Final = 2048
_SPOKEN_SYMBOLS: Final = frozenset("%&+@=/<>~^*#$£€¥₹₩°¢|")
_READING_ERRORS: Final = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


class UnknownWordNetwork(Protocol):
    """A session of the model at :func:`hibari_g2p.out_of_vocabulary_model`. Thread-safe."""

    def run(self, inputs: Mapping[str, npt.NDArray[Any]]) -> list[npt.NDArray[Any]]:
        """``chars`` int64 ``[1, n]`` in, one array of symbol numbers ``[1, m]`` out."""


@dataclass(frozen=True, slots=True)
class PhonemeSequence:
    """What the model says at once. ``ids`` begin and end with :data:`PAD_ID`; ``words`` are in
    order and do not overlap, in characters or in ids."""

    ids: tuple[int, ...]
    words: tuple[PhonemeWord, ...]
    phonemes: str


@dataclass(frozen=True, slots=True)
class Reading:
    """The whole of a text: no sequences if nothing in it can be spoken. ``dropped_chars`` counts
    characters, other than punctuation and white space, of words that have no sound."""

    sequences: tuple[PhonemeSequence, ...]
    dropped_chars: int


@dataclass(frozen=True, slots=True)
class _Spoken:
    """Phonemes, and for each the index of the word it speaks (-1: none, a pause)."""

    phonemes: str
    owners: list[int]


class Phonemizer:
    """Reads one accent. Thread-safe: nothing but bounded caches of pure functions changes.

    ``cache_dir`` holds the compiled lexicons (see :mod:`brisa.engines.tiny.lexicon`). Without a
    ``network``, words the lexicon does not have stay unspoken.
    """

    def __init__(
        self,
        *,
        british: bool,
        cache_dir: Path | None,
        network: UnknownWordNetwork | None = None,
    ) -> None:
        assets, version = hibari_g2p.assets_dir(), hibari_g2p.version()
        tables = load_tables(assets, version, british=british, cache_dir=cache_dir)
        read_unknown = None if network is None else _unknown_word_reader(network, british=british)
        self._g2p = hibari_g2p.build_g2p(tables, british=british, read_unknown=read_unknown)
        self._normalize: Callable[[str], str] = hibari_g2p.library().normalize
        self._links = hibari_g2p.library().LINK_RE
        self._id_of = hibari_g2p.vocabulary()
        self._british = british

    def phonemize(self, text: str, sounds: Sequence[PhonemeSpan] = ()) -> Reading:
        """Never raises, whatever the text. Offsets are into ``text``.

        ``sounds`` are stretches of ``text`` that are said as given, in order and apart.
        """
        if not sounds:
            return self._read_all(text)
        known = frozenset(self._id_of)
        marked, spans_back = marked_up(text, sounds, british=self._british, known=known)
        reading = self._read_all(marked)
        return replace(
            reading,
            sequences=tuple(
                replace(sequence, words=placed(sequence.words, text, spans_back))
                for sequence in reading.sequences
            ),
        )

    def _read_all(self, text: str) -> Reading:
        sequences: list[PhonemeSequence] = []
        dropped_chars = 0
        for begin, end in stretches(text):
            for piece_begin, piece_end, spoken, words in self._read(text, begin, end):
                piece = text[piece_begin:piece_end]
                found, dropped = self._sequences(piece, piece_begin, spoken, words)
                sequences += found
                dropped_chars += dropped
        return Reading(tuple(sequences), dropped_chars)

    def _read(
        self, text: str, begin: int, end: int
    ) -> Iterator[tuple[int, int, _Spoken, list[Span]]]:
        """Read a stretch; where hibari cannot (a number of a hundred digits), in halves."""
        piece = text[begin:end]
        words = spans(piece)
        if not any(c.isalnum() or c in _SPOKEN_SYMBOLS for c in piece):
            yield begin, end, _Spoken("", []), words
            return
        try:
            spoken = self._speak(piece, words)
        except _READING_ERRORS:
            if end - begin < 2:
                yield begin, end, _Spoken("", []), words
                return
            middle = begin + cut_long(piece, -(-len(piece) // 2))[0][1]
            yield from self._read(text, begin, middle)
            yield from self._read(text, middle, end)
        else:
            yield begin, end, spoken, words

    def _speak(self, text: str, words: list[Span]) -> _Spoken:
        """What ``hibari.g2p.G2P.__call__`` says, and whose each phoneme is."""
        normal = self._normalize(text)
        tokens = self._g2p.phonemize_tokens(self._g2p.tokenize(normal))
        runs, words_of_run = self._words_of_runs(text, normal, words)
        said: list[str] = []
        run_of_phoneme: list[int] = []
        for token, run in zip(tokens, self._runs_of_tokens(tokens, normal, runs), strict=True):
            said.append((token.phonemes or "") + (" " if token.whitespace else ""))
            run_of_phoneme += [run] * len(said[-1])
        joined = "".join(said)
        phonemes = joined.strip()
        cut = len(joined) - len(joined.lstrip())
        run_of_phoneme = run_of_phoneme[cut : cut + len(phonemes)]
        return _Spoken(phonemes, owners(phonemes, run_of_phoneme, words_of_run))

    def _words_of_runs(
        self, text: str, normal: str, words: list[Span]
    ) -> tuple[list[Span], list[tuple[int, int]]]:
        runs = spans(normal)
        source = [text[word.start : word.end].replace("’", "'") for word in words]
        return runs, align(source, [normal[run.start : run.end] for run in runs])

    def _runs_of_tokens(self, tokens: list[Any], normal: str, runs: list[Span]) -> list[int]:
        """For each token the index of the run of ``normal`` it begins in."""
        # Of hibari's markup "[text](/phonemes/)" only the text is a token's.
        shown = self._links.sub(_only_text, normal) if "](" in normal else normal
        starts = [run.run_start for run in runs]
        found: list[int] = []
        at = 0
        for token in tokens:
            place = shown.find(token.text, at)
            if place >= 0:
                at = place
            found.append(max(0, bisect_right(starts, at) - 1))
            at += len(token.text) if place >= 0 else 0
        return found

    def _sequences(
        self, text: str, base: int, spoken: _Spoken, words: list[Span]
    ) -> tuple[list[PhonemeSequence], int]:
        known = [
            (phoneme, owner)
            for phoneme, owner in zip(spoken.phonemes, spoken.owners, strict=True)
            if phoneme in self._id_of
        ]
        phonemes = "".join(phoneme for phoneme, _ in known)
        found = ranges([owner for _, owner in known])
        silent = [word for index, word in enumerate(words) if index not in found]
        dropped_chars = sum(_visible_chars(text[word.run_start : word.run_end]) for word in silent)
        if not found:
            return [], dropped_chars
        marks = list(word_marks(text, base, words, found))
        return [
            self._sequence(phonemes, begin, end, marks)
            for begin, end in _stripped(phonemes, cut_long(phonemes, MAX_PHONEMES))
        ], dropped_chars

    def _sequence(
        self, phonemes: str, begin: int, end: int, marks: list[PhonemeWord]
    ) -> PhonemeSequence:
        words = tuple(
            PhonemeWord(
                mark.text,
                mark.start_char,
                mark.end_char,
                mark.start_id - begin + 1,  # the pad comes first
                min(mark.end_id, end) - begin + 1,
            )
            for mark in marks
            if begin <= mark.start_id < end or begin < mark.start_id == mark.end_id == end
        )
        ids = (PAD_ID, *(self._id_of[phoneme] for phoneme in phonemes[begin:end]), PAD_ID)
        return PhonemeSequence(ids, words, phonemes[begin:end])


def _unknown_word_reader(
    network: UnknownWordNetwork, *, british: bool
) -> Callable[[str], str | None]:
    """hibari's reader of unknown words over ``network``, remembering the latest words."""

    class _Session:
        def run(
            self, _outputs: None, inputs: Mapping[str, npt.NDArray[Any]]
        ) -> list[npt.NDArray[Any]]:
            return network.run(inputs)

    path = hibari_g2p.out_of_vocabulary_model(british=british)
    reader: Callable[[str], str | None] = hibari_g2p.unknown_word_reader(path, _Session())
    return lru_cache(maxsize=_UNKNOWN_WORDS_KEPT)(reader)


def _only_text(link: re.Match[str]) -> str:
    before = link.start(1) - link.start()
    return " " * before + link.group(1) + " " * (link.end() - link.end(1))


def _stripped(phonemes: str, pieces: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    for begin, end in pieces:
        piece = phonemes[begin:end]
        begin += len(piece) - len(piece.lstrip())
        yield begin, begin + len(piece.strip())


def _visible_chars(text: str) -> int:
    return sum(unicodedata.category(character)[0] not in "PZC" for character in text)
