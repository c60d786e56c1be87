"""The server's certificate and its key, looked at before anything is started."""

from __future__ import annotations

import ssl
from pathlib import Path

from brisa.app.options import TlsOptions
from brisa.errors import ConfigError

_CERT = "server.tls_cert"
_KEY = "server.tls_key"


def check_tls(options: TlsOptions) -> None:
    """That the server can use them.

    Raises ``ConfigError`` that says which file is at fault: missing, unreadable, of another kind,
    not belonging to the other, or closed by a password that was not given.
    """
    _check_readable(options.cert, _CERT)
    if options.key is not None:
        _check_readable(options.key, _KEY)
    _check_certificate(options.cert)
    try:
        # Always given: without one OpenSSL would ask for it on the terminal.
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(
            options.cert, options.key, password=options.key_password or ""
        )
    except ssl.SSLError as error:
        raise ConfigError(_problem(error, options), param=_KEY) from None


def _check_readable(path: Path, setting: str) -> None:
    try:
        with path.open("rb") as file:
            file.read(1)
    except OSError as error:
        message = f"{setting}: {path} cannot be read: {error.strerror}."
        raise ConfigError(message, param=setting) from None


def _check_certificate(path: Path) -> None:
    """That what is wrong later is the key."""
    probe = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    try:
        probe.load_verify_locations(path)
    except ssl.SSLError:
        message = f"{_CERT}: {path} holds no certificate in PEM."
        raise ConfigError(message, param=_CERT) from None


def _problem(error: ssl.SSLError, options: TlsOptions) -> str:
    key = options.key or options.cert
    if error.reason == "KEY_VALUES_MISMATCH":
        return f"{_KEY}: {key} is not the key of the certificate {options.cert}."
    # OpenSSL's reason differs by its version and by the form of the file; both forms say this.
    if b"ENCRYPTED" in key.read_bytes():
        given = "another" if options.key_password else "a"
        return f"{_KEY}: {key} needs {given} password: server.tls_key_password."
    if options.key is None:
        return f"{_KEY}: {key} holds no key; name the key's file."
    return f"{_KEY}: {key} holds no key in PEM that can be used."
