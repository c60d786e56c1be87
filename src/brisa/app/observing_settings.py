"""Settings of what a server tells of itself in lines and in traces."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Level = Literal["debug", "info", "warning", "error"]
Text = Annotated[str, Meta(min_length=1, max_length=200)]
Endpoint = Annotated[
    str,
    Meta(
        pattern=r"^https?://[^\s/?#@]+(/[^\s?#]*)?$",
        extra={"expected": "an address such as http://127.0.0.1:4318/v1/traces"},
    ),
]


class LoggingSettings(Struct, frozen=True, kw_only=True):
    """``logging``: lines on standard error. ``format``: ``text`` for people, ``json`` for programs;
    ``auto`` is text on a terminal and json elsewhere. ``level`` is the least that brisa's own lines
    must be worth; of other libraries only warnings and above are shown. ``access``: a line for
    every request."""

    format: Literal["auto", "text", "json"] = "auto"
    level: Level = "info"
    access: bool = False


class TracingSettings(Struct, frozen=True, kw_only=True):
    """``tracing``: spans of streams for OpenTelemetry. ``endpoint`` takes OTLP over HTTP; without
    one nothing is traced. ``sample_ratio`` of the streams whose caller has not decided are kept.
    ``service_name`` is what a trace calls this server."""

    endpoint: Endpoint | None = None
    sample_ratio: Annotated[float, Meta(ge=0, le=1)] = 1.0
    service_name: Text = "brisa"
