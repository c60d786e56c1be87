"""The server that anybody would write: the baseline of ``brisa bench listeners``.

A Starlette handler for ``POST /v1/audio/speech`` on uvicorn (uvloop and httptools, as it comes),
two threads, the hibari package with the voice that brisa embeds. A request is spoken sentence by
sentence, in the order in which requests come to the threads, and every sentence is sent as pcm as
soon as it is there. No deadlines, no limits, no checks. Run as a module it is that server, on a
free port of loopback, and says where in one line of JSON when it is warm.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import sys
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any

import numpy as np
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.routing import Route

THREADS = 2


def naive_app(tts: Any, pool: ThreadPoolExecutor, url: str) -> Starlette:
    """The application; ``tts`` has ``stream(text) -> iterator of float samples``."""

    async def speech(request: Request) -> StreamingResponse:
        text = (await request.json())["input"]
        return StreamingResponse(_pcm(text), media_type="audio/pcm")

    async def _pcm(text: str) -> AsyncIterator[bytes]:
        loop = asyncio.get_running_loop()
        sentences = tts.stream(text)
        while (wave_t := await loop.run_in_executor(pool, next, sentences, None)) is not None:
            yield (np.clip(wave_t, -1.0, 1.0) * 32767).astype("<i2").tobytes()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        list(tts.stream("Warm up. All of it."))
        sys.stdout.write(json.dumps({"url": url, "pid": os.getpid()}) + "\n")
        sys.stdout.flush()
        yield

    return Starlette(
        routes=[Route("/v1/audio/speech", speech, methods=["POST"])], lifespan=lifespan
    )


def main() -> None:
    """Serve until told to stop."""
    # Its own import of ONNX Runtime is the point; brisa's goes through one door.
    from hibari import Hibari  # noqa: PLC0415 - for the baseline alone

    with (
        socket.create_server(("127.0.0.1", 0), backlog=512) as listener,
        ThreadPoolExecutor(THREADS) as pool,
    ):
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        app = naive_app(Hibari(), pool, url)
        config = uvicorn.Config(app, log_level="critical", access_log=False)
        uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main()
