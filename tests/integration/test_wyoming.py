"""Wyoming over TCP, as clients meet it."""

from __future__ import annotations

import logging
import socket
import struct
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import replace
from random import Random

import httpx
import pytest

from brisa.app.options import ServerOptions, StreamingOptions, WyomingOptions
from brisa.clock import SystemClock
from brisa.engines.base import Voice
from brisa.engines.scripted import Script
from brisa.service.listener import Listener
from brisa.service.options import SynthesizerOptions
from brisa.service.speech import Speech
from brisa.types import SpeechSettings
from support.live_server import LiveServer, eventually
from support.scripted_steps import CountedSteps
from support.wyoming import (
    Heard,
    WyomingClient,
    outline,
    pcm_of,
    said,
    said_inline,
    streamed,
    wyoming_client,
)

pytestmark = pytest.mark.integration

TEXT = "It is late, and the lights are out. Nobody is there."
LONG = "This sentence is spoken over and over again. " * 1000
ONE_THREAD = SynthesizerOptions(threads=1)
OPTIONS = ServerOptions(
    default_voice="scripted", warm_formats=(), wyoming=WyomingOptions(port=0, name="voices")
)
ONE_SHOT = ["audio-start", "audio-chunk", "audio-stop"]
STREAMING = [*ONE_SHOT, "synthesize-stopped"]
RESET = struct.pack("ii", 1, 0)


def live(steps: CountedSteps | None = None, **options: object) -> LiveServer:
    engine = (steps or CountedSteps()).engine
    return LiveServer(engine, replace(OPTIONS, **options), service=ONE_THREAD)  # type: ignore[arg-type]


def ended(server: LiveServer, outcome: str, code: str = "") -> float:
    labels = {"transport": "wyoming", "outcome": outcome, "code": code}
    return server.metric("brisa_streams_total", **labels)


def connections(server: LiveServer) -> int:
    assert server.parts.wyoming is not None
    return server.parts.wyoming.connections


def let_go(server: LiveServer) -> None:
    eventually(lambda: server.active == 0, "the place was given back")
    eventually(lambda: server.synthesizer.active_streams == 0, "the job was let go")
    eventually(lambda: connections(server) == 0, "the connection was let go")


def held_back(server: LiveServer) -> bool:
    """Every stream waits for a client that does not read."""
    jobs = server.synthesizer._dispatcher.jobs()
    now_ns = SystemClock().now_ns()
    return bool(jobs) and not any(job.wanted(now_ns) for job, _ in jobs)


@pytest.fixture
def server() -> Iterator[LiveServer]:
    with live() as running:
        yield running


@pytest.fixture
def client(server: LiveServer) -> Iterator[WyomingClient]:
    with wyoming_client(server.wyoming_port) as connected:
        yield connected
    let_go(server)


def spoken(server: LiveServer, text: str) -> bytes:
    """The same over HTTP."""
    body = {"input": text, "response_format": "pcm"}
    return httpx.post(f"{server.url}/v1/audio/speech", json=body).content


def test_one_shot(server: LiveServer, client: WyomingClient) -> None:
    client.say(said("synthesize", text=TEXT))
    events = client.until("audio-stop")
    assert outline(events) == ONE_SHOT
    assert pcm_of(events) == spoken(server, TEXT)
    eventually(lambda: ended(server, "finished") == 1, "it was counted")


def test_streaming_equals_one_shot(server: LiveServer, client: WyomingClient) -> None:
    for pieces in ((TEXT,), tuple(TEXT)):
        client.say(streamed(*pieces))
        events = client.until("synthesize-stopped")
        assert outline(events) == STREAMING
        assert pcm_of(events) == spoken(server, TEXT)


