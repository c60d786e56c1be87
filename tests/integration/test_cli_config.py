"""``brisa check-config``, and what loads for commands that need no engine."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from support.command_line import CommandLine, command_line

pytestmark = pytest.mark.integration


@pytest.fixture
def brisa(tmp_path: Path, cache_dir: Path) -> CommandLine:
    return command_line(tmp_path, cache_dir)


def test_the_effective_tree_is_a_settings_file(brisa: CommandLine) -> None:
    (brisa.folder / "a.yaml").write_text(
        "server:\n  port: 9000\n  cors_origins: [https://é.example]\n"
    )
    done = brisa.run("check-config", "a.yaml", BRISA_SERVER__HOST="::1")
    assert (done.code, done.err) == (0, "")
    text = done.out.decode()
    assert "  port: 9000\n" in text
    assert '  host: "::1"\n' in text
    assert "  max_text_chars: 100000\n" in text
    (brisa.folder / "b.yaml").write_bytes(done.out)
    assert brisa.run("check-config", "b.yaml").out == done.out


def test_the_file_may_come_from_the_environment(brisa: CommandLine) -> None:
    (brisa.folder / "a.yaml").write_text("server: {port: 9001}")
    done = brisa.run("check-config", "--json", BRISA_CONFIG="a.yaml")
    assert done.json()["settings"]["server"]["port"] == 9001


def test_every_problem_is_a_line(brisa: CommandLine) -> None:
    (brisa.folder / "a.yaml").write_text("server:\n  prot: 1\nlimits:\n  max_text_chars: many\n")
    done = brisa.run("check-config", "a.yaml", BRISA_SERVER__PORT="x")
    assert done.code == 2
    assert done.err.splitlines() == [
        "brisa: error: a.yaml line 2: There is no setting server.prot. Did you mean server.port?",
        "brisa: error: a.yaml line 4: limits.max_text_chars takes a whole number from 1 to "
        "100000000, not the text 'many'.",
        "brisa: error: environment BRISA_SERVER__PORT: server.port takes a whole number from 0 "
        "to 65535, not the text 'x'.",
    ]


def test_problems_for_scripts(brisa: CommandLine) -> None:
    (brisa.folder / "a.yaml").write_text("sever: {}\n")
    report = brisa.run("check-config", "a.yaml", "--json").json()
    assert report["ok"] is False
    assert report["problems"] == [
        {
            "key": "sever",
            "origin": "a.yaml line 1",
            "message": "There is no setting sever. Did you mean server?",
        }
    ]


@pytest.mark.parametrize("command", [["check-config", "a.yaml"], ["serve", "--config", "a.yaml"]])
def test_bad_yaml_names_file_line_and_column(brisa: CommandLine, command: list[str]) -> None:
    (brisa.folder / "a.yaml").write_text("server:\n  port: [1\nvoices: {}\n")
    done = brisa.run(*command)
    assert done.code == 2
    assert done.err.startswith("brisa: error: a.yaml line 3, column 7: not valid YAML")
    assert done.err.count("\n") == 1


def test_bad_yaml_for_scripts(brisa: CommandLine) -> None:
    (brisa.folder / "a.yaml").write_text("a: b: c\n")
    done = brisa.run("check-config", "a.yaml", "--json")
    assert done.code == 2
    assert done.json()["problems"][0]["message"].startswith("a.yaml line 1")


@pytest.mark.parametrize("command", ["say", "voices list", "doctor --json"])
def test_every_command_sees_the_settings(brisa: CommandLine, command: str) -> None:
    (brisa.folder / "a.yaml").write_text("server:\n  port: none\n")
    args = command.split() + (["Hello."] if command == "say" else [])
    done = brisa.run(*args, "--config", "a.yaml")
    assert "server.port takes a whole number" in done.err + done.out.decode()
    assert done.code in (1, 2)


LIGHT = [["--help"], ["--version"], ["voices", "list"], ["check-config"], ["bench", "--help"]]


@pytest.mark.parametrize("args", LIGHT, ids=" ".join)
def test_what_needs_no_engine_loads_none(brisa: CommandLine, args: list[str]) -> None:
    code = (
        "import sys\n"
        "from brisa.cli.main import run\n"
        f"code = run({args!r})\n"
        "heavy = {'numpy', 'onnx', 'onnxruntime', 'starlette', 'uvicorn', 'av', 'hibari'}\n"
        "print(code, sorted(heavy & set(sys.modules)), file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=brisa.environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == "0 []\n"


def test_no_command_shows_the_help_and_is_wrong_usage(brisa: CommandLine) -> None:
    done = brisa.run()
    assert done.code == 2
    assert "Commands:" in done.err


def test_the_version(brisa: CommandLine) -> None:
    assert brisa.run("--version").out.startswith(b"brisa 0.")


def test_debug_shows_where(brisa: CommandLine) -> None:
    flag = brisa.run("--debug", "voices", "remove", "nobody")
    variable = brisa.run("voices", "remove", "nobody", BRISA_DEBUG="1")
    for done in (flag, variable):
        assert done.code == 2
        assert "Traceback" in done.err
        assert done.err.endswith("Voices: heart, robot.\n")


def test_lexicons_are_checked_too(brisa: CommandLine) -> None:
    (brisa.folder / "a.yaml").write_text("text: {lexicon: words.yaml}\n")
    (brisa.folder / "words.yaml").write_text("Nguyen: win\nGIF: {phonemes: dʒɪf, spoken: jif}\n")
    (brisa.folder / ".." / "voices" / "robot.lexicon.yaml").write_text("- Nguyen\n")
    done = brisa.run("check-config", "a.yaml")
    assert done.code == 2
    first, second = done.err.splitlines()
    assert first.startswith("brisa: error: words.yaml line 2: 'spoken' and 'phonemes'")
    assert second.startswith("brisa: error: ")
    assert "robot.lexicon.yaml line 1: An entry is" in second
    report = brisa.run("check-config", "a.yaml", "--json").json()
    assert [item["key"] for item in report["problems"]] == ["text.lexicon", "voices.dir"]


def test_a_missing_lexicon_is_a_problem(brisa: CommandLine) -> None:
    done = brisa.run("check-config", BRISA_TEXT__LEXICON="nowhere.yaml")
    assert done.code == 2
    assert done.err.startswith("brisa: error: nowhere.yaml: The file cannot be read")


def test_a_word_given_twice_is_a_note(brisa: CommandLine) -> None:
    (brisa.folder / "words.yaml").write_text("Nguyen: win\nNguyen: nwen\n")
    done = brisa.run("check-config", BRISA_TEXT__LEXICON="words.yaml")
    assert done.code == 0
    assert done.err.startswith("brisa: note: words.yaml line 2: The same word as on line 1")
