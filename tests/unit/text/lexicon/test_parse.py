"""Lexicon files: what is read, and what is said of what cannot be."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisa.errors import ConfigError
from brisa.text.lexicon.entries import ENTRIES_MAX
from brisa.text.lexicon.parse import FILE_MAX_BYTES, PROBLEMS_MAX, parse_lexicon, read_lexicon
from brisa.types import LexiconEntry

pytestmark = pytest.mark.unit

WIN = LexiconEntry("Nguyen", spoken="win")
GIF = LexiconEntry("GIF", phonemes="dʒɪf", language="en", case_sensitive=True)
ON_AIR = LexiconEntry("ON/AIR", spoken="on air")


def errors(text: str) -> list[tuple[int, str]]:
    return [(problem.line, problem.message) for problem in parse_lexicon(text).errors]


def only_error(text: str) -> tuple[int, str]:
    (found,) = errors(text)
    return found


@pytest.mark.parametrize(
    "text",
    [
        """
        - written: Nguyen
          spoken: win
        - {written: GIF, phonemes: dʒɪf, language: en, case_sensitive: true}
        - ON/AIR: on air
        """,
        """
        Nguyen: win
        GIF: {phonemes: dʒɪf, language: en, case_sensitive: yes}
        ON/AIR: on air
        """,
        """
        - Nguyen: {spoken: win}
        - GIF:
            phonemes: "dʒɪf"
            language: en
            case_sensitive: On
        - {written: ON/AIR, spoken: on air, phonemes: ~, language: }
        """,
    ],
)
def test_the_long_and_the_short_form_say_the_same(text: str) -> None:
    parsed = parse_lexicon(text)
    assert parsed.entries == (WIN, GIF, ON_AIR)
    assert parsed.problems == ()


def test_everything_is_text() -> None:
    parsed = read_lexicon("NO: en oh\n1984: nineteen eighty four\ntrue: troo\n'~': about\n")
    assert [(entry.written, entry.spoken) for entry in parsed] == [
        ("NO", "en oh"),
        ("1984", "nineteen eighty four"),
        ("true", "troo"),
        ("~", "about"),
    ]


@pytest.mark.parametrize("text", ["", "\n# nothing yet\n", "[]", "{}", "~", "---\n"])
def test_an_empty_file_is_an_empty_lexicon(text: str) -> None:
    assert parse_lexicon(text).entries == ()
    assert parse_lexicon(text).problems == ()


def test_an_unknown_key_names_the_nearest_known_one_and_its_line() -> None:
    line, message = only_error("- written: Nguyen\n  spoken: win\n- written: GIF\n  phonems: x\n")
    assert line == 4
    assert "'phonemes'" in message
    assert only_error("- writen: a\n  spoken: b\n") == (
        1,
        "Unknown key; the nearest known one is 'written'.",
    )
    assert "written, spoken, phonemes" in only_error("- written: a\n  zzzz: b\n")[1]


@pytest.mark.parametrize(
    ("text", "line", "part"),
    [
        ("- written: a\n  spoken: b\n  phonemes: c\n", 3, "both given"),
        ("Nguyen:\n", 1, "Give 'spoken'"),
        ("- a: b\n- written: c\n", 2, "Give 'spoken'"),
        ("- spoken: b\n", 1, "'written' is empty"),
        ("a: [b, c]\n", 1, "not a list"),
        ("- written: [a]\n  spoken: b\n", 1, "takes text"),
        ("- just a word\n", 1, "An entry is"),
        ("just a word\n", 1, "A lexicon is a list"),
        ("written: Nguyen\nspoken: win\n", 1, "begin its line with '- '"),
        ("a: b\nc: {spoken: d, case_sensitive: maybe}\n", 2, "true or false"),
        ("- written: a\n  spoken: b\n  spoken: c\n", 3, "given twice"),
        ("a: {phonemes: tE5t}\n", 1, "digits"),
        ("a: {phonemes: 'tɛ$t'}\n", 1, "U+0024"),
        ("a: {spoken: '...'}\n", 1, "no letter"),
        ("a: {spoken: b, language: english please}\n", 1, "language tag"),
        (f"{'x' * 201}: b\n", 1, "longer than 200"),
        (f"a: {'x' * 501}\n", 1, "longer than 500"),
        ("a: b\nc: [d\n", 3, "Not valid YAML"),
        ("a: b\n&c d: e\n", 2, "anchors"),
        ("a: b\nc: *d\n", 2, "anchors"),
        ("a: b\n- c: d\n", 2, "Not valid YAML"),
        ("a: !!python/name:os.system b\n", 1, "tags"),
        ("a: !!set {b: c}\n", 1, "tags"),
        ("a: b\n---\nc: d\n", 2, "one document"),
        ("a: b\n? [c, d]\n: e\n", 2, "must be text"),
        ("a: {b: {c: {d: e}}}\n", 1, "Nested"),
        ("a: b\nc: d\x07\n", 2, "does not allow"),
        ("a: b\né: d\ud800\n", 2, "does not allow"),
    ],
)
def test_an_error_has_its_line_and_says_what_to_do(text: str, line: int, part: str) -> None:
    at, message = only_error(text)
    assert at == line
    assert part in message


def test_sound_entries_are_kept_beside_broken_ones() -> None:
    parsed = parse_lexicon("- Nguyen: win\n- broken\n- ON/AIR: on air\n")
    assert parsed.entries == (WIN, ON_AIR)
    assert [problem.line for problem in parsed.errors] == [2]


def test_of_two_entries_for_a_word_the_later_counts_with_a_warning() -> None:
    parsed = parse_lexicon("Nguyen: when\nnguyen: win\n")
    assert parsed.errors == ()
    (warning,) = parsed.problems
    assert (warning.line, warning.warning) == (2, True)
    assert "line 1" in warning.message
    assert parsed.entries[-1].spoken == "win"


def test_entries_for_other_cases_or_languages_are_not_the_same() -> None:
    text = (
        "- {written: polish, spoken: a}\n"
        "- {written: Polish, spoken: b, case_sensitive: true}\n"
        "- {written: polish, spoken: c, language: de}\n"
    )
    assert parse_lexicon(text).problems == ()


def test_limits() -> None:
    many = "".join(f"w{number}: x\n" for number in range(ENTRIES_MAX))
    assert len(parse_lexicon(many).entries) == ENTRIES_MAX
    assert parse_lexicon(many).problems == ()
    line, message = only_error(f"{many}more: x\n")
    assert line == ENTRIES_MAX + 1
    assert str(ENTRIES_MAX) in message
    assert "5 MB" in only_error("#" * (FILE_MAX_BYTES + 1))[1]


def test_problems_beyond_a_hundred_are_not_listed() -> None:
    found = errors("- x\n" * 500)
    assert len(found) == PROBLEMS_MAX + 1
    assert "Too many" in found[-1][1]


def test_deep_nesting_and_bombs_are_refused_at_once() -> None:
    assert "Nested" in only_error("[" * 900 + "]" * 900)[1]
    assert len(errors("[" * 100_000)) == 1
    assert "anchors" in only_error("- &a [x, x]\n" + "- [*a, *a, *a]\n" * 1000)[1]


def test_reading_raises_the_first_error_with_its_line() -> None:
    with pytest.raises(ConfigError, match="line 2: "):
        read_lexicon("- Nguyen: win\n- broken\n- broken\n")


@given(st.text(alphabet="ab:-{}[]&*!|>'\"#,? \n\t~%@`é\ud800\x00", max_size=60))
def test_no_text_makes_it_raise(text: str) -> None:
    parsed = parse_lexicon(text)
    lines = text.count("\n") + text.count("\r") + 2
    assert all(1 <= problem.line <= lines for problem in parsed.problems)
