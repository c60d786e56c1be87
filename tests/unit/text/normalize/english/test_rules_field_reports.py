"""Faults that users report of other readers, each on another text of the same kind."""

from __future__ import annotations

import pytest

from unit.text.normalize.english.speaking import said, spoken

pytestmark = pytest.mark.unit

REPORTS = [
    pytest.param(
        "Mrs. Bell Sr. paid $300 in 1906; his ZIP was 60601. World War I came later.",
        "missus bell senior paid three hundred dollars in nineteen oh six his zip was six oh six"
        " oh one. world war one came later.",
        id="A1",
    ),
    pytest.param("The index is 0.42 now.", "the index is zero point four two now.", id="A2"),
    pytest.param(
        "Is 3,456,789 right? It costs $31.40, in 1992, for 1,992 boxes; call 303-555-0188; the"
        " root is 1.7320; dated 06/07/2025.",
        "is three million four hundred fifty six thousand seven hundred eighty nine right? it costs"
        " thirty one dollars and forty cents in nineteen ninety two for one thousand nine hundred"
        " ninety two boxes call three zero three five five five zero one eight eight the root is"
        " one point seven three two zero dated june seventh twenty twenty five.",
        id="A3",
    ),
    pytest.param(
        "The oven is 356.5°F. One factor is 2.718.",
        "the oven is three hundred fifty six point five degrees fahrenheit. one factor is two"
        " point seven one eight.",
        id="A5",
    ),
    pytest.param("A loss of £8.4 million.", "a loss of eight point four million pounds.", id="A9"),
    pytest.param(
        "Parking is $180 after 5:15AM.",
        "parking is one hundred eighty dollars after five fifteen a m.",
        id="A11",
    ),
    pytest.param(
        "$12.60 due at 9:00",
        "twelve dollars and sixty cents due at nine o'clock",
        id="A12",
    ),
    pytest.param("It is -8 here, −3 there.", "it is minus eight here minus three there.", id="A13"),
    pytest.param("Code 7 3 1 / code 731", "code seven three one code seven three one", id="A14"),
    pytest.param("There are ٤ left.", "there are four left.", id="A16"),
    pytest.param(
        "Two PDFs, pages 11–14, call +49 30 555 0123",
        "two p d fs pages eleven to fourteen call plus four nine three zero five five five zero"
        " one two three",
        id="A19",
    ),
    pytest.param(
        "v3.1.4 lost 7.5% in Q2–Q4",
        "version three point one point four lost seven point five percent in q two to q four",
        id="A20",
    ),
    pytest.param(
        "Ask j.doe-smith@mail.org",
        "ask j dot doe dash smith at mail dot org",
        id="A22",
    ),
    pytest.param(
        "Look at https://example.org/" + "a/long/path" * 9 + " now.",
        "look at example dot org now.",
        id="A22-long",
    ),
    pytest.param("Watch IN/OUT tonight", "watch in out tonight", id="A23"),
    pytest.param(
        "WATCH YOUR STEP, THE FBI IS HERE",
        "watch your step the f b i is here",
        id="A25",
    ),
    pytest.param("We said it wasn't, we'll see", "we said it wasn't we'll see", id="A26"),
    pytest.param("She stopped… then left.", "she stopped… then left.", id="A30"),
    pytest.param("This ends. That ends.", "this ends. that ends.", id="A31"),
    pytest.param(
        "Prof. Hall and Ms. Ito met in the U.K., i.e. near St. Ives.",
        "professor hall and miz ito met in the u k that is near saint ives.",
        id="A35",
    ),
    pytest.param(
        "It opened at 7:20 a.m., then closed until 3:30 p.m. daily.",
        "it opened at seven twenty a m then closed until three thirty p m daily.",
        id="A36",
    ),
    pytest.param("It ended at 8 p.m. He left.", "it ended at eight p m. he left.", id="A36-end"),
    pytest.param(
        "3 * 5 * 2 = 30 in other_snake_name",
        "three times five times two equals thirty in other snake name",
        id="A41",
    ),
    pytest.param("Bread & Butter", "bread and butter", id="A45"),
    pytest.param("The qwizzik sat.", "the qwizzik sat.", id="A55"),
]


@pytest.mark.parametrize(("written", "expected"), REPORTS)
def test_what_was_reported_is_read_right(written: str, expected: str) -> None:
    assert said(written) == expected


def test_words_lead_back_to_what_was_written() -> None:
    """A20: the span map."""
    written = "It grew 12.5% in Q1."
    form = spoken(written)
    at = form.text.index("twelve")
    start, end = form.spans.source_span(at, at + len("twelve point five percent"))
    assert written[start:end] == "12.5%"
