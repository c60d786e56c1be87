"""A server that cannot keep up says in each answer what is less about it."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator

import pytest

from brisa.clock import NS_PER_S as S
from brisa.clock import ManualClock
from brisa.engines.scripted import Script, ScriptedEngine
from brisa.service.degradation import DegradationOptions
from brisa.service.options import SynthesizerOptions
from brisa.service.synthesizer import Synthesizer
from support.live_server import LiveServer

pytestmark = pytest.mark.integration

SCRIPT = Script(samples_per_char=24, chunk_samples=480)


class Strained:
    """A server whose listeners meet gaps for as many seconds as a test says."""

    def __init__(self, server: LiveServer, clock: ManualClock) -> None:
        self.server = server
        self.clock = clock

    def strain(self, seconds: int) -> None:
        for _ in range(seconds):
            self.server.synthesizer.degradation.underrun()
            self.clock.advance_ns(S)
            self.server.synthesizer.degradation_level()

    def post(self, **fields: object) -> tuple[int, dict[str, str], bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=20)
        body = json.dumps({"input": "Hello there.", "voice": "scripted", **fields})
        try:
            connection.request("POST", "/v1/audio/speech", body)
            answer = connection.getresponse()
            return answer.status, dict(answer.headers.items()), answer.read()
        finally:
            connection.close()


@pytest.fixture
def strained() -> Iterator[Strained]:
    clock = ManualClock()
    options = SynthesizerOptions(
        threads=1,
        degradation=DegradationOptions(enabled=True, lighter_voices={"scripted": "small"}),
    )
    engines = {name: ScriptedEngine(SCRIPT, voices=[name]) for name in ("scripted", "small")}
    synthesizer = Synthesizer(options, engines=engines, clock=clock)
    synthesizer.degradation_level()
    with LiveServer(None, synthesizer=synthesizer) as server:
        yield Strained(server, clock)


def test_nothing_is_said_while_everybody_gets_what_was_asked_for(strained: Strained) -> None:
    status, headers, _ = strained.post(response_format="wav")
    assert status == 200
    assert "x-brisa-degraded" not in headers
    assert headers["x-sample-rate"] == "24000"


def test_each_rung_is_in_the_headers(strained: Strained) -> None:
    strained.strain(9)
    _, headers, body = strained.post(response_format="wav")
    wanted = "look-ahead, lighter-voice=small, sample-rate=16000"
    assert headers["x-brisa-degraded"] == wanted
    assert headers["x-sample-rate"] == "16000"
    assert int.from_bytes(body[24:28], "little") == 16_000


@pytest.mark.parametrize("fields", [{"response_format": "pcm"}, {"sample_rate": 24_000}])
def test_a_rate_that_is_taken_for_granted_stays(
    strained: Strained, fields: dict[str, object]
) -> None:
    strained.strain(9)
    _, headers, _ = strained.post(**{"response_format": "wav", **fields})
    assert headers["x-brisa-degraded"] == "look-ahead, lighter-voice=small"
    assert headers["x-sample-rate"] == "24000"


def test_on_the_last_rung_streams_are_refused_until_it_is_left(strained: Strained) -> None:
    strained.strain(12)
    status, headers, body = strained.post(response_format="wav")
    assert (status, headers["retry-after"]) == (503, "5")
    assert json.loads(body)["error"]["code"] == "overloaded"
    strained.clock.advance_ns(60 * S)
    status, headers, _ = strained.post(response_format="wav")
    assert (status, headers.get("x-brisa-degraded")) == (200, None)
