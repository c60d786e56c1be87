"""Settings of who may call and how much, and of TLS."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct

from brisa.app.options import KeyOptions, TlsOptions
from brisa.errors import ConfigError
from brisa.transports.allowance import KeyLimits

Text = Annotated[str, Meta(min_length=1)]
PerKey = Annotated[int, Meta(ge=1, le=1_000_000_000)]


class SecuritySettings(Struct, frozen=True, kw_only=True):
    """``security``: with a ``keys_file`` whoever calls needs an API key of it. ``without_key`` are
    what may be read without one even so; ``/health`` and ``/ready`` always may. The limits are
    those of a key whose record in the file says nothing else: ``streams_per_key`` at a time,
    ``requests_per_minute`` and ``characters_per_minute``."""

    keys_file: Text | None = None
    without_key: tuple[Literal["metrics", "status", "page"], ...] = ()
    streams_per_key: PerKey | None = None
    requests_per_minute: PerKey | None = None
    characters_per_minute: PerKey | None = None


def key_options(security: SecuritySettings) -> KeyOptions | None:
    """``None``: no keys. Raises ``ConfigError`` for limits of keys that there are not."""
    limits = KeyLimits(
        security.streams_per_key, security.requests_per_minute, security.characters_per_minute
    )
    if security.keys_file is None:
        if limits != KeyLimits():
            message = "Limits of a key need keys: name their file with security.keys_file."
            raise ConfigError(message, param="security.keys_file")
        return None
    file = Path(security.keys_file).expanduser()
    return KeyOptions(file, limits, frozenset(security.without_key))


def tls_options(cert: str | None, key: str | None, key_password: str | None) -> TlsOptions | None:
    """``None``: no TLS. Raises ``ConfigError`` for a key without a certificate."""
    if cert is None:
        if key is not None:
            message = "server.tls_key needs its certificate: name that with server.tls_cert."
            raise ConfigError(message, param="server.tls_cert")
        return None
    key_file = None if key is None else Path(key).expanduser()
    return TlsOptions(Path(cert).expanduser(), key_file, key_password)
