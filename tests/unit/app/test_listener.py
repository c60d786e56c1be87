"""A port belongs to one server."""

from __future__ import annotations

import socket

import pytest

from brisa.app.listener import address_claim

pytestmark = pytest.mark.unit


@pytest.mark.parametrize("platform", ["linux", "darwin"])
def test_a_port_is_free_again_at_once(platform: str) -> None:
    assert address_claim(platform) == (socket.SO_REUSEADDR, 1)


def test_a_port_is_not_shared_on_windows() -> None:
    exclusive = -5  # ~SO_REUSEADDR, which is 4 there
    assert address_claim("win32") == (exclusive, 1)
