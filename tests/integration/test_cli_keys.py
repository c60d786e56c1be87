"""``brisa keys``: made once, shown once, taken by the server."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
import pytest

from support.command_line import CommandLine, command_line

pytestmark = pytest.mark.integration


@pytest.fixture
def brisa(tmp_path: Path, cache_dir: Path) -> CommandLine:
    made = command_line(tmp_path, cache_dir)
    (made.folder / "a.yaml").write_text("security: {keys_file: keys.yaml}\n")
    return made


def test_a_key_from_its_making_to_its_end(brisa: CommandLine) -> None:
    limits = ("--streams", "2", "--characters-per-minute", "900")
    added = brisa.run("keys", "add", "desk", *limits, "--config", "a.yaml")
    assert added.code == 0, added.err
    key = added.out.decode().strip()
    assert "not shown again" in added.err
    assert key not in (brisa.folder / "keys.yaml").read_text() + added.err
    assert brisa.run("keys", "add", "shop", "--file", "keys.yaml").code == 0
    listed = json.loads(brisa.run("keys", "list", "--json", "--file", "keys.yaml").out)
    assert listed == [
        {"name": "desk", "streams": 2, "requests_per_minute": None, "characters_per_minute": 900},
        {"name": "shop", "streams": None, "requests_per_minute": None,
         "characters_per_minute": None},
    ]  # fmt: skip
    lines = brisa.run("keys", "list", "--file", "keys.yaml").out.decode().splitlines()
    assert [line.split() for line in lines] == [
        ["NAME", "STREAMS", "REQUESTS/MIN", "CHARACTERS/MIN"],
        ["desk", "2", "-", "900"],
        ["shop", "-", "-", "-"],
    ]
    checked = brisa.run("keys", "check", "--file", "keys.yaml", stdin=f"{key}\n".encode())
    assert (checked.code, checked.out) == (0, b"desk\n")
    assert brisa.run("keys", "remove", "desk", "--file", "keys.yaml").code == 0
    checked = brisa.run("keys", "check", "--file", "keys.yaml", stdin=key.encode())
    assert (checked.code, checked.out) == (1, b"")
    assert key not in checked.err


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        (["add", "desk"], 2, "Which file?"),
        (["add", "a b", "--file", "keys.yaml"], 2, "A key's name is"),
        (["add", "../desk", "--file", "keys.yaml"], 2, "A key's name is"),
        (["add", "desk", "--streams", "0", "--file", "keys.yaml"], 2, "--streams"),
        (["list", "--file", "none.yaml"], 2, "cannot be read: No such file"),
        (["remove", "desk", "--file", "empty.yaml"], 1, "no key of that name"),
        (["list", "--file", "bad.yaml"], 2, "not valid YAML"),
    ],
)
def test_wrong_usage(brisa: CommandLine, args: list[str], code: int, message: str) -> None:
    (brisa.folder / "empty.yaml").write_text("keys: []\n")
    (brisa.folder / "bad.yaml").write_text("keys: [")
    done = brisa.run("keys", *args)
    assert done.code == code
    assert message in done.err.splitlines()[-1]
    assert not (brisa.folder / "keys.yaml").exists()


def test_a_name_is_taken_once(brisa: CommandLine) -> None:
    assert brisa.run("keys", "add", "desk", "--file", "keys.yaml").code == 0
    before = (brisa.folder / "keys.yaml").read_bytes()
    assert brisa.run("keys", "add", "desk", "--file", "keys.yaml").code == 1
    assert (brisa.folder / "keys.yaml").read_bytes() == before


def test_the_server_asks_for_it(brisa: CommandLine) -> None:
    key = brisa.run("keys", "add", "desk", "--config", "a.yaml").out.decode().strip()
    process = brisa.start("serve", "--config", "a.yaml", "--port", "0", "--json")
    with process:
        try:
            assert process.stdout is not None
            url = json.loads(process.stdout.readline())["url"]
            assert httpx.get(f"{url}/v1/models").status_code == 401
            assert httpx.get(f"{url}/v1/models?api_key={key}").status_code == 200
            process.terminate()
            process.communicate(timeout=60)
        finally:
            process.kill()


def test_a_server_without_its_keys_does_not_start(brisa: CommandLine) -> None:
    done = brisa.run("serve", "--config", "a.yaml", "--port", "0")
    assert (done.code, done.out) == (2, b"")
    assert "keys file keys.yaml cannot be read" in done.err.splitlines()[-1]
    checked = brisa.run("check-config", "a.yaml")
    assert checked.code == 2
    assert "keys file keys.yaml cannot be read" in checked.err
