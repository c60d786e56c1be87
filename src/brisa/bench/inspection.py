"""What a server says of itself while it is measured: its status and its metrics."""

from __future__ import annotations

import http.client

from brisa.errors import EngineFailed
from brisa.transports.status_report import StatusReport, WorkerRow, decode

_TIMEOUT_S = 10.0
_READY = "ready"


def status_of(host: str, port: int) -> StatusReport:
    """``GET /v1/status``. Raises ``EngineFailed`` if there is no such answer."""
    try:
        return decode(_get(host, port, "/v1/status"))
    except ValueError as error:
        raise EngineFailed("The server does not say how it is.") from error


def metrics_of(host: str, port: int) -> dict[str, float]:
    """``GET /metrics``: the value of each sample by its name with labels, as it is written there.

    Raises ``EngineFailed`` if there is no such answer.
    """
    return samples_in(_get(host, port, "/metrics").decode("utf-8", "replace"))


def samples_in(text: str) -> dict[str, float]:
    """The samples of a Prometheus text exposition without times (format version 0.0.4)."""
    found = {}
    for line in text.splitlines():
        name, _, value = line.rpartition(" ")
        if name and not line.startswith("#"):
            found[name] = float(value)
    return found


def labelled(samples: dict[str, float], name: str, label: str) -> dict[str, float]:
    """The samples of a metric with one label, by the label's value; those that are 0 are left out.

    Values of labels with quotes or commas in them are not expected.
    """
    start, end = f'{name}{{{label}="', '"}'
    return {
        key[len(start) : -len(end)]: value
        for key, value in samples.items()
        if key.startswith(start) and key.endswith(end) and value
    }


def ready_workers(report: StatusReport) -> list[WorkerRow]:
    """The workers that take steps."""
    return [worker for worker in report.workers if worker.state == _READY and worker.pid]


def _get(host: str, port: int, path: str) -> bytes:
    connection = http.client.HTTPConnection(host, port, timeout=_TIMEOUT_S)
    try:
        connection.request("GET", path)
        response = connection.getresponse()
        body = response.read()
    except (OSError, http.client.HTTPException) as error:
        raise EngineFailed("A server broke off an answer; see brisa doctor.") from error
    finally:
        connection.close()
    if response.status != 200:
        raise EngineFailed("A server does not answer as expected; see brisa doctor.")
    return body
