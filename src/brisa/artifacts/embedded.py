"""The voice that comes with the installation: where it lies, without importing its package."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from brisa.artifacts.voices import VoiceRecord
from brisa.errors import VoiceFileError

EMBEDDED_VOICE = "heart"


def embedded_voice() -> VoiceRecord:
    """The American English voice inside the ``hibari-tts`` wheel (Apache-2.0).

    Raises ``VoiceFileError`` if the wheel is not installed or incomplete.
    """
    spec = find_spec("hibari")
    if spec is None or spec.origin is None:
        raise VoiceFileError("The embedded voice is missing; run: pip install hibari-tts==0.2.1")
    path = Path(spec.origin).parent / "assets" / "hibari.onnx"
    return VoiceRecord(
        name=EMBEDDED_VOICE,
        engine="tiny",
        language="en-US",
        file=str(path),
        description="American English, female; embedded, distilled from Kokoro-82M af_heart",
        gender="female",
        licence="Apache-2.0",
    )
