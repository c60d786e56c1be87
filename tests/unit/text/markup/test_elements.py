from __future__ import annotations

import pytest

from brisa.errors import InvalidRequest
from brisa.text.cleaned import PARAGRAPH, STOP, InsertKind
from brisa.text.markup.elements import DEPTH_MAX, Elements
from brisa.text.markup.problems import Problem
from support.markup_reading import read, read_pieces, shown

pytestmark = pytest.mark.unit


def problems(text: str) -> int:
    elements = Elements()
    read(text, elements)
    return elements.problems.count


@pytest.mark.parametrize(
    ("written", "pause_ms"),
    [
        ('<break time="500ms"/>', 500.0),
        ("<break time='0.5s'/>", 500.0),
        ("<break time=1.005s />", 1_005.0),
        ("<BREAK TIME='2S'>", 2_000.0),
        ("<break time='10s'/>", 10_000.0),
        ("<break time='0.125ms'/>", 0.125),
        ("<break/>", 500.0),
        ("<break></break>", 500.0),
        ('<break strength="x-weak"/>', 100.0),
        ('<break strength="weak"/>', 250.0),
        ('<break strength="medium"/>', 500.0),
        ('<break strength="strong"/>', 800.0),
        ('<break strength="x-strong"/>', 1_200.0),
        ('<break strength="weak" time="3s"/>', 3_000.0),
    ],
)
def test_breaks(written: str, pause_ms: float) -> None:
    elements = Elements("refuse")
    cleaned = read(f"One{written}two", elements)
    (insert,) = cleaned.inserts
    assert cleaned.text == "One\ue002two"
    assert (insert.kind, insert.value) == (InsertKind.PAUSE, pause_ms)
    assert insert.start_char == 3
    assert cleaned.spans.source_span(4, 7) == (3 + len(written), 6 + len(written))


@pytest.mark.parametrize(
    ("written", "pause_ms"),
    [
        ('<break time="soon"/>', 500.0),
        ('<break time="-1s"/>', 500.0),
        ('<break time="1"/>', 1_000.0),
        ('<break time="250"/>', 250.0),
        ('<break time="60s"/>', 10_000.0),
        ('<break strength="huge"/>', 500.0),
        ('<break time=""/>', 500.0),
    ],
)
def test_malformed_breaks_pause_all_the_same(written: str, pause_ms: float) -> None:
    assert [insert.value for insert in read(written).inserts] == [pause_ms]
    assert problems(written) == 1
    with pytest.raises(InvalidRequest, match="line 2, column 3 "):
        read("a\nb " + written, Elements("refuse"))


