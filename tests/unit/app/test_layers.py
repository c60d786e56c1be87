"""Settings from several sources: who wins, and what is wrong where."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import pytest
from msgspec import Meta, Struct

from brisa.app.config_file import Given
from brisa.app.layers import MASK, convert, examine, from_variables, load_settings, masked_tree
from brisa.app.schema import schema_of
from brisa.app.settings import Settings
from brisa.errors import ConfigError

pytestmark = pytest.mark.unit


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "brisa.yaml"
    path.write_text("server:\n  port: 1\n  host: file\nvoices:\n  default: file\n")
    return path


def test_later_sources_win_key_by_key(file: Path) -> None:
    variables = {"BRISA_SERVER__PORT": "2", "BRISA_VOICES__DEFAULT": "env"}
    flags = {"--port": ("server.port", "3"), "--host": ("server.host", None)}
    settings = load_settings(file, variables, flags)
    assert settings.server.port == 3
    assert settings.voices.default == "env"
    assert settings.server.host == "file"
    assert settings.limits.max_text_chars == 100_000


def test_nothing_given_is_the_default_tree() -> None:
    assert load_settings() == Settings()


def test_every_problem_is_found(tmp_path: Path) -> None:
    file = tmp_path / "f.yaml"
    file.write_text("server:\n  prot: 1\n  port: 70000\nlimits: {max_text_chars: 5}\n")
    settings, problems = examine(file, {"BRISA_RESOURCES__WORKERS": "many"})
    assert settings.limits.max_text_chars == 5
    assert [problem.key for problem in problems] == [
        "server.prot",
        "server.port",
        "resources.workers",
    ]
    unknown, out_of_range, wrong_kind = map(str, problems)
    assert unknown == f"{file} line 2: There is no setting server.prot. Did you mean server.port?"
    assert out_of_range == (
        f"{file} line 3: server.port takes a whole number from 0 to 65535, not 70000."
    )
    assert wrong_kind == (
        "environment BRISA_RESOURCES__WORKERS: resources.workers takes auto or a whole number "
        "from 0 to 1024, not the text 'many'."
    )


def test_loading_raises_the_first_and_counts_the_rest() -> None:
    variables = {"BRISA_SERVER__PORT": "x", "BRISA_SERVER__PROT": "1"}
    with pytest.raises(ConfigError) as caught:
        load_settings(variables=variables)
    assert caught.value.param == "server.port"
    assert "(and 1 more: see brisa check-config)" in caught.value.message


@pytest.mark.parametrize(
    ("content", "key"),
    [
        ("server: {port: '8100'}", "server.port"),
        ("server: {port: true}", "server.port"),
        ("server: {port: 81.5}", "server.port"),
        ("server: {port: -1}", "server.port"),
        ("server: {host: 8}", "server.host"),
        ("server: {host: ''}", "server.host"),
        ("server: {host: no}", "server.host"),
        ("server: {host: null}", "server.host"),
        ("server: {drain_timeout_s: .nan}", "server.drain_timeout_s"),
        ("server: {drain_timeout_s: .inf}", "server.drain_timeout_s"),
        ("server: {cors_origins: https://a.example}", "server.cors_origins"),
        ("server: {cors_origins: [1]}", "server.cors_origins"),
        ("resources: {workers: -1}", "resources.workers"),
        ("limits: {max_text_chars: {a: 1}}", "limits.max_text_chars"),
    ],
)
def test_wrong_kinds_and_ranges_in_a_file(tmp_path: Path, content: str, key: str) -> None:
    file = tmp_path / "f.yaml"
    file.write_text(content)
    _, problems = examine(file)
    assert [problem.key for problem in problems] == [key]


def test_a_whole_number_is_a_number(tmp_path: Path) -> None:
    file = tmp_path / "f.yaml"
    file.write_text("server: {drain_timeout_s: 5}")
    assert load_settings(file).server.drain_timeout_s == 5.0


def test_text_that_looks_like_a_number_stays_text_where_text_is_wanted() -> None:
    assert load_settings(variables={"BRISA_VOICES__DEFAULT": "123"}).voices.default == "123"


def test_an_empty_variable_is_an_empty_list() -> None:
    assert load_settings(variables={"BRISA_VOICES__PRELOAD": ""}).voices.preload == ()


def test_unknown_variables_are_refused_under_their_own_spelling() -> None:
    _, (problem,) = examine(None, {"BRISA_SERVER__PROT": "1"})
    assert problem.origin == "environment BRISA_SERVER__PROT"
    assert problem.message.endswith("Did you mean BRISA_SERVER__PORT?")


def test_a_single_underscore_is_refused_and_corrected() -> None:
    _, (problem,) = examine(None, {"BRISA_SERVER_PORT": "8200"})
    assert problem.message.endswith("Did you mean BRISA_SERVER__PORT?")


def test_what_container_platforms_put_there_is_not_a_setting() -> None:
    names = {
        "BRISA_SERVER_PORT": "tcp://10.0.0.7:8100",
        "BRISA_PORT": "tcp://10.0.0.7:8100",
        "BRISA_SERVICE_HOST": "10.0.0.7",
    }
    assert from_variables(names, schema_of(Settings)) == []


def test_flags_are_named_in_problems() -> None:
    _, (problem,) = examine(flags={"--port": ("server.port", "high")})
    assert str(problem).startswith("--port: server.port takes a whole number")


class Keys(Struct, frozen=True):
    token: Annotated[str, Meta(min_length=4, extra={"secret": True})] = ""
    name: str = "n"


class Tree(Struct, frozen=True):
    keys: Keys = Keys()


def test_secrets_are_masked_in_the_tree_and_in_problems() -> None:
    tree = masked_tree(Tree(Keys(token="hunter22", name="visible")))
    assert tree == {"keys": {"token": MASK, "name": "visible"}}
    schema = schema_of(Tree)
    _, (problem,) = convert([Given(("keys", "token"), "abc", "f line 1")], schema)
    assert "abc" not in str(problem)
    assert MASK in problem.message


def test_an_unset_secret_is_seen_to_be_unset() -> None:
    assert masked_tree(Tree())["keys"]["token"] == ""


def test_the_effective_tree_can_be_read_back() -> None:
    tree = masked_tree(load_settings(variables={"BRISA_SERVER__PORT": "5"}))
    assert msgspec.convert(tree, Settings).server.port == 5
