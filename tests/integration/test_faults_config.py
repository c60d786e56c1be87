"""Settings that are unknown, out of range or at odds: no server starts, and one line says which."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.command_line import CommandLine, command_line

pytestmark = pytest.mark.integration

WRONG = {
    "server: {prot: 1}": "server.prot. Did you mean server.port?",
    "cpu_schedulin: {}": "Did you mean cpu_scheduling?",
    "resources: {workers: -1}": "resources.workers takes auto or a whole number",
    "resources: {memory_limit_mb: 1}": "resources.memory_limit_mb takes a whole number from 64",
    "monitoring: {metrics_interval_sec: 0}": "monitoring.metrics_interval_sec takes a number",
    "buffer: {type: pipe}": "buffer.type takes",
    "resources: [1]": "resources is a section",
    "a: &a [*a]": "not valid YAML",
    "cpu_scheduling: {generate_thread: {affinity: 8000}}": "has no core 8000",
    "cpu_scheduling: {isolated_cores: [8000]}": "8000",
}
AT_ODDS = {
    "buffer: {preset: stable, size_ms: 200}": "buffer.preset and buffer.size_ms both say",
    "buffer: {low_watermark: 0.9, high_watermark: 0.2}": "the low one below the high one",
    "latency_control: {prefetch: {min_buffer_ms: 900, max_lookahead_ms: 100}}": "max_lookahead_ms",
    "streaming: {pre_buffer_frames: 20}": "streaming.pre_buffer_frames gathers 400 ms",
    "voices: {default: nobody}": "There is no voice 'nobody'",
}


@pytest.fixture
def brisa(tmp_path: Path, cache_dir: Path) -> CommandLine:
    made = command_line(tmp_path, cache_dir)
    del made.env["BRISA_VOICES__DEFAULT"]
    return made


@pytest.mark.parametrize(("settings", "message"), (WRONG | AT_ODDS).items())
def test_no_server_starts_with_them(brisa: CommandLine, settings: str, message: str) -> None:
    (brisa.folder / "brisa.yaml").write_text(settings)
    done = brisa.run("serve", "--port", "0", "--config", "brisa.yaml")
    assert (done.code, done.out) == (2, b"")
    line = done.err.splitlines()[-1]
    assert line.startswith("brisa: error: ")
    assert message in line
    assert "Traceback" not in done.err


@pytest.mark.parametrize(("settings", "message"), WRONG.items())
def test_a_check_finds_them_without_a_server(
    brisa: CommandLine, settings: str, message: str
) -> None:
    (brisa.folder / "brisa.yaml").write_text(settings)
    done = brisa.run("check-config", "brisa.yaml")
    assert done.code != 0
    assert message in done.out.decode() + done.err
