"""Every key acts: what is set reaches the option object that a part reads."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from starlette.applications import Starlette

from brisa.app.access_log import AccessLog
from brisa.app.build import parts_of
from brisa.app.layers import load_settings
from brisa.app.logs import is_json, own_level
from brisa.app.options import KeyOptions, TlsOptions, WyomingOptions
from brisa.app.schema import dotted, schema_of
from brisa.app.security_settings import key_options, tls_options
from brisa.app.settings import (
    Settings,
    placement_plan,
    served_options,
    server_options,
    synthesizer_options,
)
from brisa.app.tracing import Callers, tracing_options
from brisa.audio.buffer_options import Overflow
from brisa.cli.serve import run_server
from brisa.placement.plan import Plan
from brisa.placement.topology import Core, Topology
from brisa.telemetry.spans import TracingOptions

pytestmark = pytest.mark.unit


def tls(settings: Settings, cert: str | None = "/any.pem") -> TlsOptions:
    """What the server gets of a certificate that there is."""
    server = settings.server
    found = tls_options(cert or "/none", server.tls_key, server.tls_key_password)
    assert found is not None
    return found


def keys_of(settings: Settings) -> KeyOptions:
    """What the server gets where there are keys."""
    security = settings.security
    found = key_options(replace(security, keys_file=security.keys_file or "/any.yaml"))
    assert found is not None
    return found


def served(settings: Settings) -> dict[str, Any]:
    """What the server's lifecycle is called with."""
    seen: dict[str, Any] = {}

    def run(app: Starlette, **arguments: Any) -> int:
        seen.update(
            arguments, parts=parts_of(app), layers=[made.cls for made in app.user_middleware]
        )
        return 0

    inline = replace(settings, resources=replace(settings.resources, workers=0))
    assert run_server(inline, lambda url: None, run) == 0
    return seen


def layers(settings: Settings) -> list[Any]:
    """The kinds of middleware around the application."""
    found: list[Any] = served(settings)["layers"]
    return found


def tracing(settings: Settings) -> TracingOptions:
    options = tracing_options(replace(settings.tracing, endpoint="http://h:1/v1/traces"))
    assert options is not None
    return options


def wyoming(settings: Settings, port: int | None = 10_200) -> WyomingOptions:
    """What its server gets where there is a port."""
    settings = replace(
        settings, wyoming=replace(settings.wyoming, port=settings.wyoming.port or port)
    )
    return server_options(settings).wyoming or WyomingOptions()


def pre_buffer(settings: Settings) -> int:
    return synthesizer_options(settings).pre_buffer_ms


def machine(cores: int) -> Topology:
    """Whole cores of one kind, all of them this process's."""
    numbers = range(cores)
    return Topology(tuple(Core(n, (n,), (0,)) for n in numbers), frozenset(numbers))


def plan(settings: Settings, cores: int = 4) -> Plan:
    return placement_plan(settings, machine(cores))


def workers_on(settings: Settings) -> list[tuple[int, ...]]:
    return [worker.cores for worker in plan(settings).workers]


def urgent(settings: Settings) -> Settings:
    """With a priority, which real-time policies need."""
    cpu = settings.cpu_scheduling
    return replace(
        settings,
        cpu_scheduling=replace(
            cpu,
            generate_thread=replace(cpu.generate_thread, priority=20),
            play_thread=replace(cpu.play_thread, priority=20),
        ),
    )


ACCEPTED = {
    "model.temperature",
    "model.top_p",
    "model.style_strength",
    "model.stop_threshold",
    "model.stop_patience",
}
"""Read and checked; no engine samples yet."""

