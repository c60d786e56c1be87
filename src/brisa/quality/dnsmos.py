"""DNSMOS: what a listener would think of the sound, guessed by a model (1 bad to 5 excellent).

The model of C. Reddy et al., "DNSMOS P.835: a non-intrusive perceptual objective speech quality
metric to evaluate noise suppressors" (2022), out of the ``speechmos`` wheel (MIT). Its graph takes
9.01 s of waveform at 16 kHz and gives three raw scores, which published polynomials map to those of
listeners. It hears noise and distortion; it knows nothing of naturalness or of the words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from brisa.engines.runtime import RuntimeOptions, Session
from brisa.errors import MissingExtra
from brisa.types import PcmFloat

SAMPLE_RATE_HZ = 16_000
WINDOW_SAMPLES = 144_160
"""9.01 s."""

_WINDOW_WHOLE_S = 10

PACKAGES = ("speechmos",)

# Raw score to listeners' score, highest power first: speech, background, overall.
_SIGNAL = (-0.08397278, 1.22083953, 0.0052439)
_BACKGROUND = (-0.13166888, 1.60915514, -0.39604546)
_OVERALL = (-0.06766283, 1.11546468, 0.04602535)


@dataclass(frozen=True, slots=True)
class Mos:
    """Scores from 1 to 5: of the speech itself, of the background's quiet, and overall."""

    signal: float
    background: float
    overall: float


class Dnsmos:
    """The loaded model. Raises ``MissingExtra`` if its wheel is not installed."""

    def __init__(self, threads: int = 1) -> None:
        self._session = Session(_model_path(), RuntimeOptions(threads=threads))

    def score(self, pcm_t: PcmFloat) -> Mos | None:
        """The mean over windows a second apart; ``None`` for no samples.

        ``pcm_t`` is at :data:`SAMPLE_RATE_HZ`. What is shorter than a window is doubled until it
        fills one, as those who made the model do.
        """
        if not len(pcm_t):
            return None
        scores = np.array([self._score_window(window_t) for window_t in windows(pcm_t)])
        signal, background, overall = (float(value) for value in scores.mean(axis=0))
        return Mos(signal, background, overall)

    def _score_window(self, window_t: PcmFloat) -> tuple[float, float, float]:
        (raw,) = self._session.run({self._session.input_names[0]: window_t[None, :]})
        signal, background, overall = raw[0]
        return (
            float(np.polyval(_SIGNAL, signal)),
            float(np.polyval(_BACKGROUND, background)),
            float(np.polyval(_OVERALL, overall)),
        )


def windows(pcm_t: PcmFloat) -> Sequence[PcmFloat]:
    """Stretches of :data:`WINDOW_SAMPLES` that begin at whole seconds."""
    copies = 1
    while copies * len(pcm_t) < WINDOW_SAMPLES:
        copies *= 2
    filled_t = np.tile(pcm_t, copies).astype(np.float32, copy=False)
    # As far as those who made the model go: whole seconds less a window, rounded down.
    last_s = max(0, len(filled_t) // SAMPLE_RATE_HZ - _WINDOW_WHOLE_S)
    starts = range(0, (last_s + 1) * SAMPLE_RATE_HZ, SAMPLE_RATE_HZ)
    return [filled_t[start : start + WINDOW_SAMPLES] for start in starts]


def _model_path() -> Path:
    """The graph in the wheel, whose code is not imported: it needs packages that nobody installs
    with it."""
    spec = find_spec("speechmos")
    folders = list(spec.submodule_search_locations or ()) if spec else []
    for folder in folders:
        path = Path(folder) / "dnsmos_models" / "sig_bak_ovr.onnx"
        if path.is_file():
            return path
    raise MissingExtra("Scoring the sound", "quality")
