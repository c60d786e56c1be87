"""Reading a segment: the order of the steps, the way back, and rules that break."""

from __future__ import annotations

import gc
import logging
import re
from collections.abc import Callable
from weakref import ref

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisa.text.cleaned import OBJECT, Insert, InsertKind
from brisa.text.edits import Edit, PhonemeSpan, Taken
from brisa.text.lexicon.matching import Layered, Lexicon
from brisa.text.normalize.base import LanguageRules, ReadingOptions
from brisa.text.normalize.normalizer import CACHED_MAX_CHARS, Normalizer
from brisa.types import LexiconEntry, TextOptions

pytestmark = pytest.mark.unit

WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def digits_in_words(text: str, taken: Taken, options: ReadingOptions) -> list[Edit]:
    del taken, options
    return [
        Edit(match.start(), match.end(), " ".join(WORDS[int(digit)] for digit in match.group()))
        for match in re.finditer(r"[0-9]+", text)
    ] + [Edit(match.start(), match.end(), " slash ") for match in re.finditer("/", text)]


def spelled(text: str, interpret_as: str, options: ReadingOptions) -> str | None:
    del options
    return " ".join(text) if interpret_as == "characters" else None


RULES = LanguageRules("en", digits_in_words, spelled)


def cyrillic(
    text: str, taken: Taken, scripts: frozenset[str], transliterate: bool
) -> tuple[list[Edit], int]:
    assert scripts == frozenset({"Latin"})
    edits = [
        Edit(match.start(), match.end(), "da" if transliterate else "")
        for match in re.finditer("[а-я]+", text)
        if taken.free(*match.span())
    ]
    return edits, 0 if transliterate else sum(edit.end - edit.start for edit in edits)


def rules_for(language: str) -> LanguageRules | None:
    return RULES if language.startswith("en") else None


NORMALIZER = Normalizer(rules_for, cyrillic)
LEXICON = Lexicon([LexiconEntry("ON/AIR", spoken="on air"), LexiconEntry("7", phonemes="sɛvən")])
LATIN = frozenset({"Latin"})


def said(text: str, **options: object) -> str:
    return NORMALIZER.spoken(text, language="en", **options).text  # type: ignore[arg-type]


def test_rules_say_what_is_written() -> None:
    assert said("take 5kg") == "take five kg"
    assert NORMALIZER.spoken("nimm 5kg", language="de").text == "nimm 5kg"
    assert said("take 5kg", options=TextOptions(normalize=False)) == "take 5kg"


def test_white_space_is_single_and_none_at_the_ends() -> None:
    spoken = NORMALIZER.spoken(" a  /\tb ", language="en")
    assert spoken.text == "a slash b"
    assert spoken.spans.source_span(2, 7) == (4, 5)
    assert spoken.spans.source_span(8, 9) == (6, 7)


def test_the_lexicon_wins_over_the_rules() -> None:
    assert said("ON/AIR or ON/OFF", lexicon=LEXICON) == "on air or ON slash OFF"
    assert said("ON/AIR 5", lexicon=LEXICON, options=TextOptions(normalize=False)) == "on air 5"


def test_sounds_of_the_lexicon_are_where_their_word_is() -> None:
    spoken = NORMALIZER.spoken("5 7 8", language="en", lexicon=Layered([LEXICON]))
    assert spoken.text == "five 7 eight"
    assert spoken.phonemes == (PhonemeSpan(5, 6, "sɛvən"),)


def test_objects_go_before_everything() -> None:
    spell = Insert(InsertKind.SAY_AS, 0, 0, "7/7", "characters")
    sound = Insert(InsertKind.PHONEMES, 0, 0, "ON/AIR", "ɑn ɛɚ")
    unmarked = Insert(InsertKind.SAY_AS, 0, 0, "7 5", "date")
    text = f"so{OBJECT} and {OBJECT}  {OBJECT}!"
    spoken = NORMALIZER.spoken(text, (spell, sound, unmarked), language="en", lexicon=LEXICON)
    assert spoken.text == "so 7 / 7 and ON/AIR 7 five!"
    assert spoken.phonemes == (PhonemeSpan(13, 19, "ɑn ɛɚ"), PhonemeSpan(20, 21, "sɛvən"))
    assert spoken.spans.source_span(3, 8) == (2, 3)
    assert spoken.spans.source_span(13, 19) == (8, 9)
    assert spoken.spans.source_span(22, 26) == (11, 12)
    assert spoken.spans.source_span(26, 27) == (12, 13)


