"""The page in a real browser: heard while it is made, stopped at once, honest about failures."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from brisa.app.options import ServerOptions
from brisa.engines.scripted import Script, ScriptedEngine
from brisa.service.options import SynthesizerOptions
from support.browser import Browser, chromium
from support.live_server import LiveServer, eventually
from support.scripted_steps import CountedSteps

pytestmark = pytest.mark.integration

SENTENCE = "The breeze came up from the river. "
HEARD_S = 2.0
BROKE = "The stream broke before its end"


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with chromium(tmp_path_factory.mktemp("browser")) as started:
        yield started


@pytest.fixture
def server(cache_dir: Path, tmp_path: Path) -> Iterator[LiveServer]:
    """With the embedded voice."""
    service = SynthesizerOptions(cache_dir=cache_dir, voices_dir=tmp_path)
    with LiveServer(None, ServerOptions(warm_formats=()), service) as started:
        yield started


def opened(browser: Browser, server: LiveServer) -> Browser:
    browser.open("about:blank")  # the page before misses its server, and says so in the log
    browser.log()
    browser.open(server.url)
    eventually(lambda: browser.value("#voice") != "", "the voices are listed")
    assert browser.log() == []
    return browser


def state(browser: Browser) -> str:
    return str(browser.run("return document.body.dataset.state"))


def played_s(browser: Browser) -> float:
    return float(browser.run("return document.body.dataset.playedS") or 0)


def begin_a_book(page: Browser) -> None:
    """More than fits into every buffer on the way, so that the stream stays open."""
    page.type("#text", SENTENCE)
    page.run("text.value = text.value.repeat(2000)")
    page.click("#speak")


def test_it_is_heard_while_it_is_made_and_stops_at_once(
    browser: Browser, server: LiveServer
) -> None:
    page = opened(browser, server)
    page.click("#voice option[value='heart']")
    assert page.value("#voice") == "heart"
    begin_a_book(page)
    eventually(lambda: played_s(page) >= HEARD_S, "two seconds were played")
    assert (server.active, state(page)) == (1, "speaking")
    assert float(page.run("return document.body.dataset.firstAudioMs")) > 0
    assert page.text("#first-audio").endswith(" ms")
    assert page.text("#underruns") == "0"
    page.click("#stop")
    assert state(page) == "stopped"
    eventually(lambda: server.active == 0, "the place was given back")
    eventually(lambda: server.synthesizer.active_streams == 0, "the engine is free")
    assert page.log() == []


def test_it_is_played_to_its_end(browser: Browser, server: LiveServer) -> None:
    page = opened(browser, server)
    page.type("#text", SENTENCE)
    page.click("#speak")
    eventually(lambda: state(page) == "done", "all of it was played")
    assert page.text("#audio") == f"{played_s(page):.1f} s"
    assert played_s(page) > 1
    assert page.text("#underruns") == "0"
    assert page.log() == []


def test_it_speaks_again_after_a_stop(browser: Browser, server: LiveServer) -> None:
    page = opened(browser, server)
    begin_a_book(page)
    eventually(lambda: played_s(page) > 0, "something was played")
    page.click("#stop")
    page.type("#text", SENTENCE)
    page.click("#speak")
    eventually(lambda: state(page) == "done", "all of it was played")


def speak_scripted(browser: Browser, server: LiveServer) -> Browser:
    page = opened(browser, server)
    page.type("#text", SENTENCE)
    page.click("#voice option[value='scripted']")
    page.click("#speak")
    return page


@pytest.mark.parametrize(("fail_at_step", "told"), [(0, "failed as told"), (1, BROKE)])
def test_a_stream_that_breaks_at_once_is_shown_as_one(
    browser: Browser, fail_at_step: int, told: str
) -> None:
    with LiveServer(ScriptedEngine(Script(fail_at_step=fail_at_step))) as server:
        page = speak_scripted(browser, server)
        eventually(lambda: state(page) != "speaking", "it ended")
        assert (state(page), told in page.text("#status")) == ("failed", True)


def test_a_stream_that_breaks_while_it_is_heard_is_shown_as_one(browser: Browser) -> None:
    """What came is played to its end, and is not passed off as all there was."""
    steps = CountedSteps(Script(fail_at_step=5))
    with LiveServer(steps.engine) as server:
        steps.hold(permits=5)
        page = speak_scripted(browser, server)
        eventually(lambda: played_s(page) > 0, "the first of it is heard")
        assert state(page) == "speaking"
        steps.release()
        eventually(lambda: state(page) != "speaking", "it ended")
        assert (state(page), BROKE in page.text("#status")) == ("failed", True)
        # All but what is held back to join it to the next piece.
        assert played_s(page) == pytest.approx(5 * 3840 / 24_000, abs=0.02)


def test_a_text_that_cannot_be_spoken_is_explained(browser: Browser, server: LiveServer) -> None:
    page = opened(browser, server)
    page.type("#text", "  ")
    page.click("#speak")
    eventually(lambda: state(page) == "failed", "it was refused")
    assert "nothing" in page.text("#status").lower()
