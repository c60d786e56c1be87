"""What a process that has just started takes to speak, measured in one.

Run as a module it is that process: it loads the voice that its argument names, speaks, and writes
two lines: an empty one at the first sample, then its figures as JSON.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from brisa.clock import NS_PER_S, Clock, SystemClock
from brisa.errors import EngineFailed

_TEXT = "The first words of a new process are worth a measurement of their own."


@dataclass(frozen=True, slots=True)
class FreshRequest:
    """Which voice, from where; the folders are paths as text."""

    voice: str
    voices_dir: str
    cache_dir: str


def measure_fresh(request: FreshRequest, clock: Clock) -> dict[str, float]:
    """``start_to_first_audio_s``, ``load_s``, ``rss_mb`` of a new process that speaks.

    Raises ``EngineFailed`` if it does not.
    """
    command = [sys.executable, "-m", "brisa.bench.fresh", json.dumps(asdict(request))]
    began_ns = clock.now_ns()
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        first_ns = clock.now_ns()
        rest = process.stdout.read()
    if process.returncode:
        raise EngineFailed("A new process could not speak with the voice; see brisa doctor.")
    figures: dict[str, float] = json.loads(rest)
    return {"start_to_first_audio_s": round((first_ns - began_ns) / NS_PER_S, 3), **figures}


def speak_once(request: FreshRequest) -> None:
    """The new process's work."""
    from brisa.bench.machine import rss_mb  # noqa: PLC0415 - after the start has been stamped
    from brisa.service.options import SynthesizerOptions  # noqa: PLC0415 - what is timed
    from brisa.service.synthesizer import Synthesizer  # noqa: PLC0415 - what is timed
    from brisa.types import SpeechSettings  # noqa: PLC0415 - what is timed

    clock = SystemClock()
    options = SynthesizerOptions(
        threads=1, voices_dir=Path(request.voices_dir), cache_dir=Path(request.cache_dir)
    )
    with Synthesizer(options) as synthesizer:
        began_ns = clock.now_ns()
        synthesizer.load(request.voice)
        load_s = (clock.now_ns() - began_ns) / NS_PER_S
        first = True
        for _ in synthesizer.speak(_TEXT, SpeechSettings(voice=request.voice)):
            if first:
                _write_line("")
                first = False
        memory = rss_mb()
    figures: dict[str, Any] = {"load_s": round(load_s, 3)}
    if memory is not None:
        figures["rss_mb"] = round(memory, 1)
    _write_line(json.dumps(figures))


def _write_line(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    speak_once(FreshRequest(**json.loads(sys.argv[1])))
