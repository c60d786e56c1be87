"""What can go wrong between a client and its server, besides what the server itself says.

::

    BrisaError
    ├── Unavailable
    │   ├── ConnectionFailed      no connection could be made, or it was lost and not got back
    │   └── SessionLost           the server has the session no more; ``reason`` is its code
    ├── AccessDenied              the server wants another key, or none of this origin
    ├── SamplesLost               the audio has a hole
    ├── ServerMisbehaved          what came is not what docs/protocols/stream.md says
    ├── ClientBroke               a bug of the client
    └── RemoteError               a code of the server that this client does not know
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from brisa.errors import (
    BrisaError,
    EmptyText,
    EngineFailed,
    EngineTimeout,
    InvalidRequest,
    InvalidText,
    OutOfRange,
    Overloaded,
    ShuttingDown,
    Unavailable,
    UnknownFormat,
    UnknownModel,
    UnknownVoice,
    UnsupportedOption,
)


class ConnectionFailed(Unavailable):
    """There is no connection, and none will be tried any more."""

    code = "connection_failed"


class SessionLost(Unavailable):
    """What was being spoken cannot be continued; ``reason`` is why, in a word."""

    code = "session_lost"

    def __init__(self, message: str, *, reason: str) -> None:
        super().__init__(message)
        self.reason = reason


class AccessDenied(BrisaError):
    """The server does not let this client in."""

    code = "access_denied"


class SamplesLost(BrisaError):
    """Samples of the utterance are missing; those before the hole are right."""

    code = "samples_lost"
    retryable = True


class ServerMisbehaved(BrisaError):
    """The server does not speak as it should."""

    code = "server_misbehaved"


class ClientBroke(BrisaError):
    """A bug of the client itself."""

    code = "client_broke"


class RemoteError(BrisaError):
    """An error of the server; :attr:`code` is what it calls it."""

    def __init__(self, code: str, message: str, *, param: str | None = None) -> None:
        super().__init__(message, param=param)
        vars(self)["code"] = code


_REQUEST_KINDS: Final[Mapping[str, type[BrisaError]]] = {
    kind.code: kind
    for kind in (
        InvalidRequest,
        EmptyText,
        InvalidText,
        UnknownVoice,
        UnknownModel,
        UnknownFormat,
        OutOfRange,
        UnsupportedOption,
        EngineFailed,
        EngineTimeout,
    )
}
_UNAVAILABLE_KINDS: Final[Mapping[str, type[Unavailable]]] = {
    kind.code: kind for kind in (Unavailable, Overloaded, ShuttingDown)
}


def error_of(
    code: str, message: str, param: str | None = None, retry_after_s: float | None = None
) -> BrisaError:
    """The error that a server's ``code`` stands for, of the class that it has at the server."""
    if code in _UNAVAILABLE_KINDS:
        return _UNAVAILABLE_KINDS[code](message, retry_after_s=retry_after_s or 1.0)
    if code in _REQUEST_KINDS:
        return _REQUEST_KINDS[code](message, param=param)
    return RemoteError(code, message, param=param)
