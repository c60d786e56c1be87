"""The quality harness on the embedded voice: a few texts in every run, all with --all-quality."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from brisa.artifacts.embedded import embedded_voice
from brisa.cli.quality_asr import asr_items
from brisa.cli.quality_signal import signal_texts
from brisa.cli.quality_speakers import spread_over
from brisa.quality.asr import AsrRow, Ear, run_asr
from brisa.quality.asr_report import summary_of
from brisa.quality.dnsmos import Dnsmos
from brisa.quality.error_rate import word_errors
from brisa.quality.recognizer import SAMPLE_RATE_HZ, Recognizer
from brisa.quality.signal import run_signal
from brisa.quality.signal_report import signal_report
from brisa.quality.speakers import HibariSpeaker, ServiceSpeaker
from brisa.quality.words import words_heard
from brisa.service.options import SynthesizerOptions
from brisa.service.synthesizer import Synthesizer
from brisa.types import SpeechSettings
from support.voiced import voiced

pytestmark = pytest.mark.integration

FEW_TEXTS = 6
VOICE = "heart"


@pytest.fixture(scope="module")
def recognizer() -> Recognizer:
    return Recognizer(threads=2)


@pytest.fixture(scope="module")
def tiny(cache_dir: Path) -> Iterator[ServiceSpeaker]:
    with Synthesizer(SynthesizerOptions(threads=1, cache_dir=cache_dir)) as synthesizer:
        synthesizer.load(VOICE)
        yield ServiceSpeaker("tiny", synthesizer)


@pytest.fixture(scope="module")
def hibari() -> HibariSpeaker:
    return HibariSpeaker(embedded_voice().file, "en-US", threads=1)


@pytest.fixture(scope="module")
def dnsmos() -> Dnsmos:
    return Dnsmos(threads=2)


@pytest.fixture(scope="module")
def everything(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--all-quality", default=False))


def rates(rows: list[AsrRow]) -> tuple[float, float]:
    """The word error rates of tiny and of hibari, in percent."""
    tiny, hibari = (
        summary_of([row.hearings[name] for row in rows])["wer"] for name in ("tiny", "hibari")
    )
    return 100 * tiny, 100 * hibari


def test_prose_is_understood_to_its_last_word(
    recognizer: Recognizer, tiny: ServiceSpeaker, everything: bool
) -> None:
    items = spread_over(asr_items((), every=False), None if everything else FEW_TEXTS)
    rows = run_asr(items, (tiny,), Ear(recognizer), VOICE)
    total = summary_of([row.hearings["tiny"] for row in rows])
    assert total["wer"] < 0.03
    assert (total["first_missing"], total["last_missing"]) == (0, 0)


@pytest.mark.parametrize("every", [False, True], ids=["prose", "every kind"])
def test_it_is_understood_as_well_as_the_package_itself(
    recognizer: Recognizer,
    tiny: ServiceSpeaker,
    hibari: HibariSpeaker,
    everything: bool,
    every: bool,
) -> None:
    items = spread_over(asr_items((), every=every), None if everything else 2)
    rows = run_asr(items, (tiny, hibari), Ear(recognizer), VOICE)
    ours, theirs = rates(rows)
    assert ours <= theirs + 1.0


def test_words_that_are_cut_off_are_missed(recognizer: Recognizer, tiny: ServiceSpeaker) -> None:
    text = "The kettle is on the stove and the bread is on the table."
    pcm_t = tiny.speak(text, SpeechSettings(voice=VOICE)).at_rate(SAMPLE_RATE_HZ)
    whole = word_errors(words_heard(text), words_heard(recognizer.hear(pcm_t)))
    cut = word_errors(words_heard(text), words_heard(recognizer.hear(pcm_t[: len(pcm_t) // 2])))
    assert whole.errors == 0
    assert cut.last_missing == 1
    assert cut.deletions >= 4


def test_what_was_heard_before_changes_nothing(
    recognizer: Recognizer, tiny: ServiceSpeaker
) -> None:
    settings = SpeechSettings(voice=VOICE)
    first_t, other_t = (
        tiny.speak(text, settings).at_rate(SAMPLE_RATE_HZ)
        for text in ("Nine old boats lie on the sand.", "Please close the door behind you.")
    )
    heard = recognizer.hear(first_t)
    recognizer.hear(other_t)
    assert recognizer.hear(first_t) == heard
    assert recognizer.hear(np.zeros(0, np.float32)) == ""


@pytest.mark.parametrize(
    ("duration_s", "breath", "signal", "background", "overall"),
    [
        (9.01, 0.0, 1.6271516344617007, 3.141531873610571, 1.4740017695012526),
        (12.5, 0.02, 3.1618774735965878, 1.9370316925029172, 1.8628161956008664),
        (5.0, 0.0, 1.5442402039573682, 3.0776818965939405, 1.4294188707261237),
    ],
)
def test_scores_are_those_of_the_package_speechmos(
    dnsmos: Dnsmos,
    duration_s: float,
    breath: float,
    signal: float,
    background: float,
    overall: float,
) -> None:
    """Figures of ``speechmos`` 0.0.1.1 run with its own imports (ONNX Runtime 1.32)."""
    mos = dnsmos.score(voiced(duration_s, SAMPLE_RATE_HZ, breath))
    assert mos is not None
    assert mos.signal == pytest.approx(signal, abs=2e-3)
    assert mos.background == pytest.approx(background, abs=2e-3)
    assert mos.overall == pytest.approx(overall, abs=2e-3)


def test_noise_lowers_the_score(dnsmos: Dnsmos, tiny: ServiceSpeaker) -> None:
    text = (
        "We walked along the river until it was too dark to see the path. "
        "Then all of us went home again, and nobody said a word."
    )
    pcm_t = tiny.speak(text, SpeechSettings(voice=VOICE)).at_rate(SAMPLE_RATE_HZ)
    noise_t = np.random.default_rng(0).normal(0, 0.02, len(pcm_t)).astype(np.float32)
    assert len(pcm_t) > 80_000  # five seconds, twice, are one window
    clean, noisy = dnsmos.score(pcm_t[:80_000]), dnsmos.score((pcm_t + noise_t)[:80_000])
    assert clean is not None
    assert noisy is not None
    assert clean.overall > 3.0
    assert noisy.overall < clean.overall - 0.5


def test_the_sound_keeps_every_limit(tiny: ServiceSpeaker, everything: bool) -> None:
    texts = signal_texts(None if everything else FEW_TEXTS)
    run = run_signal(tiny, texts, SpeechSettings(voice=VOICE))
    report = signal_report(run, "tiny", VOICE, {})
    faults = [(check["name"], check["failures"]) for check in report["checks"]]
    assert [fault for fault in faults if fault[1]] == []
    assert report["passed"]
    assert run.joins > 3 * len(texts)