def test_as_home_assistant_streams(server: LiveServer) -> None:
    """With the whole text once more before the stop; it is spoken once."""
    chunks = b"".join(said("synthesize-chunk", text=piece) for piece in TEXT.split(" ", 3))
    whole = TEXT.replace(" ", "", 3)
    with wyoming_client(server.wyoming_port) as client:
        client.say(
            said("synthesize-start", voice={"name": "scripted", "speaker": None}),
            chunks,
            said("synthesize", text=whole, voice={"name": "scripted"}),
            said("synthesize-stop"),
        )
        events = client.until("synthesize-stopped")
        assert outline(events) == STREAMING
        assert pcm_of(events) == spoken(server, whole)
        client.bare.shutdown(socket.SHUT_WR)
        assert client.rest() == []
    let_go(server)
    eventually(lambda: ended(server, "finished") == 1, "it was counted")
    assert ended(server, "cancelled") == 0


def test_audio_comes_before_the_text_has_ended(client: WyomingClient) -> None:
    client.say(said("synthesize-start"), said("synthesize-chunk", text=f"{TEXT} And then"))
    client.until("audio-chunk")
    client.say(said("synthesize-stop"))
    client.until("synthesize-stopped")


@pytest.mark.parametrize("text", ["", " \n", "\N{PARTY POPPER}\N{FACE WITH TEARS OF JOY}", "...!?"])
def test_what_cannot_be_spoken_is_a_short_silence(client: WyomingClient, text: str) -> None:
    for request, shape in ((said("synthesize", text=text), ONE_SHOT), (streamed(text), STREAMING)):
        client.say(request)
        events = client.until(shape[-1])
        assert outline(events) == shape
        pcm = pcm_of(events)
        assert 20 <= len(pcm) / 48 <= 500
        assert not any(pcm)


def test_several_requests_on_a_connection_and_some_at_once(client: WyomingClient) -> None:
    client.say(said("synthesize", text=TEXT))
    alone = pcm_of(client.until("audio-stop"))
    client.say(said("synthesize", text=TEXT), streamed(TEXT), said_inline("synthesize", text=TEXT))
    answers = [client.until(end) for end in ("audio-stop", "synthesize-stopped", "audio-stop")]
    assert [outline(answer) for answer in answers] == [ONE_SHOT, STREAMING, ONE_SHOT]
    assert [pcm_of(answer) for answer in answers] == [alone] * 3


def test_text_of_20_000_characters(server: LiveServer, client: WyomingClient) -> None:
    text = LONG[:20_000]
    client.say(said("synthesize", text=text))
    whole = pcm_of(client.until("audio-stop"))
    client.say(streamed(*text))
    assert pcm_of(client.until("synthesize-stopped")) == whole


@pytest.mark.parametrize("voice", [{"name": "nobody"}, {"language": "xx"}, {}, None])
def test_whatever_voice_is_named_something_speaks(client: WyomingClient, voice: object) -> None:
    client.say(said("synthesize", text=TEXT, voice=voice))
    assert outline(client.until("audio-stop")) == ONE_SHOT


def test_describe_during_synthesis() -> None:
    steps = CountedSteps()
    with live(steps) as server:
        steps.hold()
        with (
            wyoming_client(server.wyoming_port) as speaking,
            wyoming_client(server.wyoming_port) as other,
        ):
            speaking.say(said("synthesize", text=TEXT))
            eventually(lambda: server.active == 1, "it is being spoken")
            for asking in (other, speaking):
                asking.bare.settimeout(1.0)  # as long as Home Assistant waits
                asking.say(said("describe"), said("ping", text="x"))
                info, pong = asking.until("info"), asking.until("pong")
                (program,) = info[-1].data["tts"]
                assert program["name"] == "voices"
                assert program["voices"][0]["name"] == "scripted"
                assert pong[-1].data == {"text": "x"}
            speaking.bare.settimeout(20.0)
            steps.release()
            assert outline(speaking.until("audio-stop")) == ONE_SHOT


