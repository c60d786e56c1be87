"""Words of the engine at their places in what the caller wrote."""

import re

import pytest

from brisa.service.word_marks import MarkQueue, written_marks
from brisa.text.cleaned import OBJECT, Insert, InsertKind
from brisa.text.edits import Edit, apply_edits
from brisa.text.segment import Segment
from brisa.text.span_map import Run, SpanMap
from brisa.types import WordMark

pytestmark = pytest.mark.unit


def mark(text: str, start: int, end: int, sample: int = 0) -> WordMark:
    return WordMark(text, start, end, sample, sample + 10, spoken=text)


def test_words_are_placed_through_both_maps() -> None:
    """Source ``**5 km** on``, cleaned ``5 km on``, spoken ``five kilometers on``."""
    spans = SpanMap([Run(4, 2, 6, verbatim=True), Run(3, 8, 11, verbatim=True)])
    segment = Segment("5 km on", 2, 11, 0, spans=spans)
    spoken = apply_edits("5 km on", [Edit(0, 4, "five kilometers")])
    words = [WordMark("", 0, 4, 0, 5), WordMark("", 5, 15, 5, 9), WordMark("", 16, 18, 9, 12)]
    found = written_marks(words, spoken, segment)
    assert [(m.text, m.start_char, m.end_char, m.spoken) for m in found] == [
        ("5 km", 2, 6, "five kilometers"),
        ("5 km", 2, 6, "five kilometers"),
        ("on", 9, 11, "on"),
    ]


def test_an_object_is_marked_with_its_text() -> None:
    insert = Insert(InsertKind.SAY_AS, 5, 40, text="112", detail="digits")
    spans = SpanMap([Run(5, 0, 5, verbatim=True), Run(1, 5, 40)])
    segment = Segment(f"Call {OBJECT}", 0, 40, 0, inserts=(insert,), spans=spans)
    spoken = apply_edits(segment.text, [Edit(5, 6, "one one two")])
    (found,) = written_marks([WordMark("", 5, 8, 0, 1)], spoken, segment)
    assert (found.text, found.start_char, found.end_char) == ("112", 5, 40)


def test_words_of_one_stretch_are_one_mark() -> None:
    queue = MarkQueue()
    for word in (mark("five", 3, 5, 0), mark("dollars", 3, 5, 10), mark("more", 6, 10, 20)):
        queue.add(word)
    first, second = queue.take_until(100)
    assert (first.start_char, first.start_sample, first.end_sample) == (3, 0, 20)
    assert second.spoken == "more"


def test_what_was_marked_is_not_marked_again() -> None:
    queue = MarkQueue()
    queue.add(mark("five", 3, 5, 0))
    assert [word.spoken for word in queue.take_until(1)] == ["five"]
    queue.add(mark("dollars", 3, 5, 10))
    queue.add(mark("more", 6, 10, 20))
    assert [word.spoken for word in queue.take_until(100)] == ["more"]


def test_words_that_stand_for_nothing_written_stay_apart() -> None:
    queue = MarkQueue()
    queue.add(mark("code", 3, 3, 0))
    queue.add(mark("block", 3, 3, 10))
    assert len(queue.take_until(100)) == 2


def test_marks_wait_for_their_sound_and_stay_within_it() -> None:
    queue = MarkQueue()
    queue.add(mark("a", 0, 1, 5))
    queue.add(mark("b", 2, 3, 50))
    assert [word.text for word in queue.take_until(6)] == ["a"]
    queue.keep_within(19)
    assert [word.start_sample for word in queue.take_until(20)] == [19]


@pytest.mark.parametrize(
    ("written", "edits", "places"),
    [
        ("for $5.", [Edit(4, 6, "five dollars")], [(0, 3, "for"), (4, 7, "five dollars.")]),
        ("a £5-6 b", [Edit(2, 4, "five"), Edit(5, 6, "six")], [(0, 1, "a"), (2, 6, "five-six")]),
        ("5°C", [Edit(0, 2, "five degrees ")], [(0, 2, "five degrees"), (2, 3, "C")]),
    ],
)
def test_a_change_and_the_marks_on_it_are_one_place(
    written: str, edits: list[Edit], places: list[tuple[int, int, str]]
) -> None:
    """Each word of a change has the whole of it, however many steps its words come in."""
    segment = Segment(written, 0, len(written), 0, spans=SpanMap.identity(len(written)))
    spoken = apply_edits(written, edits)
    words = [WordMark("", m.start(), m.end(), 0, 0) for m in re.finditer(r"[^\s-]+", spoken.text)]
    each = [written_marks([word], spoken, segment)[0] for word in words]
    found = list(dict.fromkeys((m.start_char, m.end_char, m.spoken) for m in each))
    assert found[: len(places)] == places


def test_the_same_place_in_the_next_segment_is_marked_again() -> None:
    queue = MarkQueue()
    queue.add(mark("code", 3, 5, 0))
    queue.keep_within(5)
    queue.add(mark("block", 3, 5, 10))
    assert [(m.spoken, m.end_sample) for m in queue.take_until(100)] == [("code", 6), ("block", 20)]
