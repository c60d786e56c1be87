"""Settings files: where things are, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from brisa.app.config_file import Given, read_config_file
from brisa.app.schema import schema_of
from brisa.app.settings import Settings
from brisa.errors import ConfigError

pytestmark = pytest.mark.unit

SCHEMA = schema_of(Settings)


@pytest.fixture
def read(tmp_path: Path):
    def reader(content: str | bytes) -> list[Given]:
        file = tmp_path / "brisa.yaml"
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return read_config_file(file, SCHEMA)

    return reader


def refused(read, content: str | bytes) -> str:
    with pytest.raises(ConfigError) as caught:
        read(content)
    return caught.value.message


def test_values_come_with_their_line(read) -> None:
    first, second = read("# comment\nserver:\n  port: 9000\n\n  cors_origins: [a, b]\n")
    assert (first.path, first.value) == (("server", "port"), 9000)
    assert first.origin.endswith("brisa.yaml line 3")
    assert (second.path, second.value) == (("server", "cors_origins"), ["a", "b"])
    assert second.origin.endswith("line 5")


@pytest.mark.parametrize("content", ["", "# nothing\n", "---\n", "server:\n", "\ufeff"])
def test_a_file_may_set_nothing(read, content: str) -> None:
    assert read(content) == []


def test_a_byte_order_mark_is_no_part_of_the_first_key(read) -> None:
    (given,) = read("\ufeffserver: {port: 1}")
    assert given.path == ("server", "port")


def test_unknown_keys_and_sections_are_returned_whole(read) -> None:
    (given,) = read("sever:\n  port: 1\n")
    assert given.path == ("sever",)
    assert given.value == {"port": 1}


def test_a_key_set_twice_names_the_second_line(read) -> None:
    message = refused(read, "server:\n  port: 1\n  host: a\n  port: 2\n")
    assert "line 4: server.port is set twice" in message


def test_a_section_set_twice_is_refused_too(read) -> None:
    assert "line 3: server is set twice" in refused(read, "server:\n  port: 1\nserver: {}\n")


def test_bad_yaml_names_line_and_column(read) -> None:
    message = refused(read, "server:\n  port: [1, 2\nvoices: {}\n")
    assert "brisa.yaml line 3, column" in message
    assert "not valid YAML" in message


def test_a_tab_is_named(read) -> None:
    assert "line 2, column 1" in refused(read, "server:\n\tport: 1\n")


def test_a_file_cannot_name_code(read) -> None:
    message = refused(read, "server:\n  host: !!python/object/apply:os.getcwd []\n")
    assert "line 2" in message


@pytest.mark.parametrize("content", ["just text", "- a\n- b\n", "42"])
def test_a_file_that_is_no_mapping(read, content: str) -> None:
    assert "line 1: A settings file holds keys" in refused(read, content)


def test_a_section_that_is_no_mapping(read) -> None:
    assert "line 1: server is a section" in refused(read, "server: 8100\n")


def test_not_utf8_names_the_line(read) -> None:
    assert "line 2: not valid UTF-8" in refused(read, b"server:\n  host: caf\xe9\n")


def test_control_characters(read) -> None:
    message = refused(read, b"server:\n  host: a\x00b\n")
    assert "line 2: a character that YAML does not allow" in message


def test_a_date_that_is_none(read) -> None:
    assert "line 1: not a value" in refused(read, "server: {host: 2026-13-45}")


def test_bottomless_nesting(read) -> None:
    assert "nested deeper" in refused(read, "server: " + "[" * 3_000)


def test_a_missing_file_says_why(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="No such file"):
        read_config_file(tmp_path / "none.yaml", SCHEMA)


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "huge.yaml"
    file.write_bytes(b"#" * (1 << 20) + b"\n")
    with pytest.raises(ConfigError, match="larger"):
        read_config_file(file, SCHEMA)
