"""The answer to a speech request as it comes off the wire: HTTP/1.1, chunked or of known length.

It counts the bytes of the body and keeps none of them, as hundreds of listeners share a core with
the server that they measure; a ``sink`` may look at them. RFC 9112 sections 4, 6 and 7.1.
"""

from __future__ import annotations

from collections.abc import Callable

Sink = Callable[[bytes], object]
"""Is shown the bytes of the body as they come."""

_MAX_HEAD_BYTES = 1 << 16
_MAX_SIZE_LINE_BYTES = 1 << 10


class BadAnswer(Exception):
    """The bytes are no HTTP answer."""


class PcmAnswer:
    """Fed with what arrives, in pieces of any size.

    ``status`` is 0 until the head is there, ``complete`` is true when the body has come to the end
    that its framing promised. Header names are in lower case.
    """

    def __init__(self, sink: Sink | None = None) -> None:
        self._sink = sink
        self.status = 0
        self.headers: dict[str, str] = {}
        self.body_bytes = 0
        self.complete = False
        self._head = bytearray()
        self._line = bytearray()
        self._chunked = False
        self._left_bytes = 0  # of the chunk, or of the body where its length is known
        self._after_chunk = False
        self._trailer = False

    def feed(self, data: bytes) -> int:
        """Take ``data``; how many bytes of body it carried. Raises :class:`BadAnswer`."""
        before = self.body_bytes
        start = 0 if self.status else self._read_head(data)
        if self.status and not self.complete:
            if self._chunked:
                self._read_chunks(data, start)
            else:
                self._read_plain(data, start)
        return self.body_bytes - before

    def _read_head(self, data: bytes) -> int:
        """Where the body begins in ``data``."""
        had = len(self._head)
        self._head += data
        end = self._head.find(b"\r\n\r\n")
        if end < 0:
            if len(self._head) > _MAX_HEAD_BYTES:
                raise BadAnswer("the head has no end")
            return len(data)
        lines = self._head[:end].decode("latin-1").split("\r\n")
        self._head.clear()
        self._parse_status(lines[0])
        for line in lines[1:]:
            name, _, value = line.partition(":")
            self.headers[name.strip().lower()] = value.strip()
        self._parse_framing()
        return end + 4 - had

    def _parse_status(self, line: str) -> None:
        version, _, rest = line.partition(" ")
        if not version.startswith("HTTP/1.") or not rest[:3].isdecimal():
            raise BadAnswer("no status line")
        self.status = int(rest[:3])

    def _parse_framing(self) -> None:
        self._chunked = "chunked" in self.headers.get("transfer-encoding", "").lower()
        length = self.headers.get("content-length", "0")
        if not self._chunked:
            if not length.isdecimal():
                raise BadAnswer("no length of the body")
            self._left_bytes = int(length)
            self.complete = self._left_bytes == 0

    def _read_plain(self, data: bytes, start: int) -> None:
        self._take(data, start)
        self.complete = self._left_bytes == 0

    def _take(self, data: bytes, start: int) -> int:
        """What of ``data`` belongs to the chunk, or to a body of known length: how much it is."""
        taken = min(self._left_bytes, len(data) - start)
        if self._sink is not None:
            self._sink(data[start : start + taken])
        self.body_bytes += taken
        self._left_bytes -= taken
        return taken

    def _read_chunks(self, data: bytes, start: int) -> None:
        while start < len(data) and not self.complete:
            if self._left_bytes:
                start += self._take(data, start)
                self._after_chunk = not self._left_bytes
            else:
                start = self._read_line(data, start)

    def _read_line(self, data: bytes, start: int) -> int:
        """Gather a line; where the next one begins."""
        end = data.find(b"\n", start)
        stop = len(data) if end < 0 else end + 1
        self._line += data[start:stop]
        if len(self._line) > _MAX_SIZE_LINE_BYTES:
            raise BadAnswer("a line of the body has no end")
        if end >= 0:
            line = bytes(self._line).strip()
            self._line.clear()
            self._take_line(line)
        return stop

    def _take_line(self, line: bytes) -> None:
        if self._trailer:
            self.complete = not line
        elif self._after_chunk:
            self._after_chunk = False
            if line:
                raise BadAnswer("a chunk is longer than it said")
        else:
            self._begin_chunk(line.partition(b";")[0].strip())

    def _begin_chunk(self, size: bytes) -> None:
        try:
            self._left_bytes = int(size, 16)
        except ValueError:
            raise BadAnswer("no size of a chunk") from None
        self._trailer = not self._left_bytes
