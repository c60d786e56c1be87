"""Load a compiled embedded-format voice from its folder."""

from __future__ import annotations

from pathlib import Path

from brisa.artifacts.manifest import Manifest, read_manifest
from brisa.engines.base import Voice
from brisa.engines.runtime import RuntimeOptions, Session
from brisa.engines.table import LoadRequest
from brisa.engines.tiny import hibari_g2p
from brisa.engines.tiny.decoding import PARTS
from brisa.engines.tiny.engine import Graphs, TinyEngine
from brisa.engines.tiny.framing import BINS, HOP_SAMPLES, SAMPLE_RATE_HZ
from brisa.engines.tiny.phonemes import Phonemizer
from brisa.errors import VoiceFileError


def load(request: LoadRequest) -> TinyEngine:
    """The engine of ``request.record``. Raises ``VoiceFileError`` for a folder it cannot use."""
    record, folder = request.record, request.model_dir
    manifest = read_manifest(folder)
    _check(manifest, folder)
    options = RuntimeOptions(threads=request.threads, optimized_dir=folder / "optimized")
    graphs = Graphs(*(Session(folder / manifest.graphs[n].file, options) for n in Graphs._fields))
    british = record.language.lower() == "en-gb"
    unknown_words = Session(hibari_g2p.out_of_vocabulary_model(british=british), options)
    phonemizer = Phonemizer(
        british=british, cache_dir=request.cache_dir / "phonemes", network=unknown_words
    )
    voice = Voice(
        name=record.name,
        language=record.language,
        engine=record.engine,
        description=record.description,
        gender=record.gender,
        licence=record.licence,
    )
    return TinyEngine(voice, phonemizer, graphs, manifest)


def _check(manifest: Manifest, folder: Path) -> None:
    expected = (SAMPLE_RATE_HZ, HOP_SAMPLES, BINS, PARTS)
    found = (manifest.sample_rate_hz, manifest.hop_samples, manifest.bins, manifest.parts)
    if found != expected or not set(Graphs._fields) <= set(manifest.graphs):
        raise VoiceFileError(f"The compiled voice in {folder} is of another kind; delete it.")