ACTS: dict[str, tuple[str, Callable[[Settings], Any], Any]] = {
    "server.host": ("::1", lambda s: served(s)["host"], "::1"),
    "server.port": ("0", lambda s: served(s)["port"], 0),
    "server.drain_timeout_s": ("2.5", lambda s: served(s)["drain_timeout_s"], 2.5),
    "server.max_body_bytes": ("4096", lambda s: server_options(s).max_body_bytes, 4096),
    "server.cors_origins": (
        "https://a.example, https://b.example",
        lambda s: server_options(s).allowed_origins,
        ("https://a.example", "https://b.example"),
    ),
    "voices.default": ("emma", lambda s: server_options(s).default_voice, "emma"),
    "voices.preload": ("emma,kore", lambda s: server_options(s).preload_voices, ("emma", "kore")),
    "voices.dir": ("/v", lambda s: synthesizer_options(s).voices_dir, Path("/v")),
    "limits.max_text_chars": ("77", lambda s: synthesizer_options(s).max_text_chars, 77),
    "resources.workers": ("2", lambda s: served_options(s, plan(s)).workers, 2),
    "resources.cpu_threads_per_instance": (
        "2",
        lambda s: served_options(s, plan(s)).worker_threads,
        2,
    ),
    "cpu_scheduling.isolated_cores": ("1, 2", workers_on, [(1,), (2,)]),
    "cpu_scheduling.generate_thread.affinity": ("0-1", workers_on, [(1,), (0,)]),
    "cpu_scheduling.generate_thread.policy": (
        "SCHED_RR",
        lambda s: served_options(s, plan(urgent(s))).placements[0].policy,
        "SCHED_RR",
    ),
    "cpu_scheduling.generate_thread.priority": (
        "85",
        lambda s: [(one.priority, one.nice) for one in served_options(s, plan(s)).placements],
        [(85, -17)] * 3,
    ),
    "cpu_scheduling.play_thread.affinity": ("2", lambda s: plan(s).play.cores, (2,)),
    "cpu_scheduling.play_thread.policy": (
        "SCHED_FIFO",
        lambda s: plan(urgent(s)).play.policy,
        "SCHED_FIFO",
    ),
    "cpu_scheduling.play_thread.priority": (
        "75",
        lambda s: (plan(s).play.priority, plan(s).play.nice),
        (75, -15),
    ),
    "resources.fallback": ("spare", lambda s: served_options(s).fallback_voice, "spare"),
    "degradation.enabled": ("false", lambda s: served_options(s).degradation.enabled, False),
    "degradation.lighter_voices": (
        "heart=small",
        lambda s: dict(served_options(s).degradation.lighter_voices),
        {"heart": "small"},
    ),
    "degradation.up_load": ("0.8", lambda s: served_options(s).degradation.up_load, 0.8),
    "degradation.down_load": ("0.5", lambda s: served_options(s).degradation.down_load, 0.5),
    "degradation.up_after_s": ("5", lambda s: served_options(s).degradation.up_looks, 5),
    "degradation.down_after_s": ("20", lambda s: served_options(s).degradation.down_looks, 20),
    "degradation.look_ahead_factor": (
        "2",
        lambda s: served_options(s).degradation.look_ahead_factor,
        2.0,
    ),
    "degradation.sample_rate_hz": (
        "12000",
        lambda s: served_options(s).degradation.sample_rate_hz,
        12_000,
    ),
    "degradation.retry_after_s": ("9", lambda s: served_options(s).degradation.retry_after_s, 9.0),
    "resources.memory_limit_mb": ("99", lambda s: served_options(s).worker_memory_limit_mb, 99),
    "resources.model_cache_size": ("5", lambda s: synthesizer_options(s).max_loaded_voices, 5),
    "resources.max_concurrent_streams": (
        "9",
        lambda s: server_options(s).max_concurrent_streams,
        9,
    ),
    "buffer.type": (
        "double_buffer",
        lambda s: synthesizer_options(s).buffer_type,
        "double_buffer",
    ),
    "buffer.preset": ("stable", lambda s: synthesizer_options(s).buffer.size_ms, 1000),
    "buffer.size_ms": (
        "700",
        lambda s: (
            synthesizer_options(s).buffer.size_ms,
            synthesizer_options(s).look_ahead.size_ms,
        ),
        (700, 700),
    ),
    "buffer.low_watermark": (
        "0.25",
        lambda s: (
            synthesizer_options(s).buffer.low_watermark,
            synthesizer_options(s).look_ahead.low_watermark,
        ),
        (0.25, 0.25),
    ),
    "buffer.high_watermark": (
        "0.75",
        lambda s: (
            synthesizer_options(s).buffer.high_watermark,
            synthesizer_options(s).look_ahead.high_watermark,
        ),
        (0.75, 0.75),
    ),
    "buffer.chunk_size": ("80", lambda s: synthesizer_options(s).buffer.chunk_ms, 80),
    "buffer.overflow": (
        "drop_oldest",
        lambda s: synthesizer_options(s).buffer.overflow,
        Overflow.DROP_OLDEST,
    ),
    "latency_control.max_infer_timeout_ms": (
        "90",
        lambda s: served_options(s).step_limit_ms,
        90,
    ),
    "latency_control.prefetch.enabled": (
        "false",
        lambda s: synthesizer_options(s).look_ahead.enabled,
        False,
    ),
    "latency_control.prefetch.min_buffer_ms": (
        "40",
        lambda s: synthesizer_options(s).look_ahead.min_ms,
        40,
    ),
    "latency_control.prefetch.max_lookahead_ms": (
        "800",
        lambda s: synthesizer_options(s).look_ahead.max_ms,
        800,
    ),
    "streaming.frame_duration_ms": (
        "40",
        lambda s: (server_options(s).streaming.frame_duration_ms, pre_buffer(s)),
        (40, 120),
    ),
    "streaming.pre_buffer_frames": ("5", lambda s: pre_buffer(s), 100),
    "streaming.max_buffer_frames": (
        "30",
        lambda s: server_options(s).streaming.max_buffer_ms,
        600,
    ),
    "streaming.target_latency_ms": (
        "200",
        lambda s: synthesizer_options(s).pre_buffer_max_ms,
        200,
    ),
    "monitoring.metrics_interval_sec": (
        "2",
        lambda s: server_options(s).monitoring.interval_s,
        2.0,
    ),
    "monitoring.alert_thresholds.buffer_low_ms": (
        "20",
        lambda s: server_options(s).monitoring.buffer_low_ms,
        20.0,
    ),
    "monitoring.alert_thresholds.latency_p95_ms": (
        "200",
        lambda s: server_options(s).monitoring.latency_p95_ms,
        200.0,
    ),
    "monitoring.alert_thresholds.cpu_usage_percent": (
        "75",
        lambda s: server_options(s).monitoring.cpu_usage_percent,
        75.0,
    ),
    "latency_control.target_latency_ms": (
        "120",
        lambda s: synthesizer_options(s).first_audio_target_ms,
        120.0,
    ),
    "pauses.clause_ms": ("30", lambda s: synthesizer_options(s).clause_pause_ms, 30),
    "pauses.sentence_ms": ("40", lambda s: synthesizer_options(s).sentence_pause_ms, 40),
    "pauses.paragraph_ms": ("50", lambda s: synthesizer_options(s).paragraph_pause_ms, 50),
    "voices.by_language": (
        "fr=marie, de=hans",
        lambda s: (
            dict(synthesizer_options(s).voices_by_language),
            server_options(s).preload_voices,
        ),
        ({"fr": "marie", "de": "hans"}, ("marie", "hans")),
    ),
    "text.clean": ("false", lambda s: server_options(s).text.clean, False),
    "text.markup": ("0", lambda s: server_options(s).text.markup, False),
    "text.malformed": ("refuse", lambda s: server_options(s).text.malformed, "refuse"),
    "text.normalize": ("0", lambda s: server_options(s).text.normalize, False),
    "text.code": ("summarise", lambda s: server_options(s).text.code, "summarise"),
    "text.emoji": ("name", lambda s: server_options(s).text.emoji, "name"),
    "text.foreign": ("voice", lambda s: server_options(s).text.foreign, "voice"),
    "text.date_order": ("dmy", lambda s: server_options(s).text.date_order, "dmy"),
    "text.lexicon": ("/l.yaml", lambda s: synthesizer_options(s).lexicon, Path("/l.yaml")),
    "text.release_ms": ("900", lambda s: synthesizer_options(s).text_release_ms, 900),
    "logging.format": ("text", lambda s: is_json(s.logging, StringIO()), False),
    "logging.level": ("error", lambda s: own_level(s.logging), logging.ERROR),
    "logging.access": ("true", lambda s: AccessLog in layers(s), True),
    "tracing.endpoint": ("http://h:1/v1/traces", lambda s: Callers in layers(s), True),
    "tracing.sample_ratio": ("0.1", lambda s: tracing(s).sample_ratio, 0.1),
    "tracing.service_name": ("voices", lambda s: tracing(s).service_name, "voices"),
    "server.tls_cert": ("/c.pem", lambda s: tls(s, cert=s.server.tls_cert).cert, Path("/c.pem")),
    "server.tls_key": ("/k.pem", lambda s: tls(s).key, Path("/k.pem")),
    "server.tls_key_password": ("hush", lambda s: tls(s).key_password, "hush"),
    "security.keys_file": (
        "/k.yaml",
        lambda s: key_options(s.security) and keys_of(s).file,
        Path("/k.yaml"),
    ),
    "security.without_key": (
        "metrics, page",
        lambda s: keys_of(s).without_key,
        {"metrics", "page"},
    ),
    "security.streams_per_key": ("3", lambda s: keys_of(s).limits.streams, 3),
    "security.requests_per_minute": ("4", lambda s: keys_of(s).limits.requests, 4),
    "security.characters_per_minute": ("5", lambda s: keys_of(s).limits.characters, 5),
    "wyoming.port": ("10300", lambda s: wyoming(s, port=None).port, 10_300),
    "wyoming.host": ("0.0.0.0", lambda s: wyoming(s).host, "0.0.0.0"),
    "wyoming.name": ("kitchen", lambda s: wyoming(s).name, "kitchen"),
    "wyoming.announce": ("always", lambda s: wyoming(s).announce, "always"),
    "cache.dir": ("/c", lambda s: synthesizer_options(s).cache_dir, Path("/c")),
}