def test_a_voice_that_is_added_is_told(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    known = server.synthesizer.voices()
    added = [*known, Voice("added", "de", "vits")]

    def names() -> list[str]:
        with wyoming_client(server.wyoming_port) as client:
            client.say(said("describe"))
            (info,) = client.until("info")
            return [voice["name"] for voice in info.data["tts"][0]["voices"]]

    assert "added" not in names()
    monkeypatch.setattr(server.synthesizer, "voices", lambda: added)
    eventually(lambda: "added" in names(), "it was read again")


def test_a_menu_that_cannot_be_read_in_time_is_the_last_one(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading, go_on = threading.Event(), threading.Event()

    def voices() -> list[Voice]:
        reading.set()
        go_on.wait(20)
        raise OSError("the folder is gone")

    monkeypatch.setattr(server.synthesizer, "voices", voices)
    try:
        for _ in range(200):
            with wyoming_client(server.wyoming_port) as client:
                client.bare.settimeout(1.0)
                client.say(said("describe"))
                (info,) = client.until("info")
                assert info.data["tts"][0]["voices"][0]["name"] == "scripted"
            if reading.wait(0.05):
                break
        assert reading.is_set()
    finally:
        go_on.set()


def test_a_client_is_its_address_in_the_shares_of_the_server(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys: list[str | None] = []
    opening = server.synthesizer.open

    def open_noted(settings: SpeechSettings, *, listener: Listener) -> Speech:
        keys.append(listener.client_key)
        return opening(settings, listener=listener)

    monkeypatch.setattr(server.synthesizer, "open", open_noted)
    with wyoming_client(server.wyoming_port) as client:
        client.say(said("synthesize", text=TEXT))
        client.until("audio-stop")
    assert keys == ["127.0.0.1"]


def test_no_place_is_an_error_and_the_end(server: LiveServer) -> None:
    with live(max_concurrent_streams=1) as server, ExitStack() as stack:
        first = stack.enter_context(wyoming_client(server.wyoming_port))
        first.say(said("synthesize-start"), said("synthesize-chunk", text=TEXT))
        first.until("audio-chunk")
        second = stack.enter_context(wyoming_client(server.wyoming_port))
        second.say(said("synthesize", text=TEXT))
        (error,) = second.rest()
        assert (error.type, error.data["code"]) == ("error", "overloaded")
        first.say(said("synthesize-stop"))
        first.until("synthesize-stopped")


def test_text_that_is_too_long() -> None:
    service = SynthesizerOptions(threads=1, max_text_chars=100)
    with (
        LiveServer(CountedSteps().engine, OPTIONS, service=service) as server,
        wyoming_client(server.wyoming_port) as client,
    ):
        client.say(said("synthesize", text="Hello. " * 30))
        (error,) = client.rest()
        assert error.data["code"] == "text_too_long"
        assert "Hello" not in error.data["text"]


def test_an_engine_that_breaks_does_not_look_complete() -> None:
    script = Script(fail_at_step=4)
    with (
        live(CountedSteps(script)) as server,
        wyoming_client(server.wyoming_port) as client,
    ):
        client.say(said("synthesize", text=LONG))
        events = client.rest()
        assert outline(events) in (["audio-start", "audio-chunk", "error"], ["error"])
        assert events[-1].data["code"] == "engine_failed"
        eventually(
            lambda: (
                ended(server, "failed", "engine_failed") == 1
                or ended(server, "refused", "engine_failed") == 1
            ),
            "it was counted",
        )


def test_a_client_that_vanishes_frees_the_engine() -> None:
    steps = CountedSteps()
    with live(steps) as server:
        before, tasks = steps.begun, server.task_count()
        steps.hold(permits=3)
        with wyoming_client(server.wyoming_port) as client:
            client.say(said("synthesize", text=LONG))
            client.until("audio-chunk")
            eventually(lambda: steps.begun == before + 4, "the fourth step waits")
            client.bare.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        eventually(lambda: server.active == 0, "the place was given back")
        steps.release()
        let_go(server)
        assert steps.begun == before + 4
        eventually(lambda: server.task_count() == tasks, "every task ended")
        eventually(lambda: ended(server, "cancelled") == 1, "it was counted")


def test_a_client_that_ends_its_half_has_left(server: LiveServer) -> None:
    """One that is gone looks the same, and the machine is not to speak for it."""
    with wyoming_client(server.wyoming_port) as client:
        client.say(said("synthesize", text=LONG))
        client.until("audio-chunk")
        client.bare.shutdown(socket.SHUT_WR)
        let_go(server)
        assert "audio-stop" not in outline(client.rest())


def test_a_client_that_does_not_read_costs_bounded_synthesis() -> None:
    steps = CountedSteps(Script(chunk_samples=4800))
    with live(steps) as server:
        before = steps.begun
        with wyoming_client(server.wyoming_port, receive_buffer_bytes=4096) as client:
            client.say(said("synthesize", text=LONG))
            eventually(lambda: held_back(server), "nothing more is made")
            produced_ms = (steps.begun - before) * 200
            assert 500 <= produced_ms <= 6_000
            assert spoken(server, "Others go on.")
        let_go(server)


def test_a_slow_reader_gets_every_sample(server: LiveServer) -> None:
    text = LONG[:2000]
    with wyoming_client(server.wyoming_port, receive_buffer_bytes=4096) as client:
        client.say(said("synthesize", text=text))
        eventually(lambda: held_back(server), "nothing more is made")
        assert pcm_of(client.until("audio-stop")) == spoken(server, text)


def test_a_client_that_takes_nothing_is_cut() -> None:
    with (
        live(stall_timeout_s=0.1) as server,
        wyoming_client(server.wyoming_port, receive_buffer_bytes=4096) as client,
    ):
        client.say(said("synthesize", text=LONG))
        eventually(lambda: ended(server, "failed", "client_stalled") == 1, "it was cut")
        let_go(server)


@pytest.mark.parametrize(
    ("abuse", "code"),
    [
        (b"x" * 200_000, "message_too_large"),
        (b'{"type":"synthesize","data_length":2000000000}\n' + b"x" * 200_000, "message_too_large"),
        (b'{"type":"x","payload_length":99999999999}\n' + b"x" * 200_000, "message_too_large"),
        (b'{"type":"synthesize","data_length":3}\n{"}', "invalid_request"),
        (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", "invalid_request"),
        (Random(1).randbytes(100_000), "invalid_request"),
    ],
)
def test_what_is_no_event_is_told_and_the_end(server: LiveServer, abuse: bytes, code: str) -> None:
    with wyoming_client(server.wyoming_port) as client:
        client.say(abuse)
        (error,) = client.rest()
        assert (error.type, error.data["code"]) == ("error", code)
    let_go(server)


def test_whoever_is_sent_away_while_it_speaks_is_not_cut_off(server: LiveServer) -> None:
    """A reset would take with it what was sent last, on some systems even if it has arrived."""
    with wyoming_client(server.wyoming_port) as client:
        client.say(b"garbage\n")
        assert outline(client.rest()) == ["error"]
        for _ in range(5):
            client.bare.sendall(b"more " * 1000)
            time.sleep(0.02)
    let_go(server)


def test_half_an_event_holds_nothing_up(server: LiveServer) -> None:
    with wyoming_client(server.wyoming_port) as half, wyoming_client(server.wyoming_port) as whole:
        half.say(said("synthesize", text=TEXT)[:-5])
        whole.say(said("synthesize", text=TEXT))
        assert outline(whole.until("audio-stop")) == ONE_SHOT
        half.say(said("synthesize", text=TEXT)[-5:])
        assert outline(half.until("audio-stop")) == ONE_SHOT


def test_a_flood_of_events_is_the_end(server: LiveServer) -> None:
    with wyoming_client(server.wyoming_port) as client:
        flood = said("transcript", text="x") * 50_000
        sender = threading.Thread(target=_send_quietly, args=(client.bare, flood))
        sender.start()
        events = client.rest()
        sender.join()
        assert events[-1].data["code"] == "too_many_messages"
    let_go(server)


def _send_quietly(bare: socket.socket, stream: bytes) -> None:
    with suppress(OSError):
        bare.sendall(stream)


def test_a_thousand_idle_connections_do_not_keep_others_out() -> None:
    with live(max_concurrent_streams=10) as server, ExitStack() as stack:
        speaking = stack.enter_context(wyoming_client(server.wyoming_port))
        speaking.say(said("synthesize-start"), said("synthesize-chunk", text=TEXT))
        speaking.until("audio-chunk")
        for _ in range(1000):
            bare = stack.enter_context(socket.socket())
            bare.connect(("127.0.0.1", server.wyoming_port))
        eventually(lambda: answered(server), "somebody had to go")
        assert connections(server) <= 20
        speaking.say(said("synthesize-stop"))
        speaking.until("synthesize-stopped")


def test_whoever_has_just_come_is_not_the_one_to_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("brisa.transports.wyoming.server.SILENT_NS", 60 * 10**9)
    with live(max_concurrent_streams=1) as server, ExitStack() as stack:
        first, second, third = (
            stack.enter_context(wyoming_client(server.wyoming_port)) for _ in range(3)
        )
        assert [event.data["code"] for event in third.rest()] == ["overloaded"]
        for client in (first, second):
            client.say(said("describe"))
            assert outline(client.until("info")) == ["info"]


def answered(server: LiveServer) -> bool:
    """Another client is served; there may be no room for it yet."""
    with wyoming_client(server.wyoming_port) as client:
        client.say(said("synthesize", text=TEXT))
        return outline(client.until("audio-stop", "error")) == ONE_SHOT


def test_where_everybody_speaks_the_next_one_is_told(server: LiveServer) -> None:
    with live(max_concurrent_streams=1) as server, ExitStack() as stack:
        for _ in range(2):
            busy = stack.enter_context(wyoming_client(server.wyoming_port))
            busy.say(said("synthesize-start"), said("ping"))
            busy.until("pong")
        client = stack.enter_context(wyoming_client(server.wyoming_port))
        (error,) = client.rest()
        assert (error.type, error.data["code"]) == ("error", "overloaded")


def test_a_drain_lets_streams_end_and_refuses_others() -> None:
    steps = CountedSteps()
    server = live(steps)
    server._drain_timeout_s = 20.0
    with server, ExitStack() as stack:
        running, later, idle = (
            stack.enter_context(wyoming_client(server.wyoming_port)) for _ in range(3)
        )
        steps.hold(permits=1)
        running.say(said("synthesize", text=TEXT))
        running.until("audio-chunk")
        server.stop()
        eventually(lambda: server.parts.gate.draining, "it drains")
        later.say(said("synthesize", text=TEXT))
        assert [event.data["code"] for event in later.rest()] == ["shutting_down"]
        steps.release()
        assert outline(running.until("audio-stop"))[-1] == "audio-stop"
        assert running.rest() == []
        assert idle.rest() == []
    assert server.exit_code == 0


def test_what_was_made_before_the_end_is_sent_to_the_end() -> None:
    """A stream is over when the server has its bytes, which is before a slow client has them."""
    server = live(streaming=StreamingOptions(max_buffer_frames=500))
    text = TEXT * 2
    with server, wyoming_client(server.wyoming_port, receive_buffer_bytes=4096) as client:
        whole = spoken(server, text)
        client.say(said("synthesize", text=text))
        eventually(lambda: ended(server, "finished") == 1, "all of it was made")
        server.stop()
        time.sleep(0.3)
        assert pcm_of(client.until("audio-stop")) == whole
        assert client.rest() == []
    assert server.exit_code == 0


def test_a_drain_cuts_what_still_runs() -> None:
    with live() as server, wyoming_client(server.wyoming_port) as client:
        client.say(said("synthesize", text=LONG))
        client.until("audio-chunk")
        server.stop()
        events: list[Heard] = client.rest()
        assert outline(events)[-1] == "error"
        assert events[-1].data["code"] == "shutting_down"


def test_nothing_that_was_said_is_logged(
    server: LiveServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with wyoming_client(server.wyoming_port) as client:
        client.say(said("synthesize", text="A secret word."), said("secret", text="secret"))
        client.until("audio-stop")
        client.say(b"secret\n")
        client.rest()
    let_go(server)
    assert "secret" not in caplog.text


def test_there_is_no_port_unless_it_is_asked_for() -> None:
    with LiveServer(CountedSteps().engine, replace(OPTIONS, wyoming=None)) as server:
        assert server.parts.wyoming is None
