"""The sinks of one utterance, which end together: all finished, or all discarded."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from brisa.audio.encoders.table import FormatSpec
from brisa.cli.format_choice import encoder_for
from brisa.cli.play_thread import PlayThread
from brisa.cli.playback import DeviceSink
from brisa.cli.sinks import EncodedSink, Sink
from brisa.cli.targets import FileTarget, StreamTarget
from brisa.cli.utterance import SpeakRequest
from brisa.types import SpeechSettings


@dataclass(slots=True)
class Outputs:
    encoded: EncodedSink | None = None
    device: DeviceSink | None = None

    def __iter__(self) -> Iterator[Sink]:
        return (sink for sink in (self.encoded, self.device) if sink is not None)


@contextmanager
def open_outputs(
    request: SpeakRequest, spec: FormatSpec | None, settings: SpeechSettings
) -> Iterator[Outputs]:
    """The sinks; finished if the block ends well, discarded otherwise."""
    outputs = Outputs()
    rate_hz = settings.sample_rate_hz
    assert rate_hz is not None
    with ExitStack() as stack:
        if spec is not None:
            encoder = encoder_for(spec, rate_hz, request.bitrate_bps)
            outputs.encoded = EncodedSink(encoder, spec, _target(str(request.out)))
            stack.callback(outputs.encoded.discard)
        if request.device is not None:
            outputs.device = DeviceSink(request.device, rate_hz, PlayThread(request.play))
            stack.callback(outputs.device.discard)
        yield outputs
        for sink in outputs:
            sink.finish()
        stack.pop_all()


def _target(out: str) -> FileTarget | StreamTarget:
    return StreamTarget(sys.stdout.buffer) if out == "-" else FileTarget(Path(out))
