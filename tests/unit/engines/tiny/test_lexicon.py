"""The compiled tables hold what the wheel holds, and survive a bad cache folder."""

from __future__ import annotations

import gzip
import json
import logging
from pathlib import Path

import pytest

from brisa.engines.tiny.lexicon import Tables, load_tables

pytestmark = pytest.mark.unit

LEXICON = {"gold": {"read": {"DEFAULT": "ɹˈid", "VBD": None}, "a": "ˈA"}, "silver": {"zed": "zˈɛd"}}
MODEL = {
    "weights": {"b": {"NN": 1.5, "VB": -2.3}},
    "tagdict": {"and": "CC"},
    "tags": ["NN", "VB"],
    "vocab": ["and", "!YEAR"],
}


@pytest.fixture
def assets(tmp_path: Path) -> Path:
    folder = tmp_path / "assets"
    folder.mkdir()
    parts = {f"lexicon_us_{grade}": entries for grade, entries in LEXICON.items()}
    for name, content in {**parts, "tagger": MODEL}.items():
        (folder / f"{name}.json.gz").write_bytes(gzip.compress(json.dumps(content).encode()))
    return folder


def load(assets: Path, cache_dir: Path | None, version: str = "1") -> Tables:
    return load_tables(assets, version, british=False, cache_dir=cache_dir)


def check(tables: Tables) -> None:
    assert tables.gold.get("read") == {"DEFAULT": "ɹˈid", "VBD": None}
    assert tables.gold.get("zed") is None
    assert tables.silver.get("zed") == "zˈɛd"
    assert tables.weights.get("b") == {"NN": 1.5, "VB": -2.3}
    assert tables.tag_of_word.get("and") == "CC"
    assert "!YEAR" in tables.vocabulary
    assert "and not" not in tables.vocabulary
    assert tables.tags == ("NN", "VB")


def remove_sources(assets: Path) -> None:
    for path in assets.iterdir():
        path.unlink()


def test_tables_without_a_folder(assets: Path) -> None:
    check(load(assets, None))


def test_the_second_load_needs_only_the_cache(assets: Path, tmp_path: Path) -> None:
    cache_dir = tmp_path / "new" / "cache"
    check(load(assets, cache_dir))
    remove_sources(assets)
    check(load(assets, cache_dir))
    assert {path.suffix for path in cache_dir.iterdir()} == {".flat"}


def test_a_damaged_cache_is_made_again(
    assets: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    load(assets, tmp_path / "cache")
    for path in (tmp_path / "cache").iterdir():
        path.write_bytes(path.read_bytes()[:-1])
    with caplog.at_level(logging.WARNING):
        check(load(assets, tmp_path / "cache"))
    assert len(caplog.records) == 2
    remove_sources(assets)
    check(load(assets, tmp_path / "cache"))


def test_another_release_does_not_use_the_cache_of_this_one(assets: Path, tmp_path: Path) -> None:
    load(assets, tmp_path / "cache")
    remove_sources(assets)
    with pytest.raises(FileNotFoundError):
        load(assets, tmp_path / "cache", version="2")


def test_an_unwritable_folder_keeps_the_tables_in_memory(
    assets: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    with caplog.at_level(logging.WARNING):
        check(load(assets, blocked / "cache"))
    assert caplog.records


def test_a_write_that_fails_leaves_nothing_behind(
    assets: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: Path, target: Path) -> Path:
        raise OSError

    monkeypatch.setattr(Path, "replace", refuse)
    check(load(assets, tmp_path / "cache"))
    assert list((tmp_path / "cache").iterdir()) == []
