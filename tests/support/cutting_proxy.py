"""A TCP proxy on loopback whose connections a test cuts, freezes and refuses."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

_DEADLINE_S = 20.0
_PIECE_BYTES = 1 << 14


@dataclass(eq=False)
class _Pair:
    """The ends of a connection: ``here`` to the client, ``there`` to the server."""

    here: asyncio.StreamWriter
    there: asyncio.StreamWriter
    stranded: bool = False

    def abort(self) -> None:
        self.here.transport.abort()
        self.there.transport.abort()


class CuttingProxy:
    """Passes on what comes to :attr:`port` to ``target_port`` and back, in a thread of its own.

    ``cut_after_bytes`` cuts each connection, once, when so many bytes have gone down it.
    """

    def __init__(self, target_port: int) -> None:
        self.target_port = target_port
        self.port = 0
        self.refusing = False
        self.accepted = 0
        self.cut_after_bytes: int | None = None
        self._pairs: set[_Pair] = set()
        self._passing: set[asyncio.Future[object]] = set()
        self._flowing = asyncio.Event()
        self._flowing.set()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._main, name="cutting-proxy")

    def cut(self) -> None:
        """Reset what is open."""
        self._do(self._cut)

    def strand(self) -> None:
        """Reset what is open, but let the server think it still is."""
        self._do(self._strand)

    def freeze(self) -> None:
        """Nothing goes through, and nobody is told."""
        self._do(self._flowing.clear)

    def thaw(self) -> None:
        self._do(self._flowing.set)

    def __enter__(self) -> CuttingProxy:
        self._thread.start()
        assert self._ready.wait(_DEADLINE_S)
        return self

    def __exit__(self, *_: object) -> None:
        self._do(self._stop.set)
        self._thread.join(_DEADLINE_S)

    def _do(self, function: object) -> None:
        assert callable(function)
        done = threading.Event()

        def run() -> None:
            function()
            done.set()

        self._loop.call_soon_threadsafe(run)
        assert done.wait(_DEADLINE_S)

    def _main(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._stop = asyncio.Event()
        server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        async with server:
            await self._stop.wait()
            server.close()
            self._flowing.set()
            self._cut()
            await asyncio.gather(*self._passing)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.accepted += 1
        if self.refusing:
            writer.transport.abort()
            return
        try:
            there = await asyncio.open_connection("127.0.0.1", self.target_port)
        except OSError:
            writer.transport.abort()
            return
        pair = _Pair(writer, there[1])
        self._pairs.add(pair)
        passing = asyncio.gather(
            self._pass_on(reader, pair.there, pair, None),
            self._pass_on(there[0], writer, pair, self.cut_after_bytes),
        )
        self._passing.add(passing)
        try:
            await passing
            if pair.stranded:
                await self._stop.wait()
        finally:
            pair.abort()
            self._pairs.discard(pair)
            self._passing.discard(passing)

    async def _pass_on(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        pair: _Pair,
        most_bytes: int | None,
    ) -> None:
        with suppress(OSError):
            while data := await reader.read(_PIECE_BYTES):
                await self._flowing.wait()
                if most_bytes is not None:
                    data = data[:most_bytes]
                    most_bytes -= len(data)
                writer.write(data)
                await writer.drain()
                if most_bytes == 0:
                    break
        if most_bytes == 0:
            writer.close()  # after what was passed on before
            pair.there.transport.abort()
        elif not pair.stranded:
            pair.abort()

    def _cut(self) -> None:
        for pair in self._pairs:
            pair.abort()

    def _strand(self) -> None:
        for pair in self._pairs:
            pair.stranded = True
            pair.here.transport.abort()


@contextmanager
def cutting_proxy(target_port: int) -> Iterator[CuttingProxy]:
    """Started, and ended with the block."""
    with CuttingProxy(target_port) as proxy:
        yield proxy
