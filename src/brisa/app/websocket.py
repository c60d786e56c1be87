"""uvicorn's WebSocket, with the limits and the end that brisa wants of it.

Frames are made and read by websockets' protocol without I/O, and are not compressed: samples do not
get smaller by it. Nothing of a message or an address is logged.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.server import ServerProtocol

PING_INTERVAL_S = 20.0
PING_TIMEOUT_S = 60.0
"""A ping waits behind the audio that the client has not read, a few seconds of it."""

_CLOSE_S = 2.0
"""For a client to take what was sent to it before the end."""

_SILENT = logging.getLogger(f"{__name__}.silent")
_SILENT.setLevel(logging.CRITICAL + 1)


class LimitedWebSocket(WebSocketsSansIOProtocol):
    """One connection; see the module."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        # At the level debug it logs what frames hold, and at every level who called what.
        self.logger = _SILENT
        self.conn = ServerProtocol(max_size=config.ws_max_size, logger=_SILENT)
        self._end_timer: asyncio.TimerHandle | None = None
        self._lost = False

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_complete:
            self._refuse_handshake()

    def handle_ping(self) -> None:
        """A client that reads nothing is owed no answers: they would pile up without a bound."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def connection_lost(self, exc: Exception | None) -> None:
        self._lost = True
        if self._end_timer is not None:
            self._end_timer.cancel()
        super().connection_lost(exc)

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        super().on_task_complete(task)
        # Closing waits for a client to read the rest, for ever if it does not.
        if not self._lost:
            self._end_timer = self.loop.call_later(_CLOSE_S, self.transport.abort)

    def _refuse_handshake(self) -> None:
        """A head that HTTP's parser took and this one does not."""
        self.handshake_complete = True
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.close()
