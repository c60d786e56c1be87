"""``brisa bench listeners``, ``capacity`` and ``gate``, small; no figure is judged."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from support.command_line import CommandLine, command_line

pytestmark = pytest.mark.integration

SMALL = ("--count", "3", "--duration", "1.5", "--engine", "scripted")


@pytest.fixture
def brisa(tmp_path: Path, cache_dir: Path) -> CommandLine:
    return command_line(tmp_path, cache_dir)


def read(brisa: CommandLine, name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((brisa.folder / name).read_text())
    return found


def test_listeners_hear_a_server_of_their_own(brisa: CommandLine) -> None:
    done = brisa.run("bench", "listeners", *SMALL, "--arrivals", "steady", "--json", "f.json")
    assert done.code == 0, done.err
    assert "first audio ms p50" in done.out.decode()
    report = read(brisa, "f.json")
    assert (report["scenario"], report["listeners"], report["engine"]) == (
        "listeners",
        3,
        "scripted",
    )
    (run,) = report["runs"]
    assert run["requests"] == run["complete"] >= 3
    assert 0 < run["first_audio_ms"]["p50"] <= run["first_audio_ms"]["max"]
    assert run["audio_s"] >= 3 * 2
    assert run["server_rss_mb"] > 10
    assert run["generator"]["cores"] > 0
    assert report["machine"]["versions"]["onnxruntime"]
    assert brisa.files() == ["f.json"]


def test_files_are_made_beside_listeners_and_the_server_accounts_for_its_time(
    brisa: CommandLine,
) -> None:
    done = brisa.run("bench", "listeners", *SMALL, "--bulk", "2", "--json", "f.json")
    assert done.code == 0, done.err
    (run,) = read(brisa, "f.json")["runs"]
    assert run["bulk_audio_s"] > 0
    assert "files made meanwhile" in done.out.decode()
    spans = run["server"]["attribution"]
    assert {"queue", "text", "infer", "buffer", "encode", "network"} <= set(spans)
    assert run["server"]["event_loop"]["lag_p99_ms"] > 0


def test_more_listeners_than_the_settings_let_in_are_let_in(brisa: CommandLine) -> None:
    done = brisa.run(
        "bench", "listeners", "--count", "8", "--duration", "1", "--engine", "scripted",
        "--arrivals", "burst", "--json", "-",
        BRISA_CONFIG=str(one_stream(brisa)),
    )  # fmt: skip
    (run,) = done.json()["runs"]
    assert (run["refused"], run["failed"]) == (0, 0)
    assert run["complete"] == run["requests"] >= 8


def test_the_naive_server_is_measured_in_turn(brisa: CommandLine) -> None:
    done = brisa.run(
        "bench", "listeners", "--count", "2", "--duration", "1", "--baseline", "naive",
        "--rounds", "2", "--json", "f.json", BRISA_VOICES__DEFAULT="heart",
    )  # fmt: skip
    assert done.code == 0, done.err
    assert "naive: a Starlette handler" in done.out.decode()
    report = read(brisa, "f.json")
    assert [run["name"] for run in report["runs"]] == ["brisa", "naive", "naive", "brisa"]
    assert [run["seed"] for run in report["runs"]] == [0, 0, 1, 1]
    assert all(run["complete"] == run["requests"] >= 2 for run in report["runs"])
    # Utterances of three to twelve seconds, whoever speaks them.
    for run in report["runs"]:
        assert 2.5 < run["audio_s"] / run["complete"] < 14
    assert report["naive_to_brisa_p99"]["median"] > 0


def test_a_server_that_runs_already(brisa: CommandLine) -> None:
    with running_server(brisa) as url:
        done = brisa.run("bench", "listeners", *SMALL, "--url", url, "--json", "-")
    (run,) = done.json()["runs"]
    assert run["complete"] == run["requests"] >= 3
    assert run["server_cores"] is None


def test_capacity_of_a_server_that_meets_any_target(brisa: CommandLine) -> None:
    done = brisa.run(
        "bench", "capacity", "--from", "1", "--most", "2", "--duration", "1",
        "--engine", "scripted", "--target-ms", "60000", "--json", "f.json",
    )  # fmt: skip
    assert done.code == 0, done.err
    report = read(brisa, "f.json")
    assert [step["listeners"] for step in report["steps"]] == [1, 2]
    assert report["closed"] is True
    assert "capacity: 2 listeners" in done.out.decode()


def test_capacity_of_a_server_that_meets_none(brisa: CommandLine) -> None:
    done = brisa.run(
        "bench", "capacity", "--from", "2", "--most", "9", "--duration", "1", "--steps", "3",
        "--engine", "scripted", "--target-ms", "1", "--json", "-", BRISA_VOICES__DEFAULT="robot",
    )  # fmt: skip
    report = done.json()
    assert [step["listeners"] for step in report["steps"]] == [2, 1]
    assert report["capacity"] == 0
    assert "first audio" in report["steps"][0]["shortfalls"]


def test_a_gate_holds_what_was_stored(brisa: CommandLine) -> None:
    done = brisa.run("bench", "gate", *SMALL, "--runs", "2", "--write", "base.json")
    assert done.code == 0, done.err
    stored = read(brisa, "base.json")
    assert len(stored["runs"]) == 2

    for run in stored["runs"]:
        for name in run:
            run[name] = 1e6
    (brisa.folder / "base.json").write_text(json.dumps(stored))
    done = brisa.run("bench", "gate", "--baseline", "base.json", "--json", "f.json")
    assert done.code == 0, done.err
    assert read(brisa, "f.json")["regressed"] == []

    for run in stored["runs"]:
        run["rss_mb"] = 1.0
    (brisa.folder / "base.json").write_text(json.dumps(stored))
    done = brisa.run("bench", "gate", "--baseline", "base.json", "--json", "f.json")
    assert done.code == 1
    assert "beyond its spread: rss_mb" in done.err
    assert read(brisa, "f.json")["regressed"] == ["rss_mb"]


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        (["listeners", "--count", "0"], 2, "0 is not in the range"),
        (["listeners", "--duration", "nan"], 2, "--duration"),
        (["listeners", "--engine", "scripted", "--baseline", "naive"], 2, "Only the engine tiny"),
        (["listeners", "--url", "https://x"], 2, "http://HOST:PORT"),
        (["listeners", "--url", "http://x:99999"], 2, "http://HOST:PORT"),
        (["listeners", "--json", "no/f.json"], 1, "There is no folder"),
        (["capacity", "--from", "9", "--most", "8"], 2, "--from is more than --most"),
        (["gate"], 2, "either --baseline or --write"),
        (["gate", "--baseline", "none.json"], 2, "cannot be read"),
    ],
)
def test_wrong_usage(brisa: CommandLine, args: list[str], code: int, message: str) -> None:
    done = brisa.run("bench", *args)
    assert message in done.err
    assert done.code == code
    assert brisa.files() == []


def test_a_server_that_does_not_start_fails_the_measurement(brisa: CommandLine) -> None:
    done = brisa.run("bench", "listeners", *SMALL, BRISA_VOICES__PRELOAD="nobody")
    assert (done.code, done.err.count("\n")) == (1, 1)
    assert "did not become ready" in done.err


@contextmanager
def running_server(brisa: CommandLine) -> Iterator[str]:
    with brisa.start("serve", "--port", "0", "--json") as process:
        try:
            assert process.stdout is not None
            yield json.loads(process.stdout.readline())["url"]
        finally:
            process.terminate()


def one_stream(brisa: CommandLine) -> Path:
    path = brisa.folder / "brisa.yaml"
    path.write_text("resources: {max_concurrent_streams: 1}\n")
    return path


def test_listeners_over_a_websocket(brisa: CommandLine) -> None:
    done = brisa.run("bench", "listeners", *SMALL, "--transport", "ws", "--json", "f.json")
    assert done.code == 0, done.err
    assert "ws pcm" in done.out.decode()
    report = read(brisa, "f.json")
    (run,) = report["runs"]
    assert (report["transport"], run["transport"]) == ("ws", "ws")
    assert run["requests"] == run["complete"] >= 3
    assert run["audio_s"] >= 3 * 2
