"""The listening socket, with the kernel's buffers bounded."""

from __future__ import annotations

import ipaddress
import socket
import sys

from brisa.errors import ConfigError

SEND_BUFFER_BYTES = 1 << 16
"""The kernel's part of what a client has not read; it takes twice as much for its own needs. Left
to itself it grows to megabytes, a minute of audio synthesised for somebody who may have left."""

UNREAD_TIMEOUT_MS = 600_000
"""When the kernel gives up on a client that takes nothing of what was sent to it; by then the
stream was cut, and only its last bytes hold the connection."""


def bind(host: str, port: int, *, flag: str = "--port") -> socket.socket:
    """A listening address. Raises ``ConfigError``, which names ``flag``, if it cannot be had."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
    except OSError as error:
        raise _unusable(host, port, error, flag) from None
    try:
        listener.setsockopt(socket.SOL_SOCKET, *address_claim(sys.platform))
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_TIMEOUT_MS)
        listener.bind(address)
    except OSError as error:
        listener.close()
        raise _unusable(host, port, error, flag) from None
    listener.setblocking(False)
    return listener


def address_claim(platform: str) -> tuple[int, int]:
    """The socket option that gives a server its port alone, and soon after the last one ended.

    ``SO_REUSEADDR`` passes over connections that are still closing; on Windows it would let a
    second server share the port, which ``SO_EXCLUSIVEADDRUSE`` (-5 in winsock2.h) forbids.
    """
    return (-5, 1) if platform == "win32" else (socket.SO_REUSEADDR, 1)


def _unusable(host: str, port: int, error: OSError, flag: str) -> ConfigError:
    message = f"Cannot listen on {host} port {port}: {error.strerror}. Choose another with {flag}."
    return ConfigError(message, param="port")


def url_of(listener: socket.socket, scheme: str = "http") -> str:
    """Where a browser finds it."""
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "127.0.0.1"
    return f"{scheme}://[{host}]:{port}" if ":" in host else f"{scheme}://{host}:{port}"


def is_loopback(host: str) -> bool:
    """Only this machine can reach it."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
