"""The status of a real server, and ``brisa top`` on it."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

import brisa
from brisa.engines.scripted import Script, ScriptedEngine
from brisa.transports.status_report import Admission, StatusReport, decode
from support.command_line import command_line
from support.live_server import LiveServer, eventually, speech_request
from support.server import running_server

pytestmark = pytest.mark.integration

SECRET = "Nobody must read of the breeze. "


def report_of(server: LiveServer) -> StatusReport:
    answer = httpx.get(f"{server.url}/v1/status")
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
    assert "breeze" not in answer.text
    return decode(answer.content)


def test_an_idle_server() -> None:
    with LiveServer(ScriptedEngine()) as server:
        report = report_of(server)
    assert (report.version, report.state) == (brisa.__version__, "ready")
    assert report.uptime_s > 0
    assert (report.stream_count.total, report.streams) == (0, ())
    assert [worker.state for worker in report.workers] == ["ready"]
    assert report.workers[0].rss_mb > 10
    assert (report.degradation_level, report.degradation) == (0, "normal")
    assert report.admission == Admission(enabled=False, share=0.0, limit=0.95)


def test_a_stream_is_shown_from_its_beginning_to_its_end() -> None:
    with LiveServer(ScriptedEngine(Script())) as server, server.connection(4096) as bare:
        bare.sendall(speech_request(input=SECRET * 2000, response_format="pcm"))
        eventually(server.held_back, "the client reads no more")
        report = report_of(server)
        assert (report.stream_count.total, report.stream_count.live) == (1, 1)
        stream = report.streams[0]
        assert (stream.number, stream.voice, stream.job_class) == (1, "scripted", "live")
        assert stream.age_ms > 0
        assert stream.produced_ms >= stream.held_ms >= stream.buffered_ms > 0
        assert stream.slack_ms is not None
        assert stream.held_ms >= stream.slack_ms
        bare.close()
        eventually(lambda: report_of(server).stream_count.total == 0, "the stream has ended")


def test_it_can_be_asked_while_it_drains() -> None:
    with LiveServer(ScriptedEngine(), drain_timeout_s=20.0) as server, server.connection() as bare:
        bare.sendall(speech_request(input=SECRET * 2000, response_format="pcm"))
        eventually(lambda: server.active == 1, "a stream runs")
        server.stop()
        eventually(lambda: report_of(server).state == "draining", "it says that it drains")


def test_no_page_of_another_origin_is_let_read_it() -> None:
    with LiveServer(ScriptedEngine()) as server:
        headers = {"origin": "https://elsewhere.example"}
        answer = httpx.get(f"{server.url}/v1/status", headers=headers)
    assert "access-control-allow-origin" not in answer.headers


def test_top_looks_once_at_a_real_server(tmp_path: Path, cache_dir: Path) -> None:
    command = command_line(tmp_path, cache_dir)
    with running_server(command.environment()) as url:
        done = command.run("top", "--once", "--json", "--url", url)
        shown = command.run("top", "--once", "--url", url)
    assert (done.code, done.err) == (0, "")
    report = decode(done.out)
    assert report.state == "ready"
    assert {worker.state for worker in report.workers} == {"ready"}
    assert all(worker.pid for worker in report.workers)
    assert (shown.code, "No streams." in shown.out.decode()) == (0, True)
