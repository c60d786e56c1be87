"""What the HTTP server may be told, as one frozen value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from brisa.artifacts.embedded import EMBEDDED_VOICE
from brisa.transports.allowance import NO_LIMITS, KeyLimits
from brisa.types import TextOptions

DEFAULT_MODELS = ("brisa", "tts-1", "tts-1-hd", "gpt-4o-mini-tts")
"""Clients that look their model up in the list hard-code OpenAI's names."""

DEFAULT_MAX_BODY_BYTES = 2 << 20
"""The longest text there may be, with every character escaped, and the fields around it."""


_PCM_BYTES_PER_MS = 48
"""Of speech as most voices make it: 24,000 samples a second of 16 bits."""


@dataclass(frozen=True, slots=True)
class StreamingOptions:
    """How audio goes on a wire: frames of ``frame_duration_ms``, ``pre_buffer_frames`` of which are
    gathered before the first goes, and no more than ``max_buffer_frames`` in a connection's queue.
    ``target_latency_ms`` is the end-to-end budget."""

    frame_duration_ms: int = 20
    pre_buffer_frames: int = 3
    max_buffer_frames: int = 15
    target_latency_ms: int = 150

    @property
    def pre_buffer_ms(self) -> int:
        """What is gathered before the first audio goes."""
        return self.pre_buffer_frames * self.frame_duration_ms

    @property
    def max_buffer_ms(self) -> int:
        """What a connection's queue holds."""
        return self.max_buffer_frames * self.frame_duration_ms

    @property
    def max_buffer_bytes(self) -> int:
        """The same, in bytes of samples."""
        return self.max_buffer_ms * _PCM_BYTES_PER_MS


@dataclass(frozen=True, slots=True)
class MonitoringOptions:
    """Everything is looked at every ``interval_s``. A live listener who holds less than
    ``buffer_low_ms``, first sounds with a p95 over ``latency_p95_ms`` and a core use over
    ``cpu_usage_percent`` are alerts."""

    interval_s: float = 5.0
    buffer_low_ms: float = 50.0
    latency_p95_ms: float = 350.0
    cpu_usage_percent: float = 90.0


@dataclass(frozen=True, slots=True)
class KeyOptions:
    """Where the API keys are, what a key may use whose record does not say, and what may be read
    without one: ``metrics``, ``status``, ``page``."""

    file: Path
    limits: KeyLimits = NO_LIMITS
    without_key: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class TlsOptions:
    """Files in PEM; without ``key`` it is in the file of the certificate."""

    cert: Path
    key: Path | None = None
    key_password: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class WyomingOptions:
    """Wyoming on a port of its own, 0 for any free one; ``host`` ``None`` is the server's.
    ``name`` is what clients show. ``announce``: whether the local network is told of it, which
    needs an extra; ``if_reachable`` by others, that is, or ``always``."""

    port: int = 10_200
    host: str | None = None
    name: str = "brisa"
    announce: Literal["never", "if_reachable", "always"] = "never"


@dataclass(frozen=True, slots=True)
class ServerOptions:
    """How the server serves.

    ``max_concurrent_streams`` is the cap above which requests are refused with 503.
    ``max_connections`` is the cap on open connections, though never less than two for each stream;
    those above it are answered 503 at once. ``max_body_bytes`` and ``body_timeout_s`` bound a
    request's body, the time also its head. ``default_voice`` speaks when
    a request names none or one of OpenAI's names; ``voice_aliases`` maps further names (lower case)
    to voices. ``preload_voices`` are loaded, with the default one, before the server is ready.
    ``warm_formats`` are the formats whose encoders have run by then; those whose extra is missing
    are left out. ``models`` are the names that ``/v1/models`` lists; a request may send any.
    ``allowed_origins`` are the web origins that browsers may call from (``"*"`` for all); none by
    default. ``stall_timeout_s`` is how long a client may read nothing before its stream is broken.
    ``encoder_threads`` is how many compressed streams are encoded at the same moment. ``text`` is
    how text is read where a request does not say, ``streaming`` how audio is sent,
    ``monitoring`` when a running server warns. Without ``keys`` nobody needs one; without ``tls``
    nothing is encrypted; without ``wyoming`` it is not spoken.
    """

    max_concurrent_streams: int = 50
    max_connections: int = 900
    max_body_bytes: int = DEFAULT_MAX_BODY_BYTES
    body_timeout_s: float = 30.0
    default_voice: str = EMBEDDED_VOICE
    voice_aliases: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    preload_voices: tuple[str, ...] = ()
    warm_formats: tuple[str, ...] = ("pcm", "wav", "mp3", "opus")
    models: tuple[str, ...] = DEFAULT_MODELS
    allowed_origins: tuple[str, ...] = ()
    stall_timeout_s: float = 300.0
    encoder_threads: int = 2
    text: TextOptions = TextOptions()
    streaming: StreamingOptions = StreamingOptions()  # noqa: RUF009 - frozen
    monitoring: MonitoringOptions = MonitoringOptions()  # noqa: RUF009 - frozen
    keys: KeyOptions | None = None
    tls: TlsOptions | None = None
    wyoming: WyomingOptions | None = None
