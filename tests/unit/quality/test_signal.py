"""The checks as a whole, on a speaker that can be given each fault there is."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

import numpy as np
import pytest

from brisa.quality.recording import Recording
from brisa.quality.signal import (
    SignalRow,
    SignalRun,
    SignalText,
    pause_error_samples,
    run_signal,
)
from brisa.quality.signal_report import signal_lines, signal_report
from brisa.types import SpeechSettings
from support.voiced import voiced

pytestmark = pytest.mark.unit

RATE_HZ = 24_000
SETTINGS = SpeechSettings()
TEXTS = [
    SignalText(text, text)
    for text in ("One two three four five six seven.", "Is the kettle still on the old stove?")
]

Fault = Callable[[np.ndarray], np.ndarray]


@cache
def hum(letters: int) -> np.ndarray:
    return voiced(letters / 13, RATE_HZ, breath=0.0)


@dataclass
class Humming:
    """Speaks 13 letters a second in two chunks; ``[pause:Nms]`` is silence that long."""

    fault: Fault = lambda pcm_t: pcm_t
    bare_letters: int = 0
    pause_factor: float = 1.0
    name: str = "humming"
    spoken: list[str] = field(default_factory=list)

    def speak(self, text: str, settings: SpeechSettings) -> Recording:
        self.spoken.append(text)
        pauses = [int(ms) for ms in re.findall(r"\[pause:(\d+)ms\]", text)]
        letters = len(re.sub(r"\[.*\]", "", text)) + (0 if text[-1] in ".?" else self.bare_letters)
        voice_t = hum(letters)
        around_t = np.zeros(RATE_HZ // 10, np.float32)
        pause_t = np.zeros(round(sum(pauses) * self.pause_factor * RATE_HZ / 1000), np.float32)
        pcm_t = np.concatenate((around_t, voice_t, pause_t, around_t)).astype(np.float32)
        return Recording(self.fault(pcm_t), RATE_HZ, chunk_starts=(len(around_t) + 13_000,))


def failed(speaker: Humming) -> set[str]:
    report = signal_report(run_signal(speaker, TEXTS, SETTINGS), "humming", "hum", {})
    assert report["passed"] == (not any(not check["passed"] for check in report["checks"]))
    return {check["name"] for check in report["checks"] if not check["passed"]}


def add_click(pcm_t: np.ndarray) -> np.ndarray:
    clicked_t = pcm_t.copy()
    clicked_t[RATE_HZ // 10 + 13_000] += 0.2
    return clicked_t


def cut_short(pcm_t: np.ndarray) -> np.ndarray:
    return pcm_t[: -RATE_HZ // 10 - 30]


def pad(before_ms: int, after_ms: int) -> Fault:
    def padded(pcm_t: np.ndarray) -> np.ndarray:
        return np.pad(pcm_t, (before_ms * 24, after_ms * 24))

    return padded


def hole(pcm_t: np.ndarray) -> np.ndarray:
    middle = len(pcm_t) // 2
    return np.concatenate((pcm_t[:middle], np.zeros(RATE_HZ, np.float32), pcm_t[middle:]))


def doubled(pcm_t: np.ndarray) -> np.ndarray:
    return np.concatenate((pcm_t, pcm_t))


def test_a_voice_without_fault_passes_them_all() -> None:
    assert failed(Humming()) == set()


@pytest.mark.parametrize(
    ("fault", "name"),
    [
        (add_click, "worst_join"),
        (lambda pcm_t: pcm_t * np.float32(0.1), "speech_level"),
        (lambda pcm_t: np.clip(pcm_t * 8, -1, 32767 / 32768).astype(np.float32), "peak"),
        (
            lambda pcm_t: np.clip(pcm_t * 8, -1, 32767 / 32768).astype(np.float32),
            "full_scale_samples",
        ),
        (lambda pcm_t: pcm_t + np.float32(0.002), "offset"),
        (lambda pcm_t: pcm_t + np.float32(0.002), "edges"),
        (cut_short, "trailing_silence"),
        (pad(100, 0), "leading_silence"),
        (pad(0, 600), "trailing_silence"),
        (hole, "longest_silence"),
        (doubled, "pace"),
        (lambda pcm_t: pcm_t[: len(pcm_t) // 2], "pace"),
        (lambda pcm_t: pcm_t * 0, "speech_level"),
    ],
)
def test_every_fault_is_found(fault: Fault, name: str) -> None:
    assert name in failed(Humming(fault))


def test_a_text_without_its_stop_that_loses_its_end() -> None:
    assert failed(Humming(bare_letters=-12)) == {"tail_ratio"}
    assert failed(Humming(bare_letters=14)) == {"tail_ratio"}


def test_a_text_without_its_stop_that_ends_in_a_click() -> None:
    class Clicking(Humming):
        def speak(self, text: str, settings: SpeechSettings) -> Recording:
            recording = super().speak(text, settings)
            if text[-1] not in ".?":
                recording.pcm_t[-1] = 0.1
            return recording

    assert failed(Clicking()) == {"edges"}


def test_a_pause_that_is_not_exact() -> None:
    assert pause_error_samples(Humming(), SETTINGS) == 0
    assert pause_error_samples(Humming(pause_factor=1.01), SETTINGS) == 180
    assert failed(Humming(pause_factor=1.01)) == {"pause_error"}


def test_every_text_is_spoken_with_and_without_its_stop() -> None:
    speaker = Humming()
    ticks: list[tuple[int, int]] = []
    run = run_signal(speaker, TEXTS, SETTINGS, lambda done, total: ticks.append((done, total)))
    assert speaker.spoken[:4] == [
        "One two three four five six seven.",
        "One two three four five six seven",
        "Is the kettle still on the old stove?",
        "Is the kettle still on the old stove",
    ]
    assert ticks == [(0, 2), (1, 2)]
    assert run.joins == 4


def test_a_short_text_has_no_pace_and_one_without_a_stop_no_tail() -> None:
    run = run_signal(Humming(), [SignalText("Well then", "Well then")], SETTINGS)
    assert run.rows[0].figures.keys().isdisjoint({"pace", "tail_ratio"})


def test_the_worst_value_is_told_on_either_side() -> None:
    rows = tuple(
        SignalRow(text, {"pace": pace, "peak": -pace})
        for text, pace in (("a", 15.0), ("b", 27.0), ("c", 3.0), ("d", 28.0))
    )
    report = signal_report(SignalRun(rows, {}, 0), "e", "v", {})
    checks = {check["name"]: check for check in report["checks"]}
    assert checks["pace"]["worst"] == 3.0
    assert [failure["text"] for failure in checks["pace"]["failures"]] == ["c", "d", "b"]
    assert checks["peak"]["worst"] == -3.0
    assert checks["edges"]["worst"] is None


def test_lines_for_people() -> None:
    run = run_signal(Humming(add_click), TEXTS, SETTINGS)
    text = "\n".join(signal_lines(signal_report(run, "humming", "hum", {})))
    assert "engine humming, voice hum, 2 texts, 4 joins" in text
    assert "FAIL worst_join" in text
    assert "ok   pause_error" in text
    assert ": One two three four five six seven." in text
    assert "1 of 13 checks failed" in text
    assert "all passed" in "\n".join(
        signal_lines(signal_report(run_signal(Humming(), TEXTS, SETTINGS), "h", "h", {}))
    )
