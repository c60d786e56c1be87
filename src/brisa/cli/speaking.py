"""Speaking one utterance from the command line: checks, the run, the report."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from brisa.audio.encoders.table import FormatSpec
from brisa.cli.format_choice import format_for, rate_for
from brisa.cli.log_lines import announce_compiling
from brisa.cli.outputs import Outputs, open_outputs
from brisa.cli.progress import Progress
from brisa.cli.sinks import Sink
from brisa.cli.targets import check_writable
from brisa.cli.utterance import SpeakReport, SpeakRequest
from brisa.clock import SystemClock
from brisa.engines.base import Engine
from brisa.errors import UnknownModel
from brisa.service.checks import check_language, check_settings, check_whole_text
from brisa.service.options import SynthesizerOptions
from brisa.service.speech import Speech
from brisa.service.synthesizer import Synthesizer
from brisa.types import PcmChunk, SpeechSettings


def speak(
    options: SynthesizerOptions, request: SpeakRequest, text: str | Iterable[str]
) -> SpeakReport:
    """Speak ``text`` (whole, or pieces as they come) to the outputs of ``request``.

    Everything that can be refused is refused before the first sample; an output that is not
    complete is taken away. Raises errors of :mod:`brisa.errors`.
    """
    spec = format_for(request.out, request.format) if request.out is not None else None
    if request.out not in (None, "-"):
        check_writable(Path(str(request.out)))
    if isinstance(text, str):
        check_whole_text(text, options.max_text_chars, strict=request.settings.text.strict)
    check_settings(request.settings)
    if request.show_progress:
        announce_compiling()
    with Synthesizer(options) as synthesizer:
        engine = synthesizer.load(request.settings.voice)
        _check_engine(engine, request)
        check_language(request.settings, engine)
        settings = _at_output_rate(request.settings, spec, engine)
        with (
            open_outputs(request, spec, settings) as sinks,
            synthesizer.speak(text, settings) as speech,
        ):
            total_chars = len(text) if isinstance(text, str) else None
            _pump(speech, list(sinks), total_chars, request.show_progress)
    return _report(speech, request, spec, sinks)


def _at_output_rate(
    settings: SpeechSettings, spec: FormatSpec | None, engine: Engine
) -> SpeechSettings:
    voice_rate_hz = engine.capabilities.sample_rate_hz
    rate_hz = settings.sample_rate_hz or voice_rate_hz
    if spec is not None:
        rate_hz = rate_for(spec, voice_rate_hz, settings.sample_rate_hz)
    return replace(settings, sample_rate_hz=rate_hz)


def _check_engine(engine: Engine, request: SpeakRequest) -> None:
    """The wishes that depend on the voice's engine."""
    if request.model not in (None, engine.name):
        message = f"The voice {request.settings.voice!r} has one model: {engine.name}."
        raise UnknownModel(message, param="model")


def _pump(speech: Speech, sinks: list[Sink], total_chars: int | None, show: bool) -> None:
    clock = SystemClock()
    progress = Progress(clock.now_ns(), wanted=show)
    spoken_s, at_char = 0.0, 0
    try:
        for chunk in speech:
            for sink in sinks:
                sink.write(chunk.pcm_t)
            spoken_s += chunk.duration_ms / 1000
            at_char = _last_char(chunk, at_char)
            share = at_char / total_chars if total_chars and at_char else None
            progress.update(clock.now_ns(), share, f"{spoken_s:.1f} s of speech")
    finally:
        progress.clear()


def _last_char(chunk: PcmChunk, before: int) -> int:
    return max([before, *(word.end_char for word in chunk.words)])


def _report(
    speech: Speech, request: SpeakRequest, spec: FormatSpec | None, outputs: Outputs
) -> SpeakReport:
    timeline = speech.timeline
    return SpeakReport(
        voice=request.settings.voice,
        audio_s=timeline.audio_s,
        samples=timeline.audio_samples,
        sample_rate_hz=timeline.sample_rate_hz,
        first_audio_ms=timeline.first_audio_ms or 0.0,
        real_time_factor=timeline.real_time_factor or 0.0,
        out=request.out,
        format=None if spec is None else spec.name,
        bytes_written=None if outputs.encoded is None else outputs.encoded.bytes_written,
        underruns=None if outputs.device is None else outputs.device.underruns,
    )
