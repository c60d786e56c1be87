"""Read-only string maps in one flat file: nothing is parsed when they are opened.

A file holds several named maps. Each map is a table of buckets: ``starts`` (u32, one more than
there are buckets) cuts ``records`` into buckets, and a bucket is a run of records
``FF key FE value FF``. 0xFE and 0xFF never occur in UTF-8, so one ``bytes.find`` locates a key,
whatever characters it has. The bucket of a key is ``crc32(key) & (buckets - 1)``.

A value is text, or a JSON object when it begins with ``{``. Numbers are native-endian; the header
says which, and a file from another kind of machine is refused like a damaged one. The file's
checksum is verified once, on opening, by reading it through a small buffer, so that pages of the
mapping are touched (and counted as this process's memory) only where keys are looked up.
"""

from __future__ import annotations

import json
import mmap
import struct
import sys
import zlib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np

Value: TypeAlias = str | dict[str, Any]
Buffer: TypeAlias = bytes | mmap.mmap

MAGIC: Final = b"BRISAFM1"
_PREAMBLE: Final = struct.Struct("<8sII")  # magic, checksum of all that follows, header bytes
_UNCHECKED_BYTES: Final = 12
_CHECK_BYTES: Final = 1 << 18
_ALIGN_BYTES: Final = 8
_CACHED_KEYS: Final = 4096


class FlatMapDamaged(Exception):
    """The file is truncated, altered, or of another format, content or byte order."""


class FlatMap:
    """One map. ``get`` and ``in`` behave as those of the ``dict`` it was made from.

    Thread-safe. Objects returned are shared between callers and must not be changed.
    """

    def __init__(self, records: memoryview, starts: memoryview, longest_key_bytes: int) -> None:
        self._records = records
        self._starts = starts
        self._mask = len(starts) - 2
        self._longest_key_bytes = longest_key_bytes
        self.get = lru_cache(maxsize=_CACHED_KEYS)(self.find)

    def __contains__(self, key: str) -> bool:
        return self.get(key) is not None

    def find(self, key: str) -> Value | None:
        """``get`` past the cache, for callers that keep what they make of the value."""
        encoded = key.encode("utf-8", "surrogatepass")
        if len(encoded) > self._longest_key_bytes:
            return None
        bucket = zlib.crc32(encoded) & self._mask
        records = bytes(self._records[self._starts[bucket] : self._starts[bucket + 1]])
        at = records.find(b"\xff" + encoded + b"\xfe")
        if at < 0:
            return None
        begin = at + len(encoded) + 2
        value = records[begin : records.index(b"\xff", begin)].decode()
        return json.loads(value) if value.startswith("{") else value


def pack(content: str, maps: Mapping[str, Iterable[tuple[str, Value]]]) -> bytes:
    """The file for these maps. ``content`` names what they were made from.

    Keys must be unique within a map. Text values must not begin with ``{``.
    """
    payload = bytearray()
    header: dict[str, Any] = {"content": content, "order": sys.byteorder, "maps": {}}
    for name, items in maps.items():
        starts, records, longest_key_bytes = _pack_map(items)
        header["maps"][name] = {
            "starts": [len(payload), len(starts)],
            "records": [len(payload) + len(starts), len(records)],
            "longest_key_bytes": longest_key_bytes,
        }
        payload += starts + records
        payload += bytes(-len(payload) % _ALIGN_BYTES)
    text = json.dumps(header).encode()
    text += b" " * (-(_PREAMBLE.size + len(text)) % _ALIGN_BYTES)
    body = text + payload
    checked = struct.pack("<I", len(text)) + body
    return MAGIC + struct.pack("<I", zlib.crc32(checked)) + checked


def _pack_map(items: Iterable[tuple[str, Value]]) -> tuple[bytes, bytes, int]:
    records: list[bytes] = []
    hashes: list[int] = []
    longest_key_bytes = 0
    for key, value in items:
        encoded = key.encode()
        text = value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))
        records.append(b"\xff%b\xfe%b\xff" % (encoded, text.encode()))
        hashes.append(zlib.crc32(encoded))
        longest_key_bytes = max(longest_key_bytes, len(encoded))
    buckets = 1 << max(0, (len(records) - 1).bit_length())
    bucket_n = np.array(hashes, np.uint32) & np.uint32(buckets - 1)
    order_n = np.argsort(bucket_n, kind="stable")
    size_n = np.array([len(record) for record in records], np.int64)
    ends = np.zeros(buckets + 1, np.int64)
    np.add.at(ends, bucket_n.astype(np.int64) + 1, size_n)
    starts = np.cumsum(ends).astype(np.uint32).tobytes()
    return starts, b"".join([records[i] for i in order_n.tolist()]), longest_key_bytes


def unpack(data: Buffer, content: str) -> dict[str, FlatMap]:
    """The maps of a file already known to be whole. Raises ``FlatMapDamaged`` if it is not ours."""
    view = memoryview(data)
    _, _, header_bytes = _PREAMBLE.unpack_from(view)
    begin = _PREAMBLE.size + header_bytes
    header = json.loads(bytes(view[_PREAMBLE.size : begin]))
    if header["content"] != content or header["order"] != sys.byteorder:
        raise FlatMapDamaged
    return {name: _unpack_map(view[begin:], entry) for name, entry in header["maps"].items()}


def _unpack_map(payload: memoryview, entry: dict[str, Any]) -> FlatMap:
    at, size_bytes = entry["starts"]
    starts = payload[at : at + size_bytes].cast("I")
    at, size_bytes = entry["records"]
    return FlatMap(payload[at : at + size_bytes], starts, entry["longest_key_bytes"])


def open_file(path: Path, content: str) -> dict[str, FlatMap]:
    """Map ``path`` and check it.

    Raises ``FlatMapDamaged``, or ``OSError`` if it is missing or cannot be read.
    """
    with path.open("rb") as file:
        preamble = file.read(_PREAMBLE.size)
        if len(preamble) < _PREAMBLE.size:
            raise FlatMapDamaged
        magic, expected, _ = _PREAMBLE.unpack(preamble)
        if magic != MAGIC:
            raise FlatMapDamaged
        checksum = zlib.crc32(preamble[_UNCHECKED_BYTES:])
        while piece := file.read(_CHECK_BYTES):
            checksum = zlib.crc32(piece, checksum)
        if checksum != expected:
            raise FlatMapDamaged
        return unpack(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ), content)
