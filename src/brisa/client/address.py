"""Where a server is, as people write it."""

from __future__ import annotations

from urllib.parse import urlsplit, urlunsplit

from brisa.errors import InvalidRequest

PATH = "/v1/stream"
_SCHEMES = {"ws": "ws", "wss": "wss", "http": "ws", "https": "wss"}


def stream_url(url: str) -> str:
    """The address of the WebSocket of the server at ``url``, which may be the server's own
    (``http://host:8100``, with a prefix if it has one) or the WebSocket's whole one.

    Raises ``InvalidRequest``.
    """
    try:
        parts = urlsplit(url)
        scheme, host, _ = _SCHEMES.get(parts.scheme), parts.hostname, parts.port
    except ValueError:
        scheme = host = None
    if scheme is None or not host:
        message = "A server's address is like ws://127.0.0.1:8100 or https://example.org."
        raise InvalidRequest(message, param="url")
    path = parts.path.rstrip("/")
    if not path.endswith(PATH):
        path += PATH
    return urlunsplit((scheme, parts.netloc, path, parts.query, ""))
