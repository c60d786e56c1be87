"""Cartesia's API, as clients meet it."""

from __future__ import annotations

import base64
import io
import json
import logging
import socket
import struct
import wave
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from random import Random
from typing import Any

import httpx
import numpy as np
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from brisa.app.options import ServerOptions
from brisa.engines.scripted import Script
from brisa.service.options import SynthesizerOptions
from support.decoding import decode
from support.live_server import DEADLINE_S, LiveServer, eventually
from support.scripted_steps import CountedSteps

pytestmark = pytest.mark.integration

TEXT = "It is late, and the lights are out. Nobody is there."
LONG = "This sentence is spoken over and over again. " * 400
VERSION = {"Cartesia-Version": "2026-03-01"}
OPTIONS = ServerOptions(default_voice="scripted", warm_formats=())
RAW = {"container": "raw", "encoding": "pcm_s16le", "sample_rate": 24000}


@pytest.fixture
def steps() -> CountedSteps:
    return CountedSteps(Script(samples_per_char=300))  # sound goes out as fast as it is heard


@pytest.fixture
def server(steps: CountedSteps) -> Iterator[LiveServer]:
    with LiveServer(steps.engine, service=SynthesizerOptions(threads=1)) as running:
        yield running


class Talk:
    """A connection that keeps what it is sent."""

    def __init__(self, wire: ClientConnection) -> None:
        self.wire = wire

    def say(self, transcript: str, context_id: str = "a", **fields: Any) -> None:
        message = {"context_id": context_id, "transcript": transcript, "output_format": RAW}
        self.wire.send(json.dumps({**message, "continue": True, **fields}))

    def end(self, transcript: str = "", context_id: str = "a", **fields: Any) -> None:
        self.say(transcript, context_id, **{"continue": False, **fields})

    def next(self) -> dict[str, Any]:
        message = json.loads(self.wire.recv(DEADLINE_S))
        assert "context_id" in message
        return dict(message)

    def until(self, *kinds: str) -> list[dict[str, Any]]:
        """All messages up to the first of these types."""
        found = [self.next()]
        while found[-1]["type"] not in kinds:
            found.append(self.next())
        return found

    def turn(self, *pieces: str, **fields: Any) -> bytes:
        """The audio of a whole context."""
        for piece in pieces:
            self.say(piece, **fields)
        self.end(**fields)
        found = self.until("done", "error")
        assert found[-1]["type"] == "done", found[-1]
        return audio_of(found)


def audio_of(messages: list[dict[str, Any]]) -> bytes:
    return b"".join(base64.b64decode(one["data"]) for one in messages if one["type"] == "chunk")


@contextmanager
def talking(server: LiveServer) -> Iterator[Talk]:
    address = f"ws://127.0.0.1:{server.port}/tts/websocket"
    with connect(address, additional_headers=VERSION) as wire:
        yield Talk(wire)


def let_go(server: LiveServer) -> None:
    eventually(lambda: server.active == 0, "the place was given back")
    eventually(lambda: server.synthesizer.active_streams == 0, "the job was let go")


def speech(server: LiveServer, path: str = "/tts/bytes", **fields: Any) -> httpx.Response:
    body = {"model_id": "sonic-3", "transcript": TEXT, "voice": {"id": "scripted"}, **fields}
    return httpx.post(f"{server.url}{path}", json=body, headers=VERSION)


def test_a_turn_has_the_samples_of_the_text_however_it_was_cut(server: LiveServer) -> None:
    whole = speech(server, output_format=RAW).content
    with talking(server) as talk:
        assert talk.turn(TEXT) == talk.turn(*(f"{word} " for word in TEXT.split())) == whole
    assert len(whole) > 24000


