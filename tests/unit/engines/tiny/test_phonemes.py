"""The embedded voice's reading: hibari's own, with word places, and proof against any text."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import hibari
import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brisa.engines.tiny.hibari_g2p import version
from brisa.engines.tiny.phoneme_words import owners
from brisa.engines.tiny.phonemes import Phonemizer, Reading
from support.readings import (
    ODDITIES,
    PRODUCT,
    SENTENCES,
    HibariNetwork,
    check_form,
    check_parity,
    spoken,
)

pytestmark = pytest.mark.unit


@pytest.fixture(scope="module")
def cache_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("lexicons")


@pytest.fixture(scope="module")
def american(cache_dir: Path) -> Phonemizer:
    return Phonemizer(british=False, cache_dir=cache_dir, network=HibariNetwork(british=False))


def words_and_sounds(text: str, phonemizer: Phonemizer) -> list[tuple[str, str]]:
    return [
        (word.text, sequence.phonemes[word.start_id - 1 : word.end_id - 1])
        for sequence in phonemizer.phonemize(text).sequences
        for word in sequence.words
    ]


@pytest.mark.parametrize("british", [False, True])
def test_sentences_are_read_as_hibari_reads_them(cache_dir: Path, british: bool) -> None:
    """Every odd one and some of the rest; the integration tests read them all."""
    network = HibariNetwork(british)
    ours = Phonemizer(british=british, cache_dir=cache_dir, network=network)
    check_parity(british, PRODUCT[::20] + ODDITIES, ours)


def test_a_table_in_memory_reads_the_same(american: Phonemizer) -> None:
    plain = Phonemizer(british=False, cache_dir=None, network=HibariNetwork(british=False))
    assert plain.phonemize(SENTENCES[7]) == american.phonemize(SENTENCES[7])


def test_rewritten_words_keep_their_place(american: Phonemizer) -> None:
    text = (
        "On 3/4/2024 at 7:30 pm, “Dr. Smith” won't pay $5.99 — for a well-known, well-known 3 km."
    )
    assert words_and_sounds(text, american) == [
        ("On", "ˌɔn"),
        ("3/4/2024", "mˈɑɹʧ fˈɔɹθ, twˈɛnti twˈɛnti fˈɔɹ"),
        ("at", "æt"),
        ("7:30", "sˈɛvən θˈɜɹTi"),
        ("pm", "pˌiˈɛm"),
        ("Dr", "dˌɑktəɹ"),
        ("Smith", "smˈɪθ"),
        ("won't", "wOnt"),
        ("pay", "pˈA"),
        ("$5.99", "fˈIv dˈɑləɹz ænd nˈIndi nˈIn sˈɛnts"),
        ("for", "fɔɹ"),
        ("a", "ɐ"),
        ("well-known", "wˌɛlnˈOn"),
        ("well-known", "wˌɛlnˈOn"),
        ("3", "θɹˈi"),
        ("km", "kəlˈɑməTəɹz"),
    ]


def test_long_readings_are_cut_between_words_into_like_parts(american: Phonemizer) -> None:
    text = "She told him, more than once, that nothing would ever come of it, " * 8
    reading = american.phonemize(text)
    check_form(text, reading)
    sizes = [len(sequence.phonemes) for sequence in reading.sequences]
    assert len(sizes) > 1
    assert min(sizes) > 100
    assert all(sequence.phonemes.endswith(",") for sequence in reading.sequences)
    assert [w.text for s in reading.sequences for w in s.words] == text.replace(",", "").split()


def test_the_length_of_one_number_is_cut_at_its_words(american: Phonemizer) -> None:
    text = "9" * 36
    reading = american.phonemize(text)
    check_form(text, reading)
    whole = american._g2p(text).split(" ")
    assert spoken(reading).split(" ") == whole
    assert [w.text for s in reading.sequences for w in s.words] == [text]


@pytest.mark.parametrize(
    ("text", "dropped_chars"),
    [("", 0), (" \n", 0), ("... — “”!", 0), ("👍🎉", 2), ("你好，世界", 4), ("\x00\x07", 0)],
)
def test_what_cannot_be_spoken_gives_nothing(
    american: Phonemizer, text: str, dropped_chars: int
) -> None:
    assert american.phonemize(text) == Reading((), dropped_chars)


def test_dropped_words_are_counted_and_marked(american: Phonemizer) -> None:
    reading = american.phonemize("Say 你好吗 to 👍 him.")
    assert reading.dropped_chars == 4
    assert words_and_sounds("Say 你好吗 to him.", american)[1] == ("你好吗", "")


@pytest.mark.parametrize(
    "text",
    ["1" * 5000, "a" * 10_000, "aB" * 300, "a-" * 300, "a/" * 300, "[" * 600 + "a", "a" + "!" * 900,
     "\ud800 a \udfff", "a\x00b c", "$" * 100 + "5", "1," * 300, "9" * 100 + "." + "9" * 100],
)  # fmt: skip
def test_no_text_makes_it_fail(american: Phonemizer, text: str) -> None:
    check_form(text, american.phonemize(text))


@settings(max_examples=200, deadline=None)
@given(text=st.one_of(st.text(max_size=60), st.text("aB1 .,$-:/'\"—%\ud800[]()", max_size=60)))
def test_any_text_is_read_in_good_form(text: str) -> None:
    check_form(text, _plain().phonemize(text))


_PLAIN: list[Phonemizer] = []


def _plain() -> Phonemizer:
    if not _PLAIN:
        _PLAIN.append(Phonemizer(british=False, cache_dir=None))
    return _PLAIN[0]


def test_a_silent_last_word_is_marked(american: Phonemizer) -> None:
    assert words_and_sounds("Say 你好吗", american) == [("Say", "sˈA"), ("你好吗", "")]


def test_words_read_as_one_share_its_phonemes() -> None:
    assert owners("abc, de", [0, 0, 0, 0, 0, 1, 1], [(0, 1), (2, 2)]) == [0, 0, 1, -1, -1, 2, 2]


def test_unknown_words_are_asked_of_the_network_once(cache_dir: Path) -> None:
    asked: list[int] = []

    class Network:
        def run(self, inputs: Mapping[str, npt.NDArray[Any]]) -> list[npt.NDArray[Any]]:
            asked.append(inputs["chars"].shape[1])
            return [np.array([[1, 1, 0, 2]])]

    phonemizer = Phonemizer(british=False, cache_dir=cache_dir, network=Network())
    readings = [phonemizer.phonemize("a zyxlorp and a zyxlorp") for _ in range(2)]
    assert readings[0] == readings[1]
    assert asked == [7]


def test_threads_read_alike(american: Phonemizer) -> None:
    sentences = SENTENCES[::12]
    expected = [american.phonemize(sentence) for sentence in sentences]
    fresh = Phonemizer(british=False, cache_dir=None, network=HibariNetwork(british=False))
    with ThreadPoolExecutor(4) as pool:
        futures = [pool.submit(lambda: list(map(fresh.phonemize, sentences))) for _ in range(4)]
        assert all(future.result() == expected for future in futures)


def test_the_release_is_that_of_the_wheel() -> None:
    assert version() == hibari.__version__
