"""The report of an utterance."""

from __future__ import annotations

import pytest

from brisa.cli.utterance import SpeakReport

pytestmark = pytest.mark.unit

REPORT = SpeakReport("heart", 3.85, 92_400, 24_000, 12.3, 0.0051, "x.wav", "wav", 184_844, 0)


def test_the_summary_for_people() -> None:
    assert REPORT.line() == (
        "3.85 s of speech, first audio 12 ms, real-time factor 0.0051, voice heart, "
        "written to x.wav"
    )