@pytest.mark.parametrize(
    ("text", "read_as"),
    [
        ("<break/>First", "⏸First"),
        ("Last<break/>", "Last⏸"),
        ("a<break/><break/>b", "a⏸⏸b"),
        ('One<break strength="none"/>two', "One two"),
        ('One<break time="0s"/>two', "One two"),
        ("<speak>Hi.</speak>", "Hi."),
        ("<p>One.</p><p>Two.</p>", "One.¶Two.¶"),
        ("<p><s>One</s><s>Two</s></p>", "One⟂Two⟂¶"),
        ("Intro<p>One</p>", "Intro¶One¶"),
        ("Intro<s>One</s>two", "Intro⟂One⟂two"),
        ("<prosody rate='slow'><p>Hi</p></prosody>", "↝Hi¶↝"),
        ("<break/><p>Hi</p>", "⏸Hi¶"),
        ("one<br>two<br/><br/>three", "one⟂two⟂three"),
        ("<h1>Title</h1>Text", "Title¶Text"),
        ("<ul><li>one<li>two</ul>after", "one⟂two¶after"),
        ("<div>one</div><div>two</div>", "one⟂two⟂"),
        ("<tr><td>A</td><td>5%</td><td>.</td></tr><tr><th>B</th></tr>", "A, 5%, .⟂B⟂"),
        ("a<hr>b", "a¶b"),
        ("<b>bold</b> <i>it</i> <span class='x'>s</span> <a href='u.v'>link</a>", "bold it s link"),
        ("<emphasis level='strong'>so</emphasis>", "so"),
        ("<voice name='x'>Hi</voice> <lang xml:lang='fr'>oui</lang>", "Hi oui"),
        ("<audio src='a.mp3'>bell</audio><mark name='m'/> <w role='x'>read</w>", "bell read"),
        ("<img src='x' alt='a &quot;cat&quot;'>.", 'a "cat".'),
        ("<img alt='one'><img alt='two'/>", "one two"),
        ("<img src=x><img alt=''>", ""),
        ("<script>if (a<b) { x(); }</script>Hi<style>p { a: b }</style>", "Hi"),
        ("<head><title>T</title></head><body>Hi</body>", "Hi"),
        ("<template><b>x</b></template >y", "y"),
        ("<script src='x.js'/>Hi", "Hi"),
        ("Sure. <think>hm</think>Yes", "Sure. Yes"),
        ("<think>no end", ""),
        ("Use the <script> tag", "Use the script tag"),
        ("A <think> tag", "A think tag"),
        ("<script>" + "f(x); " * 1_000, ""),
        ("H<sub>2</sub>O and 10<sup>-6</sup> m<sup>2</sup>", "H2O and 10⁻⁶ m²"),
        ("the 1<sup>st</sup>", "the 1st"),
        ("<sub alias='W W W'>WWW</sub>!", "W W W!"),
        ("<sub alias='x'/>", "x"),
        ("<sub alias=''>HTML</sub>", "HTML"),
        ("<sub alias='&lt;b&gt; \ue001'>x</sub>", "<b> "),
        ("<phoneme ph='ə'>a</phoneme>", "◈"),
        ("<say-as interpret-as='date'></say-as>", ""),
        ("<say-as>12</say-as>", "12"),
        ("</p>a</b>b</br>c", "ab⟂c"),
        ("<b>x", "x"),
        ("<b><i>x</b></i>y", "xy"),
    ],
)  # fmt: skip
def test_what_a_listener_gets(text: str, read_as: str) -> None:
    assert shown(text) == read_as


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("<prosody rate='slow'>x</prosody>", [0.75, 1.0]),
        ("<prosody rate='x-slow'>x</prosody>", [0.5, 1.0]),
        ("<prosody rate='fast'>x</prosody>", [1.25, 1.0]),
        ("<prosody rate='X-Fast'>x</prosody>", [1.75, 1.0]),
        ("<prosody rate='80%'>x</prosody>", [0.8, 1.0]),
        ("<prosody rate='+20%'>x</prosody>", [1.2, 1.0]),
        ("<prosody rate='-20%'>x</prosody>", [0.8, 1.0]),
        ("<prosody rate='1.2'>x</prosody>", [1.2, 1.0]),
        ("<prosody rate='medium' pitch='+2st' volume='loud'>x</prosody>", []),
        ("<prosody pitch='high'>x</prosody>", []),
        ("<prosody rate='slow'>a<prosody rate='80%'>b</prosody>c</prosody>",
         [0.75, 0.6, 0.75, 1.0]),
        ("<prosody rate='slow'>a<b>b</b></prosody>", [0.75, 1.0]),
        ("<prosody rate='2'><prosody rate='3'>x</prosody></prosody>", [2.0, 4.0, 2.0, 1.0]),
        ("<prosody rate='4'><prosody rate='3'>x</prosody></prosody>", [4.0, 1.0]),
        ("<prosody rate='10%'>x</prosody>", [0.25, 1.0]),
        ("<prosody rate='0'>x</prosody>", []),
        ("<prosody rate='-100%'>x</prosody>", []),
        ("<prosody rate='quick'>x</prosody>", []),
        ("<p><prosody rate='slow'>x</p>", [0.75, 1.0]),
        ("<prosody rate='slow'>x", [0.75]),
        ("</prosody>x", []),
    ],
)  # fmt: skip
def test_rates(text: str, values: list[float]) -> None:
    inserts = read(text).inserts
    assert [insert.kind for insert in inserts] == [InsertKind.RATE] * len(values)
    assert [insert.value for insert in inserts] == values


@pytest.mark.parametrize(
    ("attributes", "content", "text", "detail"),
    [
        ('interpret-as="date" format="DMY"', "1/2/2026", "1/2/2026", "date:dmy"),
        ("interpret-as='Characters'", "A<b>B</b>&amp;C", "AB&C", "characters"),
        ("interpret-as=telephone", "555 <!-- x -->01", "555 01", "telephone"),
        ("interpret-as='cardinal'", "1<break/>2", "12", "cardinal"),
        ("interpret-as='spell-out'", "a < b", "a < b", "spell-out"),
        ("interpret-as='verbatim'", "<![CDATA[<x>]]>", "<x>", "verbatim"),
        ("interpret-as='digits'", "2 4\ue002 5", "2 4 5", "digits"),
    ],
)
def test_say_as(attributes: str, content: str, text: str, detail: str) -> None:
    element = f"<say-as {attributes}>{content}</say-as>"
    cleaned = read(f"On {element}.", Elements("refuse"))
    (insert,) = cleaned.inserts
    assert cleaned.text == "On \ue004."
    assert insert.kind is InsertKind.SAY_AS
    assert (insert.text, insert.detail) == (text, detail)
    assert (insert.start_char, insert.end_char) == (3, 3 + len(element))
    assert cleaned.spans.source_span(3, 4) == (3, 3 + len(element))


def test_content_that_does_not_end_is_read() -> None:
    long = "word " * 70
    elements = Elements()
    cleaned = read(f"<say-as interpret-as='date'>{long}</say-as>end", elements)
    assert cleaned.text == long + "end"
    assert cleaned.inserts == ()
    assert elements.problems.count == 1
    assert shown("<sub alias='x'>a <sub alias='y'>b</sub> c") == "a y c"
    assert shown("<phoneme ph='ə'>a") == "a"


