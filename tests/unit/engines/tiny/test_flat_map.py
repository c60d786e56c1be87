"""A flat map answers like the dict it was made from, and a damaged file is never believed."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brisa.engines.tiny.flat_map import FlatMapDamaged, open_file, pack, unpack

pytestmark = pytest.mark.unit

keys = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
values = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=6).filter(lambda v: v[:1] != "{"),
    st.dictionaries(keys, st.one_of(st.none(), st.floats(allow_nan=False), keys), max_size=3),
)


@settings(max_examples=200, deadline=None)
@given(
    entries=st.dictionaries(keys, values, max_size=40),
    other=st.dictionaries(keys, values, max_size=3),
    asked=st.lists(st.text(max_size=6), max_size=20),
)
def test_it_answers_like_the_dict_it_was_made_from(
    entries: dict[str, str], other: dict[str, str], asked: list[str]
) -> None:
    maps = unpack(pack("c", {"one": entries.items(), "two": other.items()}), "c")
    for name, expected in (("one", entries), ("two", other)):
        for key in [*entries, *other, *asked]:
            assert maps[name].get(key) == expected.get(key)
            assert (key in maps[name]) == (key in expected)


def test_keys_with_any_character_are_told_apart() -> None:
    entries = {"a": "1", "a\x00": "2", "\x00a": "3", "": "4", "a\n": "5", "ab": "6", "{": "7"}
    flat = unpack(pack("c", {"m": entries.items()}), "c")["m"]
    assert {key: flat.get(key) for key in entries} == entries
    assert flat.get("\ud800") is None


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    path = tmp_path / "m.flat"
    path.write_bytes(pack("c", {"m": [("key", "value"), ("other", {"x": 1.5})]}))
    return path


def test_a_stored_map_is_read_back(stored: Path) -> None:
    flat = open_file(stored, "c")["m"]
    assert flat.get("key") == "value"
    assert flat.get("other") == {"x": 1.5}


def test_every_flipped_bit_is_noticed(stored: Path) -> None:
    whole = stored.read_bytes()
    for at in range(len(whole)):
        damaged = bytearray(whole)
        damaged[at] ^= 4
        stored.write_bytes(damaged)
        with pytest.raises(FlatMapDamaged):
            open_file(stored, "c")


def test_every_truncation_is_noticed(stored: Path) -> None:
    whole = stored.read_bytes()
    for length in range(len(whole)):
        stored.write_bytes(whole[:length])
        with pytest.raises(FlatMapDamaged):
            open_file(stored, "c")


def test_other_content_is_refused(stored: Path) -> None:
    with pytest.raises(FlatMapDamaged):
        open_file(stored, "another release")
