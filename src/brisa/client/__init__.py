"""Clients of a brisa server that reconnect by themselves and lose or double no sample.

::

    async with connect("ws://127.0.0.1:8100") as client:
        async for chunk in client.say("The breeze has a voice."):
            play(chunk.pcm_t, chunk.sample_rate_hz)

:class:`AsyncClient` (which :func:`connect` makes) is for coroutines, :class:`Client` for threads.
Both are shells around :mod:`~brisa.client.protocol`, which decides everything without I/O. Nothing
of the server is loaded.
"""

from __future__ import annotations

from brisa.client.aio import AsyncClient
from brisa.client.errors import (
    AccessDenied,
    ConnectionFailed,
    RemoteError,
    SamplesLost,
    ServerMisbehaved,
    SessionLost,
)
from brisa.client.events import (
    Complained,
    Connected,
    ConnectionEvent,
    Disconnected,
    GaveUp,
    Renewed,
    Resumed,
)
from brisa.client.line import LineOptions
from brisa.client.options import ClientOptions, StartOptions
from brisa.client.results import Cancellation, Chunk
from brisa.client.retry import RetryOptions
from brisa.client.sync import Client, Utterance
from brisa.client.utterance import AsyncUtterance

connect = AsyncClient
"""A client for ``async with``."""

__all__ = [
    "AccessDenied",
    "AsyncClient",
    "AsyncUtterance",
    "Cancellation",
    "Chunk",
    "Client",
    "ClientOptions",
    "Complained",
    "Connected",
    "ConnectionEvent",
    "ConnectionFailed",
    "Disconnected",
    "GaveUp",
    "LineOptions",
    "RemoteError",
    "Renewed",
    "Resumed",
    "RetryOptions",
    "SamplesLost",
    "ServerMisbehaved",
    "SessionLost",
    "StartOptions",
    "Utterance",
    "connect",
]
