"""Who speaks in ``brisa quality``, what, and on which machine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib.metadata import version
from typing import Any

from brisa.app.settings import Settings, synthesizer_options
from brisa.artifacts.voices import VoiceRecord
from brisa.bench.machine import machine_description
from brisa.cli.bench_engine import chosen_voice
from brisa.cli.voices_stored import catalogue_of
from brisa.errors import UnsupportedOption
from brisa.quality.corpus import CorpusItem
from brisa.quality.speakers import HibariSpeaker, ServiceSpeaker, Speaker
from brisa.service.synthesizer import Synthesizer

HIBARI = "hibari"


@dataclass(frozen=True, slots=True)
class Cast:
    """The speakers, the one that is judged first, and the voice they speak with."""

    speakers: tuple[Speaker, ...]
    record: VoiceRecord


@contextmanager
def cast(
    settings: Settings, engine: str, voice: str | None, baseline: str | None, threads: int
) -> Iterator[Cast]:
    """Loads the speakers, and frees them at the end.

    ``engine`` may be the package hibari itself. Raises what choosing and loading a voice raises.
    """
    catalogue = catalogue_of(settings)
    record = chosen_voice(catalogue, "tiny" if engine == HIBARI else engine, voice)
    speakers: list[Speaker] = []
    if HIBARI in (engine, baseline):
        if record.engine != "tiny":
            raise UnsupportedOption(
                "Only the engine tiny has the baseline hibari.", param="baseline"
            )
        model = str(catalogue.path_of(record))
        speakers.append(HibariSpeaker(model, record.language, threads))
    if engine == HIBARI:
        yield Cast(tuple(speakers), record)
        return
    options = replace(synthesizer_options(settings), threads=threads)
    with Synthesizer(options) as synthesizer:
        synthesizer.load(record.name)
        yield Cast((ServiceSpeaker(engine, synthesizer), *speakers), record)


def spread_over(items: Sequence[CorpusItem], limit: int | None) -> list[CorpusItem]:
    """At most ``limit`` of them, evenly from first to last, the same ones each time."""
    if limit is None or limit >= len(items):
        return list(items)
    return [items[index * len(items) // limit] for index in range(limit)]


def machine_with(packages: Iterable[str]) -> dict[str, Any]:
    """The machine, with the versions of packages that these figures depend on as well."""
    machine = machine_description()
    machine["versions"] |= {name: version(name) for name in packages}
    return machine
