"""The clients over sockets that break, against a server whose every sample is known."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Coroutine, Iterator
from typing import Any

import numpy as np
import pytest

from brisa.client import (
    AccessDenied,
    AsyncClient,
    AsyncUtterance,
    Cancellation,
    Chunk,
    Client,
    ClientOptions,
    Connected,
    ConnectionEvent,
    ConnectionFailed,
    Disconnected,
    GaveUp,
    LineOptions,
    Resumed,
    ServerMisbehaved,
    connect,
)
from brisa.errors import InvalidRequest
from brisa.types import Cancelled, Finished, PcmInt16
from support.cutting_proxy import CuttingProxy, cutting_proxy
from support.scripted_socket import ScriptedSocket
from support.scripted_stream import RATE_HZ, SAMPLES_PER_CHAR, ScriptedStream, pcm_of

pytestmark = pytest.mark.integration

TEXT = "It is late, and the lights are out. Nobody is there. " * 4
DEADLINE_S = 20.0


def run(coroutine: Coroutine[Any, Any, None]) -> None:
    async def main() -> None:
        async with asyncio.timeout(DEADLINE_S):
            await coroutine

    asyncio.run(main())


def joined(chunks: list[Chunk]) -> PcmInt16:
    at = 0
    for chunk in chunks:
        assert chunk.start_sample == at
        at += len(chunk.pcm_t)
    return np.concatenate([np.zeros(0, np.int16), *(chunk.pcm_t for chunk in chunks)])


async def heard(utterance: AsyncUtterance) -> PcmInt16:
    return joined([chunk async for chunk in utterance])


@pytest.fixture
def server() -> Iterator[ScriptedSocket]:
    with ScriptedSocket(step_s=0.001) as started:
        yield started


@pytest.fixture
def proxy(server: ScriptedSocket) -> Iterator[CuttingProxy]:
    with cutting_proxy(server.port) as started:
        yield started


def through(proxy: CuttingProxy) -> str:
    return f"http://127.0.0.1:{proxy.port}"


def test_an_utterance_in_pieces(server: ScriptedSocket) -> None:
    async def main() -> None:
        async with connect(server.url) as client:
            utterance = client.start(voice="heart", paced=False)
            for piece in ("It is ", "late", "."):
                utterance.push(piece)
            utterance.flush()
            utterance.end()
            chunks = [chunk async for chunk in utterance]
            assert np.array_equal(joined(chunks), pcm_of("It is late."))
            assert [w.text for c in chunks for w in c.words] == ["It", "is", "late."]
            assert utterance.outcome == Finished(len(pcm_of("It is late.")), RATE_HZ)
            assert (utterance.voice, utterance.sample_rate_hz) == ("scripted", RATE_HZ)
            assert client.session == "ses1"

    run(main())
    (spoken,) = server.stream.sessions["tok1"].spoken.values()
    assert spoken.start == {"voice": "heart", "words": True, "paced": False}


def test_pieces_that_come_while_it_is_heard(server: ScriptedSocket) -> None:
    async def pieces() -> AsyncIterator[str]:
        yield "It is "
        await asyncio.sleep(0.05)
        yield "late."

    async def broken() -> AsyncIterator[str]:
        yield "It is late."
        raise KeyError("gone")

    async def main() -> None:
        async with connect(server.url) as client:
            for text in (pieces(), "It is late.", ["It is", " late."]):
                chunks = [chunk async for chunk in client.say(text)]
                assert np.array_equal(joined(chunks), pcm_of("It is late."))
            with pytest.raises(KeyError, match="gone"):
                async for _ in client.say(broken()):
                    pass

    run(main())


@pytest.mark.parametrize("cut_after_bytes", [700, 2_500])
def test_connections_that_break_again_and_again(
    server: ScriptedSocket, proxy: CuttingProxy, cut_after_bytes: int
) -> None:
    """Each of them after so many bytes; what was on its way is lost."""
    events: list[ConnectionEvent] = []

    async def main() -> None:
        proxy.cut_after_bytes = 1_000 + cut_after_bytes
        async with connect(through(proxy), on_event=events.append) as client:
            utterances = [client.start(paced=False) for _ in range(3)]
            texts = [TEXT[start:] for start in range(3)]
            for utterance, text in zip(utterances, texts, strict=True):
                utterance.push(text)
                utterance.end()
            found = await asyncio.gather(*map(heard, utterances))
            for pcm_t, text in zip(found, texts, strict=True):
                assert np.array_equal(pcm_t, pcm_of(text))

    run(main())
    resumed = [event for event in events if isinstance(event, Resumed)]
    assert len(resumed) > 3
    assert server.stream.resumes >= len(resumed)
    assert resumed[0].gap_ms < 1_000


def test_cuts_at_random_times(server: ScriptedSocket, proxy: CuttingProxy) -> None:
    async def cutter() -> None:
        while True:
            await asyncio.sleep(0.03)
            await asyncio.to_thread(proxy.cut)

    async def main() -> None:
        async with connect(through(proxy)) as client:
            cutting = asyncio.get_running_loop().create_task(cutter())
            for _ in range(3):
                utterance = client.start(paced=False)
                for word in TEXT.split(" "):
                    utterance.push(f"{word} ")
                    await asyncio.sleep(0.001)
                utterance.end()
                text = " ".join(TEXT.split(" ")) + " "
                assert np.array_equal(await heard(utterance), pcm_of(text))
            cutting.cancel()

    run(main())
    assert server.stream.resumes >= 3


def test_a_server_that_falls_silent_is_left(server: ScriptedSocket, proxy: CuttingProxy) -> None:
    server.stream.heartbeat_s = 0.2
    events: list[ConnectionEvent] = []

    async def main() -> None:
        async with connect(through(proxy), on_event=events.append) as client:
            utterance = client.start(paced=False)
            utterance.push(TEXT)
            utterance.end()
            first = await anext(utterance)
            await asyncio.to_thread(proxy.freeze)
            await asyncio.sleep(0.6)
            await asyncio.to_thread(proxy.cut)
            await asyncio.to_thread(proxy.thaw)
            rest = [chunk async for chunk in utterance]
            assert np.array_equal(joined([first, *rest]), pcm_of(TEXT))

    run(main())
    assert Disconnected("nothing was heard") in events


def test_a_server_that_stays_away_is_given_up(proxy: CuttingProxy, server: ScriptedSocket) -> None:
    server.stream.window_s = 0.5
    events: list[ConnectionEvent] = []

    async def main() -> None:
        async with connect(through(proxy), on_event=events.append) as client:
            utterance = client.start(paced=False)
            utterance.push(TEXT)
            await anext(utterance)
            proxy.refusing = True
            await asyncio.to_thread(proxy.cut)
            with pytest.raises(ConnectionFailed, match=r"within 0\.5 s"):
                await heard(utterance)
            with pytest.raises(ConnectionFailed):
                client.start()
            cancelled = await utterance.cancel(0)
            assert (cancelled.heard_samples, cancelled.heard_text) == (0, "")
            assert cancelled.unheard_text == TEXT

    run(main())
    assert [type(event) for event in events] == [Connected, Disconnected, GaveUp]
    assert proxy.accepted >= 3


def test_barging_in(server: ScriptedSocket) -> None:
    async def main() -> None:
        async with connect(server.url) as client:
            utterance = client.start(paced=False)
            utterance.push(TEXT)
            chunk = await anext(utterance)
            while chunk.start_sample < 13 * SAMPLES_PER_CHAR:
                chunk = await anext(utterance)
            utterance.playhead(500)
            cancellation = await utterance.cancel(6 * SAMPLES_PER_CHAR)
            assert cancellation == Cancellation(
                cancellation.samples, 6 * SAMPLES_PER_CHAR, "It is", TEXT.removeprefix("It is")
            )
            assert utterance.outcome == Cancelled(cancellation.samples, RATE_HZ)
            assert [chunk async for chunk in utterance] == []
            assert await utterance.cancel(0) == cancellation

    run(main())


def test_barging_in_after_all_of_it_has_come(server: ScriptedSocket) -> None:
    async def main() -> None:
        async with connect(server.url) as client:
            utterance = client.start(paced=False)
            utterance.push("It is late.")
            utterance.end()
            await heard(utterance)
            cancellation = await utterance.cancel(6 * SAMPLES_PER_CHAR)
            assert (cancellation.heard_text, cancellation.unheard_text) == ("It is", " late.")

    run(main())


def test_a_loop_that_is_left_early_stops_the_utterance(server: ScriptedSocket) -> None:
    async def main() -> None:
        async with connect(server.url) as client:
            saying = client.say(TEXT)
            await anext(saying)
            await saying.aclose()
            after = client.start(paced=False)
            after.end()
            await heard(after)

    run(main())
    assert server.stream.sessions["tok1"].spoken[1].cancel is not None


def test_leaving_stops_what_runs(server: ScriptedSocket) -> None:
    async def main() -> None:
        async with connect(server.url) as client:
            utterance = client.start(paced=False)
            utterance.push(TEXT)
            await anext(utterance)
        assert isinstance(utterance.outcome, Cancelled)
        with pytest.raises(ConnectionFailed, match="closed"):
            client.start()

    run(main())
    assert server.stream.sessions["tok1"].spoken[1].cancel is not None


def test_audio_that_nobody_takes_is_left_at_the_server(server: ScriptedSocket) -> None:
    """And what waits is no loss: silence of a server that is not read means nothing."""
    server.stream.heartbeat_s = 0.5
    text = "It is late. " * 100
    events: list[ConnectionEvent] = []

    async def main() -> None:
        options = ClientOptions(max_buffer_s=0.1)
        async with connect(server.url, options=options, on_event=events.append) as client:
            utterance = client.start(paced=False)
            utterance.push(text)
            utterance.end()
            first = await anext(utterance)
            await asyncio.sleep(1.5)
            assert utterance.buffered_samples < 0.2 * RATE_HZ
            rest = [chunk async for chunk in utterance]
            assert np.array_equal(joined([first, *rest]), pcm_of(text))

    run(main())
    assert events == [Connected(resumable=True)]


def test_a_key_and_who_has_none() -> None:
    async def main(server: ScriptedSocket) -> None:
        async with connect(server.url, "secret") as client:
            assert client.session == "ses1"
        for key in (None, "guess"):
            with pytest.raises(AccessDenied) as caught:
                async with connect(server.url, key):
                    pass
            assert "guess" not in str(caught.value)
        assert "secret" not in repr(AsyncClient(server.url, "secret")._connection._target)

    with ScriptedSocket(api_key="secret") as server:
        run(main(server))


def test_where_there_is_no_server(proxy: CuttingProxy) -> None:
    proxy.refusing = True

    async def main() -> None:
        with pytest.raises(ConnectionFailed):
            async with connect(through(proxy)):
                pass

    run(main())
    assert proxy.accepted == 1
    with pytest.raises(ConnectionFailed), Client(through(proxy)):
        pass
    with pytest.raises(InvalidRequest):
        connect("127.0.0.1:8100")


def test_without_coroutines(server: ScriptedSocket, proxy: CuttingProxy) -> None:
    events: list[ConnectionEvent] = []
    proxy.cut_after_bytes = 6_000
    with Client(through(proxy), on_event=events.append) as client:
        assert client.session == "ses1"
        chunks = list(client.say(TEXT, paced=False))
        assert np.array_equal(joined(chunks), pcm_of(TEXT))
        utterance = client.start(voice="heart")
        utterance.push("It is late.")
        utterance.flush()
        utterance.playhead(0)
        utterance.end()
        assert np.array_equal(joined(list(utterance)), pcm_of("It is late."))
        assert utterance.outcome == Finished(len(pcm_of("It is late.")), RATE_HZ)
        assert (utterance.voice, utterance.sample_rate_hz) == ("scripted", RATE_HZ)
        assert (utterance.error, utterance.degraded) == (None, ())
        assert utterance.cancel(0).unheard_text == "It is late."
    assert Resumed in map(type, events)
    with pytest.raises(ConnectionFailed, match="closed"):
        client.start()
    with pytest.raises(ConnectionFailed, match="closed"):
        utterance.push("more")


def test_pieces_from_a_generator_that_breaks(server: ScriptedSocket) -> None:
    def pieces() -> Iterator[str]:
        yield "It is late."
        raise KeyError("gone")

    with Client(server.url) as client:
        found: list[Chunk] = []
        with pytest.raises(KeyError, match="gone"):
            found.extend(client.say(pieces()))
        saying = client.say(TEXT)
        next(saying)
        saying.close()
    assert server.stream.sessions["tok1"].spoken[2].cancel is not None


def test_a_client_that_is_closed_lets_other_threads_go(server: ScriptedSocket) -> None:
    problems: list[BaseException | None] = []

    def listen() -> None:
        try:
            list(utterance)
            problems.append(None)
        except ConnectionFailed as error:
            problems.append(error)

    with Client(server.url) as client:
        utterance = client.start()
        thread = threading.Thread(target=listen)
        thread.start()
    thread.join(DEADLINE_S)
    assert len(problems) == 1


def test_what_is_no_brisa_is_named() -> None:
    async def main() -> None:
        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
            await writer.drain()
            writer.close()

        web = await asyncio.start_server(answer, "127.0.0.1", 0)
        port = web.sockets[0].getsockname()[1]
        async with web:
            with pytest.raises(ServerMisbehaved, match="/v1/stream"):
                async with connect(f"ws://127.0.0.1:{port}"):
                    pass

    run(main())


def test_a_server_that_ends_the_session_begins_another() -> None:
    async def main(server: ScriptedSocket) -> None:
        options = ClientOptions(LineOptions(reconnect_for_s=5))
        noticed = asyncio.Event()

        def on_event(event: ConnectionEvent) -> None:
            if isinstance(event, Disconnected):
                noticed.set()

        with cutting_proxy(server.port) as proxy:
            url = through(proxy)
            async with connect(url, options=options, on_event=on_event) as client:
                server.stream.sessions.clear()
                await asyncio.to_thread(proxy.cut)
                await noticed.wait()
                chunks = [chunk async for chunk in client.say("It is late.")]
                assert np.array_equal(joined(chunks), pcm_of("It is late."))

    with ScriptedSocket(ScriptedStream()) as server:
        run(main(server))


def test_the_client_loads_nothing_of_the_server() -> None:
    code = (
        "import sys, brisa.client\n"
        "loaded = {'onnx', 'onnxruntime', 'starlette', 'uvicorn', 'av', 'zmq', 'yaml'}\n"
        "loaded |= {f'brisa.{part}' for part in ('app', 'transports', 'service', 'text')}\n"
        "sys.exit(', '.join(sorted(loaded & set(sys.modules))) or 0)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
