"""The JavaScript client: what it decides, and over real connections, in Node and in a browser."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from support.browser import Browser, chromium
from support.cutting_proxy import cutting_proxy
from support.live_server import LiveServer, eventually
from support.node import node_tests
from support.scripted_socket import ScriptedSocket
from support.scripted_steps import CountedSteps

pytestmark = pytest.mark.integration


def test_what_it_decides() -> None:
    node_tests("protocol.test.mjs")


@pytest.mark.parametrize(("cut_after_bytes", "resumes"), [(None, 0), (1_700, 5), (4_000, 2)])
def test_over_connections_that_break(cut_after_bytes: int | None, resumes: int) -> None:
    with ScriptedSocket(step_s=0.001) as server, cutting_proxy(server.port) as proxy:
        proxy.cut_after_bytes = cut_after_bytes
        url = f"ws://127.0.0.1:{proxy.port}"
        node_tests("socket.test.mjs", BRISA_URL=url, BRISA_RESUMES=str(resumes))


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with chromium(tmp_path_factory.mktemp("browser")) as started:
        yield started


SPEAK = """
import("/brisa-client.js").then(async ({ connect }) => {
  const client = await connect("/");
  const utterance = client.start({ voice: "scripted", paced: false });
  utterance.push("It is late, and the lights are out. ");
  utterance.push("Nobody is there.");
  utterance.end();
  let samples = 0;
  const words = [];
  for await (const chunk of utterance) {
    samples += chunk.pcm.length;
    words.push(...chunk.words.map(({ text }) => text));
  }
  const { state } = utterance.outcome;
  const missing = utterance.outcome.samples - samples;
  client.close();
  window.spoken = { state, samples, missing, words };
}).catch((error) => { window.spoken = { state: String(error) }; });
"""


def test_in_a_browser(browser: Browser) -> None:
    with LiveServer(CountedSteps().engine) as server:
        browser.open(server.url)
        browser.run(SPEAK)
        eventually(lambda: browser.run("return window.spoken ?? null") is not None, "it spoke")
        spoken: dict[str, Any] = browser.run("return window.spoken")
    assert (spoken["state"], spoken.get("missing")) == ("finished", 0)
    assert spoken["samples"] > 0
    assert spoken["words"][:3] == ["It", "is", "late,"]
