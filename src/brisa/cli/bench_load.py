"""The options that every load on a server has, and the plan that they make."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import click

from brisa.bench.arrivals import ARRIVALS
from brisa.bench.listening import MAX_DURATION_S, MAX_LISTENERS, TRANSPORTS, LoadPlan
from brisa.errors import OutOfRange

ENGINES = ("tiny", "scripted")

Command = Callable[..., Any]
Option = Callable[[Command], Command]


def count_option(default: int, name: str = "--count", text: str = "Listeners.") -> Option:
    """A number of listeners."""
    return click.option(
        name, type=click.IntRange(1, MAX_LISTENERS), default=default, show_default=True, help=text
    )


def duration_option(default_s: float) -> Option:
    """How long one run asks for more."""
    return click.option(
        "--duration",
        "duration_s",
        type=click.FloatRange(1, MAX_DURATION_S),
        default=default_s,
        show_default=True,
        metavar="S",
        help="Seconds in which listeners go on asking; what they asked for is received to its end.",
    )


def load_options(command: Command) -> Command:
    """Arrivals, transport, engine, format and seed."""
    choices = [
        click.option(
            "--arrivals",
            type=click.Choice(ARRIVALS),
            default="poisson",
            show_default=True,
            help="How the listeners come: over some seconds, or all at once.",
        ),
        click.option(
            "--transport",
            type=click.Choice(TRANSPORTS),
            default="http",
            show_default=True,
            help="POST /v1/audio/speech, or the WebSocket /v1/stream.",
        ),
        click.option("--engine", type=click.Choice(ENGINES), default="tiny", show_default=True),
        click.option(
            "--format", "audio_format", type=click.Choice(["pcm"]), default="pcm", show_default=True
        ),
        click.option("--seed", type=click.IntRange(0, 2**31), default=0, show_default=True),
    ]
    for choice in reversed(choices):
        command = choice(command)
    return command


url_option: Option = click.option(
    "--url", metavar="URL", help="Measure the server that runs there."
)


def plan_of(
    count: int, duration_s: float, arrivals: Any, seed: int, transport: Any = "http"
) -> LoadPlan:
    """The plan without an address, which every server has of its own.

    Raises ``OutOfRange`` for a duration that is no number.
    """
    if math.isnan(duration_s):
        raise OutOfRange("--duration is a number of seconds.", param="duration")
    return LoadPlan(
        host="",
        port=0,
        count=count,
        duration_s=duration_s,
        arrivals=arrivals,
        seed=seed,
        transport=transport,
    )
