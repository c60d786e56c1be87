"""The panel of the page that says how the server is."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
import uvicorn
from starlette.applications import Starlette

from brisa.app.listener import bind, url_of
from brisa.clock import ManualClock
from brisa.engines.scripted import ScriptedEngine
from brisa.transports import page as page_files
from brisa.transports import status
from brisa.transports.gate import StreamGate
from brisa.transports.readiness import Readiness
from brisa.transports.status import StatusEndpoint
from support.browser import Browser, chromium
from support.live_server import LiveServer, eventually, speech_request
from support.status_reports import HEARING, LATE, VITALS, ScriptedService

pytestmark = pytest.mark.integration

BOOK = "The breeze came up from the river. " * 2000


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with chromium(tmp_path_factory.mktemp("browser")) as started:
        yield started


@pytest.fixture
def server() -> Iterator[LiveServer]:
    with LiveServer(ScriptedEngine()) as started:
        yield started


def opened(browser: Browser, url: str) -> Browser:
    browser.open("about:blank")  # the page before misses its server, and says so in the log
    browser.log()
    browser.open(url)
    eventually(lambda: browser.text("#server-state") != "–", "the server was asked")
    return browser


def rows(page: Browser) -> list[list[str]]:
    """The cells of the table of streams."""
    found = page.run(
        "return [...document.querySelectorAll('#server-streams tbody tr')]"
        ".map((row) => [...row.cells].map((cell) => cell.textContent))"
    )
    return [[str(cell) for cell in row] for row in found]


def test_an_idle_server_is_said_to_be_ready(browser: Browser, server: LiveServer) -> None:
    page = opened(browser, server.url)
    assert page.text("#server-state") == "The server is ready."
    assert page.text("#server-live") == "0"
    assert page.text("#server-workers") == "1 of 1"
    assert page.run("return document.querySelector('#server-alerts').hidden") is True
    assert page.run("return document.querySelector('#server-streams').hidden") is True
    assert page.log() == []


def test_streams_come_and_go_while_it_is_looked_at(browser: Browser, server: LiveServer) -> None:
    page = opened(browser, server.url)
    with server.connection(receive_buffer_bytes=4096) as bare:
        bare.sendall(speech_request(input=BOOK, response_format="pcm"))
        eventually(lambda: page.text("#server-live") == "1", "a listener is counted")
        cells = rows(page)[0]
        assert (cells[0], cells[1][-2:], cells[2][-3:]) == ("scripted", " s", " ms")
    eventually(lambda: page.text("#server-live") == "0", "the listener has left")
    assert page.log() == []


@contextmanager
def scripted_server(service: ScriptedService) -> Iterator[str]:
    """The page and the status route alone, over a service that says what it is told to."""
    readiness = Readiness()
    readiness.settle()
    endpoint = StatusEndpoint(service, StreamGate(1), readiness, ManualClock(), lambda: VITALS)
    app = Starlette(routes=[*status.routes(endpoint), *page_files.routes()])
    server = uvicorn.Server(uvicorn.Config(app, log_config=None, lifespan="off"))
    with bind("127.0.0.1", 0) as listener:
        thread = threading.Thread(target=server.run, args=([listener],))
        thread.start()
        try:
            yield url_of(listener)
        finally:
            server.should_exit = True
            thread.join()


def test_what_is_wrong_is_said_in_words(browser: Browser) -> None:
    with scripted_server(ScriptedService(level=2)) as url:
        page = opened(browser, url)
        assert page.text("#server-state") == "The server is ready."
        assert page.text("#server-alerts").splitlines() == [
            LATE.message,
            "The server is busy: new streams may be spoken with a lighter voice.",
            "Worker 1 is backing off (killed by signal 9).",
        ]
        fields = ("live", "late", "workers", "asked")
        assert [page.text(f"#server-{name}") for name in fields] == [
            "2 + 1", "412 ms", "1 of 2", "62 %",
        ]  # fmt: skip
        assert rows(page) == [
            ["heart", "0.0 s", "-30 ms", "0"],
            ["heart", "5.1 s", "240 ms", "2"],
            ["joe", "60.0 s", "file", "0"],
        ]
        low = "return [...document.querySelectorAll('tr[data-low]')].map((row) => row.dataset.low)"
        assert page.run(low) == ["dry"]


def test_what_a_report_says_is_text_and_nothing_else(browser: Browser) -> None:
    """A voice may have any name."""
    tag = "<img src=x onerror=document.title='gone'>"
    with scripted_server(ScriptedService([replace(HEARING, voice=tag)])) as url:
        page = opened(browser, url)
        assert rows(page)[0][0] == tag
        assert page.run("return document.title") == "brisa"


def test_a_page_that_nobody_sees_asks_nothing(browser: Browser, server: LiveServer) -> None:
    page = opened(browser, server.url)
    page.run(
        "window.asked = 0; window.later = [];"
        "window.fetch = async () => { window.asked++; throw 0; };"
        "window.setTimeout = (call) => window.later.push(call);"
    )
    see(page, "hidden")
    page.run("window.later.forEach((call) => call())")
    assert page.run("return window.asked") == 0

    def asks_again() -> bool:
        see(page, "visible")
        return bool(page.run("return window.asked"))

    eventually(asks_again, "it asks again")


def see(page: Browser, state: str) -> None:
    page.run(
        f"Object.defineProperty(document, 'visibilityState', {{value: '{state}',"
        "configurable: true}); document.dispatchEvent(new Event('visibilitychange'));"
    )


def test_a_server_that_is_gone_is_said_to_be(browser: Browser) -> None:
    with LiveServer(ScriptedEngine()) as server:
        page = opened(browser, server.url)
        assert page.text("#server-state") == "The server is ready."
    eventually(lambda: page.text("#server-state") == "The server does not answer.", "it is said")
    assert page.text("#server-live") == "–"
