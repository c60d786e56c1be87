"""``brisa doctor``: what is fine, what is broken, and how to mend it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from support.command_line import CommandLine, Done, command_line

pytestmark = pytest.mark.integration


@pytest.fixture
def brisa(tmp_path: Path, cache_dir: Path) -> CommandLine:
    return command_line(tmp_path, cache_dir)


def checks(done: Done) -> dict[str, Any]:
    return {check["name"]: check for check in done.json()["checks"]}


def test_a_sound_machine(brisa: CommandLine) -> None:
    done = brisa.run("doctor", "--json")
    found = checks(done)
    assert (done.code, done.json()["ok"]) == (0, True), done.out
    assert found["self-test"]["status"] == "ok"
    assert "first audio" in found["self-test"]["detail"]
    assert "engine tiny" in found["voice heart"]["detail"]
    assert found["voice robot"]["status"] == "ok"
    assert {"python", "processor", "cores", "onnxruntime", "numpy", "extra codecs"} <= set(found)
    assert brisa.files() == []


def test_for_people(brisa: CommandLine) -> None:
    done = brisa.run("doctor")
    assert done.code == 0
    assert done.out.decode().startswith("ok      python ")


def test_a_cache_that_cannot_be_written(brisa: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = brisa.run("doctor", "--json", BRISA_CACHE__DIR=str(tmp_path / "file" / "cache"))
    found = checks(done)
    assert done.code == 1
    assert found["cache folder"]["status"] == "problem"
    assert "BRISA_CACHE__DIR" in found["cache folder"]["fix"]


def test_a_default_voice_that_is_not_there(brisa: CommandLine) -> None:
    done = brisa.run("doctor", "--json", BRISA_VOICES__DEFAULT="nobody")
    assert done.code == 1
    assert checks(done)["self-test"]["status"] == "problem"
    assert "Voices: heart, robot" in checks(done)["self-test"]["fix"]


def test_settings_that_are_wrong_are_a_problem_among_others(brisa: CommandLine) -> None:
    done = brisa.run("doctor", "--json", BRISA_SERVER__PROT="1")
    assert done.code == 1
    assert checks(done)["settings"]["status"] == "problem"
    assert "BRISA_SERVER__PORT" in checks(done)["settings"]["detail"]
    assert "self-test" in checks(done)


def test_whether_a_voice_has_been_compiled(brisa: CommandLine, tmp_path: Path) -> None:
    env = {"BRISA_CACHE__DIR": str(tmp_path / "own")}
    assert (
        "not compiled yet" in checks(brisa.run("doctor", "--json", **env))["voice heart"]["detail"]
    )
    assert brisa.run("say", "Hello.", "--voice", "heart", "--out", "x.wav", **env).code == 0
    detail = checks(brisa.run("doctor", "--json", **env))["voice heart"]["detail"]
    assert detail.endswith(", compiled")


def test_a_voice_without_its_file(brisa: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "voices" / "robot" / "model.bin").unlink()
    done = brisa.run("doctor", "--json", BRISA_VOICES__DEFAULT="heart")
    assert done.code == 1
    assert checks(done)["voice robot"]["fix"] == "brisa voices remove robot, then add it again"
