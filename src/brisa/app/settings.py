"""Every setting of brisa as one frozen tree; the parts below get their own small options from it.

A section is a struct, a key is a field: its type and bounds are the whole check, so a part that
brings settings adds one struct here and a line where its options are made. Defaults are those of
the parts. Values come from :mod:`brisa.app.layers`.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Literal

from msgspec import Meta, Struct, field, structs

from brisa.app.degradation_settings import DegradationSettings, degradation_options
from brisa.app.listener import is_loopback
from brisa.app.monitoring_settings import MonitoringSettings, monitoring_options
from brisa.app.observing_settings import LoggingSettings, TracingSettings
from brisa.app.options import DEFAULT_MAX_BODY_BYTES, ServerOptions, WyomingOptions
from brisa.app.placement import CpuSchedulingSettings, scheduling_options
from brisa.app.realtime_settings import (
    BufferSettings,
    LatencySettings,
    ModelSettings,
    StreamingSettings,
    buffer_options,
    look_ahead_options,
    streaming_options,
)
from brisa.app.security_settings import SecuritySettings, key_options, tls_options
from brisa.app.wyoming_settings import WyomingSettings, wyoming_options
from brisa.artifacts.cache import default_cache_dir
from brisa.artifacts.embedded import EMBEDDED_VOICE
from brisa.errors import ConfigError
from brisa.placement.options import PlacementOptions, ThreadOptions
from brisa.placement.plan import Plan, ThreadPlacement, make_plan
from brisa.placement.topology import Topology, read_topology
from brisa.service.options import SynthesizerOptions, default_voices_dir
from brisa.text.segment import SegmenterOptions
from brisa.types import TextOptions

_MIB = 1 << 20

Text = Annotated[str, Meta(min_length=1)]
Count = Annotated[int, Meta(ge=1, le=100_000)]
PauseMs = Annotated[int, Meta(ge=0, le=10_000)]


class ServerSettings(Struct, frozen=True, kw_only=True):
    """``server``: where it listens and how it ends.

    ``port`` 0 takes any free one. ``drain_timeout_s`` is how long streams may go on after a
    request to stop. ``max_body_bytes`` bounds a request's body. ``cors_origins`` are the web
    origins that browsers may call from; none by default. With ``tls_cert`` and ``tls_key``, files
    in PEM, it speaks https and wss alone.
    """

    host: Text = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65_535)] = 8100
    drain_timeout_s: Annotated[float, Meta(ge=0, le=3600)] = 30.0
    max_body_bytes: Annotated[int, Meta(ge=1024, le=1024 * _MIB)] = DEFAULT_MAX_BODY_BYTES
    cors_origins: tuple[Text, ...] = ()
    tls_cert: Text | None = None
    tls_key: Text | None = None
    tls_key_password: Annotated[str | None, Meta(extra={"secret": True})] = None

    def __repr__(self) -> str:
        masked = structs.replace(self, tls_key_password=self.tls_key_password and "********")
        return f"ServerSettings({structs.asdict(masked)})"


class VoicesSettings(Struct, frozen=True, kw_only=True):
    """``voices``: ``default`` speaks when a request names none, ``preload`` are loaded and warm
    before the server is ready, ``by_language`` names the voice for text in another language than
    the speaking voice's (``text.foreign: voice``), ``dir`` is where added voices lie."""

    default: Text = EMBEDDED_VOICE
    preload: tuple[Text, ...] = ()
    by_language: dict[Text, Text] = field(default_factory=dict)
    dir: Text = field(default_factory=lambda: str(default_voices_dir()))


class LimitsSettings(Struct, frozen=True, kw_only=True):
    """``limits``: ``max_text_chars`` is the longest text of one stream, in characters."""

    max_text_chars: Annotated[int, Meta(ge=1, le=100_000_000)] = 100_000


class ResourcesSettings(Struct, frozen=True, kw_only=True):
    """``resources``: ``workers`` is how many processes a server synthesises with (``auto``: as many
    as there are cores for; 0: its own), each with ``cpu_threads_per_instance`` threads for a step;
    both are fewer where there are not the cores.
    ``max_concurrent_streams`` is how many streams may be open; more are refused. A worker that
    grows over ``memory_limit_mb`` is replaced. ``model_cache_size`` models are kept loaded, the
    least recently used goes. ``fallback`` names the voice that goes on for a listener where the
    speaking voice's engine breaks; without one the stream fails."""

    workers: Literal["auto"] | Annotated[int, Meta(ge=0, le=1024)] = "auto"
    cpu_threads_per_instance: Annotated[int, Meta(ge=1, le=256)] = 1
    max_concurrent_streams: Count = 50
    memory_limit_mb: Annotated[int, Meta(ge=64, le=1_048_576)] = 512
    model_cache_size: Annotated[int, Meta(ge=1, le=1000)] = 3
    fallback: Text | None = None


