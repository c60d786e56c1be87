"""The file of API keys, and taking it again when it changes."""

from __future__ import annotations

import asyncio
import itertools
import logging
import stat
from pathlib import Path

import pytest

from brisa.app.keys_file import read_keys, state_of, write_keys
from brisa.app.keys_watch import KeysWatch
from brisa.app.options import KeyOptions
from brisa.errors import ConfigError, OutputError
from brisa.transports.allowance import KeyLimits
from brisa.transports.keys import MAX_KEYS, KeyRecord, hash_of, make_key

pytestmark = pytest.mark.unit

KEY = make_key()
HASH = str(hash_of(KEY))
DESK = KeyRecord("desk", hash_of(KEY), KeyLimits(4, 120, 20_000))
SHOP = KeyRecord("shop", hash_of(make_key()))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "keys.yaml"


def test_what_is_written_is_read(file: Path) -> None:
    write_keys(file, [DESK, SHOP])
    assert read_keys(file) == [DESK, SHOP]
    assert KEY not in file.read_text()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in file.parent.iterdir()] == ["keys.yaml"]


def test_limits_that_are_left_out_are_the_servers(file: Path) -> None:
    write_keys(file, [DESK, KeyRecord("shop", SHOP.hash, KeyLimits(streams=9))])
    desk, shop = read_keys(file, KeyLimits(1, 2, 3))
    assert desk.limits == KeyLimits(4, 120, 20_000)
    assert shop.limits == KeyLimits(9, 2, 3)


@pytest.mark.parametrize("text", ["", "# nothing\n", "keys:\n", "keys: []\n"])
def test_a_file_without_keys_lets_nobody_in(file: Path, text: str) -> None:
    file.write_text(text)
    assert read_keys(file) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("keys: {a: b}", "nothing but a list"),
        ("- a", "nothing but a list"),
        ("keys: []\nmore: 1", "nothing but a list"),
        ("keys: [1]", "key 1 has other fields"),
        ("keys: [{name: a}]", "key 1 has a hash that is missing"),
        (f"keys: [{{name: a b, hash: '{HASH}'}}]", "key 1 has a name that"),
        (f"keys: [{{name: a, hash: '{HASH}', streams: 0}}]", "key 1 has a streams that"),
        (f"keys: [{{name: a, hash: '{HASH}', stream: 1}}]", "key 1 has other fields"),
        (f"keys: [{{name: a, hash: {KEY}}}]", "the hash of key 1 is none"),
        (f"keys: [{{name: a, {KEY}: 1}}]", "key 1 has"),
        (f"keys: [{{name: {KEY}{KEY}, hash: '{HASH}'}}]", "key 1 has a name that"),
        (f"keys: [{{name: a, hash: *{KEY}}}]", "not valid YAML"),
        (f"keys: !{KEY} a", "not valid YAML"),
        ("keys: [", "not valid YAML"),
        ("[" * 5000, "not valid YAML"),
        (f"keys: [{{name: a, hash: '{HASH}'}}, {{name: a, hash: '{HASH}'}}]", "name of another"),
    ],
    ids=itertools.count(),  # the texts hold keys that are made anew in every process
)
def test_what_is_wrong_is_said_without_what_stands_there(
    file: Path, text: str, message: str
) -> None:
    file.write_text(text)
    with pytest.raises(ConfigError, match=message) as error:
        read_keys(file)
    assert KEY not in str(error.value)
    assert error.value.param == "security.keys_file"


def test_files_that_cannot_be_read(file: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read: No such file"):
        read_keys(file)
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(ConfigError, match="UTF-8"):
        read_keys(file)
    file.write_text("#" * (1 << 20) + "\n")
    with pytest.raises(ConfigError, match="larger"):
        read_keys(file)
    write_keys(file, [KeyRecord(f"k{index}", DESK.hash) for index in range(MAX_KEYS + 1)])
    with pytest.raises(ConfigError, match="more than"):
        read_keys(file)


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    with pytest.raises(OutputError, match="cannot be written"):
        write_keys(tmp_path / "taken" / "keys.yaml", [DESK])


def test_a_link_stays_one(file: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.yaml"
    write_keys(file, [DESK])
    link.symlink_to(file)
    write_keys(link, [SHOP])
    assert link.is_symlink()
    assert read_keys(file) == [SHOP]


def known(watch: KeysWatch, key: str) -> bool:
    return watch.ring.client([key], talks=False) is not None


def test_the_file_is_taken_again_when_it_has_changed(file: Path) -> None:
    write_keys(file, [SHOP])
    watch = KeysWatch(KeyOptions(file))
    assert not known(watch, KEY)
    write_keys(file, [SHOP, DESK])
    asyncio.run(watch.look())
    assert known(watch, KEY)
    write_keys(file, [SHOP])
    asyncio.run(watch.look())
    assert not known(watch, KEY)


@pytest.mark.parametrize(
    "damage", ["", "keys: [", f"keys: [{KEY}]"], ids=["empty", "cut", "no-records"]
)
def test_a_file_that_was_damaged_or_lost_changes_nothing(
    file: Path, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    write_keys(file, [DESK])
    watch = KeysWatch(KeyOptions(file))
    if damage:
        file.write_text(damage)
    else:
        file.unlink()
    with caplog.at_level(logging.DEBUG):
        asyncio.run(watch.look())
        asyncio.run(watch.look())
    assert known(watch, KEY)
    errors = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert len(errors) == 1
    assert KEY not in caplog.text
    write_keys(file, [SHOP])
    asyncio.run(watch.look())
    assert not known(watch, KEY)


def test_it_is_watched_while_the_server_runs(file: Path) -> None:
    write_keys(file, [])
    watch = KeysWatch(KeyOptions(file), look_s=0.001)

    async def main() -> None:
        async with watch.running():
            write_keys(file, [DESK])
            for _ in range(20_000):
                if known(watch, KEY):
                    return
                await asyncio.sleep(0.001)
        raise AssertionError("the key was never taken")

    asyncio.run(main())


def test_a_file_that_is_not_there_keeps_a_server_from_starting(file: Path) -> None:
    assert state_of(file) is None
    with pytest.raises(ConfigError):
        KeysWatch(KeyOptions(file))
