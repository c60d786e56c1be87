"""Telling the local network of the server by multicast DNS, so that Home Assistant finds it.

The only importer of zeroconf, by name: it comes with an extra.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final

from brisa.errors import MissingExtra

logger = logging.getLogger(__name__)

SERVICE: Final = "_wyoming._tcp.local."

_LABEL_BYTES: Final = 63
"""Of a part of a domain name (RFC 1035, 2.3.4)."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """What is told: ``label`` is the instance's name, by which it is known again; ``hosts`` are
    addresses, of which others try each; ``machine`` is the name of this one."""

    label: str
    machine: str
    hosts: tuple[str, ...]
    port: int


def announcement(
    name: str, machine: str, host: str, port: int, reachable: tuple[str, ...]
) -> Announcement:
    """What to tell of a server called ``name`` that listens on the address ``host``.

    ``reachable`` are this machine's addresses, which it has if it listens on all of them. A
    label stays the same over restarts, since clients know the server by it; it holds no dot,
    which would begin another part of the name.
    """
    machine = machine.split(".")[0] or "localhost"
    label = _shortened(f"{name} on {machine}".replace(".", " "))
    everywhere = ipaddress.ip_address(host).is_unspecified
    return Announcement(label, _shortened(machine), reachable if everywhere else (host,), port)


def require_zeroconf() -> None:
    """Raise ``MissingExtra`` where nothing could be announced."""
    _library()


@asynccontextmanager
async def announced(
    name: str, host: str, port: int, *, interfaces: tuple[str, ...] = ()
) -> AsyncIterator[None]:
    """Told while the block is run, and taken back at its end.

    A network that cannot be told is logged; the server does without. ``interfaces`` are the
    addresses whose networks are told; by default those of the server. Raises ``MissingExtra``.
    """
    library, service = _library()
    reachable = await asyncio.to_thread(_reachable_addresses)
    told = announcement(name, socket.gethostname(), host, port, reachable)
    try:
        zeroconf = service.AsyncZeroconf(interfaces=list(interfaces or told.hosts))
    except (OSError, RuntimeError, ValueError) as error:  # no network, or none that takes it
        _log_untold(error)
        yield
        return
    async with asyncio.TaskGroup() as group:
        # Others are asked first whether they have the name, which takes about a second.
        telling = group.create_task(_tell(zeroconf, told, library, service))
        try:
            yield
        finally:
            telling.cancel()
            await zeroconf.async_close()  # takes back what was told


async def _tell(zeroconf: Any, told: Announcement, library: Any, service: Any) -> None:
    info = service.AsyncServiceInfo(
        SERVICE,
        f"{told.label}.{SERVICE}",
        port=told.port,
        parsed_addresses=list(told.hosts),
        server=f"{told.machine}.local.",
    )
    try:
        await (await zeroconf.async_register_service(info, allow_name_change=True))
    except (OSError, library.Error) as error:
        _log_untold(error)
    else:
        logger.info("the network is told of the server", extra={"service": SERVICE})


def _log_untold(error: Exception) -> None:
    found = {"error": type(error).__name__}
    logger.warning("the network cannot be told of the server", extra=found)


def _reachable_addresses() -> tuple[str, ...]:
    """IPv4 of this machine's networks; ifaddr comes with zeroconf, which asks it too."""
    adapters = import_module("ifaddr").get_adapters()
    found = [item.ip for adapter in adapters for item in adapter.ips if item.is_IPv4]
    return tuple(one for one in found if not ipaddress.ip_address(one).is_loopback)


def _library() -> tuple[Any, Any]:
    try:
        return import_module("zeroconf"), import_module("zeroconf.asyncio")
    except ImportError:
        raise MissingExtra("Announcing the server", "zeroconf", param="wyoming.announce") from None


def _shortened(label: str) -> str:
    return label.encode()[:_LABEL_BYTES].decode(errors="ignore")
