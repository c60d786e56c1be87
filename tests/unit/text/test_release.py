"""Text that nothing follows is spoken in time, by scripted clocks."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brisa.text.cleaned import OBJECT
from brisa.text.release import Arrivals, ReleaseDelays, whole_words
from brisa.text.segment import Segmenter, SegmenterOptions

pytestmark = pytest.mark.unit

MS = 1_000_000
START = 5_000 * MS


class Source:
    """Pushes text at given times and keeps what comes out with the time."""

    def __init__(self, options: SegmenterOptions | None = None) -> None:
        self.segmenter = Segmenter(options)
        self.said: list[tuple[int, str]] = []

    def push(self, text: str, at_ms: int) -> None:
        for segment in self.segmenter.push(text, START + at_ms * MS):
            self.said.append((at_ms, segment.text))

    def poll(self, at_ms: int) -> None:
        for segment in self.segmenter.poll(START + at_ms * MS):
            self.said.append((at_ms, segment.text))

    def run_until(self, end_ms: int) -> None:
        """As a loop does that sleeps until text is due."""
        while (due := self.due_ms()) is not None and due <= end_ms:
            self.poll(due)

    def due_ms(self) -> int | None:
        due_ns = self.segmenter.release_due_ns
        return None if due_ns is None else (due_ns - START) // MS

    def end(self) -> list[str]:
        return [segment.text for segment in self.segmenter.end()]


def test_whole_words_wait_a_little_and_a_last_word_longer() -> None:
    source = Source()
    source.push("Let me see what I fou", 0)
    assert source.due_ms() == 400
    source.poll(399)
    assert source.said == []
    source.run_until(5000)
    assert source.said == [(400, "Let me see what I"), (1200, "fou")]
    assert source.due_ms() is None


@pytest.mark.parametrize("text", ["Good evening. I am", "All is well.", "好的，马上", "Yes (no)."])
def test_a_last_word_that_is_whole_does_not_wait_for_long(text: str) -> None:
    source = Source()
    source.push(text + ("" if text[-1] != "m" else " "), 0)
    source.run_until(5000)
    assert source.said[-1][0] == 400


def test_what_is_certain_is_not_delayed() -> None:
    source = Source()
    source.push("Good evening. I am", 0)
    assert source.said == [(0, "Good evening.")]


def test_new_text_puts_the_release_off() -> None:
    source = Source()
    for at_ms, word in ((0, "one "), (300, "two "), (600, "three ")):
        source.push(word, at_ms)
        source.poll(at_ms + 1)
    assert source.due_ms() == 1000
    source.run_until(1000)
    assert source.said == [(1000, "one two three")]


def test_a_piece_without_text_puts_nothing_off() -> None:
    source = Source()
    source.push("one ", 0)
    source.push("", 300)
    assert source.due_ms() == 400


def test_a_drip_does_not_put_it_off_for_ever() -> None:
    source = Source()
    text = "a slow source writes one letter at a time and never ends"
    for index, letter in enumerate(text):
        source.run_until(index * 150)
        source.push(letter, index * 150)
    source.run_until(60_000)
    times = [at_ms for at_ms, _ in source.said]
    assert times[0] == 3000
    assert source.said[0][1] == "a slow source"
    assert all(later - earlier <= 3150 for earlier, later in zip(times, times[1:], strict=False))
    assert " ".join(said for _, said in source.said) == text


def test_half_a_word_is_not_released_by_the_cap_but_at_its_space() -> None:
    source = Source()
    for index in range(30):
        source.push("a", index * 200)
        source.poll(index * 200 + 199)
    assert source.said == []
    source.push(" ", 6000)
    assert source.due_ms() == 3000
    source.poll(6001)
    assert source.said == [(6001, "a" * 30)]


def test_half_words_come_together_within_the_word_delay() -> None:
    source = Source()
    source.push("Oh, Hel", 0)
    source.run_until(900)
    source.push("lo there", 900)
    source.run_until(1500)
    source.push(". Bye", 1500)
    assert source.said == [(400, "Oh,"), (1300, "Hello"), (1500, "there.")]
    assert source.end() == ["Bye"]


def test_a_number_and_its_decimals_that_come_late() -> None:
    source = Source()
    source.push("It is 3", 0)
    source.run_until(1000)
    source.push(".5 in all. Fine", 1000)
    assert source.said == [(400, "It is"), (1000, "3.5 in all.")]
    assert source.end() == ["Fine"]


def test_marks_that_come_after_their_word_was_spoken_are_not_read_with_the_next() -> None:
    source = Source()
    source.push("Is it done", 0)
    source.run_until(2000)
    source.push("?”", 2000)
    source.push(" Yes, it", 2100)
    source.push(" is.", 2200)
    assert [said for _, said in source.said] == ["Is it", "done"]
    assert source.end() == ["Yes, it is."]
    source = Source()
    source.push("Is it done", 0)
    source.run_until(2000)
    source.push(", or not", 2000)
    assert source.end() == ["or not"]


def test_what_waits_to_be_joined_is_released_too() -> None:
    source = Source(SegmenterOptions(grow_after_chars=1))
    source.push("Good evening. Quite so. ", 0)
    assert source.said == [(0, "Good evening.")]
    source.run_until(500)
    assert source.said[1:] == [(400, "Quite so.")]


def test_nothing_is_due_without_words() -> None:
    source = Source()
    assert source.due_ms() is None
    source.push(" … (", 0)
    assert source.due_ms() is None
    source.poll(10_000)
    assert source.said == []


def test_a_known_end_beyond_the_last_space_is_spoken_whole() -> None:
    source = Source(SegmenterOptions(grow_after_chars=1, join_min_chars=60))
    source.push("Good evening. Then all was done.And so I we", 0)
    source.run_until(400)
    assert source.said == [(0, "Good evening."), (400, "Then all was done.And so I")]
    assert source.end() == ["we"]
    source = Source(SegmenterOptions(grow_after_chars=1, join_min_chars=60))
    source.push("Good evening. Then it is done.And'", 0)
    source.run_until(400)
    assert source.said[1:] == [(400, "Then it is done.")]
    assert source.end() == ["And'"]


@settings(deadline=None)
@given(
    pieces=st.lists(
        st.tuples(
            st.sampled_from(
                ["Hel", "lo ", "there", ". ", "3", ".5 ", "Dr", ". Who", ", and ", "好。"]
            ),
            st.integers(0, 2000),
        ),
        max_size=25,
    ),
    grow=st.sampled_from([0, 1000]),
)
def test_no_letter_is_lost_or_doubled_whatever_the_times(
    pieces: list[tuple[str, int]], grow: int
) -> None:
    source = Source(SegmenterOptions(grow_after_chars=grow))
    at_ms = 0
    for text, gap_ms in pieces:
        source.run_until(at_ms + gap_ms)
        at_ms += gap_ms
        source.push(text, at_ms)
        due = source.due_ms()
        assert due is None or due <= at_ms + 1200
    said = "".join(said for _, said in source.said) + "".join(source.end())
    written = "".join(text for text, _ in pieces)
    assert [c for c in said if c.isalnum()] == [c for c in written if c.isalnum()]


@pytest.mark.parametrize(
    ("waiting", "whole"),
    [
        ("two wor", 4),
        ("two words ", 10),
        ("wor", 0),
        ("the end.", 8),
        ("at $41.", 3),
        ("好的", 2),
        (f"{OBJECT} a", 2),
        ("… ", 0),
    ],
)
def test_where_whole_words_end(waiting: str, whole: int) -> None:
    assert whole_words(waiting) == whole


def test_the_oldest_text_that_waits_counts() -> None:
    arrivals, delays = Arrivals(), ReleaseDelays(400, 1200, 3000)
    for at in range(10):
        arrivals.add(at + 1, at * 350 * MS)
    assert arrivals.whole_due_ns(delays) == 3000 * MS
    arrivals.forget(3)
    assert arrivals.whole_due_ns(delays) == (9 * 350 + 400) * MS
    assert arrivals.word_due_ns(delays) == (9 * 350 + 1200) * MS
