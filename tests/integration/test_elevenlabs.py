"""ElevenLabs' API over the wire."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from socket import SHUT_RDWR
from typing import Any

import httpx
import numpy as np
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from brisa.app.options import ServerOptions
from brisa.service.options import SynthesizerOptions
from support.decoding import decode
from support.live_server import LiveServer, eventually
from support.scripted_steps import CountedSteps

pytestmark = pytest.mark.integration

TEXT = "It is late, and the lights are out. Nobody is there."
LONG = "This sentence is spoken over and over again. " * 500
OPTIONS = ServerOptions(default_voice="scripted", warm_formats=())
V1 = "/v1/text-to-speech"


@pytest.fixture(scope="module")
def server() -> Iterator[LiveServer]:
    with LiveServer(CountedSteps().engine, OPTIONS, SynthesizerOptions(threads=2)) as running:
        yield running


@pytest.fixture
def http(server: LiveServer) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, headers={"xi-api-key": "k"}, timeout=20) as client:
        yield client


def speak(http: httpx.Client, path: str = "", form: str = "pcm_24000", **fields: Any) -> Any:
    body = {"text": TEXT, "model_id": "eleven_flash_v2_5"} | fields
    return http.post(f"{V1}/scripted{path}", params={"output_format": form}, json=body)


def openai_pcm(server: LiveServer, **fields: Any) -> bytes:
    body = {"input": TEXT, "response_format": "pcm"} | fields
    return httpx.post(f"{server.url}/v1/audio/speech", json=body).content


@pytest.mark.parametrize("path", ["", "/stream"])
def test_samples_are_those_of_every_other_wire(
    server: LiveServer, http: httpx.Client, path: str
) -> None:
    answer = speak(http, path, voice_settings=None, previous_text=None, extra={"a": 1})
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("audio/")
    assert answer.headers["request-id"] == answer.headers["x-trace-id"]
    assert answer.headers["request-id"] == answer.headers["x-request-id"]
    assert answer.content == openai_pcm(server)


@pytest.mark.parametrize("form", ["mp3_44100_128", "mp3_22050_32", "opus_48000_64", "mp3_44100"])
def test_formats_decode_at_their_rate(http: httpx.Client, form: str) -> None:
    answer = speak(http, "/stream", form)
    assert answer.status_code == 200
    name, rate_hz = form.split("_")[0], int(form.split("_")[1])
    decoded = decode(answer.content, name, rate_hz)
    assert len(decoded.pcm_t) > rate_hz


def test_without_a_format_it_is_mp3(http: httpx.Client) -> None:
    answer = http.post(f"{V1}/scripted", json={"text": "Hi."})
    assert answer.headers["content-type"] == "audio/mpeg"
    assert answer.headers["x-sample-rate"] == "44100"


def test_speed_and_seed_have_an_effect(server: LiveServer, http: httpx.Client) -> None:
    fast = speak(http, voice_settings={"speed": 1.2, "stability": 0.4}, seed=7)
    assert fast.content == openai_pcm(server, speed=1.2, seed=7)
    assert fast.content != openai_pcm(server)


def test_lines_with_timestamps_are_the_audio_and_the_text(
    server: LiveServer, http: httpx.Client
) -> None:
    answer = speak(http, "/stream/with-timestamps")
    lines = [json.loads(line) for line in answer.text.splitlines()]
    assert max(map(len, answer.text.splitlines())) <= 65_536
    audio = b"".join(base64.b64decode(line["audio_base64"]) for line in lines)
    assert audio == openai_pcm(server)
    aligned = [line["alignment"] for line in lines if line["alignment"]]
    assert "".join(char for item in aligned for char in item["characters"]) == TEXT + " "
    starts = [start for item in aligned for start in item["character_start_times_seconds"]]
    ends = [end for item in aligned for end in item["character_end_times_seconds"]]
    assert starts == sorted(starts)
    assert 0.8 * len(audio) / 48_000 < ends[-1] <= len(audio) / 48_000


def test_one_object_with_timestamps(server: LiveServer, http: httpx.Client) -> None:
    answer = speak(http, "/with-timestamps").json()
    assert base64.b64decode(answer["audio_base64"]) == openai_pcm(server)
    assert "".join(answer["alignment"]["characters"]) == TEXT + " "
    assert answer["normalized_alignment"] == answer["alignment"]


@pytest.mark.parametrize("form", ["mp3_44100_128", "opus_48000_32"])
def test_timings_of_compressed_audio_lose_no_word(http: httpx.Client, form: str) -> None:
    lines = speak(http, "/stream/with-timestamps", form).text.splitlines()
    aligned = [item for line in lines if (item := json.loads(line)["alignment"])]
    assert "".join(char for item in aligned for char in item["characters"]) == TEXT + " "


@pytest.mark.parametrize(
    ("voice", "fields", "form", "status", "code"),
    [
        ("nobody", {}, "pcm_24000", 404, "voice_not_found"),
        ("scripted", {"text": ""}, "pcm_24000", 422, "empty_text"),
        ("scripted", {"text": 5}, "pcm_24000", 422, "invalid_request"),
        ("scripted", {}, "pcm_1", 422, "unknown_format"),
        ("scripted", {"voice_settings": {"speed": 9}}, "pcm_24000", 422, "out_of_range"),
        ("scripted", {"language_code": "xx"}, "pcm_24000", 422, "unsupported_option"),
    ],
)
def test_errors(
    http: httpx.Client, voice: str, fields: dict[str, Any], form: str, status: int, code: str
) -> None:
    answer = http.post(
        f"{V1}/{voice}", params={"output_format": form}, json={"text": TEXT} | fields
    )
    assert answer.status_code == status
    assert answer.json()["detail"]["status"] == code
    assert TEXT not in answer.text


def test_voices_that_the_vendor_has_mean_the_default_one(
    server: LiveServer, http: httpx.Client
) -> None:
    for name in ("21m00Tcm4TlvDq8ikWAM", "Rachel", "bIHbv24MWmeRgasZH58o"):
        answer = http.post(
            f"{V1}/{name}", params={"output_format": "pcm_24000"}, json={"text": TEXT}
        )
        assert answer.content == openai_pcm(server)


def test_listings(http: httpx.Client) -> None:
    voice = http.get("/v1/voices").json()["voices"][0]
    assert voice["voice_id"] == voice["name"] == "scripted"
    assert voice["category"] == "premade", "one client cannot do without it"
    page = http.get("/v2/voices", params={"search": "script"}).json()
    assert (page["total_count"], page["has_more"]) == (1, False)
    assert http.get("/v2/voices", params={"search": "else"}).json()["voices"] == []
    assert http.get("/v1/voices/scripted").json()["name"] == "scripted"
    assert http.get("/v1/voices/nobody").status_code == 404


def test_models_are_told_apart_by_the_vendors_header(
    server: LiveServer, http: httpx.Client
) -> None:
    theirs = http.get("/v1/models").json()
    assert [model["can_do_text_to_speech"] for model in theirs] == [True] * len(theirs)
    assert theirs[0]["languages"]
    assert httpx.get(f"{server.url}/v1/models").json()["object"] == "list"


def socket(server: LiveServer, path: str, **query: object) -> ClientConnection:
    asked = {"output_format": "pcm_24000"} | query
    address = httpx.URL(f"ws://127.0.0.1:{server.port}{V1}/{path}", params=asked)
    return connect(str(address), open_timeout=20, close_timeout=20)


def say(client: ClientConnection, **fields: object) -> None:
    client.send(json.dumps(fields))


def heard(client: ClientConnection, until: str = "isFinal") -> list[dict[str, Any]]:
    messages = []
    while not messages or not messages[-1].get(until):
        messages.append(json.loads(client.recv(20)))
    return messages


def audio_of(messages: list[dict[str, Any]]) -> bytes:
    return b"".join(base64.b64decode(item["audio"]) for item in messages if item.get("audio"))


def text_of(messages: list[dict[str, Any]]) -> str:
    return "".join(
        char for item in messages if item.get("alignment") for char in item["alignment"]["chars"]
    )


def test_a_conversation_of_one_context(server: LiveServer) -> None:
    with socket(server, "scripted/stream-input") as client:
        say(client, text=" ", voice_settings={"stability": 0.5}, xi_api_key="k")
        for piece in TEXT.split(" "):
            say(client, text=f"{piece} ", try_trigger_generation=True)
        say(client, text="")
        messages = heard(client)
        with pytest.raises(ConnectionClosed) as closed:
            client.recv(20)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1000
    assert audio_of(messages) == openai_pcm(server)
    assert text_of(messages) == TEXT + " "


def test_what_a_client_adds_up_is_the_time_of_the_audio(server: LiveServer) -> None:
    with socket(server, "scripted/multi-stream-input") as client:
        for sentence in TEXT.split(". "):
            say(client, text=sentence, context_id="c1")
        say(client, context_id="c1", flush=True)
        say(client, context_id="c1", close_context=True)
        messages = heard(client)
    clock_ms = 0
    for item in messages:
        if aligned := item.get("alignment"):
            clock_ms += aligned["charStartTimesMs"][-1] + aligned["charDurationsMs"][-1]
    audio_ms = len(audio_of(messages)) / 48
    assert 0.8 * audio_ms < clock_ms <= audio_ms


def test_absolute_times_where_they_are_asked_for(server: LiveServer) -> None:
    with socket(server, "scripted/multi-stream-input", sync_alignment="true") as client:
        say(client, text=TEXT, context_id="c1")
        say(client, context_id="c1", flush=True)
        say(client, context_id="c1", close_context=True)
        messages = heard(client)
    starts = [
        start
        for item in messages
        if item.get("alignment")
        for start in item["alignment"]["charStartTimesMs"]
    ]
    assert starts == sorted(starts)
    assert starts[-1] > 1000


def test_contexts_on_one_socket_are_spoken_side_by_side_and_it_stays_open(
    server: LiveServer,
) -> None:
    with socket(server, "scripted/multi-stream-input") as client:
        for turn in range(2):
            names = [f"{turn}-{number}" for number in range(5)]
            for name in names:
                say(client, text=TEXT, context_id=name)
                say(client, context_id=name, flush=True)
                say(client, context_id=name, close_context=True)
            audio: dict[str, bytes] = dict.fromkeys(names, b"")
            ended: set[str] = set()
            while ended != set(names):
                message = json.loads(client.recv(20))
                if message.get("isFinal"):
                    ended.add(message["contextId"])
                else:
                    audio[message["contextId"]] += base64.b64decode(message["audio"])
            assert set(audio.values()) == {openai_pcm(server)}
        say(client, close_socket=True)
        with pytest.raises(ConnectionClosed):
            client.recv(20)


def test_an_interruption_frees_the_machine_and_the_next_context_speaks(
    server: LiveServer,
) -> None:
    with socket(server, "scripted/multi-stream-input") as client:
        say(client, text=LONG, context_id="c1")
        heard(client, until="audio")
        say(client, context_id="c1", close_context=True)
        heard(client)
        eventually(lambda: server.synthesizer.active_streams == 0, "the work was let go")
        say(client, text=TEXT, context_id="c2")
        assert heard(client, until="audio")[-1]["contextId"] == "c2"


def test_a_client_that_vanishes_frees_the_machine(server: LiveServer) -> None:
    with socket(server, "scripted/multi-stream-input") as client:
        say(client, text=LONG, context_id="c1")
        heard(client, until="audio")
        client.socket.shutdown(SHUT_RDWR)
    eventually(lambda: server.active == 0, "the place was given back")
    eventually(lambda: server.synthesizer.active_streams == 0, "the work was let go")


@pytest.mark.parametrize("text", ["…", "🙂🙂", "!!!"])
def test_what_cannot_be_spoken_is_a_short_silence(server: LiveServer, text: str) -> None:
    with socket(server, "scripted/multi-stream-input") as client:
        say(client, text=text, context_id="c1")
        say(client, context_id="c1", flush=True)
        say(client, context_id="c1", close_context=True)
        audio = audio_of(heard(client))
    assert 20 <= len(audio) / 48 <= 50
    assert not np.frombuffer(audio, "<i2").any()


def test_twenty_thousand_characters_in_one_message(server: LiveServer) -> None:
    text = ("word " * 4000).strip()
    with socket(server, "scripted/stream-input", output_format="pcm_8000") as client:
        say(client, text=text)
        say(client, text="")
        messages = heard(client)
    assert text_of(messages) == text + " "


@pytest.mark.parametrize(
    ("path", "query", "status"),
    [
        ("scripted/stream-input", {"output_format": "nonsense"}, 422),
        ("scripted/stream-input", {"inactivity_timeout": "999"}, 422),
        ("scripted/stream-input", {"seed": "x"}, 422),
    ],
)
def test_handshakes_that_are_refused(
    server: LiveServer, path: str, query: dict[str, object], status: int
) -> None:
    with pytest.raises(InvalidStatus) as refused, socket(server, path, **query):
        pass
    assert refused.value.response.status_code == status
    assert b"detail" in refused.value.response.body


def test_a_voice_there_is_not_is_told_and_closes(server: LiveServer) -> None:
    with socket(server, "nobody/stream-input") as client:
        say(client, text=TEXT)
        message = json.loads(client.recv(20))
        assert message["error"] == "unknown_voice"
        with pytest.raises(ConnectionClosed) as closed:
            client.recv(20)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008


def test_who_says_nothing_is_sent_away(server: LiveServer) -> None:
    with socket(server, "scripted/stream-input", inactivity_timeout=1) as client:
        say(client, text="and")
        messages = heard(client, until="error")
    assert messages[-1]["error"] == "input_timeout_exceeded"
    eventually(lambda: server.active == 0, "the place was given back")
