"""An engine that does what it is told: step times, lengths and faults; for tests, load runs, demos.

The sound is a deterministic pattern of the sample's absolute position, so a lost, doubled or
reordered sample shows in any consumer. The text has no meaning but its length.

A voice whose folder holds a ``script.json`` (the fields of :class:`Script`) behaves as told there,
so that a process which is given nothing but the voice can be made to misbehave.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import msgspec
import numpy as np

from brisa.engines.base import Capabilities, SegmentRequest, StepCost, StepResult, Voice
from brisa.engines.table import LoadRequest
from brisa.errors import EngineFailed, UnknownVoice, VoiceFileError
from brisa.types import PcmFloat, SoundMark, WordMark

NS_PER_S = 1_000_000_000
_PATTERN_PERIOD_SAMPLES = 9973  # a prime: no chunk length divides it


SCRIPT_FILE = "script.json"
EXIT_CODE = 70


@dataclass(frozen=True, slots=True)
class Trouble:
    """How a step goes wrong beyond an error; it takes the process with it, or worse.

    ``kind``: ``exit`` ends the process, ``sleep`` never returns, ``hold`` never returns and keeps
    the interpreter to itself, ``noise`` yields what is no sound, ``bug`` raises what no engine may
    and quotes the text, ``hoard`` keeps ``hoard_bytes``. ``at_step`` counts within a segment from
    0; ``load`` is the loading of the voice. With ``marker``, a path, it happens to one process
    alone: whoever makes the file.
    """

    kind: Literal["exit", "sleep", "hold", "noise", "bug", "hoard"]
    at_step: int | Literal["load"]
    marker: str | None = None
    hoard_bytes: int = 0


@dataclass(frozen=True, slots=True)
class Script:
    """How the engine behaves.

    ``samples_per_char`` sets a segment's length; ``chunk_samples`` what a step yields; ``step_ns``
    how long a step takes. ``fail_at_step`` counts steps within a segment from 0; the segment it
    applies to is ``fail_in_segment``. ``raises`` replaces the ordinary failure by another exception
    (an engine that breaks its contract). ``silent`` yields no samples at all.
    ``unstable_fingerprint``: no two processes agree on what this engine is.
    """

    sample_rate_hz: int = 24000
    samples_per_char: int = 1200
    chunk_samples: int = 3840
    step_ns: int = 0
    fail_at_step: int | None = None
    fail_in_segment: int = 0
    raises: Exception | None = None
    silent: bool = False
    amplitude: float = 0.5
    trouble: Trouble | None = None
    unstable_fingerprint: bool = False


def pattern(start_sample: int, count: int, seed: int, amplitude: float = 0.5) -> PcmFloat:
    """``count`` samples from ``start_sample`` on, in [-amplitude, amplitude]."""
    index_t = np.arange(start_sample, start_sample + count, dtype=np.int64) + seed * 31
    phase_t = (index_t * 37 % _PATTERN_PERIOD_SAMPLES) / _PATTERN_PERIOD_SAMPLES
    return (amplitude * (2.0 * phase_t - 1.0)).astype(np.float32)


@dataclass(slots=True)
class ScriptedStream:
    """One segment: how far it is."""

    request: SegmentRequest
    total_samples: int
    produced_samples: int = 0
    steps: int = 0

    @property
    def place(self) -> None:
        return None

    @property
    def next_cost(self) -> StepCost:
        return StepCost(kind="scripted")


class ScriptedEngine:
    """See the module. ``on_step`` is told of every step, before its time passes."""

    name = "scripted"

    def __init__(
        self,
        script: Script | None = None,
        *,
        voices: Sequence[str] = ("scripted",),
        on_step: Callable[[ScriptedStream], None] | None = None,
    ) -> None:
        self.script = script or Script()
        self._voices = tuple(Voice(name, "en-US", "scripted") for name in voices)
        self._on_step = on_step
        self._hoard: list[bytearray] = []

    @property
    def capabilities(self) -> Capabilities:
        return Capabilities(
            sample_rate_hz=self.script.sample_rate_hz,
            languages=("en",),
            batch_max=8,
            word_timestamps=True,
            sound_timestamps=True,
            speed_min=0.5,
            speed_max=2.0,
        )

    @property
    def fingerprint(self) -> str:
        process = f"-{os.getpid()}" if self.script.unstable_fingerprint else ""
        return f"scripted-{self.script!r}{process}"

    def voices(self) -> tuple[Voice, ...]:
        return self._voices

    def open(self, request: SegmentRequest) -> ScriptedStream:
        if request.voice not in {voice.name for voice in self._voices}:
            raise UnknownVoice(f"There is no voice {request.voice!r}.", param="voice")
        length = round(len(request.text) * self.script.samples_per_char / request.speed)
        return ScriptedStream(request, 0 if self.script.silent else length)

    def step(self, streams: Sequence[ScriptedStream]) -> list[StepResult]:
        for stream in streams:
            if self._on_step is not None:
                self._on_step(stream)
        if self.script.step_ns:
            time.sleep(self.script.step_ns / NS_PER_S)
        return [self._step_one(stream) for stream in streams]

    def warm_up(self) -> None:
        self.step([self.open(SegmentRequest("warm", self._voices[0].name))])

    def close(self) -> None:
        """Nothing to free."""

    def _step_one(self, stream: ScriptedStream) -> StepResult:
        script = self.script
        step, stream.steps = stream.steps, stream.steps + 1
        if step == script.fail_at_step and stream.request.segment == script.fail_in_segment:
            raise script.raises or EngineFailed("The scripted engine failed as told.")
        start = stream.produced_samples
        count = min(script.chunk_samples, stream.total_samples - start)
        stream.produced_samples += count
        pcm_t = pattern(start, count, stream.request.seed, script.amplitude)
        trouble = script.trouble
        if trouble is not None and trouble.at_step == step and _strikes(trouble):
            self._suffer(trouble, stream.request.text, pcm_t)
        last = stream.produced_samples >= stream.total_samples
        words = tuple(
            mark
            for mark in self._words(stream)
            if start <= mark.start_sample < stream.produced_samples
        )
        return StepResult(pcm_t, last, words)

    def _suffer(self, trouble: Trouble, text: str, pcm_t: PcmFloat) -> None:
        if trouble.kind == "noise":
            pcm_t[:] = np.nan
        elif trouble.kind == "bug":
            raise RuntimeError(text)
        elif trouble.kind == "hoard":
            self._hoard.append(bytearray(b"\1") * trouble.hoard_bytes)
        else:
            _break_process(trouble)

    def _words(self, stream: ScriptedStream) -> list[WordMark]:
        text, marks, position = stream.request.text, [], 0
        scale = stream.total_samples / max(len(text), 1)
        for word in text.split():
            start = text.index(word, position)
            position = start + len(word)
            mark = WordMark(word, start, position, 0, 0)
            sounds = tuple(
                SoundMark(letter, int(place * scale), int((place + 1) * scale))
                for place, letter in enumerate(word.lower(), start)
                if letter.isalpha() and stream.request.sounds
            )
            first, end = int(start * scale), int(position * scale)
            marks.append(replace(mark, start_sample=first, end_sample=end, sounds=sounds))
        return marks


def load(request: LoadRequest) -> ScriptedEngine:
    """The loader of the engine table: the folder's script, if it has one, under the record's name.

    Raises ``VoiceFileError`` for a script that cannot be read.
    """
    script = _read_script(request.model_dir / SCRIPT_FILE)
    if script.trouble is not None and script.trouble.at_step == "load" and _strikes(script.trouble):
        _break_process(script.trouble)
    return ScriptedEngine(script, voices=(request.record.name,))


def _read_script(path: Path) -> Script:
    if not path.is_file():
        return Script()
    try:
        return msgspec.json.decode(path.read_bytes(), type=Script)
    except msgspec.MsgspecError as error:
        raise VoiceFileError(f"The script {path} cannot be read: {error}.") from error


def _strikes(trouble: Trouble) -> bool:
    if trouble.marker is None:
        return True
    try:
        os.close(os.open(trouble.marker, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return False
    return True


def _break_process(trouble: Trouble) -> None:
    if trouble.kind == "exit":
        os._exit(EXIT_CODE)
    while True:
        if trouble.kind == "hold":
            re.match(r"(a+)+$", "a" * 60 + "b")  # takes ages, and no other thread runs meanwhile
        time.sleep(3600)
