"""``brisa text`` and the reading flags of ``brisa say`` from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from support.command_line import CommandLine, command_line

pytestmark = pytest.mark.integration

ROBOT = ("--voice", "robot")


@pytest.fixture
def brisa(tmp_path: Path, cache_dir: Path) -> CommandLine:
    made = command_line(tmp_path, cache_dir)
    (made.folder / "cfg.yaml").write_text("text: {date_order: dmy}\n")
    return made


def test_segments_are_shown_with_their_places(brisa: CommandLine) -> None:
    done = brisa.run("text", "Pay $5. Then [pause:0.5s] go.", *ROBOT)
    assert done.code == 0, done.err
    assert done.out.decode().splitlines() == [
        "    0-7     Pay five dollars.",
        "    8-12    Then",
        "   13-25    [pause 500 ms]",
        "   26-29    go.",
    ]


def test_json_for_scripts(brisa: CommandLine) -> None:
    done = brisa.run("text", "-", "--json", *ROBOT, stdin=b"It is **7 kg**.")
    report = done.json()
    assert [segment["spoken"] for segment in report["segments"]] == ["It is seven kilograms."]
    assert report["dropped_chars"] == 0


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["On 04/05/2026.", "--date-order", "mdy"], "April"),
        (["On 04/05/2026.", "--config", "cfg.yaml"], "May"),
        (["Ask Nguyen.", "--lexicon", "words.yaml"], "win"),
        (["**as is** 5", "--raw", "--no-normalize"], "**as is** 5"),
        (["Fine 😀", "--emoji", "name"], "grinning face"),
        (["Il y a 21 chats.", "--lang", "fr"], "vingt"),
    ],
)
def test_flags_say_how(brisa: CommandLine, args: list[str], said: str) -> None:
    (brisa.folder / "words.yaml").write_text("Nguyen: win\n")
    done = brisa.run("text", *args, *ROBOT)
    assert done.code == 0, done.err
    assert said in done.out.decode()


def test_a_broken_lexicon_is_named_with_its_line(brisa: CommandLine) -> None:
    (brisa.folder / "words.yaml").write_text("Nguyen: win\n- {\n")
    done = brisa.run("text", "Hi.", "--lexicon", "words.yaml", *ROBOT)
    assert done.code == 2
    assert "words.yaml" in done.err
    assert "line" in done.err


def test_say_reads_as_told(brisa: CommandLine) -> None:
    (brisa.folder / "words.yaml").write_text("Nguyen: win\n")
    words = brisa.run("say", "Ask Nguyen.", *ROBOT, "--out", "-", "--format", "pcm", "-q")
    short = brisa.run(
        "say",
        "Ask Nguyen.",
        "--lexicon",
        "words.yaml",
        *ROBOT,
        "--out",
        "-",
        "--format",
        "pcm",
        "-q",
    )
    assert len(words.out) - len(short.out) == len("uyen"[:3]) * 1200 * 2


def test_what_reading_costs(brisa: CommandLine) -> None:
    done = brisa.run("bench", "text", "--quick", "--json", "f.json")
    assert done.code == 0, done.err
    report = json.loads((brisa.folder / "f.json").read_text())
    assert report["push_token_us"]["count"] > 500
    assert report["reading_ms"]["count"] > report["first_reading_ms"]["count"] > 10
    assert len(report["long"]) == 4


def test_nothing_to_say_is_said(brisa: CommandLine) -> None:
    done = brisa.run("text", "🙂", *ROBOT)
    assert (done.code, done.out) == (0, b"")
    assert done.err == "brisa: note: There is nothing to say.\n"
    assert "nothing to say" not in brisa.run("text", "[pause:1s]", *ROBOT).err
