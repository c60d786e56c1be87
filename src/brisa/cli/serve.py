"""``brisa serve``: the server, from settings to its exit code."""

from __future__ import annotations

import json
import logging
import os
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path

import click

from brisa.app import lifecycle
from brisa.app.access_log import AccessLog
from brisa.app.build import build_app, parts_of
from brisa.app.environment import debug_wanted
from brisa.app.listener import is_loopback
from brisa.app.logs import is_json, log_to
from brisa.app.placement import settled_server
from brisa.app.settings import Settings, placement_plan, served_options, server_options
from brisa.app.tls import check_tls
from brisa.app.tracing import traced
from brisa.app.wires.wyoming import uri_of
from brisa.cli.effective import config_option, effective_settings
from brisa.cli.failures import Failure
from brisa.errors import ConfigError
from brisa.placement.plan import Plan
from brisa.service.synthesizer import Synthesizer

logger = logging.getLogger(__name__)

OnReady = Callable[[str, str | None], None]
"""Told the server's address, and the one that it speaks Wyoming at, if it does."""


@click.command()
@config_option
@click.option("--host", help="Address to listen on.  [default: 127.0.0.1]")
@click.option("--port", help="Port to listen on; 0 takes any free one.  [default: 8100]")
@click.option("--workers", metavar="auto|N", help="Processes that synthesise.  [default: auto]")
@click.option("--wyoming-port", help="Port for Home Assistant to speak Wyoming on; 10200, say.")
@click.option("--voice", metavar="NAME", help="Voice of requests that name none.")
@click.option("--tls-cert", metavar="FILE", help="Certificate in PEM; the server speaks https.")
@click.option("--tls-key", metavar="FILE", help="The certificate's key in PEM.")
@click.option("--log-format", metavar="auto|text|json", help="Form of log lines.  [default: auto]")
@click.option(
    "--log-level", metavar="LEVEL", help="debug, info, warning or error.  [default: info]"
)
@click.option("--access-log", is_flag=True, default=None, help="Log a line for every request.")
@click.option("--json", "as_json", is_flag=True, help="Print the address as JSON when ready.")
def serve(
    config: Path | None,
    host: str | None,
    port: str | None,
    workers: str | None,
    wyoming_port: str | None,
    voice: str | None,
    tls_cert: str | None,
    tls_key: str | None,
    log_format: str | None,
    log_level: str | None,
    access_log: bool | None,
    as_json: bool,
) -> int:
    """Run the server until it is told to stop.

    SIGTERM and Ctrl-C let the streams that run come to their end first, up to
    server.drain_timeout_s.
    """
    flags = {
        "--host": ("server.host", host),
        "--port": ("server.port", port),
        "--workers": ("resources.workers", workers),
        "--wyoming-port": ("wyoming.port", wyoming_port),
        "--voice": ("voices.default", voice),
        "--tls-cert": ("server.tls_cert", tls_cert),
        "--tls-key": ("server.tls_key", tls_key),
        "--log-format": ("logging.format", log_format),
        "--log-level": ("logging.level", log_level),
        "--access-log": ("logging.access", access_log),
    }
    settings = effective_settings(config, flags)
    log_to(sys.stderr, settings.logging, debug=_debugging())
    _warn_of_others(settings)
    settle = partial(settled_server, lock=settings.resources.workers == 0)
    return run_server(settings, announcer(as_json), settle=settle)


def _debugging() -> bool:
    return debug_wanted() or bool(click.get_current_context().find_root().params.get("debug"))


def _warn_of_others(settings: Settings) -> None:
    """Say what others may reach without anybody asking who they are."""
    server, wyoming = settings.server, settings.wyoming
    if not is_loopback(server.host) and settings.security.keys_file is None:
        _warn(
            settings,
            server.host,
            "others may reach the server, which has no authentication",
            "there is no authentication. Set security.keys_file, put a proxy that asks for it in "
            "front, or use --host 127.0.0.1.",
        )
    wyoming_host = wyoming.host or server.host
    if wyoming.port is not None and not is_loopback(wyoming_host):
        _warn(
            settings,
            wyoming_host,
            "others may speak Wyoming, which has no authentication",
            "Wyoming has no authentication: set wyoming.host to an address in a network where you "
            "trust everybody.",
        )


def _warn(settings: Settings, host: str, event: str, words: str) -> None:
    if is_json(settings.logging, sys.stderr):
        logger.warning(event, extra={"host": host})
    else:
        click.echo(f"brisa: warning: {host} may be reachable by others, and {words}", err=True)


def _as_it_is(plan: Plan) -> AbstractContextManager[None]:
    return nullcontext()


def run_server(
    settings: Settings,
    on_ready: OnReady,
    run: Callable[..., int] = lifecycle.serve,
    *,
    settle: Callable[[Plan], AbstractContextManager[None]] = _as_it_is,
) -> int:
    """Build the server and ``run`` it; its exit code. ``settle`` puts this process where it is to
    run, which is not undone. Raises what keeps it from being ready."""
    server, plan = settings.server, placement_plan(settings)
    options = server_options(settings)
    if options.tls is not None:
        check_tls(options.tls)
    with settle(plan), Synthesizer(served_options(settings, plan)) as synthesizer:
        app = build_app(options, synthesizer)
        if settings.logging.access:
            app.add_middleware(AccessLog, routes=app.routes)
        try:
            with traced(app, settings.tracing):
                return run(
                    app,
                    host=server.host,
                    port=server.port,
                    drain_timeout_s=server.drain_timeout_s,
                    on_ready=lambda url: on_ready(url, uri_of(parts_of(app).wyoming)),
                )
        except ConfigError as error:
            # The settings are sound; it is the machine that cannot follow them at the moment.
            raise Failure(error.message, param=error.param) from error


def announcer(as_json: bool) -> OnReady:
    """What tells the user, or a script, where the server is."""

    def announce(url: str, wyoming: str | None = None) -> None:
        if as_json:
            more = {} if wyoming is None else {"wyoming": wyoming}
            click.echo(json.dumps({"url": url, "pid": os.getpid(), **more}))
            return
        click.echo(f"brisa is ready at {url}\nTry: {curl_line(url)}")
        if wyoming is not None:
            click.echo(f"Home Assistant, or whoever speaks Wyoming, finds it at {wyoming}")

    return announce


def curl_line(url: str) -> str:
    """A command that lets the server speak; wav needs no extra on either side."""
    body = json.dumps({"input": "Hello there.", "response_format": "wav"})
    header = "content-type: application/json"
    return f"curl {url}/v1/audio/speech -H '{header}' -d '{body}' -o hello.wav"