@pytest.mark.parametrize(
    ("encoding", "name"),
    [("pcm_s16le", "pcm"), ("pcm_f32le", "f32"), ("pcm_mulaw", "mulaw"), ("pcm_alaw", "alaw")],
)
@pytest.mark.parametrize("rate_hz", [8000, 44100])
def test_every_encoding_is_the_same_sound(
    server: LiveServer, encoding: str, name: str, rate_hz: int
) -> None:
    wanted = {"container": "raw", "encoding": encoding, "sample_rate": rate_hz}
    with talking(server) as talk:
        got_t = decode(talk.turn(TEXT, output_format=wanted), name, rate_hz).pcm_t
        exact = talk.turn(TEXT, output_format={**wanted, "encoding": "pcm_s16le"})
    exact_t = np.frombuffer(exact, "<i2") / 32768
    assert got_t.shape == exact_t.shape
    assert np.abs(got_t - exact_t).max() < (0.04 if "law" in name else 1e-6)


def test_words_are_those_of_the_text_at_times_of_the_audio(server: LiveServer) -> None:
    with talking(server) as talk:
        for piece in ("It is late, and ", "the lights are out. "):
            talk.say(piece, add_timestamps=True)
        talk.say("Nobody", add_timestamps=True, flush=True)
        talk.end("is there.", add_timestamps=True)
        found = talk.until("done")
    told = [one["word_timestamps"] for one in found if one["type"] == "timestamps"]
    words = [word for one in told for word in one["words"]]
    starts = [start for one in told for start in one["start"]]
    ends = [end for one in told for end in one["end"]]
    assert words == TEXT.split()
    assert starts == sorted(starts)
    assert all(start < end for start, end in zip(starts, ends, strict=True))
    audio_s = len(audio_of(found)) / 48000
    assert ends[-1] <= audio_s
    # The second stream of the context begins where the first ends.
    cut = next(n for n, one in enumerate(found) if one["type"] == "flush_done")
    first_s = len(audio_of(found[:cut])) / 48000
    assert starts[words.index("is", 2)] == pytest.approx(first_s, abs=0.05)


def test_a_cancel_frees_the_machine_and_the_context(
    server: LiveServer, steps: CountedSteps
) -> None:
    with talking(server) as talk:
        talk.end(LONG)
        talk.until("chunk")
        talk.wire.send('{"context_id":"a","cancel":true}')
        talk.until("done")
        let_go(server)
        begun = steps.begun
        assert len(talk.turn(TEXT)) > 24000
        assert steps.begun > begun


def test_a_client_that_vanishes_frees_the_machine(server: LiveServer) -> None:
    with talking(server) as talk:
        talk.end(LONG)
        talk.until("chunk")
        talk.wire.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        talk.wire.socket.close()
        let_go(server)


def test_fifty_contexts_at_a_time(server: LiveServer) -> None:
    names = [f"c{number}" for number in range(50)]
    with talking(server) as talk:
        for name in names:
            talk.say("It is late. ", name)
        for name in names:
            talk.end("Nobody is there.", name)
        audio = dict.fromkeys(names, b"")
        waiting = set(names)
        while waiting:
            message = talk.next()
            assert message["type"] in ("chunk", "done")
            name = message["context_id"]
            assert name in waiting, "nothing comes after done"
            if message["type"] == "done":
                waiting.remove(name)
            else:
                audio[name] += base64.b64decode(message["data"])
    assert len(set(audio.values())) == 1
    let_go(server)


def test_more_contexts_than_may_be_spoken(steps: CountedSteps) -> None:
    options = ServerOptions(default_voice="scripted", warm_formats=(), max_concurrent_streams=1)
    with LiveServer(steps.engine, options) as server, talking(server) as talk:
        talk.say(LONG, "a")
        talk.until("chunk")
        talk.say(TEXT, "b")
        refused = talk.until("error")[-1]
        assert (refused["context_id"], refused["status_code"]) == ("b", 503)
        assert refused["error_code"] == "overloaded"


@pytest.mark.parametrize("text", ["😀 🎉", "…", "\n", "?!"])
def test_text_without_a_word_is_a_short_silence(server: LiveServer, text: str) -> None:
    with talking(server) as talk:
        pcm = talk.turn(text, max_buffer_delay_ms=0)
    assert 0 < len(pcm) < 24000
    assert not any(pcm)


def test_a_long_text_in_one_message(server: LiveServer) -> None:
    with talking(server) as talk:
        talk.end("Nobody is there. " * 1200)
        assert talk.until("chunk")


