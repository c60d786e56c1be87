"""A WebSocket to the server, and why there is none."""

from __future__ import annotations

import logging
import ssl
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, InvalidStatus, InvalidURI

from brisa.client.errors import AccessDenied, ServerMisbehaved
from brisa.errors import BrisaError

_SILENT: Final = logging.getLogger(f"{__name__}.silent")
_SILENT.setLevel(logging.CRITICAL + 1)  # at the level debug it logs what is said

_MAX_MESSAGE_BYTES: Final = 16 << 20
_MAX_QUEUE: Final = 64
_CLOSE_TIMEOUT_S: Final = 2.0


@dataclass(frozen=True, slots=True)
class Target:
    """``url`` of the WebSocket. ``ssl_context`` replaces the usual one of ``wss``. ``proxy`` is
    ``True`` for that of the environment, a URL, or ``None``."""

    url: str
    api_key: str | None = field(default=None, repr=False)
    ssl_context: ssl.SSLContext | None = None
    proxy: str | Literal[True] | None = True


class NoSocket(Exception):
    """An attempt failed, for ``reason``; ``fatal`` if another would fail, too."""

    def __init__(self, reason: str, fatal: BrisaError | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.fatal = fatal


async def dial(target: Target, timeout_s: float) -> ClientConnection:
    """A WebSocket that was opened within ``timeout_s``; the caller closes it.

    Raises :class:`NoSocket`.
    """
    headers = {} if target.api_key is None else {"Authorization": f"Bearer {target.api_key}"}
    options: dict[str, Any] = {}
    if target.ssl_context is not None:
        options["ssl"] = target.ssl_context
    try:
        return await connect(
            target.url,
            additional_headers=headers,
            compression=None,  # samples do not get smaller by it
            proxy=target.proxy,
            open_timeout=timeout_s,
            ping_interval=None,  # the protocol has its own
            close_timeout=_CLOSE_TIMEOUT_S,
            max_size=_MAX_MESSAGE_BYTES,
            max_queue=_MAX_QUEUE,
            logger=_SILENT,
            **options,
        )
    except InvalidStatus as error:
        raise _refused(error.response.status_code) from None
    except TimeoutError:
        raise NoSocket("the server did not answer in time") from None
    except OSError as error:
        raise NoSocket(error.strerror or type(error).__name__) from error
    except (InvalidHandshake, InvalidURI, EOFError) as error:
        raise NoSocket(f"no WebSocket ({type(error).__name__})") from error


def _refused(status: int) -> NoSocket:
    reason = f"the server answered {status}"
    fatal: BrisaError | None = None
    if status in (401, 403):
        message = "The server does not let this client in; check the key and what it allows."
        fatal = AccessDenied(message, param="api_key")
    elif status in (404, 405, 426):
        fatal = ServerMisbehaved("The server has no /v1/stream; check the address.", param="url")
    return NoSocket(reason, fatal)
