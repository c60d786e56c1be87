"""One utterance of the command line as values: what is asked for, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from brisa.cli.playback import Device
from brisa.placement.plan import ThreadPlacement
from brisa.types import SpeechSettings


@dataclass(frozen=True, slots=True)
class SpeakRequest:
    """What to do. ``out`` is a path, ``-`` for stdout, or ``None``; ``device`` plays aloud, by a
    thread that runs as ``play`` says."""

    settings: SpeechSettings
    out: str | None = None
    format: str | None = None
    bitrate_bps: int | None = None
    device: Device | None = None
    play: ThreadPlacement = ThreadPlacement()  # noqa: RUF009 - frozen
    model: str | None = None
    show_progress: bool = True


@dataclass(frozen=True, slots=True)
class SpeakReport:
    """What was done. ``underruns`` is ``None`` if nothing was played aloud, ``real_time_factor`` if
    the work was a server's."""

    voice: str
    audio_s: float
    samples: int
    sample_rate_hz: int
    first_audio_ms: float
    real_time_factor: float | None
    out: str | None
    format: str | None
    bytes_written: int | None
    underruns: int | None

    def as_object(self) -> dict[str, Any]:
        """For ``--json``; figures rounded to what they can mean."""
        factor = self.real_time_factor
        return {
            "outcome": "finished",
            "voice": self.voice,
            "audio_s": round(self.audio_s, 3),
            "samples": self.samples,
            "sample_rate_hz": self.sample_rate_hz,
            "first_audio_ms": round(self.first_audio_ms, 1),
            "real_time_factor": None if factor is None else round(factor, 4),
            "out": self.out,
            "format": self.format,
            "bytes": self.bytes_written,
            "underruns": self.underruns,
        }

    def line(self) -> str:
        """For people."""
        parts = [
            f"{self.audio_s:.2f} s of speech",
            f"first audio {self.first_audio_ms:.0f} ms",
        ]
        if self.real_time_factor is not None:
            parts.append(f"real-time factor {self.real_time_factor:.4f}")
        parts.append(f"voice {self.voice}")
        if self.underruns:
            parts.append(f"{self.underruns} gaps while playing")
        if self.out is not None and self.out != "-":
            parts.append(f"written to {self.out}")
        return ", ".join(parts)
