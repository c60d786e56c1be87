"""``brisa voices``: the catalogue from the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from brisa.artifacts.embedded import embedded_voice
from support.command_line import CommandLine, command_line

pytestmark = pytest.mark.integration


@pytest.fixture
def brisa(tmp_path: Path, cache_dir: Path) -> CommandLine:
    return command_line(tmp_path, cache_dir)


def names(brisa: CommandLine) -> list[str]:
    return [voice["name"] for voice in brisa.run("voices", "list", "--json").json()]


def test_the_list(brisa: CommandLine) -> None:
    done = brisa.run("voices", "list")
    head, heart, robot = done.out.decode().splitlines()
    assert head.split() == ["NAME", "LANGUAGE", "ENGINE", "ORIGIN", "DESCRIPTION"]
    assert heart.split()[:5] == ["heart", "en-US", "tiny", "built", "in"]
    assert robot.split() == ["robot", "*", "en-US", "scripted", "added"]


def test_the_list_for_scripts(brisa: CommandLine) -> None:
    heart, robot = brisa.run("voices", "list", "--json").json()
    assert (heart["built_in"], heart["default"], heart["licence"]) == (True, False, "Apache-2.0")
    assert (robot["built_in"], robot["default"], robot["engine"]) == (False, True, "scripted")


def test_a_preview(brisa: CommandLine) -> None:
    done = brisa.run("voices", "preview", "robot", "--out", "p.wav", "--json")
    assert done.code == 0, done.err
    assert done.json()["audio_s"] > 1
    assert brisa.files() == ["p.wav"]


def test_remove(brisa: CommandLine) -> None:
    assert brisa.run("voices", "remove", "robot").code == 0
    assert names(brisa) == ["heart"]


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        (["remove", "nobody"], 2, "There is no voice 'nobody'"),
        (["remove", "heart"], 2, "built in"),
        (["remove", "../work"], 2, "There is no voice"),
        (["preview", "nobody", "--out", "p.wav"], 2, "There is no voice 'nobody'"),
        (["add", "none.onnx"], 1, "There is no file none.onnx"),
        (["add", "text.onnx"], 1, "not a readable ONNX model"),
        (["add", "empty.onnx"], 1, "holds no model"),
        (["add", "."], 1, "There is no file"),
        (["add", "text.onnx", "--lang", "de-DE"], 2, "'de-DE' is not one of"),
        (["add", "text.onnx", "--name", "Bad Name"], 1, "A voice's name"),
        (["add", "text.onnx", "--name", "robot"], 1, "There is a voice 'robot' already"),
    ],
)
def test_what_cannot_be_done(brisa: CommandLine, args: list[str], code: int, message: str) -> None:
    (brisa.folder / "text.onnx").write_text("this is not a model")
    (brisa.folder / "empty.onnx").touch()
    done = brisa.run("voices", *args)
    assert message in done.err
    assert done.code == code
    assert done.err.startswith("brisa: error: ")
    assert done.err.count("\n") == 1
    assert names(brisa) == ["heart", "robot"]
    assert brisa.files() == ["empty.onnx", "text.onnx"]


def test_a_copy_of_the_embedded_voice_speaks_as_that_does(brisa: CommandLine) -> None:
    (brisa.folder / "mine.onnx").write_bytes(Path(embedded_voice().file).read_bytes())
    taken = brisa.run("voices", "add", "mine.onnx")
    assert taken.code == 1
    assert "There is a voice 'heart' already" in taken.err
    done = brisa.run("voices", "add", "mine.onnx", "--name", "mine")
    assert done.code == 0, done.err
    assert names(brisa) == ["heart", "mine", "robot"]
    bad = brisa.run("voices", "add", "mine.onnx", "--name", "../mine")
    assert bad.code == 1
    assert "A voice's name" in bad.err
    mine, heart = (
        brisa.run("say", "Hello there.", "--voice", voice, "--out", "-")
        for voice in ("mine", "heart")
    )
    assert mine.code == heart.code == 0, mine.err + heart.err
    assert len(heart.out) > 20_000
    assert mine.out == heart.out
