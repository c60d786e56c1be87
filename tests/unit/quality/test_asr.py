"""Listening to a corpus: a speaker whose samples are letters, a listener that reads them."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import pytest

from brisa.quality.asr import AsrRow, run_asr
from brisa.quality.asr_report import AsrConditions, asr_lines, asr_report
from brisa.quality.corpus import CorpusItem
from brisa.quality.dnsmos import Mos
from brisa.quality.recording import Recording
from brisa.types import PcmFloat, SpeechSettings, TextOptions

pytestmark = pytest.mark.unit

RATE_HZ = 16_000
ITEMS = [
    CorpusItem("The kettle is on the stove.", "The kettle is on the stove.", "prose", "en"),
    CorpusItem("It has 3 legs.", "It has three legs.", "numbers", "en"),
    CorpusItem("On 3/4.", "On the third of April.", "dates", "en", TextOptions(date_order="dmy")),
]
SAID = {item.text: item.spoken for item in ITEMS}


@dataclass
class Spelling:
    """Says a letter a sample; ``mishap`` is what becomes of a text on the way."""

    name: str = "tiny"
    mishap: Callable[[str], str] = lambda text: text
    asked: list[SpeechSettings] = field(default_factory=list)

    def speak(self, text: str, settings: SpeechSettings) -> Recording:
        self.asked.append(settings)
        codes = [ord(letter) / 256 for letter in self.mishap(SAID[text])]
        return Recording(np.array(codes, np.float32), RATE_HZ)


class Reading:
    """Reads the letters; the score tells how many there are."""

    def listen(self, pcm_t: PcmFloat) -> tuple[str, Mos | None]:
        text = "".join(chr(round(float(value) * 256)) for value in pcm_t)
        return text, Mos(4.0, 4.0, len(text) / 10)


def rows_of(*speakers: Spelling) -> list[AsrRow]:
    return run_asr(ITEMS, speakers, Reading(), "heart")


def conditions(*engines: str, baseline: str | None = None) -> AsrConditions:
    return AsrConditions(engines, "heart", "a reader", 2, baseline)


def without_ends(text: str) -> str:
    return " ".join(text.split()[1:-1])


def test_what_is_said_right_is_no_error() -> None:
    for row in rows_of(Spelling()):
        assert row.hearings["tiny"].errors.errors == 0
        assert row.hearings["tiny"].heard == row.item.spoken


def test_a_text_is_spoken_as_its_options_and_language_say() -> None:
    speaker = Spelling()
    rows_of(speaker)
    assert [settings.text.date_order for settings in speaker.asked] == [None, None, "dmy"]
    assert {(settings.voice, settings.language) for settings in speaker.asked} == {("heart", "en")}


def test_words_that_are_lost_or_changed_are_counted() -> None:
    rows = rows_of(Spelling(mishap=without_ends))
    errors = rows[0].hearings["tiny"].errors
    assert (errors.deletions, errors.first_missing, errors.last_missing) == (2, 1, 1)
    rows = rows_of(Spelling(mishap=lambda text: text.replace("kettle", "cattle")))
    assert rows[0].hearings["tiny"].errors.substitutions == 1


def test_figures_by_engine_and_kind() -> None:
    speakers = Spelling(mishap=without_ends), Spelling("hibari")
    report = asr_report(conditions("tiny", "hibari", baseline="hibari"), rows_of(*speakers), {})
    report = json.loads(json.dumps(report))
    tiny = report["engines"]["tiny"]
    # 6 + 4 + 5 words, two lost of each text.
    assert (tiny["texts"], tiny["words"], tiny["deletions"], tiny["wer"]) == (3, 15, 6, 0.4)
    assert (tiny["first_missing"], tiny["last_missing"]) == (3, 3)
    assert tiny["kinds"]["prose"]["wer"] == round(2 / 6, 5)
    assert report["engines"]["hibari"]["wer"] == 0.0
    assert report["difference_points"] == 40.0
    assert report["engines"]["hibari"]["mos"]["overall"] == round((27 + 18 + 22) / 30, 3)
    first = report["texts"][0]["engines"]["tiny"]
    assert (first["heard"], first["errors"], first["first_missing"]) == (
        "kettle is on the",
        2,
        True,
    )


def test_lines_for_people() -> None:
    speakers = Spelling(mishap=without_ends), Spelling("hibari")
    report = asr_report(conditions("tiny", "hibari", baseline="hibari"), rows_of(*speakers), {})
    lines = asr_lines(report)
    assert lines[0] == "voice heart, heard by a reader on 2 thread(s), 3 texts"
    (total,) = [line for line in lines if line.startswith("tiny") and " all " in line]
    assert total.split()[:5] == ["tiny", "all", "3", "15", "40.00%"]
    assert "tiny against hibari: +40.00 points of word error rate" in lines
    assert "worst texts of tiny:" in lines
    assert "     tiny      kettle is on the" in lines


def test_one_kind_has_one_line_and_no_errors_no_worst_texts() -> None:
    rows = run_asr(ITEMS[:1], [Spelling()], Reading(), "heart")
    lines = asr_lines(asr_report(conditions("tiny"), rows, {}))
    assert [line.split()[1] for line in lines if line.startswith("tiny")] == ["prose"]
    assert not any("worst" in line or "against" in line for line in lines)


def test_without_a_score_there_is_none() -> None:
    class Deaf:
        def listen(self, pcm_t: PcmFloat) -> tuple[str, Mos | None]:
            return "", None

    ticks: list[tuple[int, int]] = []
    rows = run_asr(
        ITEMS, [Spelling()], Deaf(), "heart", lambda done, total: ticks.append((done, total))
    )
    report = asr_report(conditions("tiny"), rows, {})
    assert report["engines"]["tiny"]["mos"] is None
    assert report["engines"]["tiny"]["wer"] == 1.0
    assert asr_lines(report)
    assert ticks == [(0, 3), (1, 3), (2, 3)]
