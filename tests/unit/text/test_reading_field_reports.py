"""Misreadings that users report of other readers, each on another text of the same kind.

Entries are named by the letter of their theme and their number: A what is read, B short and long
input, C joins, D latency, G text that arrives in pieces. Every entry of A, B and D has a case here
or a test elsewhere that is named here.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from brisa.clock import ManualClock
from brisa.engines.base import Capabilities
from brisa.service.frontend import Frontend
from brisa.service.options import SynthesizerOptions
from brisa.text.reading import Reader, Utterable
from brisa.types import LexiconEntry, SpeechSettings, TextOptions

pytestmark = pytest.mark.unit

TESTS = Path(__file__).parents[2]
FRONTEND = Frontend(SynthesizerOptions(), ManualClock())
WORDS = (
    LexiconEntry("HOT/COLD", spoken="hot and cold"),
    LexiconEntry("Weiss", spoken="Vice", case_sensitive=True),
)

CASES: list[tuple[str, str, str, list[str | float]]] = [
    ("A1", "en", "Mrs. Dane Sr. lost $300 in 1907; his ZIP is 10001. World War I was over.",
     ["Missus Dane Senior lost three hundred dollars in nineteen oh seven; his Zip is one oh oh"
      " oh one.", "World War one was over."]),
    ("A2", "en", "The index is 0.85 now.", ["The index is zero point eight five now."]),
    ("A3", "en", "Is 3,456,789 odd? It cost $12.50, in 1992, for 1,992 nails. Call 303-555-0171:"
     " the root is 2.2360, dated 07/08/2027.",
     ["Is three million four hundred fifty six thousand seven hundred eighty nine odd?",
      "It cost twelve dollars and fifty cents, in nineteen ninety two, for one thousand nine"
      " hundred ninety two nails.", "Call three zero three, five five five, zero one seven one:"
      " the root is two point two three six zero, dated July eighth twenty twenty seven."]),
    ("A5", "en", "The oven is 356.5°F. One share is 3.125 and the other is 0.875.",
     ["The oven is three hundred fifty six point five degrees Fahrenheit.",
      "One share is three point one two five and the other is zero point eight seven five."]),
    ("A7", "de", "Im Flur sind es 17,6 °C bei 61 % Feuchte.",
     ["Im Flur sind es siebzehn Komma sechs Grad Celsius bei einundsechzig Prozent Feuchte."]),
    ("A9", "en", "They lost $3.4 trillion.", ["They lost three point four trillion dollars."]),
    ("A11", "en", "Parking costs $125 after 8:15AM.",
     ["Parking costs one hundred twenty five dollars after eight fifteen A M."]),
    ("A12", "en", "$31.75 due at 9:00",
     ["thirty one dollars and seventy five cents due at nine o'clock"]),
    ("A13", "pl", "-7 stopni", ["minus siedem stopni"]),
    ("A14", "en", "Gate 7 1 8 / code 718", ["Gate seven one eight code seven one eight"]),
    ("A14", "en", 'It is <say-as interpret-as="digits">612</say-as>.', ["It is six one two."]),
    ("A16", "id", "Sisanya 7.", ["Sisanya tujuh."]),
    ("A19", "en", "Two PDFs, pages 3–8, call +49 30 5550 0123 😊",
     ["Two P D Fs, pages three to eight, call plus four nine, three zero, five five five zero,"
      " zero one two three"]),
    ("A20", "en", "v4.1.2 fell 7.5% in Q2–Q4",
     ["version four point one point two fell seven point five percent in Q two to Q four"]),
    ("A22", "en", "Mail ann.k-roe@example.org or see https://shop.example.org/" + "a" * 150,
     ["Mail ann dot K dash roe at example dot org or see shop dot example dot org"]),
    ("A23", "en", "Tune in to HOT/COLD", ["Tune in to hot and cold"]),
    ("A25", "en", "KEEP YOUR HANDS INSIDE AND WATCH FBI TV",
     ["keep your hands inside and watch F B I T V"]),
    ("A26", "en", "He said he couldn’t.", ["He said he couldn't."]),
    ("A27", "en", "They’ll stay, it’s late", ["They'll stay, it's late"]),
    ("A28", "en", "isn`t it, they`re here", ["isn't it, they're here"]),
    ("A29", "en", "can&#39;t stay &amp; go", ["can't stay and go"]),
    ("A30", "en", "She stopped… nobody spoke, and…", ["She stopped... nobody spoke, and..."]),
    ("A31", "en", "It runs. It ends.", ["It runs.", "It ends."]),
    ("A32", "en", "Fruit:\nApple\nPlum\nPear", ["Fruit:", "Apple", "Plum", "Pear"]),
    ("A34", "en", "Background\n\nThe house is tall.", ["Background", "The house is tall."]),
    ("A35", "en", "Prof. Lee met Mr. Hall of the U.K. on High St. today. They had tea, i.e. milk."
     " It rained.",
     ["Professor Lee met Mister Hall of the U K on High Street today.",
      "They had tea, that is milk.", "It rained."]),
    ("A36", "en", "It opened at 7:30 a.m., then closed until 2:15 p.m. yesterday.",
     ["It opened at seven thirty A M, then closed until two fifteen P M yesterday."]),
    ("A36", "en", "We land at 6 p.m. They wait.", ["We land at six P M.", "They wait."]),
    ("A38", "en", "## News\n*Big* and [here](https://y.org/a_b) and\n```\nx = 1\n```\nmore",
     ["News", "Big and here and", "more"]),
    ("A41", "en", "3 * 5 * 2 = 30 in my_own_name [laugh]",
     ["three times five times two equals thirty in my own name"]),
    ("A43", "it", '🎈"', []),
    ("A45", "en", "<speak>Rock & Roll</speak>", ["Rock and Roll"]),
    ("A46", "en", 'Hold <break time="2s"/> on', ["Hold", 2000.0, "on"]),
    ("A47", "en", 'Three<break time="700ms"/>four', ["Three", 700.0, "four"]),
    ("A49", "en", "[pause:2s]Good day.", [2000.0, "Good day."]),
    ("A49", "en", "[pause:2s]", [2000.0]),
    ("A49", "en", "Good day.[pause:2s]", ["Good day.", 2000.0]),
    ("A49", "en", "Good[pause:1s][pause:2s]day.", ["Good", 1000.0, 2000.0, "day."]),
    ("A50", "en", "Steady [pause:0.25s] now", ["Steady", 250.0, "now"]),
    ("A51", "en", '<speed ratio="1.35"/>Good evening, one minute.', ["Good evening, one minute."]),
    ("A51", "en", 'It is <prosody rate="1.25">late, one minute.</prosody>',
     ["It is", "late, one minute."]),
    ("A54", "en", "Say 안녕 there", ["Say AnNyeong there"]),
    ("A55", "en", "The vlopp sang.", ["The vlopp sang."]),
    ("A56", "en", "Ms. Weiss is here", ["Miz Vice is here"]),
    ("B57", "en", "Si.", ["Si."]),
    ("B61", "en", "?", []),
    ("B62", "en", "", []),
    ("B63", "en", "One.\n\n\n\nTwo.", ["One.", "Two."]),
    ("B65", "en", "— * …", []),
    ("B65", "en", "6...", ["six..."]),
    ("B65", "en", "7 6 5", ["seven six five"]),
    ("B67", "en", "Who is it? A friend.", ["Who is it?", "A friend."]),
    ("G170", "en", "The deal ends Mar 9, 2044.",
     ["The deal ends March ninth, twenty forty four."]),
    ("G172", "en", "It costs $58.75 for Mr. Orr.",
     ["It costs fifty eight dollars and seventy five cents for Mister Orr."]),
    ("G176", "en", "Fine, thanks.But where is he? Ask node.Js and the U.K. office.",
     ["Fine, thanks.", "But where is he?", "Ask node dot J S and the U K office."]),
    ("D121", "zh", "行，我知道了。", ["行，我知道了。"]),
    ("D121", "en", "Hey you!", ["Hey you!"]),
]  # fmt: skip

NUMBERS = {
    "A": "1 2 3 5 7 9 11 12 13 14 16 17 19 20 22 23 25 26 27 28 29 30 31 32 34 35 36 38 "
    "41 43 45 46 47 49 50 51 52 54 55 56",
    "B": "57 59 61 62 63 65 66 67 69 71 73 74 75 76 77",
    "C": "100",
    "D": "118 119 120 121 123 124 126 127 128 129 131 133",
    "G": "168 170 172 174 176",
}
ENTRIES = [f"{theme}{number}" for theme, numbers in NUMBERS.items() for number in numbers.split()]

LIMIT_CHARS = Capabilities(24_000, languages=("en",)).segment_max_chars

HERE = "unit/text/test_reading_field_reports.py"
SOUND = "unit/service/test_synthesizer_field_reports.py"
HEARD = "integration/test_field_reports.py"
ELSEWHERE = {
    "A17": f"{HERE}::test_letters_that_are_left_out_are_counted",
    "A52": f"{HERE}::test_given_sounds_reach_the_engine",
    "B57": f"{HEARD}::test_short_texts_are_understood",
    "B59": f"{HEARD}::test_short_texts_are_understood",
    "B61": f"{SOUND}::test_nothing_to_say_is_a_short_silence_or_refused",
    "B62": f"{SOUND}::test_an_empty_turn_finishes",
    "B66": f"{SOUND}::test_an_engine_without_sound_is_an_error",
    "B69": f"{HEARD}::test_no_clause_of_a_very_long_sentence_is_missing",
    "B71": f"{HERE}::test_a_sentence_a_little_over_the_limit_leaves_no_lone_word",
    "B73": f"{SOUND}::test_every_segment_of_a_long_text_has_the_same_tempo",
    "B74": f"{HERE}::test_a_long_line_is_read_piece_by_piece",
    "B75": "integration/test_memory.py::test_memory_is_flat_after_the_warm_up",
    "B76": f"{SOUND}::test_no_segment_is_longer_than_the_engine_speaks_well",
    "B77": f"{HERE}::test_a_long_sentence_is_cut_at_its_commas",
    "C100": f"{HEARD}::test_the_first_word_is_there_in_every_run",
    "D118": f"{SOUND}::test_sound_comes_before_the_engine_is_done",
    "D119": f"{HERE}::test_a_long_opening_sentence_starts_with_a_clause",
    "D120": f"{HERE}::test_the_first_piece_is_short_and_the_later_ones_are_not",
    "D123": f"{HERE}::test_the_first_sentence_is_read_while_text_arrives",
    "D124": "integration/test_cli_bench.py::test_a_quick_run_of_the_scripted_engine",
    "D126": "integration/test_promises.py::test_a_loaded_voice_loads_nothing_more",
    "D127": "unit/service/test_hub.py::test_a_voice_is_loaded_once",
    "D128": "integration/test_cli_say.py::test_text_is_spoken_while_it_still_arrives",
    "D129": "integration/test_http_speech.py::test_headers_of_a_stream",
    "D131": f"{HERE}::test_the_first_piece_of_a_long_text_needs_little_of_it",
    "D133": f"{HERE}::test_a_long_sentence_after_short_ones_comes_in_pieces",
    "G168": f"{HERE}::test_tokens_are_held_for_sentences_and_the_end_flushes",
    "G174": "unit/text/test_reading.py::test_text_that_ends_with_a_mark_is_spoken_after_the_short_"
    "wait",
}


def reader(language: str = "en", text: TextOptions | None = None) -> Reader:
    options = text or TextOptions(lexicon=WORDS)
    return FRONTEND.reader(SpeechSettings(language=language, text=options))


def read(text: str, language: str = "en", options: TextOptions | None = None) -> list[Utterable]:
    made = reader(language, options)
    return [*made.push(text), *made.end()]


def said(utterables: list[Utterable]) -> list[str | float]:
    return [
        one.segment.pause_after_ms if one.segment.silent else one.spoken().text
        for one in utterables
    ]


@pytest.mark.parametrize(
    ("language", "written", "expected"),
    [pytest.param(*case[1:], id=f"{case[0]}-{place}") for place, case in enumerate(CASES)],
)
def test_what_is_read(language: str, written: str, expected: list[str | float]) -> None:
    assert said(read(written, language)) == expected
    dripped = reader(language)
    pieces = [one for char in written for one in dripped.push(char)]
    assert said([*pieces, *dripped.end()]) == expected


def test_every_entry_has_a_case_or_a_test() -> None:
    covered = {case[0] for case in CASES} | ELSEWHERE.keys()
    assert [entry for entry in ENTRIES if entry not in covered] == []
    assert sorted(covered - set(ENTRIES)) == []
    missing = [place for place in ELSEWHERE.values() if not is_test(place)]
    assert missing == []


def is_test(place: str) -> bool:
    path, _, name = place.partition("::")
    tree = ast.parse((TESTS / path).read_text(encoding="utf-8"))
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    return any(isinstance(node, functions) and node.name == name for node in tree.body)


def test_letters_that_are_left_out_are_counted() -> None:
    """A17."""
    (one,) = read("The word дом means house.", "en", TextOptions(foreign="skip"))
    assert (one.spoken().text, one.spoken().dropped_chars) == ("The word means house.", 3)
    (kept,) = read("He lives in Şəki.")
    assert (kept.spoken().text, kept.spoken().dropped_chars) == ("He lives in Şəki.", 0)


def test_given_sounds_reach_the_engine() -> None:
    """A52."""
    (one,) = read("[xyz](/bɛst/) there")
    assert [span.ipa for span in one.spoken().phonemes] == ["bɛst"]


def test_a_sentence_a_little_over_the_limit_leaves_no_lone_word() -> None:
    """B71."""
    words = "so the old boats went slowly down the wide river to the sea again "
    text = f"{(words * 9)[: LIMIT_CHARS - 4].strip()} today."
    assert LIMIT_CHARS < len(text) < LIMIT_CHARS + 10
    pieces = [str(one) for one in said(read(text))]
    assert len(pieces) == 2
    assert min(map(len, pieces)) > LIMIT_CHARS // 4


def test_a_long_line_is_read_piece_by_piece() -> None:
    """B74: what is held does not grow with the text."""
    made, held = reader(), 0
    for _ in range(2000):
        held += len("word without end ")
        held -= sum(len(one.segment.text) + 1 for one in made.push("word without end "))
        assert held < 1000
    assert made.end()


def test_a_long_sentence_is_cut_at_its_commas() -> None:
    """B77."""
    clause = "and the keeper of the light wrote down the time of every boat"
    pieces = [str(one) for one in said(read("It was night, " + ", ".join([clause] * 12) + "."))]
    assert len(pieces) > 1
    assert all(piece[-1] in ",." for piece in pieces)
    assert max(map(len, pieces)) <= LIMIT_CHARS
    assert " ".join(pieces).count("keeper") == 12


LONG_OPENING = (
    "Before we look at the second half of the plan, I would like to go over the three things that"
    " everybody asked about last week. Then we go on to the plan itself and look at all of it."
)


def test_a_long_opening_sentence_starts_with_a_clause() -> None:
    """D119."""
    first = str(said(read(LONG_OPENING))[0])
    assert first == "Before we look at the second half of the plan,"


def test_the_first_piece_is_short_and_the_later_ones_are_not() -> None:
    """D120."""
    pieces = said(read(LONG_OPENING))
    assert pieces[2] == "Then we go on to the plan itself and look at all of it."
    later = [str(one) for one in said(read(f"Yes. {LONG_OPENING}"))]
    assert "Before" in later[1]
    assert len(later) == 3


def test_the_first_sentence_is_read_while_text_arrives() -> None:
    """D123."""
    made = reader()
    assert made.push("The first") == []
    assert said(made.push(" one is done. The sec")) == ["The first one is done."]


def test_the_first_piece_of_a_long_text_needs_little_of_it() -> None:
    """D131: whatever follows, it is out after its own sentence and a look ahead."""
    made = reader()
    text = "The gate is shut, so ring the bell before you come up to the house. " * 300
    for at in range(0, 150, 5):
        if made.push(text[at : at + 5]):
            break
    assert at <= text.index("house") + 10


def test_a_long_sentence_after_short_ones_comes_in_pieces() -> None:
    """D133."""
    clause = "and it needs more time than anybody in the house had thought at first"
    text = "Will it work? Sure. But it is long, " + ", ".join([clause] * 6) + "."
    pieces = [str(one) for one in said(read(text))]
    assert pieces[:2] == ["Will it work?", "Sure."]
    assert len(pieces) >= 4
    assert max(map(len, pieces)) <= LIMIT_CHARS


def test_tokens_are_held_for_sentences_and_the_end_flushes() -> None:
    """G168."""
    made = reader()
    tokens = ["It", " is", " late", ".", " Go", " to", " bed"]
    assert [said(made.push(token)) for token in tokens] == [[], [], [], [], ["It is late."], [], []]
    assert said(made.end()) == ["Go to bed"]
