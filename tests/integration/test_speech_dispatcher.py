"""The file in ``deploy/speech-dispatcher``: read as Speech Dispatcher reads it, and its command run
by the shells that it is given to, against a running server."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import wave
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from brisa.artifacts.embedded import EMBEDDED_VOICE
from brisa.service.listener import Listener
from brisa.service.speech import Speech
from brisa.types import SpeechSettings
from support.live_server import LiveServer, eventually
from support.scripted_steps import CountedSteps
from support.speech_dispatcher import SHELLS, command_line, read_options

pytestmark = pytest.mark.integration

FILE = Path(__file__).parents[2] / "deploy" / "speech-dispatcher" / "brisa-generic.conf"
OPTIONS = read_options(FILE)
DEADLINE_S = 30.0
KNOWN = {
    "AddVoice",
    "Debug",
    "DefaultVoice",
    "GenericCmdDependency",
    "GenericDelimiters",
    "GenericExecuteSynth",
    "GenericLanguage",
    "GenericMaxChunkLength",
    "GenericPortDependency",
    "GenericRateForceInteger",
    "GenericSoundIconFolder",
}
"""Options of sd_generic, 0.9 and later, that the file may use."""

NASTY = [
    "Hello there.",
    "it's \"quoted\", isn't it? ''",
    "'; touch {canary}; '",
    "$(touch {canary}) `touch {canary}` ${{HOME}} $HOME $DATA $VOICE",
    "back\\slash \\\" \\\\ \\n \\' end\\",
    "& | > {canary} < * ? ~ ! # % %s %n ; ( ) [ ] {{ }}",
    "-n -e --data @/etc/passwd",
    "line one\nline two\ttab \x01 bell \x07 \x7f end",
    "ça va, \N{GREEK SMALL LETTER ALPHA} \N{SNOWMAN} \N{PARTY POPPER}",
    '{{"input": "other"}}',
    "  spaces  ",
]


def option(name: str) -> list[str]:
    (found,) = [arguments for key, arguments in OPTIONS if key == name]
    return found


def command(text: str, port: int, out: Path, rate: int = 0) -> str:
    (template,) = option("GenericExecuteSynth")
    variables = {"PLAY_COMMAND": f"cat > '{out}'", "RATE": str(rate), "VOICE": "scripted"}
    assert "127.0.0.1:8100" in template
    return command_line(template.replace("127.0.0.1:8100", f"127.0.0.1:{port}"), text, variables)


def start(shell: str, program: str) -> subprocess.Popen[bytes]:
    name, flag, before = SHELLS[shell]
    return subprocess.Popen(
        [name, flag, before + program],
        stderr=subprocess.PIPE,
        env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"},
        start_new_session=True,
    )


def run(shell: str, program: str) -> tuple[int, str]:
    with start(shell, program) as process:
        _, err = process.communicate(timeout=DEADLINE_S)
    return process.returncode, err.decode()


Asked = list[tuple[str, SpeechSettings]]


@pytest.fixture(scope="module")
def server() -> Iterator[LiveServer]:
    with LiveServer(CountedSteps().engine) as running:
        yield running


@pytest.fixture
def asked(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> Asked:
    """What the server was asked to speak."""
    seen: Asked = []
    speak = server.synthesizer.speak

    def noted(text: str, settings: SpeechSettings, *, listener: Listener) -> Speech:
        seen.append((text, settings))
        return speak(text, settings, listener=listener)

    monkeypatch.setattr(server.synthesizer, "speak", noted)
    return seen


def test_the_file_has_options_that_there_are() -> None:
    assert {name for name, _ in OPTIONS} <= KNOWN
    assert option("GenericCmdDependency") == ["curl"]
    assert option("GenericPortDependency") == ["8100"]


def test_its_voices_are_those_there_are() -> None:
    languages = [arguments for name, arguments in OPTIONS if name == "GenericLanguage"]
    voices = [arguments for name, arguments in OPTIONS if name == "AddVoice"]
    assert option("DefaultVoice") == [EMBEDDED_VOICE]
    assert {voice[2] for voice in voices} == {EMBEDDED_VOICE}
    assert {voice[0] for voice in voices} <= {language[0] for language in languages}
    assert {language[2] for language in languages} == {"utf-8"}


def test_the_page_of_clients_names_this_file() -> None:
    page = (FILE.parents[2] / "docs" / "clients.md").read_text("utf-8")
    section = page.partition("\n## Speech Dispatcher\n")[2].partition("\n## ")[0]
    block = section.partition("```conf\n")[2].partition("```")[0]
    lines = block.splitlines()
    assert lines[0].split() == ["AddModule", '"brisa"', '"sd_generic"', f'"{FILE.name}"']
    assert lines[1] == "DefaultModule brisa"
    assert all(f"#     {line}\n" in FILE.read_text("utf-8") for line in lines)


def test_the_text_stands_in_single_quotes_and_once() -> None:
    (template,) = option("GenericExecuteSynth")
    assert template.count("$DATA") == 1
    assert "'$DATA'" in template
    assert "\n" not in template


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize("text", NASTY)
def test_any_text_is_spoken_and_none_is_run(
    server: LiveServer, asked: Asked, tmp_path: Path, shell: str, text: str
) -> None:
    canary, out = tmp_path / "canary", tmp_path / "out.wav"
    text = text.format(canary=canary)
    code, err = run(shell, command(text, server.port, out))
    assert (code, err) == (0, "")
    assert not canary.exists()
    ((heard, settings),) = asked
    assert heard == "".join(" " if one < " " or one == "\x7f" else one for one in text)
    assert settings.voice == "scripted"
    assert settings.text.markup is False
    with wave.open(io.BytesIO(out.read_bytes())) as file:
        assert file.getframerate() == 24_000
        assert file.readframes(1 << 20)


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize(
    ("rate", "speed"), [(-100, 0.34), (-50, 0.67), (-1, 1.0), (0, 1.0), (50, 2.0), (100, 3.0)]
)
def test_rates(
    server: LiveServer, asked: Asked, tmp_path: Path, shell: str, rate: int, speed: float
) -> None:
    assert run(shell, command("Hello.", server.port, tmp_path / "out", rate)) == (0, "")
    assert asked[0][1].speed == pytest.approx(speed)


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize("text", [" ", "\n\t "])
def test_nothing_to_speak_is_no_failure(
    server: LiveServer, asked: Asked, tmp_path: Path, shell: str, text: str
) -> None:
    assert run(shell, command(text, server.port, tmp_path / "out")) == (0, "")
    assert asked == []


def test_a_server_that_is_not_there_is_a_failure(tmp_path: Path) -> None:
    """Speech Dispatcher then takes another module."""
    code, err = run("bash", command("Hello.", 9, tmp_path / "out"))
    assert code != 0
    assert "curl" in err


@pytest.mark.parametrize("shell", SHELLS)
def test_it_stops_when_it_is_killed(server: LiveServer, tmp_path: Path, shell: str) -> None:
    text = "This sentence is spoken over and over again. " * 200
    program = command(text, server.port, tmp_path / "out").replace("cat >", "sleep 30; cat >")
    with start(shell, program) as process:
        eventually(lambda: server.active == 1, "it is being spoken")
        os.killpg(process.pid, signal.SIGKILL)
        eventually(lambda: server.active == 0, "the place was given back")
        process.communicate(timeout=DEADLINE_S)
    eventually(lambda: server.synthesizer.active_streams == 0, "the job was let go")


def test_what_is_heard_is_what_others_hear(server: LiveServer, tmp_path: Path) -> None:
    out = tmp_path / "out.wav"
    assert run("sh", command("Hello there.", server.port, out)) == (0, "")
    body: dict[str, Any] = {"input": "Hello there.", "response_format": "wav"}
    assert out.read_bytes() == httpx.post(f"{server.url}/v1/audio/speech", json=body).content
