"""The status route, over a service that says what it is told to."""

from __future__ import annotations

import asyncio
from dataclasses import fields, replace
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette

import brisa
from brisa.clock import ManualClock
from brisa.errors import EngineFailed
from brisa.service.stream_state import StreamState
from brisa.transports.gate import StreamGate
from brisa.transports.readiness import Readiness
from brisa.transports.status import StatusEndpoint, Vitals, routes
from brisa.transports.status_report import (
    MAX_STREAMS,
    Admission,
    Alert,
    Quantiles,
    StatusReport,
    StreamCount,
    WorkerRow,
    decode,
    encode,
)
from support.status_reports import FILE, HEARING, REPORT, VITALS, ScriptedService

pytestmark = pytest.mark.unit


class Server:
    """The route with what it stands on."""

    def __init__(self, vitals: Vitals | None = None) -> None:
        self.service = ScriptedService()
        self.gate = StreamGate(5)
        self.readiness = Readiness()
        self.clock = ManualClock(1_000_000_000)
        endpoint = StatusEndpoint(
            self.service, self.gate, self.readiness, self.clock, lambda: vitals or Vitals()
        )
        self._app = Starlette(routes=routes(endpoint))

    def answer(self) -> httpx.Response:
        async def ask() -> httpx.Response:
            transport = httpx.ASGITransport(self._app)
            async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
                return await client.get("/v1/status")

        return asyncio.run(ask())

    def report(self) -> StatusReport:
        return decode(self.answer().content)


def test_a_report_says_how_the_server_is() -> None:
    server = Server(VITALS)
    server.readiness.settle()
    server.service.level = 2
    server.clock.advance_ns(90_500_000_000)
    answer = server.answer()
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["cache-control"] == "no-store"
    report = decode(answer.content)
    assert (report.version, report.state, report.uptime_s) == (brisa.__version__, "ready", 90.5)
    assert [stream.number for stream in report.streams] == [8, 7, 3]
    assert report.streams[1] == HEARING
    assert report.stream_count == REPORT.stream_count
    assert report.workers == REPORT.workers
    assert (report.degradation_level, report.degradation) == (2, "lighter_voice")
    assert report.alerts == VITALS.alerts
    assert report.first_audio == VITALS.first_audio
    assert (report.loop_lag_ms, report.cores) == (3.2, (0.93, 0.41))
    assert report.admission == VITALS.admission


def test_what_is_not_measured_is_null() -> None:
    body = Server().answer().json()
    assert (body["first_audio"], body["loop_lag_ms"], body["admission"]) == (None, None, None)
    assert (body["cores"], body["alerts"], body["degradation"]) == ([], [], "normal")


def test_the_state_of_a_server() -> None:
    server = Server()
    assert server.report().state == "starting"
    server.readiness.settle(EngineFailed("no"))
    assert server.report().state == "failed"
    server.readiness.settle()
    assert server.report().state == "ready"
    server.gate.start_draining()
    assert server.report().state == "draining"


def test_a_crowd_is_counted_and_those_in_need_are_listed() -> None:
    server = Server()
    crowd = [replace(HEARING, number=n, slack_ms=2000.0 - n) for n in range(MAX_STREAMS + 20)]
    server.service.live = [FILE, *crowd]
    report = server.report()
    assert (report.stream_count.total, report.stream_count.live) == (521, 520)
    assert len(report.streams) == MAX_STREAMS
    assert report.streams[0].number == MAX_STREAMS + 19
    assert {stream.job_class for stream in report.streams} == {"live"}


def test_a_report_is_read_as_it_was_written() -> None:
    assert decode(encode(REPORT)) == REPORT


def test_a_reader_passes_over_what_it_does_not_know() -> None:
    known = encode(REPORT)
    assert decode(b'{"later": {"a": 1}, ' + known[1:]) == REPORT


@pytest.mark.parametrize("body", [b"", b"<html>", b"[]", b'{"version": 1}', b'{"version": "\xff"}'])
def test_anything_else_is_not_a_report(body: bytes) -> None:
    with pytest.raises(ValueError, match="not a status report"):
        decode(body)


def test_every_field_is_explained() -> None:
    docs = (Path(__file__).parents[3] / "docs" / "top.md").read_text(encoding="utf-8")
    kinds = (StatusReport, StreamCount, WorkerRow, Alert, Quantiles, Admission)
    names = [name for kind in kinds for name in kind.__struct_fields__]
    names += [field.name for field in fields(StreamState)]
    assert [name for name in names if f"`{name}`" not in docs] == []
