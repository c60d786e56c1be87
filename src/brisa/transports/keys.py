"""API keys: what a request offers, and whose it is. No I/O and no clock.

A key is 256 random bits, so what is kept of it is one keyed hash (BLAKE2b under a salt of its own):
a slow hash protects words that people think of, which can be guessed; these cannot. A key is
compared with every record there is, each in constant time, so that how long it takes tells neither
whether one matched nor which.
"""

from __future__ import annotations

import base64
import binascii
import hmac
import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Final
from urllib.parse import parse_qsl

from brisa.transports.allowance import NO_LIMITS, KeyLimits

PREFIX: Final = "brisa_"
MAX_KEYS: Final = 1000
"""A check takes half a microsecond a key, on the event loop."""

MAX_OFFERED: Final = 4
"""Keys that one request may try; a client that fills every field it knows sends the same one."""

_MAX_KEY_CHARS: Final = 256
_MAX_QUERY_BYTES: Final = 1 << 14
_SECRET_BYTES: Final = 32
_DIGEST_BYTES: Final = 32
_SALT_BYTES: Final = 16
_ALGORITHM: Final = "blake2b"

_HEADERS: Final = (b"xi-api-key", b"x-api-key", b"x-vapi-secret")
_QUERY: Final = frozenset({"authorization", "api_key", "token", "xi-api-key", "xi_api_key"})
_SCHEMES: Final = frozenset({"bearer", "token"})
_PROTOCOL_KEY: Final = "openai-insecure-api-key."


@dataclass(frozen=True, slots=True)
class KeyHash:
    """What is kept of a key; its text form is ``blake2b:SALT:DIGEST`` in hex."""

    salt: bytes = field(repr=False)
    digest: bytes = field(repr=False)

    def fits(self, key: str) -> bool:
        """In a time that does not depend on ``key`` but for its length."""
        return hmac.compare_digest(_digest(key, self.salt), self.digest)

    def __str__(self) -> str:
        return f"{_ALGORITHM}:{self.salt.hex()}:{self.digest.hex()}"


@dataclass(frozen=True, slots=True)
class KeyRecord:
    """Somebody who may call. ``name`` is not a secret: it stands for the client in the scheduler's
    shares."""

    name: str
    hash: KeyHash
    limits: KeyLimits = NO_LIMITS


def make_key() -> str:
    """A fresh key, to be shown once."""
    return PREFIX + secrets.token_urlsafe(_SECRET_BYTES)


def hash_of(key: str, salt: bytes | None = None) -> KeyHash:
    """What to keep of a key; ``salt`` is fresh unless given."""
    salt = secrets.token_bytes(_SALT_BYTES) if salt is None else salt
    return KeyHash(salt, _digest(key, salt))


def read_hash(text: str) -> KeyHash:
    """A hash in its text form. Raises ``ValueError``, which does not quote it."""
    algorithm, _, rest = text.partition(":")
    salt, _, digest = rest.partition(":")
    try:
        found = KeyHash(bytes.fromhex(salt), bytes.fromhex(digest))
    except ValueError:
        raise ValueError("not a hash") from None
    sizes = (len(found.salt), len(found.digest))
    if algorithm != _ALGORITHM or sizes != (_SALT_BYTES, _DIGEST_BYTES):
        raise ValueError("not a hash")
    return found


def owner_of(offered: Iterable[str], records: Iterable[KeyRecord]) -> KeyRecord | None:
    """Whose key one of ``offered`` is. Looks at every record, found or not."""
    found: KeyRecord | None = None
    records = tuple(records)
    for key in offered:
        for record in records:
            if record.hash.fits(key):
                found = record
    return found


def offered_keys(headers: Iterable[tuple[bytes, bytes]], query: bytes) -> tuple[str, ...]:
    """The keys that a request or a handshake brings, in any of the forms that clients use.

    ``headers`` have names in lower case; ``query`` is as it stands in the address. Everything in
    them may be anything.
    """
    found: dict[str, None] = {}
    for key in _all_offered(headers, query):
        if 0 < len(key) <= _MAX_KEY_CHARS:
            found[key] = None
            if len(found) == MAX_OFFERED:
                break
    return tuple(found)


def _all_offered(headers: Iterable[tuple[bytes, bytes]], query: bytes) -> Iterator[str]:
    protocols: list[str] = []
    for name, raw in headers:
        value = raw.decode("latin-1")
        if name == b"authorization":
            yield from _of_authorization(value)
        elif name in _HEADERS:
            yield value.strip()
        elif name == b"sec-websocket-protocol":
            protocols += [item.strip() for item in value.split(",")]
    yield from _of_protocols(protocols)
    if query and len(query) <= _MAX_QUERY_BYTES:
        for field_name, value in parse_qsl(query.decode("latin-1")):
            if field_name.lower() in _QUERY:
                yield from _of_authorization(value)


def _of_authorization(value: str) -> Iterator[str]:
    """``Bearer k``, ``Token k``, ``k``, and ``Basic`` with the key for a password, which is how
    browsers ask for one."""
    scheme, _, rest = value.strip().partition(" ")
    if not rest:
        if scheme.lower() not in _SCHEMES | {"basic"}:
            yield scheme
    elif scheme.lower() in _SCHEMES:
        yield rest.strip()
    elif scheme.lower() == "basic":
        try:
            user, _, password = base64.b64decode(rest, validate=True).decode().partition(":")
        except (binascii.Error, ValueError):
            return
        yield password or user


def _of_protocols(protocols: list[str]) -> Iterator[str]:
    """Browsers cannot set headers of a handshake: they offer the key as a subprotocol."""
    for index, item in enumerate(protocols):
        if item.startswith(_PROTOCOL_KEY):
            yield item.removeprefix(_PROTOCOL_KEY)
        elif item.lower() in _SCHEMES and index + 1 < len(protocols):
            yield protocols[index + 1]


def _digest(key: str, salt: bytes) -> bytes:
    encoded = key.encode("utf-8", "surrogatepass")
    return blake2b(encoded, digest_size=_DIGEST_BYTES, key=salt).digest()
