"""The scripted server of :mod:`support.scripted_stream` on a loopback port, in a thread."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress
from http import HTTPStatus

from websockets.asyncio.server import Request, Response, ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from support.scripted_stream import ScriptedStream, ServerEnd

_DEADLINE_S = 20.0


class ScriptedSocket:
    """``with`` starts it. ``api_key``: clients without it are answered 401. ``step_s`` is how long
    one message of it takes; ``quiet`` servers step no further."""

    def __init__(
        self,
        stream: ScriptedStream | None = None,
        *,
        api_key: str | None = None,
        step_s: float = 0.0,
    ) -> None:
        self.stream = stream or ScriptedStream()
        self.port = 0
        self.quiet = False
        self.problems: list[BaseException] = []
        self.paths: list[str] = []
        self._api_key = api_key
        self._step_s = step_s
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._main, name="scripted-socket")

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    def __enter__(self) -> ScriptedSocket:
        self._thread.start()
        assert self._ready.wait(_DEADLINE_S)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(_DEADLINE_S)
        assert self.problems == []

    def _main(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._stop = asyncio.Event()
        async with serve(
            self._talk,
            "127.0.0.1",
            0,
            compression=None,
            process_request=self._let_in,
            close_timeout=1,
        ) as server:
            self.port = next(iter(server.sockets)).getsockname()[1]
            self._ready.set()
            await self._stop.wait()

    def _let_in(self, connection: ServerConnection, request: Request) -> Response | None:
        self.paths.append(request.path)
        key = request.headers.get("Authorization", "")
        if self._api_key is None or key == f"Bearer {self._api_key}":
            return None
        if f"api_key={self._api_key}" in request.path:
            return None
        return connection.respond(HTTPStatus.UNAUTHORIZED, "no\n")

    async def _talk(self, socket: ServerConnection) -> None:
        end = self.stream.connect()
        end.begin()
        async with asyncio.TaskGroup() as group:
            speaking = group.create_task(self._speak(socket, end))
            with suppress(ConnectionClosed):
                async for message in socket:
                    self._hear(end, str(message))
            speaking.cancel()

    def _hear(self, end: ServerEnd, message: str) -> None:
        try:
            end.hear(message)
        except Exception as problem:
            self.problems.append(problem)
            raise

    async def _speak(self, socket: ServerConnection, end: ServerEnd) -> None:
        with suppress(ConnectionClosed):
            while True:
                if not self.quiet:
                    end.step()
                while end.sent:
                    await socket.send(end.sent.popleft())
                if end.closed is not None:
                    await socket.close(end.closed)
                    return
                await asyncio.sleep(self._step_s)
