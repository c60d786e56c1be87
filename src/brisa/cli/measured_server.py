"""The servers that a load is put on: one that runs already, or children with settings of their own.

A child's settings are those in effect here, but for a cap on streams that would measure nothing.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from brisa.app.settings import Settings
from brisa.bench.children import announced_server, started_server
from brisa.bench.listeners import Target
from brisa.bench.listeners_report import BRISA, NAIVE
from brisa.bench.listening import LoadPlan
from brisa.cli.bench_engine import chosen_voice
from brisa.cli.voices_stored import catalogue_of
from brisa.clock import Clock
from brisa.errors import InvalidRequest, UnknownModel

_SCRIPTED = "scripted"


@contextmanager
def targets(
    settings: Settings,
    plan: LoadPlan,
    engine: str,
    *,
    url: str | None,
    naive: bool,
    clock: Clock,
    runs: int,
) -> Iterator[list[Target]]:
    """What is measured: a server at ``url``, or one started here, and the naive one if wanted.

    ``runs`` of ``plan`` fit into the life of a child. Children end with the block. Raises what
    keeps a server from being started.
    """
    deadline_s = 120.0 + (runs + 1) * (plan.duration_s + 2 * plan.grace_s)
    with ExitStack() as stack:
        if url is not None:
            found = [target_of(url)]
        else:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="brisa-bench-")))
            options = (
                "--config",
                str(server_config(settings, engine, plan.count + plan.bulk, folder)),
            )
            server = stack.enter_context(started_server(clock, options, deadline_s=deadline_s))
            found = [Target(BRISA, server.host, server.port, server.pid)]
        if naive:
            command = ("-m", "brisa.bench.naive")
            server = stack.enter_context(announced_server(command, clock, deadline_s=deadline_s))
            found.append(
                Target(NAIVE, server.host, server.port, server.pid, ("http",), tells=False)
            )
        yield found


def target_of(url: str) -> Target:
    """A server that runs already, of which nothing but its answers is known.

    Raises ``InvalidRequest`` for anything but ``http://HOST:PORT``.
    """
    parts = urlsplit(url if "//" in url else f"http://{url}")
    try:
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    if parts.scheme != "http" or not host or parts.path.strip("/"):
        raise InvalidRequest("The address is given as http://HOST:PORT.", param="url")
    return Target(BRISA, host, port or 80, None)


def server_config(settings: Settings, engine: str, count: int, folder: Path) -> Path:
    """A settings file in ``folder``: these settings, a voice of ``engine``, room for ``count``."""
    tree = msgspec.to_builtins(settings)
    # A listener's last stream may still be closing while the next one begins.
    room = max(settings.resources.max_concurrent_streams, 2 * count)
    tree["resources"]["max_concurrent_streams"] = room
    tree["voices"] |= {"default": voice_of(settings, engine, folder, tree["voices"])}
    path = folder / "brisa.yaml"
    path.write_text(json.dumps(tree), encoding="utf-8")  # JSON is YAML
    return path


def voice_of(settings: Settings, engine: str, folder: Path, voices: dict[str, object]) -> str:
    """A voice that ``engine`` speaks; the scripted engine gets one where there is none.

    Raises ``UnknownModel`` if there is none of another engine.
    """
    catalogue = catalogue_of(settings)
    default = settings.voices.default
    if any(item.engine == engine and item.name == default for item in catalogue.records()):
        return default
    try:
        return chosen_voice(catalogue, engine, None).name
    except UnknownModel:
        if engine != _SCRIPTED:
            raise
    made = folder / "voices" / _SCRIPTED
    made.mkdir(parents=True)
    record = {"name": _SCRIPTED, "engine": _SCRIPTED, "language": "en-US", "file": "model.bin"}
    (made / "voice.json").write_text(json.dumps(record), encoding="utf-8")
    (made / "model.bin").touch()
    voices["dir"] = str(made.parent)
    return _SCRIPTED


def check_baseline(engine: str, *, naive: bool) -> None:
    """Raises ``InvalidRequest`` for an engine that the naive server does not have."""
    if naive and engine != "tiny":
        raise InvalidRequest("Only the engine tiny has the baseline naive.", param="baseline")
