"""What the network is told."""

from __future__ import annotations

import pytest

from brisa.transports.wyoming.announce import announcement

pytestmark = pytest.mark.unit

NETWORKS = ("192.168.1.5", "10.0.0.5")


@pytest.mark.parametrize(
    ("host", "hosts"),
    [
        ("0.0.0.0", NETWORKS),
        ("::", NETWORKS),
        ("192.168.1.5", ("192.168.1.5",)),
        ("127.0.0.1", ("127.0.0.1",)),
    ],
)
def test_addresses_are_those_it_listens_on(host: str, hosts: tuple[str, ...]) -> None:
    told = announcement("brisa", "box", host, 10_200, NETWORKS)
    assert told.hosts == hosts
    assert told.port == 10_200


@pytest.mark.parametrize(
    ("name", "machine", "label", "host_name"),
    [
        ("brisa", "box.example.org", "brisa on box", "box"),
        ("v1.5 kitchen", "box", "v1 5 kitchen on box", "box"),
        ("küche", "", "küche on localhost", "localhost"),
        ("ü" * 40, "box", "ü" * 31, "box"),
    ],
)
def test_names_are_such_as_dns_takes(name: str, machine: str, label: str, host_name: str) -> None:
    told = announcement(name, machine, "127.0.0.1", 1, ())
    assert (told.label, told.machine) == (label, host_name)
    assert len(told.label.encode()) <= 63