@pytest.mark.parametrize("key", ACTS)
def test_a_key_reaches_the_part_it_is_meant_for(key: str) -> None:
    text, effect, expected = ACTS[key]
    variable = "BRISA_" + key.upper().replace(".", "__")
    assert effect(load_settings()) != expected, "the default already looks like the change"
    assert effect(load_settings(variables={variable: text})) == expected


def test_there_is_no_key_without_an_effect() -> None:
    assert {dotted(path) for path in schema_of(Settings).keys} == set(ACTS) | ACCEPTED


def test_the_built_server_has_the_options() -> None:
    settings = load_settings(variables={"BRISA_RESOURCES__MAX_CONCURRENT_STREAMS": "7"})
    parts = served(settings)["parts"]
    assert parts.gate.max_streams == 7
    inline = replace(settings, resources=replace(settings.resources, workers=0))
    assert parts.synthesizer.options == served_options(inline)


def test_defaults_are_those_of_the_parts() -> None:
    """So that ``brisa serve`` and a program that uses the library behave alike."""
    from brisa.app.options import ServerOptions
    from brisa.service.options import SynthesizerOptions

    assert server_options(Settings()) == ServerOptions()
    assert synthesizer_options(Settings()) == SynthesizerOptions()


def test_pauses_are_by_default_those_of_the_segmenter() -> None:
    from brisa.app.settings import PausesSettings
    from brisa.text.segment import SegmenterOptions

    segmenter, pauses = SegmenterOptions(), PausesSettings()
    assert pauses.clause_ms == segmenter.clause_pause_ms
    assert pauses.sentence_ms == segmenter.sentence_pause_ms
    assert pauses.paragraph_ms == segmenter.paragraph_pause_ms


