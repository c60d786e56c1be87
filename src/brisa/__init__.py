"""brisa: real-time text-to-speech on ordinary CPUs.

Public names are imported on first use, so that a part of brisa loads nothing it does not need.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from brisa.errors import BrisaError
    from brisa.service.options import SynthesizerOptions
    from brisa.service.speech import Speech
    from brisa.service.synthesizer import Synthesizer
    from brisa.types import Cancelled, Failed, Finished, PcmChunk, SpeechSettings, WordMark

__all__ = [
    "BrisaError",
    "Cancelled",
    "Failed",
    "Finished",
    "PcmChunk",
    "Speech",
    "SpeechSettings",
    "Synthesizer",
    "SynthesizerOptions",
    "WordMark",
    "__version__",
]

_HOMES = {
    "BrisaError": "brisa.errors",
    "Cancelled": "brisa.types",
    "Failed": "brisa.types",
    "Finished": "brisa.types",
    "PcmChunk": "brisa.types",
    "Speech": "brisa.service.speech",
    "SpeechSettings": "brisa.types",
    "Synthesizer": "brisa.service.synthesizer",
    "SynthesizerOptions": "brisa.service.options",
    "WordMark": "brisa.types",
}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        # Reading metadata takes longer than importing the rest of this package.
        return import_module("importlib.metadata").version("brisa")
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'brisa' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