@pytest.mark.parametrize(
    ("alphabet", "sounds", "ipa"),
    [
        ('alphabet="ipa"', "pɪˈkɑːn", "pɪˈkɑːn"),
        ("", "/t&#x25B;st/", "tɛst"),
        ('alphabet="X-SAMPA"', "pI&quot;kA:n", "pɪˈkɑːn"),
        ("alphabet='cmu-arpabet'", "P AH0 K AA1 N", "pəkˈɑn"),
    ],
)
def test_phonemes(alphabet: str, sounds: str, ipa: str) -> None:
    (insert,) = read(f'A <phoneme {alphabet} ph="{sounds}">pe<b>can</b></phoneme>').inserts
    assert (insert.kind, insert.text, insert.detail) == (InsertKind.PHONEMES, "pecan", ipa)


@pytest.mark.parametrize(
    "element",
    ["<phoneme alphabet='klingon' ph='a'>pecan</phoneme>",
     "<phoneme alphabet='ipa'>pecan</phoneme>", "<phoneme ph=''>pecan</phoneme>",
     "<phoneme alphabet='x-sampa' ph='ʃ'>pecan</phoneme>"],
)  # fmt: skip
def test_sounds_nobody_understands_are_read_as_written(element: str) -> None:
    assert shown(element) == "pecan"
    assert problems(element) == 1


def test_sub_stands_for_the_whole_element() -> None:
    text = "The <sub alias='World Wide Web'>WWW</sub> grew"
    cleaned = read(text)
    assert cleaned.text == "The World Wide Web grew"
    assert cleaned.spans.source_span(10, 14) == (4, text.index(" grew"))


@pytest.mark.parametrize(
    "text",
    ["<speak><p>a</p><mark name='x'/><s>b</s></speak>", "<ul><li>a<li>b</ul>", "<p>a<p>b",
     "a<br>b</p>", "<table><tr><td>a<td>b<tr><td>c</table>",
     "<img alt='x'></img>", "<think>a</think>", "a < b", "<x/>"],
)  # fmt: skip
def test_well_formed(text: str) -> None:
    assert problems(text) == 0


@pytest.mark.parametrize(
    ("text", "count", "at"),
    [
        ("ab <b>x", 1, 3),
        ("ab <b><i>x</b>", 1, 6),
        ("ab</i>", 1, 2),
        ("a <prosody rate='quick'>x</prosody>", 1, 2),
        ("Hi <say-as interpret-as='date'>12", 2, 3),
        ("Use <script> and go", 1, 4),
        ("Wait [pause:soon] now", 1, 5),
        ("x <break time='1s' and so on", 1, 2),
        ("<think>never ends", 1, 0),
    ],
)
def test_malformed(text: str, count: int, at: int) -> None:
    found: list[Problem] = []
    read(text, Elements(keep=found.append))
    assert len(found) == count
    assert (found[0].start_char, found[0].line, found[0].column) == (at, 1, at + 1)
    with pytest.raises(InvalidRequest) as refused:
        read(text, Elements("refuse"))
    assert refused.value.param == "input"
    assert f"line 1, column {at + 1} (character {at})" in refused.value.message


def test_the_place_is_that_of_the_source_whatever_the_pieces() -> None:
    pieces = ["one\ntwo\n\nth", "ree <br", "eak time='so", "on'/> four"]
    with pytest.raises(InvalidRequest, match=r"line 4, column 7 \(character 15\)"):
        read_pieces(pieces, Elements("refuse"))


def test_the_text_is_never_quoted() -> None:
    with pytest.raises(InvalidRequest) as refused:
        read("<prosody rate='secretword'>secretword</prosody>", Elements("refuse"))
    assert "secretword" not in str(refused.value)


def test_depth_is_bounded_and_balanced() -> None:
    elements = Elements("refuse")
    depth = DEPTH_MAX + 10_000
    cleaned = read("<b>" * depth + "deep" + "</b>" * depth, elements)
    assert cleaned.text == "deep"
    nested = "<prosody rate='99%'>" * depth + "x" + "</prosody>" * depth
    assert len(read(nested, Elements("refuse")).inserts) == 2 * DEPTH_MAX


def test_siblings_are_not_within_each_other() -> None:
    inserts = read("<li>x" * 1_000 + "<prosody rate='slow'>y").inserts
    assert [insert.value for insert in inserts] == [0.75]


def test_what_is_never_closed_is_placed_however_long_ago() -> None:
    found: list[Problem] = []
    read_pieces(["a\n <b>", *["word\n"] * 10_000], Elements(keep=found.append))
    assert [(problem.line, problem.column) for problem in found] == [(2, 2)]


def test_stops_are_single_characters_of_the_tag() -> None:
    cleaned = read("a</s>b</p>")
    assert cleaned.text == f"a{STOP}b{PARAGRAPH}"
    assert cleaned.spans.source_span(1, 2) == (1, 5)
