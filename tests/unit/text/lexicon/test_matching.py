"""Finding entries: whole words of every script, longest first, case where it matters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisa.text.edits import Edit, apply_edits
from brisa.text.lexicon.matching import Layered, Lexicon
from brisa.types import LexiconEntry

pytestmark = pytest.mark.unit


def lexicon(**spoken: str) -> Lexicon:
    return of(spoken)


def of(spoken: dict[str, str]) -> Lexicon:
    return Lexicon(LexiconEntry(written, spoken=said) for written, said in spoken.items())


def said(entries: Lexicon | Layered, text: str, language: str = "en") -> str:
    return apply_edits(text, entries.edits(text, language)).text


SIGNED = of(
    {
        "C++": "C plus plus",
        "C#": "C sharp",
        "ON/AIR": "on air",
        ".NET": "dot net",
        "&c.": "et cetera",
        "GIF": "jif",
        "Nguyen": "win",
        "→": "to",
        "don": "DON",
        "Brien": "BRIEN",
        "5": "FIVE",
        "Zoë": "zoey",
        "node.js": "node jay ess",
        "example": "EXAMPLE",
    }
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Use C++, or C++.", "Use C plus plus, or C plus plus."),
        ("C++17 and C++ish and C+++", "C plus plus 17 and C++ish and C+++"),
        ("(c#)", "(C sharp)"),
        ("Tune in to ON/AIR!", "Tune in to on air!"),
        ("BON/AIR ON/AIRS", "BON/AIR ON/AIRS"),
        (".NET 8; ASP.NET", "dot net 8; ASP.NET"),
        ("Tea, milk, &c. and so on", "Tea, milk, et cetera and so on"),
        ("a gif. GIFs, aGIF, GIF_1, GIF-like", "a jif. GIFs, aGIF, GIF_1, jif-like"),
        ("Nguyen's and NGUYEN’s; 'Nguyen' (nguyen)", "win's and win’s; 'win' (win)"),
        ("Nguyen'll, Nguyen/Smith, Nguyen—", "win'll, win/Smith, win—"),
        ("don't, don’t, Don.", "don't, don’t, DON."),
        ("O'Brien, Brien", "O'Brien, BRIEN"),
        ("A→B", "A to B"),
        ("5, 5.5, 1,5, 15, 5:00, 5-5, (5)", "FIVE, 5.5, 1,5, 15, 5:00, 5-5, (FIVE)"),
        ("Zoe\u0308 and ZOË and Zoe", "zoey and zoey and Zoe"),
        ("Node.js runs", "node jay ess runs"),
        ("my example", "my EXAMPLE"),
        ("www.example.com x@example.com example.com", "www.example.com x@example.com example.com"),
        ("https://a.b/c-example/d?e", "https://a.b/c-example/d?e"),
        ("(http://x/nguyen) Nguyen", "(http://x/nguyen) win"),
    ],
)
def test_whole_words_with_signs_at_their_ends_or_beside_them(text: str, expected: str) -> None:
    assert said(SIGNED, text) == expected


@pytest.mark.parametrize(
    ("entries", "text", "language", "expected"),
    [
        ({"北京": "BEIJING"}, "我在北京工作", "zh", "我在 BEIJING 工作"),
        ({"서울": "SEOUL"}, "서울에서", "ko", "SEOUL 에서"),
        ({"ไทย": "THAI"}, "ภาษาไทยง่าย", "th", "ภาษา THAI ง่าย"),
        ({"กา": "KA"}, "กา\u0e48 กา", "th", "กา\u0e48 KA"),
        ({"हिन्दी": "HINDI"}, "हिन्दी में", "hi", "HINDI में"),
        ({"हिन्द": "HIND"}, "हिन्दी में", "hi", "हिन्दी में"),
        ({"می\u200cروم": "MIRAVAM"}, "من می\u200cروم.", "fa", "من MIRAVAM."),
        ({"ONU": "onou"}, "l'ONU, l’ONU", "fr-FR", "l'onou, l’onou"),
        ({"straße": "strasse"}, "STRASSE Straße", "de", "strasse strasse"),
        ({"é": "E"}, "e\u0301t e\u0301", "fr", "e\u0301t E"),
    ],
)
def test_words_of_other_scripts_and_languages(
    entries: dict[str, str], text: str, language: str, expected: str
) -> None:
    assert said(of(entries), text, language) == expected


def test_the_longest_entry_at_a_place_is_taken() -> None:
    entries = of({"New": "a", "New York": "b", "New York City": "c", "York": "d"})
    assert said(entries, "New York City, New  York\nNew Jersey York") == "c, b\na Jersey d"


def test_a_longer_entry_that_ends_inside_a_word_gives_way_to_a_shorter_one() -> None:
    assert said(of({"New York": "b", "New": "a"}), "New Yorker") == "a Yorker"


def test_case_counts_where_it_is_asked_for() -> None:
    entries = Lexicon(
        [
            LexiconEntry("Polish", spoken="pole ish", case_sensitive=True),
            LexiconEntry("US", spoken="you ess", case_sensitive=True),
        ]
    )
    assert said(entries, "Polish polish POLISH US us") == "pole ish polish POLISH you ess us"


def test_the_entry_that_asks_for_more_goes_before_a_general_one() -> None:
    general = LexiconEntry("polish", spoken="shine")
    nation = LexiconEntry("Polish", spoken="pole ish", case_sensitive=True)
    for entries in ([general, nation], [nation, general]):
        assert said(Lexicon(entries), "Polish polish") == "pole ish shine"


def test_entries_of_a_language_are_for_texts_in_it() -> None:
    entries = Lexicon(
        [
            LexiconEntry("data", spoken="DE", language="de"),
            LexiconEntry("data", spoken="GB", language="en_gb"),
            LexiconEntry("data", spoken="ANY"),
        ]
    )
    found = {tag: said(entries, "data", tag) for tag in ("de", "de-AT", "en-GB", "en-US", "en")}
    assert found == {"de": "DE", "de-AT": "DE", "en-GB": "GB", "en-US": "ANY", "en": "GB"}


def test_the_later_of_two_equal_entries_counts() -> None:
    entries = Lexicon([LexiconEntry("Ab", spoken="one"), LexiconEntry("aB", spoken="two")])
    assert len(entries) == 1
    assert said(entries, "ab") == "two"


@pytest.mark.parametrize(
    ("phonemes", "text", "expected"),
    [
        ("nwɪn", "Nguyen's", ("Nguyen's", "nwɪnz")),
        ("/dʒɪf/", "Nguyen’s!", ("Nguyen’s", "dʒɪfs")),
        ("tʃɜːtʃ", "nguyen's", ("nguyen's", "tʃɜːtʃɪz")),
        ("nwɪn", "Nguyen'd", ("Nguyen", "nwɪn")),
        ("nwɪn", "Nguyen", ("Nguyen", "nwɪn")),
    ],
)
def test_sounds_take_the_possessive_ending_with_them(
    phonemes: str, text: str, expected: tuple[str, str]
) -> None:
    (edit,) = Lexicon([LexiconEntry("Nguyen", phonemes=phonemes)]).edits(text, "en-US")
    assert (edit.spoken, edit.phonemes) == expected
    assert text[edit.start : edit.end] == edit.spoken


def test_other_languages_have_no_possessive_ending() -> None:
    (edit,) = Lexicon([LexiconEntry("Nguyen", phonemes="nwɪn")]).edits("Nguyen's", "de")
    assert edit == Edit(0, 6, "Nguyen", "nwɪn")


def test_upper_layers_are_final() -> None:
    request, voice, server = (
        lexicon(York="R"),
        of({"New York": "V", "Bath": "V"}),
        lexicon(Bath="S", Hull="S"),
    )
    layered = Layered([request, voice, Lexicon(), server])
    assert said(layered, "New York, Bath, Hull") == "New R, V, S"
    assert len(layered.lexicons) == 3
    assert said(Layered([]), "York") == "York"


def test_unsound_entries_are_never_found() -> None:
    entries = [LexiconEntry("", spoken="x"), LexiconEntry("a"), LexiconEntry("b", "x", "y")]
    assert Lexicon(entries).edits("a b", "en") == []


WORDS = st.text(alphabet="ab '’.-@/+5é\u0301北\u200dß\n", max_size=12)


@given(
    st.lists(WORDS, max_size=6), st.text(alphabet="abAB '’.-@/+5é\u0301北\u200dß\n", max_size=30)
)
def test_edits_are_in_order_and_stand_at_what_was_written(written: list[str], text: str) -> None:
    entries = Lexicon(LexiconEntry(word, spoken="said") for word in written)
    at = 0
    for edit in entries.edits(text, "en"):
        assert at <= edit.start < edit.end <= len(text)
        at = edit.end


@given(st.text(alphabet="abé北+.'", min_size=1, max_size=8))
def test_an_entry_is_found_where_its_word_stands_alone(word: str) -> None:
    text = f"( {word} )"
    assert Lexicon([LexiconEntry(word, spoken="said")]).edits(text, "en") == [
        Edit(2, 2 + len(word), "said")
    ]


@given(st.text())
def test_no_text_makes_it_raise(text: str) -> None:
    SIGNED.edits(text, "")
    Lexicon([LexiconEntry(text, spoken="x")]).edits(text, "en")


def test_work_grows_with_the_text_not_with_the_entries() -> None:
    """Look-ups are counted: one for each word, and the length of what begins like an entry."""
    entries = Lexicon(
        [LexiconEntry("a " * 99 + "b", spoken="x")]
        + [LexiconEntry(f"name{number}", spoken="x") for number in range(2000)]
    )
    lookups = 0

    class Counted(dict[str, object]):
        def __contains__(self, key: object) -> bool:
            nonlocal lookups
            lookups += 1
            return super().__contains__(key)

    entries._root = Counted(entries._root)  # type: ignore[assignment]
    text = "name7 word " * 1000
    assert len(entries.edits(text, "en")) == 1000
    assert lookups == 4000
