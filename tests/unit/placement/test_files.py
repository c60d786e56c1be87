"""Small files, whole and damaged."""

from __future__ import annotations

from pathlib import Path

import pytest

from brisa.placement.files import Files

pytestmark = pytest.mark.unit


def test_what_is_there(tmp_path: Path) -> None:
    (tmp_path / "n").write_text("12\n")
    (tmp_path / "s").write_text("Name:\tx\nCapEff:\t00ff\n")
    files = Files(tmp_path)
    assert (files.text("n"), files.integer("n"), files.cpu_list("n")) == ("12", 12, {12})
    assert files.field("s", "CapEff") == "00ff"


def test_what_is_not(tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    (tmp_path / "words").write_text("many")
    files = Files(tmp_path)
    assert files.text("bytes") is None
    assert files.integer("words") is None
    assert files.integer("absent") is None
    assert files.cpu_list("absent") is None
    assert files.text(".") is None
    assert files.text("nul\0") is None
    assert files.field("words", "x") is None
