"""A server of its own that answers with status reports a test scripts."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class StatusServer:
    """Answers ``GET /v1/status`` with :attr:`status` and :attr:`body`; counts the answers."""

    def __init__(self, body: bytes, status: int, port: int) -> None:
        self.body = body
        self.status = status
        self.answered = 0
        self._open: set[socket.socket] = set()
        self.connections = 0
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            timeout = 20

            def setup(self) -> None:
                super().setup()
                outer.connections += 1
                outer._open.add(self.request)

            def finish(self) -> None:
                outer._open.discard(self.request)
                super().finish()

            def do_GET(self) -> None:
                found = self.path == "/v1/status"
                body = outer.body if found else b"not here"
                self.send_response(outer.status if found else 404)
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
                outer.answered += found

            def log_message(self, format: str, *args: object) -> None:
                """Nobody reads it."""

        self._server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self._server.daemon_threads = False  # so that closing the server waits for its threads
        self.port = int(self._server.server_address[1])
        self.url = f"http://127.0.0.1:{self.port}"

    @contextmanager
    def running(self) -> Iterator[StatusServer]:
        thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield self
        finally:
            self._server.shutdown()
            thread.join()
            for connection in list(self._open):
                with suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)
            self._server.server_close()


@contextmanager
def status_server(body: bytes, *, status: int = 200, port: int = 0) -> Iterator[StatusServer]:
    """Running while the block lasts; port 0 takes any free one."""
    with StatusServer(body, status, port).running() as server:
        yield server
