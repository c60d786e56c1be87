"""What the server's command decides before and around the server."""

from __future__ import annotations

import json
import shlex

import pytest

from brisa.app.layers import load_settings
from brisa.cli.failures import Failure
from brisa.cli.serve import announcer, curl_line, is_loopback, run_server
from brisa.errors import ConfigError, UnknownVoice

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("host", "loopback"),
    [
        ("127.0.0.1", True),
        ("127.1.2.3", True),
        ("::1", True),
        ("localhost", True),
        ("0.0.0.0", False),
        ("::", False),
        ("192.168.1.5", False),
        ("example.org", False),
    ],
)
def test_who_can_reach_it(host: str, loopback: bool) -> None:
    assert is_loopback(host) is loopback


def test_the_line_to_try_is_one_that_a_shell_takes() -> None:
    words = shlex.split(curl_line("http://127.0.0.1:8100"))
    assert words[:2] == ["curl", "http://127.0.0.1:8100/v1/audio/speech"]
    body = json.loads(words[words.index("-d") + 1])
    assert body["response_format"] == "wav"


def test_the_announcement_for_scripts(capsys: pytest.CaptureFixture[str]) -> None:
    announcer(True)("http://h:1")
    assert json.loads(capsys.readouterr().out)["url"] == "http://h:1"


def test_wyoming_is_announced_where_it_is_spoken(capsys: pytest.CaptureFixture[str]) -> None:
    announcer(True)("http://h:1", "tcp://h:2")
    assert json.loads(capsys.readouterr().out)["wyoming"] == "tcp://h:2"
    announcer(False)("http://h:1", "tcp://h:2")
    assert capsys.readouterr().out.splitlines()[-1].endswith("Wyoming, finds it at tcp://h:2")
    for as_json in (True, False):
        announcer(as_json)("http://h:1", None)
        assert "yoming" not in capsys.readouterr().out


def test_an_address_that_cannot_be_had_is_a_failure_not_a_wrong_setting() -> None:
    def run(app: object, **arguments: object) -> int:
        raise ConfigError("Cannot listen.", param="port")

    with pytest.raises(Failure, match="Cannot listen"):
        run_server(load_settings(), lambda url: None, run)


def test_what_keeps_it_from_being_ready_passes_as_it_is() -> None:
    def run(app: object, **arguments: object) -> int:
        raise UnknownVoice("nobody")

    with pytest.raises(UnknownVoice):
        run_server(load_settings(), lambda url: None, run)
