"""A server that the network is told of: by multicast, within this machine."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from zeroconf import ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from brisa.app.options import ServerOptions, WyomingOptions
from brisa.errors import MissingExtra
from brisa.transports.wyoming import announce
from support.live_server import DEADLINE_S, LiveServer
from support.scripted_steps import CountedSteps

pytestmark = pytest.mark.integration

LOOPBACK = "127.0.0.1"


class Network:
    """What is told on it."""

    def __init__(self) -> None:
        self.zeroconf = AsyncZeroconf(interfaces=[LOOPBACK])
        self._changes: asyncio.Queue[tuple[str, ServiceStateChange]] = asyncio.Queue()
        self._browser = AsyncServiceBrowser(
            self.zeroconf.zeroconf, announce.SERVICE, handlers=[self._changed]
        )

    def _changed(
        self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange
    ) -> None:
        self._changes.put_nowait((name, state_change))

    async def change_of(self, label: str) -> ServiceStateChange:
        """The next one of that server; there may be others on the network."""
        async with asyncio.timeout(DEADLINE_S):
            while True:
                name, change = await self._changes.get()
                if name == f"{label}.{announce.SERVICE}":
                    return change

    async def close(self) -> None:
        await self._browser.async_cancel()
        await self.zeroconf.async_close()


def label(name: str) -> str:
    return announce.announcement(name, announce.socket.gethostname(), LOOPBACK, 0, ()).label


def options(name: str, when: str) -> ServerOptions:
    wyoming = WyomingOptions(port=0, name=name, announce=when)  # type: ignore[arg-type]
    return ServerOptions(default_voice="scripted", warm_formats=(), wyoming=wyoming)


def test_a_server_is_found_and_taken_back_at_its_end() -> None:
    async def main() -> None:
        network = Network()
        server = LiveServer(CountedSteps().engine, options("found", "always"))
        try:
            with server:
                name = label("found")
                assert await network.change_of(name) is ServiceStateChange.Added
                info = AsyncServiceInfo(announce.SERVICE, f"{name}.{announce.SERVICE}")
                assert await info.async_request(network.zeroconf.zeroconf, 3000)
                assert info.parsed_addresses() == [LOOPBACK]
                assert info.port == server.wyoming_port
                server.stop()
                assert await network.change_of(name) is ServiceStateChange.Removed
                await asyncio.to_thread(server.join)
        finally:
            await network.close()

    asyncio.run(main())


@pytest.mark.parametrize("when", ["never", "if_reachable"])
def test_a_server_that_only_this_machine_reaches_is_not_told(
    when: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(announce, "_tell", lambda *arguments: pytest.fail("it was told"))
    with LiveServer(CountedSteps().engine, options("quiet", when)) as server:
        assert server.wyoming_port


def test_without_the_extra_the_server_says_so_before_it_starts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(announce, "import_module", missing)
    with (
        pytest.raises(MissingExtra, match=r"brisa\[zeroconf\]"),
        LiveServer(CountedSteps().engine, options("found", "always")),
    ):
        pass
    unannounced = replace(options("quiet", "never"))
    with LiveServer(CountedSteps().engine, unannounced) as server:
        assert server.wyoming_port
