"""The part of ``brisa doctor`` that speaks."""

from __future__ import annotations

from brisa.bench.speakers import ServiceSpeaker, time_one
from brisa.cli.checks import Check
from brisa.clock import SystemClock
from brisa.errors import BrisaError
from brisa.service.options import SynthesizerOptions
from brisa.service.synthesizer import Synthesizer

_SENTENCE = "If you can read this aloud, everything that matters is in place."


def self_test(options: SynthesizerOptions, voice: str) -> Check:
    """Speak one sentence, warm, without a device."""
    clock = SystemClock()
    try:
        with Synthesizer(options) as synthesizer:
            speaker = ServiceSpeaker(synthesizer, voice)
            time_one(speaker, _SENTENCE, clock)
            trial = time_one(speaker, _SENTENCE, clock)
    except BrisaError as error:
        return Check("self-test", "problem", f"the voice {voice} does not speak", error.message)
    if not trial.audio_s:
        detail = f"the voice {voice} gave no sound"
        return Check("self-test", "problem", detail, "Choose another with BRISA_VOICES__DEFAULT.")
    factor = trial.total_ms / 1000 / trial.audio_s
    detail = (
        f"voice {voice}: {trial.audio_s:.1f} s of speech, first audio "
        f"{trial.first_audio_ms:.0f} ms, real-time factor {factor:.4f}"
    )
    if factor > 1:
        fix = "This machine speaks slower than real time; give it more or faster cores."
        return Check("self-test", "note", detail, fix)
    return Check("self-test", "ok", detail)
