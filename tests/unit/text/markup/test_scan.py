from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brisa.text.cleaned import CONTROLS
from brisa.text.markup.elements import Elements
from brisa.text.markup.scan import scan_tag, skip_end
from brisa.text.markup.tags import BLOCK_MAX_CHARS, TAG_MAX_CHARS, WAIT, TagKind, TagMatch
from support.markup_reading import read, read_pieces
from support.split_invariance import cut, some_cuts

pytestmark = pytest.mark.unit

FRAGMENTS = [
    "<", ">", "</", "/>", "[", "]", "<!--", "-->", "<![CDATA[", "]]>", "<?xml", "?>", "<!DOCTYPE",
    "<break", ' time="1.5s"', " time='2s'", " time=3s", ' x="', "'", '"', "=", " bare", "<p>",
    "</p>", "<s>", "</s>", "<prosody rate=slow>", "</prosody>", "<say-as interpret-as='x'>",
    "</say-as>", "<sub alias='b'>", "<sub>", "</sub>", "<sup>", "</sup>", "-2", "<phoneme ph='ə'>",
    "</phoneme>", "<think>", "</think>", "<script>", "</script>", "<unknown a='1'/>", "<List",
    "[pause", ":0.5s]", "[break]", "(", "](/", "tɛst", "/)", "<|", "|>", "a", "word", " ", "\n",
    ".", "1", "&lt;", "&amp;", "é", "\ue002", "\ud800", "\x00", "<td>", "<img alt='x'>",
    "{x};(y)=[]" * 60,
]  # fmt: skip
MIXED = st.lists(st.sampled_from(FRAGMENTS), max_size=24).map("".join)


def whole(text: str) -> object:
    return scan_tag(text, 0, final=True)


@given(MIXED, st.booleans(), st.sampled_from(["", "a", "\n", ".", "_"]))
@settings(max_examples=400, deadline=None)
def test_every_shorter_text_gives_the_same_answer_or_waits(
    text: str, final: bool, before: str
) -> None:
    for mark in "<[":
        for at in [place for place, char in enumerate(text) if char == mark][:3]:
            answer = scan_tag(text, at, final=False, before=before)
            for end in range(at + 1, len(text)):
                shorter = scan_tag(text[:end], at, final=False, before=before)
                assert shorter is WAIT or shorter == answer
            if answer is not WAIT:
                assert scan_tag(text, at, final=final, before=before) == answer


@given(MIXED.flatmap(lambda text: st.tuples(st.just(text), some_cuts(len(text)))))
@settings(max_examples=300, deadline=None)
def test_text_in_pieces_reads_as_in_one(text_and_cuts: tuple[str, list[int]]) -> None:
    text, cuts = text_and_cuts
    in_one, in_pieces = read(text), read_pieces(cut(text, cuts))
    assert in_pieces.text == in_one.text
    assert in_pieces.inserts == in_one.inserts
    assert in_pieces.spans == in_one.spans


@given(st.text(max_size=60) | MIXED)
@settings(max_examples=400, deadline=None)
def test_any_text_is_read_and_its_spans_lie_in_it(text: str) -> None:
    if CONTROLS & set(text):
        return
    cleaned = read(text)
    assert cleaned.spans.length == len(cleaned.text)
    assert len(cleaned.inserts) == sum(char in "\ue002\ue003\ue004" for char in cleaned.text)
    assert all(0 <= run.start <= run.end <= len(text) for run in cleaned.spans.runs)


@given(
    st.lists(st.sampled_from(["Ann", "ran", "7", "it's", "50%", "né", "a < b", "x>y"]), min_size=1)
)
def test_text_between_tags_is_never_lost(words: list[str]) -> None:
    tags = [
        "<b>",
        "</p>",
        '<x y="1"/>',
        "<!-- note -->",
        "[pause:1s]",
        "<prosody rate='2'>",
        "<br>",
    ]
    text = "".join(f"{word} {tags[place % len(tags)]} " for place, word in enumerate(words))
    read_words = [word for word in read(text).text.split() if word not in CONTROLS]
    assert [word.strip("".join(CONTROLS)) for word in read_words] == " ".join(words).split()


@pytest.mark.parametrize(
    "unclosed", ['<a b="', "<!--", "<![CDATA[", "<!DOCTYPE x [", "<?a ", "<b "]
)
def test_waiting_is_bounded(unclosed: str) -> None:
    limit = TAG_MAX_CHARS + BLOCK_MAX_CHARS
    text = unclosed + "word " * limit
    assert scan_tag(unclosed, 0, final=False) is WAIT
    assert scan_tag(text[:limit], 0, final=False) is None


@pytest.mark.parametrize("opening", ["<script>", "<sub alias='x'>", "<say-as interpret-as='date'>"])
def test_waiting_for_the_end_of_an_element_is_bounded(opening: str) -> None:
    text = opening + "word " * BLOCK_MAX_CHARS
    assert scan_tag(text[:200], 0, final=False) is WAIT
    found = scan_tag(text[: TAG_MAX_CHARS + BLOCK_MAX_CHARS], 0, final=False)
    assert isinstance(found, TagMatch)
    assert found.problem is not None
    assert found.end == len(opening)


@pytest.mark.parametrize(
    "unit",
    ["<", "[", "<b>", "<p>", "<div>", "<say-as interpret-as=x>", "<sub alias=x>", "<script>",
     "<a b='", "[pause", "</b>", "<prosody rate='90%'>"],
)  # fmt: skip
def test_ten_thousand_of_anything_are_read(unit: str) -> None:
    cleaned = read(unit * 10_000 + " end")
    assert cleaned.text.endswith("end")


def test_the_character_before_is_known_across_pieces() -> None:
    assert read_pieces(["vector", "<int> x"]).text == "vector<int> x"
    assert read_pieces(["a ", "<int> x"]).text == "a  x"


def test_skip_end_keeps_what_may_begin_the_closing_tag() -> None:
    assert skip_end("so a<b </thi", 0, "think", final=False) == 7
    assert skip_end("so a<b </think >", 3, "think", final=False) == 7
    assert skip_end("all of it", 0, "think", final=False) == 9
    assert skip_end("so </thi", 0, "think", final=True) == 8
    assert skip_end("so </think ", 0, "think", final=False) == 3
    assert skip_end("so <", 0, "think", final=False) == 3
    for other in ("so <b", "so </b", "so </thinker", "so </think x"):
        assert skip_end(other, 0, "think", final=False) == len(other)
    with pytest.raises(ValueError, match="no element"):
        skip_end("x", 0, "b", final=True)


def test_what_a_model_thinks_is_dropped_as_it_comes() -> None:
    elements = Elements()
    cleaned = read_pieces(["<thi", "nk>one ", "two" * 5_000, "</th", "ink>\nHello"], elements)
    assert cleaned.text == "\nHello"
    assert elements.problems.count == 0
    found = whole("<think>x")
    assert isinstance(found, TagMatch)
    assert found.kind is TagKind.SKIP


@pytest.mark.parametrize(
    "text",
    ["<b ,", "<3", "< ", "<a b <", "</b x", "<!x", "<?1", "<| ", "[see\n", "[]", "[a]x", "[a](b",
     "[x" + "y" * 100],
)  # fmt: skip
def test_what_cannot_become_a_tag_does_not_wait(text: str) -> None:
    assert scan_tag(text, 0, final=False) is None


def test_an_empty_exponent_does_not_wait() -> None:
    found = scan_tag("<sup></sup>", 0, final=False)
    assert isinstance(found, TagMatch)
    assert found.kind is TagKind.OPEN
