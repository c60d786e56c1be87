"""The clients and the real server: the same samples as over HTTP, errors, limits, keys."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest

from brisa.app.keys_file import write_keys
from brisa.app.options import KeyOptions, ServerOptions
from brisa.client import (
    AccessDenied,
    Client,
    Connected,
    ConnectionEvent,
    RemoteError,
    connect,
)
from brisa.errors import BrisaError, Overloaded, ShuttingDown, UnknownVoice
from brisa.service.options import SynthesizerOptions
from brisa.transports.keys import KeyRecord, hash_of, make_key
from brisa.types import Cancelled, Failed
from support.live_server import DEADLINE_S, LiveServer, eventually
from support.node import node_tests
from support.scripted_steps import CountedSteps

pytestmark = pytest.mark.integration

SHORT = "It is late, and the lights are out. Nobody is there."
LONG = "This sentence is spoken over and over again. " * 1000


def run(coroutine: Coroutine[Any, Any, None]) -> None:
    async def main() -> None:
        async with asyncio.timeout(DEADLINE_S):
            await coroutine

    asyncio.run(main())


def let_go(server: LiveServer) -> None:
    eventually(lambda: server.active == 0, "the place was given back")
    eventually(lambda: server.synthesizer.active_streams == 0, "the job was let go")


@pytest.fixture
def server() -> Iterator[LiveServer]:
    with LiveServer(CountedSteps().engine, service=SynthesizerOptions(threads=1)) as running:
        yield running


def test_the_samples_are_those_of_http(server: LiveServer) -> None:
    body = {"input": SHORT, "response_format": "pcm", "seed": 7, "speed": 1.25}
    whole = httpx.post(f"{server.url}/v1/audio/speech", json=body).content
    with Client(server.url) as client:
        for text in (SHORT, list(SHORT)):
            chunks = list(client.say(text, seed=7, speed=1.25, sample_rate_hz=24_000, paced=False))
            assert b"".join(chunk.pcm_t.tobytes() for chunk in chunks) == whole
            words = [word for chunk in chunks for word in chunk.words]
            assert [word.text for word in words][:3] == ["It", "is", "late,"]
            for word in words:
                assert SHORT[word.start_char : word.end_char] == word.text
    let_go(server)


def test_many_at_a_time_and_one_too_many(server: LiveServer) -> None:
    async def main() -> None:
        async with connect(server.url) as client:
            utterances = [client.start(paced=False) for _ in range(9)]
            for utterance in utterances:
                utterance.push(SHORT)
                utterance.end()

            async def heard(number: int) -> Any:
                return np.concatenate([chunk.pcm_t async for chunk in utterances[number]])

            found = await asyncio.gather(*map(heard, range(9)), return_exceptions=True)
            *whole, refused = found
            assert all(np.array_equal(pcm_t, whole[0]) for pcm_t in whole)
            assert isinstance(refused, Overloaded)
            assert isinstance(utterances[8].outcome, Failed)

    run(main())
    let_go(server)


@pytest.mark.parametrize(
    ("options", "text", "kind", "code"),
    [
        ({"voice": "nobody"}, SHORT, UnknownVoice, "unknown_voice"),
        ({"speed": 9.0}, SHORT, BrisaError, "out_of_range"),
        ({"text_options": {"code": "sing"}}, SHORT, BrisaError, "invalid_request"),
        ({}, "x" * 120_000, RemoteError, "text_too_long"),
    ],
)
def test_what_cannot_be_spoken(
    server: LiveServer, options: Any, text: str, kind: type[BrisaError], code: str
) -> None:
    with Client(server.url) as client:
        with pytest.raises(kind) as caught:
            list(client.say(text, **options))
        assert caught.value.code == code
        assert list(client.say(SHORT, paced=False))
    let_go(server)


def test_twenty_thousand_characters_and_nothing_but_emoji(server: LiveServer) -> None:
    text = "It is late. " * 1_667
    with Client(server.url) as client:
        for written in (text[:20_000], "🙂🙂", ""):
            utterance = client.start(paced=False)
            utterance.push(written)
            utterance.end()
            samples = sum(len(chunk.pcm_t) for chunk in utterance)
            assert utterance.outcome is not None
            assert utterance.outcome.samples == samples
            assert utterance.error is None
    let_go(server)


def test_barging_in_frees_the_machine(server: LiveServer) -> None:
    async def main() -> None:
        async with connect(server.url) as client:
            utterance = client.start()
            utterance.push(LONG)
            chunk = await anext(utterance)
            played = chunk.start_sample + len(chunk.pcm_t) // 2
            cancellation = await utterance.cancel(played)
            assert cancellation.heard_samples == played
            assert isinstance(utterance.outcome, Cancelled)
            heard, unheard = cancellation.heard_text, cancellation.unheard_text
            assert (heard or "") + (unheard or "") == LONG
            await asyncio.to_thread(let_go, server)

    run(main())


def test_leaving_frees_the_machine(server: LiveServer) -> None:
    with Client(server.url) as client:
        utterance = client.start()
        utterance.push(LONG)
        next(utterance)
    let_go(server)
    assert isinstance(utterance.outcome, Cancelled)


def test_a_server_that_stops_says_so(server: LiveServer) -> None:
    events: list[ConnectionEvent] = []
    with Client(server.url, on_event=events.append) as client:
        utterance = client.start()
        utterance.push(LONG)
        next(utterance)
        server.stop()
        with pytest.raises(ShuttingDown):
            list(utterance)
    assert isinstance(events[0], Connected)


def test_keys(tmp_path: Path) -> None:
    key = make_key()
    file = tmp_path / "keys.yaml"
    write_keys(file, [KeyRecord("desk", hash_of(key))])
    options = ServerOptions(default_voice="scripted", warm_formats=(), keys=KeyOptions(file))
    with LiveServer(CountedSteps().engine, options) as server:
        with Client(server.url, key) as client:
            assert list(client.say(SHORT, paced=False))
        for wrong in (None, make_key()):
            with pytest.raises(AccessDenied), Client(server.url, wrong):
                pass
        node_tests("key.test.mjs", BRISA_URL=server.url, BRISA_KEY=key)
