"""Wyoming: no routes but a port of its own."""

from __future__ import annotations

import ipaddress
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import brisa
from brisa.app.listener import bind
from brisa.app.options import WyomingOptions
from brisa.app.wires.shared import Shared
from brisa.transports.wyoming.announce import announced, require_zeroconf
from brisa.transports.wyoming.menu import Program
from brisa.transports.wyoming.server import WyomingBounds, WyomingServer

_FLAG = "--wyoming-port"


def wyoming_server(shared: Shared) -> WyomingServer | None:
    """The server, if it is wanted; it listens once :func:`listening` has given it a socket."""
    options = shared.options
    if options.wyoming is None:
        return None
    bounds = WyomingBounds(
        # One for each stream there may be, and as many that ask what there is.
        connections=2 * options.max_concurrent_streams,
        queue_bytes=options.streaming.max_buffer_bytes,
        data_bytes=options.max_body_bytes,
        stall_timeout_s=options.stall_timeout_s,
    )
    program = Program(options.wyoming.name, str(brisa.__version__))
    return WyomingServer(program, shared.talk(), shared.voices, options.text, bounds)


@contextmanager
def listening(server: WyomingServer, options: WyomingOptions, host: str) -> Iterator[None]:
    """The socket; ``host`` is that of the HTTP server.

    Raises ``ConfigError`` for an address that cannot be had, and ``MissingExtra`` if it is to be
    announced and cannot be.
    """
    if options.announce != "never":
        require_zeroconf()
    with bind(options.host or host, options.port, flag=_FLAG) as listener:
        server.listen(listener)
        yield


@asynccontextmanager
async def speaking(server: WyomingServer, options: WyomingOptions) -> AsyncIterator[None]:
    """Serves, and is announced if that is wanted, while the block is run."""
    async with server.running():
        address = server.address
        if address is None or not _to_be_told(options, address[0]):
            yield
            return
        async with announced(options.name, *address):
            yield


def uri_of(server: WyomingServer | None) -> str | None:
    """What a client is pointed at, ``tcp://host:port``."""
    address = None if server is None else server.address
    if address is None:
        return None
    host, port = address
    if ipaddress.ip_address(host).is_unspecified:
        host = "127.0.0.1"
    return f"tcp://[{host}]:{port}" if ":" in host else f"tcp://{host}:{port}"


def _to_be_told(options: WyomingOptions, host: str) -> bool:
    if options.announce == "if_reachable":
        return not ipaddress.ip_address(host).is_loopback
    return options.announce == "always"
