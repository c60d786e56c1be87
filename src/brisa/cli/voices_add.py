"""``brisa voices add``: a file becomes a voice, after it has been loaded and has spoken once."""

from __future__ import annotations

import json
import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from brisa.app.settings import synthesizer_options
from brisa.artifacts.voices import VoiceCatalogue, VoiceRecord, sha256_of
from brisa.cli.effective import config_option, effective_settings
from brisa.cli.log_lines import announce_compiling
from brisa.cli.voices_stored import catalogue_of
from brisa.errors import VoiceFileError
from brisa.service.hub import EngineHub
from brisa.service.options import SynthesizerOptions

_ENGINE = "tiny"
_LANGUAGES = ("en-US", "en-GB")
"""What that engine reads; the first one is the default."""


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--name", help="Name of the voice; else made from the file's name.")
@click.option(
    "--lang",
    type=click.Choice(_LANGUAGES, case_sensitive=False),
    help="Its language; else as published.",
)
@config_option
def add(file: Path, name: str | None, lang: str | None, config: Path | None) -> None:
    """Add the voice in FILE (an ONNX model of the hibari kind, 7.9 MB)."""
    settings = effective_settings(config)
    if not file.is_file():
        raise VoiceFileError(
            f"There is no file {file}, or it is not an ordinary one.", param="file"
        )
    record = record_for(file, name, lang)
    catalogue = catalogue_of(settings)
    catalogue.check_new(record.name, file)
    announce_compiling()
    try_out(record, synthesizer_options(settings))
    stored = catalogue.add(file, record)
    click.echo(f"Added the voice {stored.name} ({stored.language}). Hear it with:")
    click.echo(f"  brisa voices preview {stored.name} --out {stored.name}.wav")


def record_for(file: Path, name: str | None, lang: str | None) -> VoiceRecord:
    """What is known about the voice: as given, else as published with it, else by its file name."""
    known = published_voice(sha256_of(file)) or {}
    return VoiceRecord(
        name=name or str(known.get("name") or name_of(file)),
        engine=_ENGINE,
        language=lang or str(known.get("language") or _LANGUAGES[0]),
        file=str(file.resolve()),
        description=f"{known['accent']} English, {known['gender']}" if known else "",
        gender=known.get("gender"),
        licence="Apache-2.0" if known else None,
    )


def name_of(file: Path) -> str:
    """A voice's name out of a file's: ``bf_emma.int8.onnx`` gives ``bf_emma``."""
    stem = file.name.partition(".")[0].lower()
    return re.sub(r"[^a-z0-9._-]+", "-", stem).strip("-._") or "voice"


def published_voice(sha256: str) -> dict[str, Any] | None:
    """The entry of that file in the registry that comes with the hibari package, with its name."""
    spec = find_spec("hibari")
    if spec is None or spec.origin is None:
        return None
    registry = Path(spec.origin).parent / "assets" / "voices.json"
    voices: dict[str, dict[str, Any]] = json.loads(registry.read_text(encoding="utf-8"))
    found = (item for item in voices.items() if item[1].get("sha256") == sha256)
    return next(({**entry, "name": name} for name, entry in found), None)


def try_out(record: VoiceRecord, options: SynthesizerOptions) -> None:
    """Compile and load the voice and let it speak. Raises ``VoiceFileError`` if it cannot."""
    hub = EngineHub(VoiceCatalogue(options.voices_dir, [record]), options.cache_dir)
    try:
        hub.engine_for(record.name)
    finally:
        hub.close()
