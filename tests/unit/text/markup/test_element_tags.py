from __future__ import annotations

import pytest

from brisa.text.markup.element_tags import BAD_ATTRIBUTE, NOT_CLOSED
from brisa.text.markup.scan import scan_tag
from brisa.text.markup.tags import TAG_MAX_CHARS, WAIT, TagKind, TagMatch
from support.markup_reading import shown

pytestmark = pytest.mark.unit


def tag(text: str) -> TagMatch:
    found = scan_tag(text, 0, final=True)
    assert isinstance(found, TagMatch)
    return found


@pytest.mark.parametrize(
    ("text", "kind", "name", "attributes"),
    [
        ("<b>", TagKind.OPEN, "b", ()),
        ("</B >", TagKind.CLOSE, "b", ()),
        ("<br/>", TagKind.EMPTY, "br", ()),
        ("<br>", TagKind.EMPTY, "br", ()),
        ("<Speed Ratio='1.05' />", TagKind.EMPTY, "speed", (("ratio", "1.05"),)),
        ("<break time=0.5s/>", TagKind.EMPTY, "break", (("time", "0.5s"),)),
        ("<break\n time = \"1s\"\tstrength='weak'>", TagKind.EMPTY, "break",
         (("time", "1s"), ("strength", "weak"))),
        ("<a href=http://x.y/z?a=b>", None, "", ()),
        ("<a href=http://x.y/z>", TagKind.OPEN, "a", (("href", "http://x.y/z"),)),
        ('<x a="3 > 2. &amp;lt; &quot;"/>', TagKind.EMPTY, "x", (("a", '3 > 2. &lt; "'),)),
        ("<break time=“1s”/>", TagKind.EMPTY, "break", (("time", "1s"),)),
        ("<input disabled>", TagKind.EMPTY, "input", (("disabled", ""),)),
        ("<mstts:express-as style='sad'>", TagKind.OPEN, "mstts:express-as", (("style", "sad"),)),
        ('<voice xml:lang="de">', TagKind.OPEN, "voice", (("xml:lang", "de"),)),
        ('<img alt="\ue002x\x00">', TagKind.EMPTY, "img", (("alt", "x"),)),
        ('<img alt="&#xE002;x">', TagKind.EMPTY, "img", (("alt", "x"),)),
    ],
)  # fmt: skip
def test_tags(
    text: str, kind: TagKind | None, name: str, attributes: tuple[tuple[str, str], ...]
) -> None:
    found = scan_tag(text, 0, final=True)
    if kind is None:
        assert found is None
        return
    assert found == TagMatch(kind, 0, len(text), name, attributes)


@pytest.mark.parametrize(
    "text",
    ["a < b", "x<y", "x<y>z", "<3", "<-", "<->", "<>", "< b>", "</>", "if a<b and c>d",
     "i <= 3 and j >= 4", "for i<n; j>m", "<joe@example.com>", "<https://example.com/a>",
     "Hi <your name here>!", "<имя>", "vector<int> v", "List<String>", "List<T>", "f<a, b>(c)",
     "Map<String, List<Integer>>", "foo_<bar>", "a <b", "5<6", "<", "</", "<b", "x <name", "<3>",
     "<a b c>", "<p.s. I agree>"],
)  # fmt: skip
def test_what_is_no_tag_is_read_as_it_stands(text: str) -> None:
    assert shown(text) == text


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("Hi <laugh> there", "Hi  there"),
        ("un<b>believ</b>able", "unbelievable"),
        ("Hello<foo/>", "Hello"),
        ("Hello.<foo>x</foo>", "Hello.x"),
        ('say<foo a="1">x</foo>', "sayx"),
        ('<speed ratio="1.05"/>Good morning, one moment.', "Good morning, one moment."),
    ],
)
def test_unknown_tags_are_not_voiced(text: str, spoken: str) -> None:
    assert shown(text) == spoken


@pytest.mark.parametrize(
    ("text", "end", "problem"),
    [
        ('<break time="1s" oops/> on', 23, BAD_ATTRIBUTE),
        ('<break time="1s/> He said "yes"', 17, BAD_ATTRIBUTE),
        ('<break time="1s" then he said yes', 16, NOT_CLOSED),
        ('<break time="1s" then he said 3 > 2', 16, NOT_CLOSED),
        ('<prosody rate="80%" <b>x</b>', 19, NOT_CLOSED),
        ('<break time="1', 14, NOT_CLOSED),
        ("</speak", 7, NOT_CLOSED),
        ("<break time='1s' =/>", 20, BAD_ATTRIBUTE),
    ],
)
def test_a_broken_tag_costs_no_words(text: str, end: int, problem: str) -> None:
    found = tag(text)
    assert (found.end, found.problem) == (end, problem)


def test_a_value_that_does_not_end_keeps_its_words() -> None:
    assert shown('<break time="1s Hello there') == '<break time="1s Hello there'
    assert shown('<break time="1s') == "⏸"


def test_the_value_of_a_broken_tag_is_used() -> None:
    assert tag('<break time="1s/> He said "yes"').attribute("time") == "1s"
    assert tag('<break time="1').attribute("time") == "1"


def test_a_tag_is_of_bounded_length() -> None:
    fits = '<x y="' + "a" * (TAG_MAX_CHARS - 8) + '">'
    assert len(fits) == TAG_MAX_CHARS
    assert tag(fits).end == TAG_MAX_CHARS
    assert scan_tag(fits.replace("aa", "aaa", 1), 0, final=True) is None


@pytest.mark.parametrize(
    ("text", "alias"),
    [
        ("<sub alias='it's so'>x</sub>", "it's so"),
        ("<sub alias='a'b='c'>x</sub>", "a"),
        ("<sub alias='a' b='c'>x</sub>", "a"),
        ("<sub alias='rock'n'roll'/>", "rock'n'roll"),
    ],
)
def test_an_apostrophe_inside_a_word_does_not_end_a_value(text: str, alias: str) -> None:
    """As it stands after curly quotes were made straight."""
    assert tag(text).attribute("alias") == alias
    for end in range(1, text.index(">")):
        assert scan_tag(text[:end], 0, final=False) is WAIT
