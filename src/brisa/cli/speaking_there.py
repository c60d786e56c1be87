"""Speaking one utterance through a server that runs elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import msgspec

from brisa.audio.encoders.table import FormatSpec, find_format
from brisa.cli.format_choice import format_for
from brisa.cli.outputs import Outputs, open_outputs
from brisa.cli.progress import Progress
from brisa.cli.targets import check_writable
from brisa.cli.utterance import SpeakReport, SpeakRequest
from brisa.client import Chunk, Client, Utterance
from brisa.client.feeder import Feeder
from brisa.client.options import StartOptions
from brisa.clock import NS_PER_MS, SystemClock
from brisa.errors import UnsupportedOption


@dataclass(frozen=True, slots=True)
class There:
    """The server at ``url``; ``voice`` and the options of text are its own unless given."""

    url: str
    api_key: str | None = field(repr=False)
    voice: str | None
    text_options: dict[str, Any]


def speak_there(there: There, request: SpeakRequest, text: str | Iterable[str]) -> SpeakReport:
    """Speak ``text`` (whole, or pieces as they come) to the outputs of ``request``.

    An output that is not complete is taken away. Raises errors of :mod:`brisa.errors` and
    :mod:`brisa.client`.
    """
    if request.model is not None:
        raise UnsupportedOption("With --url a voice has its own model.", param="model")
    spec = format_for(request.out, request.format) if request.out is not None else None
    if request.out not in (None, "-"):
        check_writable(Path(str(request.out)))
    clock = SystemClock()
    with Client(there.url, there.api_key) as client:
        began_ns = clock.now_ns()
        utterance = client.start(**_options(there, request, spec))
        feeder = Feeder(utterance, text)
        feeder.start()
        try:
            first = next(utterance, None)
            first_audio_ms = (clock.now_ns() - began_ns) / NS_PER_MS
            rate_hz = utterance.sample_rate_hz or find_format("wav").default_sample_rate_hz
            settings = replace(request.settings, sample_rate_hz=rate_hz)
            with open_outputs(request, spec, settings) as outputs:
                samples = _pump(_all(first, utterance), outputs, rate_hz, request.show_progress)
                feeder.finish()
        finally:
            feeder.left = True
            utterance.drop()
    return SpeakReport(
        voice=utterance.voice or request.settings.voice,
        audio_s=samples / rate_hz,
        samples=samples,
        sample_rate_hz=rate_hz,
        first_audio_ms=first_audio_ms,
        real_time_factor=None,
        out=request.out,
        format=None if spec is None else spec.name,
        bytes_written=None if outputs.encoded is None else outputs.encoded.bytes_written,
        underruns=None if outputs.device is None else outputs.device.underruns,
    )


def _options(there: There, request: SpeakRequest, spec: FormatSpec | None) -> StartOptions:
    settings = request.settings
    rate_hz = settings.sample_rate_hz
    # The voice's own rate is not known before it speaks, and not every format can have it.
    if rate_hz is None and spec is not None and spec.name != "wav":
        rate_hz = spec.default_sample_rate_hz
    return {
        "voice": there.voice,
        "language": settings.language,
        "speed": settings.speed,
        "seed": settings.seed,
        "sample_rate_hz": rate_hz,
        "words": False,
        "paced": request.device is not None,
        "text_options": msgspec.to_builtins(there.text_options) or None,
    }


def _all(first: Chunk | None, rest: Utterance) -> Iterator[Chunk]:
    if first is not None:
        yield first
        yield from rest


def _pump(chunks: Iterator[Chunk], outputs: Outputs, rate_hz: int, show: bool) -> int:
    """How many samples there were."""
    clock = SystemClock()
    progress = Progress(clock.now_ns(), wanted=show)
    samples = 0
    try:
        for chunk in chunks:
            for sink in outputs:
                sink.write(chunk.pcm_t)
            samples += len(chunk.pcm_t)
            progress.update(clock.now_ns(), None, f"{samples / rate_hz:.1f} s of speech")
    finally:
        progress.clear()
    return samples
