"""What holds for every text: cuts, letters, cleaning twice, size and cost."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisa.text.clean.cleaner import Cleaner
from brisa.text.clean.fold import fold
from brisa.text.clean.options import CleanOptions
from brisa.text.cleaned import PARAGRAPH, STOP, WITH_INSERT, joined
from support.split_invariance import some_cuts
from unit.text.clean.cleaning import cleaned

pytestmark = pytest.mark.unit

FRAGMENTS = (
    *("word", "x1", "2", "3.5", ".", "!", "?!", "...", ",", ":", ";", " ", "  ", "\n", "\n\n"),
    *("\r\n", "*", "**", "***", "_", "__", "~~", "~", "`", "``", "```", "~~~", "# ", "## ", "- "),
    *("1. ", "> ", ">", "[", "]", "(", ")", "](http://x.y/z)", "![alt](u)", '[l](u "t")', "[x][r]"),
    *("[r]: http://u\n", "[^1]", "[x] ", "|", "| a | b |\n", "|---|\n", "---\n", "===\n", "----"),
    *("&amp;", "&lt", "&#39;", "&", "<b>", "</b>", "<br/>", "<!-- c -->", "<", "<3", "[laugh]"),
    *('<say-as interpret-as="date">', "</say-as>", "[pause:1s]", "<think>", "</think>", "<script>"),
    *(
        "😊",
        "👍🏽",
        "🇫🇷",
        "1️⃣",
        "👨‍👩‍👧",
        ":-)",
        ";)",
        "’",
        "…",
        "\u200d",
        "\u200c",
        "می",
        "你好",
        "。",
    ),
    *("\u200b", "\u00a0", "\ue000", "\ud800", "\0", "\\", "\\(", "$$", "$", "https://a.b/c_d?e&f"),
    *("__init__", "snake_case", "won`t", "—", "--", "• ", "<https://q.r>", "a line " * 9),
)

options = st.builds(
    CleanOptions,
    clean=st.sampled_from([True, True, True, False]),
    markup=st.booleans(),
    code=st.sampled_from(["skip", "summarise", "read"]),
    emoji=st.sampled_from(["skip", "name"]),
    tags=st.sampled_from([frozenset(), frozenset(["laugh"])]),
)
pieces_of_markdown = st.lists(st.sampled_from(FRAGMENTS), max_size=24).map("".join)
any_text = st.text(st.characters(exclude_categories=()), max_size=60)


def in_pieces(text: str, cuts: list[int], chosen: CleanOptions) -> Any:
    cleaner = Cleaner(chosen)
    edges = [0, *cuts, len(text)]
    pieces = [cleaner.push(text[a:b]) for a, b in zip(edges, edges[1:], strict=False)]
    return joined([*pieces, cleaner.end()])


@given(data=st.data(), text=pieces_of_markdown | any_text, chosen=options)
def test_cuts_change_nothing(data: st.DataObject, text: str, chosen: CleanOptions) -> None:
    whole = in_pieces(text, [], chosen)
    assert in_pieces(text, data.draw(some_cuts(len(text))), chosen) == whole
    assert in_pieces(text, list(range(1, len(text))), chosen) == whole


@given(data=st.data(), text=pieces_of_markdown | any_text, chosen=options)
def test_never_raises_and_every_character_has_a_place(
    data: st.DataObject, text: str, chosen: CleanOptions
) -> None:
    cleaner = Cleaner(chosen)
    out = []
    for start in range(0, len(text), 7):
        out.append(cleaner.push(text[start : start + 7]))
        if data.draw(st.booleans()):
            out.append(cleaner.flush())
    found = joined([*out, cleaner.end()])
    assert found.spans.length == len(found.text)
    assert sum(map(found.text.count, WITH_INSERT)) == len(found.inserts)
    starts = [run.start for run in found.spans.runs]
    assert starts == sorted(starts)
    assert all(0 <= run.start <= run.end <= len(text) for run in found.spans.runs)


# Left out by rule, so not in these texts: addresses of links, references, footnote marks, tags,
# comments, fenced code, the letters of faces (":D"), boxes of tasks.
harmless = st.characters(exclude_characters="[]<>&\\`~:;=^-|…")


@given(st.text(harmless, max_size=80))
def test_no_letter_or_digit_is_lost(text: str) -> None:
    def spoken(given_text: str) -> str:
        return "".join(filter(str.isalnum, given_text))

    assert spoken(cleaned(text).text) == spoken(fold(text))


WORDS = (
    *("word", "two words", "3.5", "1,000", "6 * 7", "a*b*c", "snake_case", "__init__", "x = 2"),
    *("**bold**", "*it*", "_it_", "***both***", "~~gone~~", "**two words**", "hm....", "what?!"),
    *("yes!!", "end.", "note:", "(aside)", '"q"', "“q”", "it’s", "😊", "👍🏽", ":-)", "a--b", "--"),
    *("—", "-5", "~5", "c++", "#tag", "@me", "5%", "£3", "https://a.b/c_d", "你好", "。", "…"),
    *("____", "f(x)*2", "5* hotel", "*.py", "5 - 3", "2 + 2", "20°", "a/b", "1️⃣", "+1", "x|y"),
)
STARTS = (
    "",
    "",
    "",
    "# ",
    "## ",
    "- ",
    "* ",
    "• ",
    "1. ",
    "> ",
    "> - ",
    "---\n",
    "===\n",
    "- - -\n",
)
lines = st.tuples(
    st.sampled_from(STARTS),
    st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join),
    st.sampled_from(["\n", "\n\n", "\n\n\n", "\r\n", " ##\n"]),
).map("".join)


def sentences(text: str) -> list[str]:
    """Those with something to say: marks alone are not spoken."""
    parts = re.split(f"[{STOP}{PARAGRAPH}]", text)
    return [part.strip() for part in parts if any(map(str.isalnum, part))]


@given(st.lists(lines, max_size=6).map("".join), st.sampled_from(["skip", "name"]))
def test_cleaning_twice_is_cleaning_once(text: str, emoji: str) -> None:
    """Stops are written as blank lines for the second time, and every kind of end counts as one.

    Not for: ampersands and backslashes (decoded once, so ``&amp;lt;`` must change), code, brackets
    and tags (what they protect is bare the second time), and marks that touch one another or what
    is left out (``*;)``, ``-😊``): without its neighbour a mark may mean something else.
    """
    once = cleaned(text, emoji=emoji).text
    again = cleaned(once.replace(STOP, "\n\n").replace(PARAGRAPH, "\n\n"), emoji=emoji).text
    assert sentences(again) == sentences(once)


HEAVY = (
    *("[", "*", "<", "`", "&", "_", "~", "|", "#", "-", "=", "!", "\\", "$", ":", "(", "\n", "a"),
    *("[a", "[a](", "![", "<a>", "<b ", "`a ", "\n|a", "&a", "<!--", "[^", "\n[x]:", "```\n", "1."),
    *(
        "<script>",
        "<think>",
        "[pause:",
        "[laugh",
        "\u200d",
        "😊",
        "👩\u200d",
        "e\u0301",
        "* ",
        "\n> ",
    ),
)


def lines_run(work: Callable[[], object]) -> int:
    """Lines of Python run by ``work``: a measure of cost that no other process disturbs."""
    count = 0

    def trace(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal count
        count += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("piece", HEAVY)
def test_cost_is_linear(piece: str) -> None:
    def work(length: int) -> int:
        return lines_run(lambda: cleaned((piece * length)[:length]))

    work(100)
    assert work(8_000) < 3 * work(4_000) + 2_000


@pytest.mark.parametrize("piece", HEAVY)
def test_little_is_held(piece: str) -> None:
    cleaner = Cleaner()
    length = 100_000 if piece in "*[<`&" else 16_000
    text = (piece * length)[:length]
    held = []
    for start in range(0, length, 5_000):
        cleaner.push(text[start : start + 5_000])
        held.append(cleaner.held_chars)
    cleaner.end()
    assert max(held) <= 4_096


def test_a_word_of_a_million_letters_goes_through() -> None:
    cleaner = Cleaner()
    found = cleaner.push("a" * 1_000_000)
    assert (len(found.text), cleaner.held_chars) == (1_000_000, 0)


def test_ten_thousand_nested_tags_and_brackets_are_read() -> None:
    assert cleaned("<b>" * 10_000 + "word" + "</b>" * 10_000).text == "word"
    nested = "[" * 10_000 + "word" + "]" * 10_000
    assert cleaned(nested).text == nested
