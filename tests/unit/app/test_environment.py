"""The process environment: which variables are settings, which are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from brisa.app.environment import brisa_variables, config_file, debug_wanted

pytestmark = pytest.mark.unit


@pytest.fixture(autouse=True)
def clean(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in brisa_variables():
        monkeypatch.delenv(name)
    monkeypatch.delenv("BRISA_CONFIG", raising=False)
    monkeypatch.delenv("BRISA_DEBUG", raising=False)


def test_only_its_own_variables_are_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BRISA_SERVER__PORT", "9000")
    monkeypatch.setenv("BRISA_DEBUG", "1")
    monkeypatch.setenv("BRISA_CONFIG", "x.yaml")
    monkeypatch.setenv("OTHER__PORT", "1")
    assert brisa_variables() == {"BRISA_SERVER__PORT": "9000"}


def test_the_config_file_is_named_or_not(monkeypatch: pytest.MonkeyPatch) -> None:
    assert config_file() is None
    monkeypatch.setenv("BRISA_CONFIG", "")
    assert config_file() is None
    monkeypatch.setenv("BRISA_CONFIG", "/etc/brisa.yaml")
    assert config_file() == Path("/etc/brisa.yaml")


@pytest.mark.parametrize(
    ("value", "wanted"), [("", False), ("0", False), ("no", False), ("1", True), ("yes", True)]
)
def test_debug(monkeypatch: pytest.MonkeyPatch, value: str, wanted: bool) -> None:
    monkeypatch.setenv("BRISA_DEBUG", value)
    assert debug_wanted() is wanted
