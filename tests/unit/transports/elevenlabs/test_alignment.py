"""Which character is heard when."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisa.transports.elevenlabs.alignment import Aligner, Alignment
from brisa.types import WordMark

pytestmark = pytest.mark.unit

RATE_HZ = 1000  # a sample is a millisecond


def mark(text: str, word: str, start_ms: int, end_ms: int, occurrence: int = 0) -> WordMark:
    at = -1
    for _ in range(occurrence + 1):
        at = text.index(word, at + 1)
    return WordMark(word, at, at + len(word), start_ms, end_ms)


def of(text: str, *words: tuple[str, int, int], absolute: bool = False) -> Alignment:
    aligner = Aligner(absolute=absolute)
    aligner.push(text)
    found = aligner.take([mark(text, *word) for word in words], RATE_HZ)
    assert found is not None
    return found


def joined(alignment: Alignment) -> str:
    return "".join(alignment.chars)


def test_characters_share_the_time_of_their_word_and_a_space_takes_none() -> None:
    found = of("Hi you", ("Hi", 10, 50), ("you", 80, 140))
    assert joined(found) == "Hi you "
    assert found.starts_ms == (10, 30, 50, 80, 100, 120, 140)
    assert found.durations_ms == (20, 20, 0, 20, 20, 20, 0)


def test_what_is_written_beside_a_word_goes_with_it() -> None:
    found = of('She said: "No!"', ("She", 0, 30), ("said", 30, 70), ("No", 80, 100))
    assert joined(found) == 'She said: "No!" '
    assert max(found.starts_ms) == 100


def test_words_that_are_not_spoken_are_there_without_time() -> None:
    found = of("one ☃ two", ("one", 0, 30), ("two", 50, 80))
    assert joined(found) == "one ☃ two "
    snowman = found.chars.index("☃")
    assert found.durations_ms[snowman] == 0
    assert found.starts_ms[snowman] == 50


def test_lines_and_blanks_are_one_space() -> None:
    assert joined(of("one\n\n  two", ("one", 0, 30), ("two", 50, 80))) == "one two "


def cut(words: list[WordMark], text: str, *, absolute: bool, sizes: list[int]) -> list[Alignment]:
    """Words in messages of so many words."""
    aligner = Aligner(absolute=absolute)
    aligner.push(text)
    found, rest = [], list(words)
    for size in itertools.chain(sizes, itertools.repeat(len(words))):
        message, rest = rest[:size], rest[size:]
        alignment = aligner.take(message, RATE_HZ)
        if alignment is not None:
            found.append(alignment)
        if not rest:
            return found
    raise AssertionError


TEXT = "alpha beta gamma, delta. epsilon zeta"
WORDS = [
    mark(TEXT, word, 100 * number + 7, 100 * number + 83)
    for number, word in enumerate(["alpha", "beta", "gamma", "delta", "epsilon", "zeta"])
]


def heard_by_adding(alignments: list[Alignment]) -> list[tuple[str, int]]:
    """Word starts as a client has them that adds last start and duration of each message."""
    clock_ms, found = 0, []
    for alignment in alignments:
        word, start = "", 0
        for char, begins in zip(alignment.chars, alignment.starts_ms, strict=True):
            if char == " ":
                found.append((word, clock_ms + start))
                word = ""
            else:
                start = begins if not word else start
                word += char
        assert not word, "the last word would be taken for the beginning of the next"
        clock_ms += alignment.starts_ms[-1] + alignment.durations_ms[-1]
    return found


@given(st.lists(st.integers(0, 3), max_size=12))
def test_who_adds_up_gets_the_time_of_the_audio_however_words_are_cut(sizes: list[int]) -> None:
    expected = [
        (0, "alpha"),
        (1, "beta"),
        (2, "gamma,"),
        (3, "delta."),
        (4, "epsilon"),
        (5, "zeta"),
    ]
    found = heard_by_adding(cut(WORDS, TEXT, absolute=False, sizes=sizes))
    assert found == [(word, 100 * number + 7) for number, word in expected]


@given(st.lists(st.integers(0, 3), max_size=12))
def test_absolute_times_are_those_of_the_context(sizes: list[int]) -> None:
    alignments = cut(WORDS, TEXT, absolute=True, sizes=sizes)
    starts = [start for alignment in alignments for start in alignment.starts_ms]
    assert starts == sorted(starts)
    assert "".join(map(joined, alignments)) == TEXT + " "
    assert starts[0] == 7
    assert starts[-1] == 583


@given(
    st.text(st.sampled_from("ab c.\n"), min_size=1, max_size=30),
    st.lists(st.tuples(st.integers(0, 40), st.integers(0, 10), st.integers(0, 99)), max_size=8),
    st.booleans(),
)
def test_lists_are_of_one_length_and_time_goes_on(
    text: str, spans: list[tuple[int, int, int]], absolute: bool
) -> None:
    """Whatever marks an engine makes up."""
    aligner = Aligner(absolute=absolute)
    aligner.push(text)
    clock_ms = 0
    for start, length, at_ms in spans:
        end = min(start + length, len(text))
        word = WordMark("w", min(start, end), end, at_ms, at_ms + length)
        found = aligner.take([word], RATE_HZ)
        if found is None:
            continue
        assert len(found.chars) == len(found.starts_ms) == len(found.durations_ms)
        assert found.chars[-1] == " "
        assert found.durations_ms[-1] == 0
        assert list(found.starts_ms) == sorted(found.starts_ms)
        assert min(found.durations_ms) >= 0
        assert found.starts_ms[0] >= (clock_ms if absolute else 0)
        clock_ms = found.starts_ms[-1]


def test_shapes() -> None:
    found = of("Hi", ("Hi", 0, 100))
    message: dict[str, Any] = found.as_message()
    assert message == {
        "chars": ("H", "i", " "),
        "charStartTimesMs": (0, 50, 100),
        "charDurationsMs": (50, 50, 0),
    }
    assert found.as_seconds() == {
        "characters": ("H", "i", " "),
        "character_start_times_seconds": [0.0, 0.05, 0.1],
        "character_end_times_seconds": [0.05, 0.1, 0.1],
    }