def test_a_text_that_is_too_long(steps: CountedSteps) -> None:
    service = SynthesizerOptions(threads=1, max_text_chars=100)
    with LiveServer(steps.engine, service=service) as server, talking(server) as talk:
        talk.end("Nobody is there. " * 10)
        assert talk.until("error")[-1]["error_code"] == "text_too_long"
        assert talk.turn("Somebody is.")


def test_a_message_that_is_too_large_ends_the_connection(steps: CountedSteps) -> None:
    options = ServerOptions(default_voice="scripted", warm_formats=(), max_body_bytes=1000)
    with LiveServer(steps.engine, options) as server, talking(server) as talk:
        talk.say("x" * 2000)
        with pytest.raises(ConnectionClosed) as caught:
            talk.wire.recv(DEADLINE_S)
        assert caught.value.rcvd is not None
        assert caught.value.rcvd.code == 1009


@pytest.mark.parametrize("nonsense", ["{", b"\x00\xff", '{"transcript":5}', "[]", '{"cancel":1}'])
def test_nonsense_is_answered_and_the_connection_stays(
    server: LiveServer, nonsense: str | bytes
) -> None:
    with talking(server) as talk:
        talk.wire.send(nonsense)
        assert talk.next()["type"] == "error"
        assert talk.turn(TEXT)


def anything(random: Random) -> str | bytes:
    """A message that may be one, of contexts that are few enough to meet again."""
    whole = {
        "context_id": random.choice(["a", "b", "c", None, "", 5]),
        "transcript": random.choice(["It is late. ", "and", "", " ", "😀", "x" * 500, None, ["x"]]),
        "continue": random.choice([True, True, False, None, "no"]),
        "flush": random.choice([True, False, None]),
        "cancel": random.choice([None, None, None, True]),
        "max_buffer_delay_ms": random.choice([0, 0, 3000, -1, None, 1e400]),
        "voice": random.choice(
            ["scripted", {"id": "scripted"}, {"embedding": [1]}, None, "nobody"]
        ),
        "output_format": random.choice([RAW, RAW, None, {}, {"container": "wav"}]),
        "add_timestamps": random.choice([True, False, None]),
        "language": random.choice([None, "en", "xx"]),
    }
    message = json.dumps({key: whole[key] for key in whole if random.random() < 0.8})
    kind = random.random()
    if kind < 0.1:
        return message[: random.randrange(len(message))]
    if kind < 0.15:
        return random.randbytes(20)
    return message