def test_objects_are_said_as_marked_without_rules_for_the_rest() -> None:
    spell = Insert(InsertKind.SAY_AS, 0, 0, "75", "characters")
    plain = TextOptions(normalize=False)
    found = NORMALIZER.spoken(f"{OBJECT} 75", (spell,), language="en", options=plain)
    assert found.text == "7 5 75"


def test_tags_stay_for_an_engine_that_has_them() -> None:
    laugh = Insert(InsertKind.TAG, 0, 0, detail="laugh")
    text = f"Ha {OBJECT} 5"
    kept = NORMALIZER.spoken(text, (laugh,), language="en", tags=frozenset({"laugh"}))
    assert kept.text == "Ha [laugh] five"
    assert NORMALIZER.spoken(text, (laugh,), language="en").text == "Ha five"


@pytest.mark.parametrize("written", ["٤٥", "४५", "４５", "𝟒𝟓"])
def test_digits_of_every_script_are_read(written: str) -> None:
    spoken = NORMALIZER.spoken(f"a {written}", language="en")
    assert spoken.text == "a four five"
    assert spoken.spans.source_span(2, 11) == (2, 4)


def test_superscripts_are_no_digits_of_their_own() -> None:
    assert said("5²") == "five ²"


def test_letters_that_the_voice_cannot_speak_are_written_or_left_out_and_counted() -> None:
    kept = NORMALIZER.spoken("да é 5", language="en", speakable=LATIN)
    assert (kept.text, kept.dropped_chars) == ("da é five", 0)
    skip = TextOptions(foreign="skip")
    left = NORMALIZER.spoken("да é 5", language="en", speakable=LATIN, options=skip)
    assert (left.text, left.dropped_chars) == ("é five", 2)
    assert said("да") == "да"
    glued = NORMALIZER.spoken("oneдаtwo, да", language="en", speakable=LATIN, options=skip)
    assert (glued.text, glued.dropped_chars) == ("one two,", 4)


def test_what_an_object_or_the_lexicon_says_is_not_foreign() -> None:
    own = Lexicon([LexiconEntry("нет", spoken="nyet")])
    assert said("да нет", lexicon=own, speakable=LATIN) == "da nyet"


def failing(error: Exception) -> Callable[..., list[Edit]]:
    def find(text: str, taken: Taken, options: ReadingOptions) -> list[Edit]:
        raise error

    return find


def test_a_rule_that_raises_is_logged_once_without_text(caplog: pytest.LogCaptureFixture) -> None:
    broken = LanguageRules("en", failing(KeyError("secret words")), spelled)
    normalizer = Normalizer(lambda language: broken, cyrillic)
    with caplog.at_level(logging.ERROR):
        first = normalizer.spoken("ON/AIR secret 5", language="en", lexicon=LEXICON)
        second = normalizer.spoken("other 5", language="en")
    assert (first.text, second.text) == ("on air secret 5", "other 5")
    (record,) = caplog.records
    assert vars(record)["error_type"] == "KeyError"
    assert vars(record)["file"] == __file__
    assert "secret" not in str(vars(record))


