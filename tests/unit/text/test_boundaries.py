"""Where sentences end, seen through the segmenter: whole and character by character."""

from __future__ import annotations

import pytest

from brisa.text.segment import Segmenter, SegmenterOptions

pytestmark = pytest.mark.unit

FIRST_LONG = 1000


def sentences(text: str, language: str = "en") -> list[str]:
    """Without joining and without opening clauses; the same whole and one by one."""
    options = SegmenterOptions(
        join_min_chars=0, first_long_chars=FIRST_LONG, max_chars=FIRST_LONG, language=language
    )
    segmenter, slow = Segmenter(options), Segmenter(options)
    whole = [segment.text for segment in segmenter.push(text) + segmenter.end()]
    parts = [segment.text for character in text for segment in slow.push(character)]
    assert parts + [segment.text for segment in slow.end()] == whole
    return whole


@pytest.mark.parametrize(
    "expected",
    [
        ["Water boils at 99.6 here.", "A ratio of 2.718 is 1.0 more than 1.718."],
        ["The tank holds 0.35 litres."],
        ["Outside it is 7,5 °C and 61,2 % humid."],
        ["Dr. Amos and Mrs. Bell of the U.K. team, i.e. the St. Mary group, won.", "Fine."],
        ["We open at 7:45 a.m., close at 1:15 p.m. daily.", "They rest at 2 p.m.", "Bob eats."],
        ["Is it hot?", "In the sun.", "Wow!", "It is."],
        ["The loan ends Oct. 9, 2044.", "Then it is ours."],
        ["It cost $58.75 for Mr. Orr."],
        ["She has a Ph.D. in law.", "He has a Ph.D.", "Then there is me."],
        ["See no. 12.", "I said no.", "Then I left.", "No. 8 is alive!"],
        ["She works at Yahoo! and likes it.", "We like Yahoo!", "It is old."],
        ["Yahoo! Finance is up."],
        ["He plays Kahoot! daily.", "What a day!", "yes."],
        ["Steps: 1. Boil water.", "2. Stir it.", "It was 5.", "Then we left."],
        ["On Feb. 3.", "Then we go.", "It was the sun.", "Bob left."],
        ["A. A. Milne wrote it.", "J. R. R. Tolkien too.", "I met George W.", "The end."],
        ["Take vitamin K.", "Rest well.", "So did he and E. B. White.", "I have plan B.", "A cat."],
        ["It holds max. 40 and min. 12 people.", "Wait 5 min.", "Then go.", "See apt. 9."],
        ["It fell 9 ft.", "Then it rose.", "Ft. Worth is big."],
        ["Well… maybe.", "So…", "He left...", "And she... stayed."],
        ["Things like this, e.g. the hat, are new.", "Apples, pears, etc.", "The rest is old."],
    ],
)  # fmt: skip
def test_stops_that_end_a_sentence_and_stops_that_do_not(expected: list[str]) -> None:
    assert sentences(" ".join(expected)) == expected


@pytest.mark.parametrize(
    "expected",
    [
        ["See https://example.com/a.Html?x=Yes!No.", "Then mail bob.lee@mail.example.org."],
        ["It is at www.example.com/v1.2/x.y.", "Look there."],
        ["Open readme.Md and main.Py now."],
        ["Node.Js and example.Com are U.S. names."],
    ],
)  # fmt: skip
def test_addresses_and_file_names_are_whole_and_a_stop_after_them_ends(expected: list[str]) -> None:
    assert sentences(" ".join(expected)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("All right, sent.Now what is next?", ["All right, sent.", "Now what is next?"]),
        ("Really?Yes! au café.Et voilà.", ["Really?", "Yes!", "au café.", "Et voilà."]),
        ("the end.A new day", ["the end.", "A new day"]),
    ],
)
def test_sentences_glued_together_are_parted(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


@pytest.mark.parametrize(
    "expected",
    [
        ["He left (see Fig. 3. It shows all) early.", "(He stayed.)", "She went."],
        ["I am sad :( Really.", "Bob is not."],
        ['He said "Stop it."', "Then he left.", "“Why?” she asked."],
        ['Say <voice name="Dr. Who. Yes" rate="1.15"/> hello there.', "One more."],
        ["Here a <b.", "Then c is more than all of the others."],
        ["« Quoi ? » dit-il.", "« Bonjour. »", "Il part."],
    ],
)
def test_brackets_quotes_and_tags(expected: list[str]) -> None:
    assert sentences(" ".join(expected)) == expected


def test_a_bracket_that_does_not_close_soon_is_cut() -> None:
    text = "He went (and this is a long story. It has many parts, and they do not end here at all)."
    assert sentences(text) == [text[:34], text[35:]]


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("fr", ["M. Dupont mesure 5 m.", "Puis MM. Roy et Blanc, p. ex. Paul, voient Mme. Lis."]),
        ("fr-CA", ["Né en 50 av. J.-C. à Rome, cf. p. 12.", "Il a vu la mer.", "Jean aussi."]),
        ("de", ["Am 3. Mai kam z. B. Dr. Roth, d. h. der 2. Sohn.", "Er ist 30.", "Das ist alt."]),
        ("de-AT", ["Ca. 5 Mio. Euro bzw. mehr, vgl. Nr. 7 usw.", "Der Hr. Falk zahlt."]),
        ("pt_BR", ["O Sr. Silva, p. ex. ontem, leu a pág. 5.", "A Dra. Lima da Ltda. Sol veio."]),
        ("es", ["El Sr. Paz vive en EE. UU. desde 1990.", "A las 5 p. m.", "Luego D. Juan vino."]),
        ("it", ["Qui vive il prof. Rossi.", "Bene."]),
    ],
)  # fmt: skip
def test_abbreviations_of_other_languages(language: str, expected: list[str]) -> None:
    assert sentences(" ".join(expected), language) == expected


def test_a_title_of_one_language_is_a_word_in_another() -> None:
    assert sentences("Es sind 5 m. Dann", "de") == ["Es sind 5 m.", "Dann"]
    assert sentences("Am 3. Mai ist es so.", "en") == ["Am 3.", "Mai ist es so."]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "好的。我们「走吧！」他说。是吗？是",
            ["好的。", "我们「走吧！」", "他说。", "是吗？", "是"],
        ),
        ("नमस्ते। आप कैसे हैं॥ठीक", ["नमस्ते।", "आप कैसे हैं॥", "ठीक"]),
        ("مرحبا؟ نعم۔ ممتاز", ["مرحبا؟", "نعم۔", "ممتاز"]),
    ],
)
def test_stops_of_other_scripts(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


def test_empty_lines_make_no_segments() -> None:
    assert sentences("One.\n\n\n\nTwo.\n \n\nThree.\n\n") == ["One.", "Two.", "Three."]