@pytest.mark.parametrize("seed", range(5))
def test_whatever_is_sent_the_server_lives_and_nothing_is_left(
    server: LiveServer, seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    random = Random(seed)
    with talking(server) as talk:
        for _ in range(300):
            talk.wire.send(anything(random))
            with suppress(TimeoutError):
                while True:
                    message = json.loads(talk.wire.recv(0))
                    kinds = ("chunk", "timestamps", "flush_done", "done", "error")
                    assert message["type"] in kinds
        # It is still heard: a context of its own is answered with its own sound.
        talk.end(TEXT, "last", output_format=RAW)
        found = talk.until("done")
        while found[-1]["context_id"] != "last":
            found += talk.until("done")
        assert len(audio_of([one for one in found if one["context_id"] == "last"])) > 24000
    let_go(server)
    assert [one.message for one in caplog.records if one.levelno >= logging.WARNING] == []


def test_errors_of_contexts(server: LiveServer) -> None:
    with talking(server) as talk:
        for number, (fields, code) in enumerate(
            [
                ({"voice": "nobody"}, "unknown_voice"),
                ({"voice": {"id": "../../etc/passwd"}}, "unknown_voice"),
                ({"language": "xx"}, "unsupported_option"),
                ({"generation_config": {"speed": 99}}, "out_of_range"),
                ({"transcript": "nul \0"}, "invalid_text"),
            ]
        ):
            talk.end(context_id=f"c{number}", **{"transcript": TEXT, **fields})
            error = talk.next()
            assert (error["type"], error["context_id"]) == ("error", f"c{number}")
            assert (error["error_code"], error["status_code"]) == (code, 400)
        assert talk.turn(TEXT)
    let_go(server)


def test_a_slow_reader_is_waited_for_and_heard(server: LiveServer) -> None:
    with talking(server) as talk:
        talk.end("Nobody is there. " * 60)
        talk.until("chunk")
        eventually(lambda: server.active == 1, "it is being spoken")
        talk.wire.send('{"context_id":"a","cancel":true}')
        let_go(server)
        talk.until("done")


def test_bytes_in_every_container(server: LiveServer) -> None:
    raw = speech(server, output_format=RAW)
    assert raw.headers["content-type"] == "audio/pcm"
    wav = speech(
        server, output_format={"container": "wav", "encoding": "pcm_f32le", "sample_rate": 24000}
    )
    assert wav.headers["content-type"] == "audio/wav"
    assert wav.content[44:] == raw.content
    with wave.open(io.BytesIO(wav.content)) as read:
        assert (read.getframerate(), read.getnchannels(), read.getsampwidth()) == (24000, 1, 2)
    mp3 = speech(
        server, output_format={"container": "mp3", "bit_rate": 64000, "sample_rate": 44100}
    )
    assert mp3.headers["content-type"] == "audio/mpeg"
    decoded = decode(mp3.content, "mp3", 44100)
    assert decoded.sample_rate_hz == 44100
    assert decoded.duration_ms == pytest.approx(len(raw.content) / 48, abs=100)


def test_events_are_the_bytes_with_words(server: LiveServer) -> None:
    raw = speech(server, output_format=RAW).content
    answer = speech(server, "/tts/sse", output_format=RAW, add_timestamps=True, context_id="c")
    assert answer.headers["content-type"] == "text/event-stream"
    found = [json.loads(line[6:]) for line in answer.text.split("\n") if line.startswith("data: ")]
    assert audio_of(found) == raw
    assert found[-1] == {"type": "done", "context_id": "c", "done": True, "status_code": 200}
    told = [one["word_timestamps"]["words"] for one in found if one["type"] == "timestamps"]
    assert sum(told, []) == TEXT.split()


@pytest.mark.parametrize("path", ["/tts/bytes", "/tts/sse"])
@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"voice": "nobody"}, "unknown_voice"),
        ({"transcript": ""}, "empty_text"),
        ({"transcript": None}, "invalid_request"),
        ({"output_format": {"container": "ogg"}}, "unknown_format"),
    ],
)
def test_refusals(server: LiveServer, path: str, fields: dict[str, Any], code: str) -> None:
    answer = speech(server, path, **fields)
    assert answer.status_code == 400
    body = answer.json()
    assert body["error_code"] == code
    assert body["title"]
    assert body["message"]
    assert body["request_id"] == answer.headers["x-request-id"]


def test_events_have_no_containers(server: LiveServer) -> None:
    answer = speech(server, "/tts/sse", output_format={"container": "wav"})
    assert (answer.status_code, answer.json()["error_code"]) == (400, "unknown_format")


@pytest.mark.parametrize("path", ["/tts/bytes", "/tts/sse"])
def test_a_body_that_is_none(server: LiveServer, path: str) -> None:
    for body in (b"", b"{", b"[]", b"\xff", b"x" * (OPTIONS.max_body_bytes + 1)):
        answer = httpx.post(f"{server.url}{path}", content=body)
        assert answer.status_code == (413 if len(body) > 100 else 400)
        assert "error_code" in answer.json()


def test_voices(server: LiveServer) -> None:
    first = httpx.get(f"{server.url}/voices", headers=VERSION).json()
    assert first["data"][0]["id"] == "scripted"
    last = first["data"][-1]["id"]
    address = f"{server.url}/voices?starting_after={last}&limit=100"
    assert httpx.get(address, headers=VERSION).json()["data"] == []
    assert httpx.get(f"{server.url}/voices/scripted").json()["id"] == "scripted"
    missing = httpx.get(f"{server.url}/voices/nobody", headers=VERSION)
    assert (missing.status_code, missing.json()["error_code"]) == (404, "not_found")
    wrong = httpx.get(f"{server.url}/voices?limit=0", headers=VERSION)
    assert (wrong.status_code, wrong.json()["error_code"]) == (400, "out_of_range")