@pytest.mark.parametrize(("cores", "workers"), [(1, 1), (2, 2), (4, 3)])
def test_a_server_has_as_many_workers_as_there_are_cores_for(cores: int, workers: int) -> None:
    settings = load_settings()
    assert served_options(settings, plan(settings, cores)).workers == workers
    assert synthesizer_options(settings).workers == 0


def test_threads_and_workers_together_never_exceed_the_cores() -> None:
    settings = load_settings(
        variables={
            "BRISA_RESOURCES__WORKERS": "7",
            "BRISA_RESOURCES__CPU_THREADS_PER_INSTANCE": "3",
        }
    )
    options = served_options(settings, plan(settings, 4))
    assert (options.workers, options.worker_threads) == (4, 1)


def test_a_server_without_processes_has_as_many_threads() -> None:
    settings = load_settings(variables={"BRISA_RESOURCES__WORKERS": "0"})
    options = served_options(settings, plan(settings, 4))
    assert (options.workers, options.threads) == (0, 3)
    assert len(options.placements) == 3


def test_a_server_is_planned_for_the_machine_that_it_is_on() -> None:
    options = served_options(load_settings())
    assert options.workers == len(options.placements) <= len(os.sched_getaffinity(0))


def test_a_folder_may_begin_at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/someone")
    settings = load_settings(variables={"BRISA_CACHE__DIR": "~/c"})
    assert synthesizer_options(settings).cache_dir == Path("/home/someone/c")


def test_wyoming_is_spoken_where_there_is_a_port() -> None:
    assert served(load_settings())["parts"].wyoming is None
    parts = served(load_settings(variables={"BRISA_WYOMING__PORT": "0"}))["parts"]
    assert parts.wyoming is not None
    assert parts.options.wyoming == WyomingOptions(port=0)