def test_every_step_may_break_and_the_others_go_on() -> None:
    def broken_say(text: str, interpret_as: str, options: ReadingOptions) -> str | None:
        raise ValueError

    def broken_foreign(*arguments: object) -> tuple[list[Edit], int]:
        raise ValueError

    def broken_table(language: str) -> LanguageRules | None:
        raise ValueError

    rules = LanguageRules("en", digits_in_words, broken_say)
    spell = Insert(InsertKind.SAY_AS, 0, 0, "75", "characters")
    text = f"{OBJECT} да 5"
    half = Normalizer(lambda language: rules, broken_foreign)
    assert half.spoken(text, (spell,), language="en", speakable=LATIN).text == "seven five да five"
    none = Normalizer(broken_table, cyrillic)
    assert none.spoken(text, (spell,), language="en", speakable=LATIN).text == "75 da 5"


def test_edits_outside_the_text_are_not_made() -> None:
    wild = LanguageRules(
        "en", lambda *_: [Edit(-2, 1, "x"), Edit(0, 99, "y"), Edit(0, 1, "z")], spelled
    )
    assert Normalizer(lambda language: wild, cyrillic).spoken("ab", language="en").text == "z b"


def counting() -> tuple[Normalizer, list[str]]:
    asked: list[str] = []

    def find(text: str, taken: Taken, options: ReadingOptions) -> list[Edit]:
        asked.append(text)
        return digits_in_words(text, taken, options)

    return Normalizer(
        lambda language: LanguageRules("en", find, spelled), cyrillic, cached=4
    ), asked


def test_recent_answers_are_kept_and_are_those_of_everything_that_matters() -> None:
    normalizer, asked = counting()
    one, other = Lexicon([LexiconEntry("a", spoken="x")]), Lexicon([LexiconEntry("a", spoken="y")])
    orders: list[dict[str, object]] = [
        {"language": "en"},
        {"language": "en-GB"},
        {"language": "en", "lexicon": one},
        {"language": "en", "lexicon": other},
    ]
    wanted = ["a five", "a five", "x five", "y five"]
    for _ in range(2):
        assert [normalizer.spoken("a 5", **order).text for order in orders] == wanted  # type: ignore[arg-type]
    assert len(asked) == 4
    assert normalizer.spoken("a 5", language="en", lexicon=Layered([one])).text == "x five"
    assert len(asked) == 4
    normalizer.spoken("a 5", language="en", options=TextOptions(date_order="dmy"))
    assert len(asked) == 5


def test_long_text_is_not_kept() -> None:
    normalizer, asked = counting()
    for _ in range(2):
        normalizer.spoken("a" * (CACHED_MAX_CHARS + 1), language="en")
    assert len(asked) == 2


def test_answers_do_not_keep_a_lexicon_alive() -> None:
    normalizer, _ = counting()
    lexicon = Lexicon([LexiconEntry("a", spoken="x")])
    normalizer.spoken("a 5", language="en", lexicon=lexicon)
    gone = ref(lexicon)
    del lexicon
    gc.collect()
    assert gone() is None


@given(
    st.text(alphabet=f"a5/ é٤да{OBJECT}\n\ud800\ue003", max_size=30),
    st.lists(st.sampled_from([Insert(kind, 0, 0, "7 a", "characters") for kind in InsertKind])),
    st.sampled_from([None, LEXICON]),
    st.sampled_from([None, LATIN]),
    st.booleans(),
)
def test_it_never_raises_and_every_character_leads_back(
    text: str,
    inserts: list[Insert],
    lexicon: Lexicon | None,
    speakable: frozenset[str] | None,
    normalize: bool,
) -> None:
    spoken = NORMALIZER.spoken(
        text,
        tuple(inserts),
        language="en",
        options=TextOptions(normalize=normalize, foreign="skip"),
        lexicon=lexicon,
        speakable=speakable,
    )
    assert spoken.spans.length == len(spoken.text)
    assert spoken.text == " ".join(spoken.text.split())
    for at in range(len(spoken.text)):
        start, end = spoken.spans.source_span(at, at + 1)
        assert 0 <= start <= end <= len(text)
    for span in spoken.phonemes:
        assert 0 <= span.start < span.end <= len(spoken.text)


@given(st.text())
def test_any_text_at_all(text: str) -> None:
    NORMALIZER.spoken(text, language="en", lexicon=LEXICON, speakable=LATIN)
