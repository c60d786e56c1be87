"""Keys and certificates as settings: what contradicts, and what is never shown."""

from __future__ import annotations

import pytest

from brisa.app.layers import MASK, examine, load_settings, masked_tree
from brisa.app.settings import server_options
from brisa.errors import ConfigError

pytestmark = pytest.mark.unit

PASSWORD = "quokka-hush"
VARIABLES = {"BRISA_SERVER__TLS_CERT": "/c.pem", "BRISA_SERVER__TLS_KEY_PASSWORD": PASSWORD}


@pytest.mark.parametrize(
    ("variables", "param"),
    [
        ({"BRISA_SERVER__TLS_KEY": "/k.pem"}, "server.tls_cert"),
        ({"BRISA_SECURITY__STREAMS_PER_KEY": "3"}, "security.keys_file"),
        ({"BRISA_SECURITY__CHARACTERS_PER_MINUTE": "3"}, "security.keys_file"),
    ],
)
def test_what_needs_something_else(variables: dict[str, str], param: str) -> None:
    with pytest.raises(ConfigError) as error:
        server_options(load_settings(variables=variables))
    assert error.value.param == param


def test_a_password_is_in_no_repr_and_in_no_tree() -> None:
    settings = load_settings(variables=VARIABLES)
    assert settings.server.tls_key_password == PASSWORD
    options = server_options(settings)
    assert options.tls is not None
    assert options.tls.key_password == PASSWORD
    for shown in (repr(settings), repr(settings.server), repr(options), f"{settings.server}"):
        assert PASSWORD not in shown
        assert "/c.pem" in shown
    tree = masked_tree(settings)
    assert tree["server"]["tls_key_password"] == MASK
    assert masked_tree(load_settings())["server"]["tls_key_password"] is None


@pytest.mark.parametrize("name", ["TLS_KEY_PASWORD", "TLS_KEY_PASSWORD__X"])
def test_a_password_under_a_wrong_name_is_not_shown(name: str) -> None:
    _, problems = examine(variables={f"BRISA_SERVER__{name}": PASSWORD})
    assert problems
    assert all(PASSWORD not in str(problem) for problem in problems)


@pytest.mark.parametrize(
    ("host", "wyoming_host", "refused"),
    [
        ("0.0.0.0", None, True),
        ("192.0.2.1", None, True),
        ("127.0.0.1", None, False),
        ("0.0.0.0", "127.0.0.1", False),
        ("0.0.0.0", "192.0.2.1", False),
    ],
)
def test_wyoming_beside_keys_is_told_where_to_listen(
    host: str, wyoming_host: str | None, refused: bool
) -> None:
    variables = {"BRISA_SERVER__HOST": host, "BRISA_WYOMING__PORT": "10200"}
    if wyoming_host is not None:
        variables["BRISA_WYOMING__HOST"] = wyoming_host
    assert server_options(load_settings(variables=variables)).wyoming is not None
    settings = load_settings(variables=variables | {"BRISA_SECURITY__KEYS_FILE": "/k.yaml"})
    if refused:
        with pytest.raises(ConfigError, match="wyoming.host") as error:
            server_options(settings)
        assert error.value.param == "wyoming.host"
    else:
        assert server_options(settings).wyoming is not None


def test_the_groups_that_need_no_key() -> None:
    _, problems = examine(variables={"BRISA_SECURITY__WITHOUT_KEY": "metrics, speech"})
    assert "metrics or page or status" in str(problems[0])
