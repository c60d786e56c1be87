"""The forms in which real clients bring a key."""

from __future__ import annotations

import base64
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import quote


@dataclass(frozen=True)
class KeyForm:
    """Where a key stands: in a header, in the query, or in the subprotocols that are offered."""

    name: str
    header: tuple[str, Callable[[str], str]] | None = None
    field: tuple[str, Callable[[str], str]] | None = None
    socket_only: bool = False

    def headers(self, key: str) -> dict[str, str]:
        return {} if self.header is None else {self.header[0]: self.header[1](key)}

    def raw_headers(self, key: str) -> list[tuple[bytes, bytes]]:
        return [
            (name.lower().encode(), value.encode("latin-1"))
            for name, value in self.headers(key).items()
        ]

    def query(self, key: str) -> bytes:
        if self.field is None:
            return b""
        return f"{self.field[0]}={quote(self.field[1](key))}".encode()

    def subprotocols(self, key: str) -> list[str]:
        if not self.socket_only:
            return []
        return [item.strip() for item in self.headers(key)["Sec-WebSocket-Protocol"].split(",")]


def _bare(key: str) -> str:
    return key


def _header(name: str, form: str = "{}") -> KeyForm:
    label = f"{name}: {form.format('k')}"
    return KeyForm(label, header=(name, lambda key: form.format(key)))


def _query(name: str, form: str = "{}") -> KeyForm:
    return KeyForm(f"?{name}={form.format('k')}", field=(name, lambda key: form.format(key)))


def _protocol(form: str) -> KeyForm:
    header = ("Sec-WebSocket-Protocol", lambda key: form.format(key))
    return KeyForm(f"subprotocol {form.format('k')}", header=header, socket_only=True)


def _basic(key: str) -> str:
    return "Basic " + base64.b64encode(f"anybody:{key}".encode()).decode()


FORMS = (
    _header("Authorization", "Bearer {}"),
    _header("Authorization", "bearer {}"),
    _header("Authorization", "Token {}"),
    _header("Authorization", "token {}"),
    _header("Authorization"),
    KeyForm("Authorization: Basic", header=("Authorization", _basic)),
    _header("xi-api-key"),
    _header("X-API-Key"),
    _header("X-VAPI-SECRET"),
    _query("authorization"),
    _query("authorization", "Bearer {}"),
    _query("api_key"),
    _query("token"),
    _query("xi-api-key"),
    _protocol("token, {}"),
    _protocol("realtime, openai-insecure-api-key.{}"),
)
