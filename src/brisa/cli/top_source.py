"""Where ``brisa top`` gets its reports: a server's status route, asked without a proxy between."""

from __future__ import annotations

import http.client
from types import TracebackType
from typing import Final, Self
from urllib.parse import SplitResult, urlsplit

import click

from brisa.cli.failures import Failure
from brisa.transports.status_report import StatusReport, decode

ANSWER_TIMEOUT_S: Final = 5.0
"""A server that takes longer than this to say how it is, is in trouble."""

_MOST_BYTES: Final = 4 << 20
"""500 streams are 150 kB."""

_PATH: Final = "/v1/status"


class Unreachable(Failure):
    """There is no report to be had at the moment."""


class StatusSource:
    """Asks the server at ``url``, with ``api_key`` if there is one; the connection is kept and made
    anew where it was lost.

    Raises ``click.UsageError`` for an address that is none.
    """

    def __init__(
        self, url: str, timeout_s: float = ANSWER_TIMEOUT_S, *, api_key: str | None = None
    ) -> None:
        parts = _address(url)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else None
        self._connection = (kind or http.client.HTTPConnection)(
            str(parts.hostname), parts.port, timeout=timeout_s
        )
        self._headers = {"accept": "application/json"}
        if api_key is not None:
            self._headers["authorization"] = f"Bearer {api_key}"
        self._path = parts.path.rstrip("/") + _PATH
        self.server = f"{parts.scheme}://{parts.netloc}"

    def read(self) -> StatusReport:
        """The report of this moment. Raises :class:`Unreachable`."""
        kept = self._connection.sock is not None
        try:
            return self._read()
        except (OSError, http.client.HTTPException) as error:
            self.close()
            # A server closes what has been idle; that says nothing about the server.
            if kept and not isinstance(error, TimeoutError):
                return self._read_anew()
            raise self._unreachable(error) from None

    def _read_anew(self) -> StatusReport:
        try:
            return self._read()
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise self._unreachable(error) from None

    def _read(self) -> StatusReport:
        self._connection.request("GET", self._path, headers=self._headers)
        response = self._connection.getresponse()
        body = response.read(_MOST_BYTES)
        if response.status == 401:
            self.close()
            raise Unreachable(f"{self.server} asks for an API key: put it in BRISA_API_KEY.")
        if response.status != 200:
            self.close()
            raise Unreachable(
                f"{self.server} answers {self._path} with {response.status}. "
                "Is it a brisa server of this version?"
            )
        try:
            return decode(body)
        except ValueError:
            self.close()
            raise Unreachable(
                f"What answers at {self.server} does not report a status as brisa does."
            ) from None

    def _unreachable(self, error: Exception) -> Unreachable:
        if isinstance(error, TimeoutError):
            why = f"it did not answer within {self._connection.timeout:g} s"
        else:
            why = getattr(error, "strerror", None) or "the connection broke"
        return Unreachable(f"{self.server} cannot be reached: {why}. Start it with brisa serve.")

    def close(self) -> None:
        """Let go of the connection; the next :meth:`read` makes another."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


def _address(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        usable = False
    if not usable or not url.isprintable() or " " in url:
        raise click.UsageError("--url takes an address such as http://127.0.0.1:8100.")
    return parts