class PausesSettings(Struct, frozen=True, kw_only=True):
    """``pauses``: silence after a clause, a sentence and a paragraph that ends a segment, on top of
    what the voice leaves there itself (about 0.3 s)."""

    clause_ms: PauseMs = SegmenterOptions().clause_pause_ms
    sentence_ms: PauseMs = SegmenterOptions().sentence_pause_ms
    paragraph_ms: PauseMs = SegmenterOptions().paragraph_pause_ms


class TextSettings(Struct, frozen=True, kw_only=True):
    """``text``: how written text becomes spoken words where a request does not say.

    ``clean``: markdown, HTML, emoji and other marks of written text are taken out. ``markup``:
    ``[pause:0.5s]`` and SSML are honoured; what is wrong in them is read or refused
    (``malformed``). ``normalize``: numbers, dates, units and addresses are said in words.
    ``code``, ``emoji``, ``foreign``: what becomes of fenced code, of emoji, and of letters that the
    voice does not speak.
    ``date_order``: how ``04/05/2026`` is meant; by default as the language's region has it.
    ``lexicon``: a YAML file of words and how they are said, read again when it changes.
    ``release_ms``: how long text without an end waits for more before it is spoken.
    """

    clean: bool = True
    markup: bool = True
    malformed: Literal["read", "refuse"] = "read"
    normalize: bool = True
    code: Literal["skip", "summarise", "read"] = "skip"
    emoji: Literal["skip", "name"] = "skip"
    foreign: Literal["skip", "transliterate", "voice"] = "transliterate"
    date_order: Literal["mdy", "dmy", "ymd"] | None = None
    lexicon: Text | None = None
    release_ms: Annotated[int, Meta(ge=50, le=60_000)] = 400


class CacheSettings(Struct, frozen=True, kw_only=True):
    """``cache``: ``dir`` holds what can be made again, such as compiled voices."""

    dir: Text = field(default_factory=lambda: str(default_cache_dir()))


class Settings(Struct, frozen=True, kw_only=True):
    """The whole tree."""

    server: ServerSettings = ServerSettings()
    voices: VoicesSettings = field(default_factory=VoicesSettings)
    limits: LimitsSettings = LimitsSettings()
    resources: ResourcesSettings = ResourcesSettings()
    cpu_scheduling: CpuSchedulingSettings = CpuSchedulingSettings()
    buffer: BufferSettings = BufferSettings()
    latency_control: LatencySettings = LatencySettings()
    streaming: StreamingSettings = StreamingSettings()
    monitoring: MonitoringSettings = MonitoringSettings()
    degradation: DegradationSettings = field(default_factory=DegradationSettings)
    model: ModelSettings = ModelSettings()
    pauses: PausesSettings = PausesSettings()
    text: TextSettings = TextSettings()
    cache: CacheSettings = field(default_factory=CacheSettings)
    logging: LoggingSettings = LoggingSettings()
    tracing: TracingSettings = TracingSettings()
    security: SecuritySettings = SecuritySettings()
    wyoming: WyomingSettings = WyomingSettings()


def placement_options(settings: Settings) -> PlacementOptions:
    """What is wished for in cores. Raises ``ConfigError`` for keys that contradict one another."""
    resources = settings.resources
    workers = None if resources.workers == "auto" else resources.workers
    return scheduling_options(settings.cpu_scheduling, workers, resources.cpu_threads_per_instance)


def placement_plan(settings: Settings, topology: Topology | None = None) -> Plan:
    """Where everything runs, on this machine or the one given; to be made before this process is
    put anywhere. Raises ``ConfigError``, naming the key, for settings that it cannot follow."""
    return make_plan(topology or read_topology(), placement_options(settings))


def play_placement(settings: Settings, topology: Topology | None = None) -> ThreadPlacement:
    """How a thread that plays runs in a process without workers: as ``cpu_scheduling.play_thread``
    says, which is nowhere in particular where it says nothing. Raises ``ConfigError``."""
    wanted = placement_options(settings).play
    if wanted == ThreadOptions():
        return ThreadPlacement()
    plan = make_plan(topology or read_topology(), PlacementOptions(play=wanted))
    return replace(plan.play, cores=wanted.affinity if plan.play.cores else ())


