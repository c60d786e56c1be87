"""Sound like a voice, made by formula: pulses of a gliding pitch, syllables, a little breath."""

from __future__ import annotations

import numpy as np

from brisa.types import PcmFloat


def voiced(duration_s: float, sample_rate_hz: int, breath: float = 0.002) -> PcmFloat:
    """The same samples for the same arguments, on every machine to rounding.

    Three syllables a second between silences of equal length; ``breath`` is the amplitude of noise.
    """
    n_t = np.arange(round(duration_s * sample_rate_hz))
    time_t = n_t / sample_rate_hz
    # 140 Hz, gliding by 6 Hz two and a half times a second.
    phase_t = 2 * np.pi * 140 * time_t + 6 / 2.5 * np.sin(2 * np.pi * 2.5 * time_t)
    tone_t = sum(np.sin(k * phase_t) / k**1.5 for k in range(1, 20))
    syllables_t = np.sqrt(np.clip(np.sin(2 * np.pi * 3 * time_t), 0.0, None))
    hiss_t = np.modf(np.sin(n_t * 12.9898) * 43758.5453)[0]
    sound_t: PcmFloat = (0.15 * tone_t * syllables_t + breath * hiss_t).astype(np.float32)
    return sound_t