def served_options(settings: Settings, plan: Plan | None = None) -> SynthesizerOptions:
    """What the service gets in a server: the worker processes of ``plan``, by default this
    machine's, or as many threads. Raises what :func:`placement_plan` raises."""
    plan = plan or placement_plan(settings)
    resources, computing = settings.resources, len(plan.workers)
    inline = resources.workers == 0
    return replace(
        synthesizer_options(settings),
        threads=computing if inline else None,
        workers=0 if inline else computing,
        worker_threads=plan.threads_per_worker,
        placements=plan.workers,
        lock_memory=True,
        worker_memory_limit_mb=resources.memory_limit_mb,
        admission=True,
        step_limit_ms=settings.latency_control.max_infer_timeout_ms,
        fallback_voice=resources.fallback,
        degradation=degradation_options(settings.degradation),
    )


def one_shot_options(settings: Settings) -> SynthesizerOptions:
    """What the service gets in a process that speaks once: a warm-up would only delay it."""
    return replace(synthesizer_options(settings), warm_up=False)


def synthesizer_options(settings: Settings) -> SynthesizerOptions:
    """What the service gets. Raises ``ConfigError`` for keys that contradict one another."""
    lexicon, streaming = settings.text.lexicon, streaming_options(settings.streaming)
    return SynthesizerOptions(
        max_loaded_voices=settings.resources.model_cache_size,
        max_text_chars=settings.limits.max_text_chars,
        buffer_type=settings.buffer.type,
        buffer=buffer_options(settings.buffer),
        look_ahead=look_ahead_options(settings.buffer, settings.latency_control.prefetch),
        pre_buffer_ms=streaming.pre_buffer_ms,
        pre_buffer_max_ms=streaming.target_latency_ms,
        first_audio_target_ms=settings.latency_control.target_latency_ms,
        clause_pause_ms=settings.pauses.clause_ms,
        sentence_pause_ms=settings.pauses.sentence_ms,
        paragraph_pause_ms=settings.pauses.paragraph_ms,
        text_release_ms=settings.text.release_ms,
        lexicon=None if lexicon is None else Path(lexicon).expanduser(),
        voices_by_language=MappingProxyType(settings.voices.by_language),
        cache_dir=Path(settings.cache.dir).expanduser(),
        voices_dir=Path(settings.voices.dir).expanduser(),
    )


def text_options(settings: Settings) -> TextOptions:
    """How text is read where a request does not say."""
    text = settings.text
    return TextOptions(
        clean=text.clean,
        markup=text.markup,
        malformed=text.malformed,
        normalize=text.normalize,
        code=text.code,
        emoji=text.emoji,
        foreign=text.foreign,
        date_order=text.date_order,
    )


def server_options(settings: Settings) -> ServerOptions:
    """What the HTTP server gets. Raises ``ConfigError`` for keys that contradict one another."""
    fallback, server = settings.resources.fallback, settings.server
    return ServerOptions(
        max_concurrent_streams=settings.resources.max_concurrent_streams,
        max_body_bytes=settings.server.max_body_bytes,
        default_voice=settings.voices.default,
        preload_voices=(
            *settings.voices.preload,
            *settings.voices.by_language.values(),
            *settings.degradation.lighter_voices.values(),
            *(() if fallback is None else (fallback,)),
        ),
        text=text_options(settings),
        streaming=streaming_options(settings.streaming),
        monitoring=monitoring_options(settings.monitoring),
        allowed_origins=settings.server.cors_origins,
        keys=key_options(settings.security),
        tls=tls_options(server.tls_cert, server.tls_key, server.tls_key_password),
        wyoming=_wyoming(settings),
    )


def _wyoming(settings: Settings) -> WyomingOptions | None:
    """Wyoming has no keys, so that a server which asks for one says where it may do without."""
    wyoming, host = settings.wyoming, settings.server.host
    closed = settings.security.keys_file is not None and wyoming.host is None
    if wyoming.port is not None and closed and not is_loopback(host):
        message = (
            f"Wyoming asks for no key, and {host} may be reachable by others. Say with "
            "wyoming.host where it listens: 127.0.0.1, or an address in a network where you trust "
            "everybody."
        )
        raise ConfigError(message, param="wyoming.host")
    return wyoming_options(wyoming)
