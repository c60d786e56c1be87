"""The protocols that are one request: Piper, Vapi, Coqui, MaryTTS; and the addresses they share."""

from __future__ import annotations

import io
import json
import wave
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from brisa.app.options import ServerOptions
from brisa.engines.scripted import Script, ScriptedEngine
from brisa.service.options import SynthesizerOptions
from support.live_server import LiveServer, eventually
from support.scripted_steps import CountedSteps

pytestmark = pytest.mark.integration

TEXT = "It is late."
SCRIPT = Script(samples_per_char=1200, chunk_samples=3840)
VERSION = {"Cartesia-Version": "2026-03-01"}


@pytest.fixture(scope="module")
def server() -> Iterator[LiveServer]:
    service = SynthesizerOptions(threads=1, max_text_chars=1000)
    with LiveServer(ScriptedEngine(SCRIPT), service=service) as running:
        yield running


def wav_of(answer: httpx.Response) -> bytes:
    """The samples of an answer that is a file."""
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "audio/wav"
    assert answer.content[:4] == b"RIFF"
    with wave.open(io.BytesIO(answer.content)) as read:
        assert (read.getnchannels(), read.getsampwidth(), read.getframerate()) == (1, 2, 24000)
    assert len(answer.content) > 44 + 24000
    return answer.content[44:]


@pytest.fixture(scope="module")
def spoken(server: LiveServer) -> bytes:
    body = {"input": TEXT, "response_format": "pcm"}
    return httpx.post(f"{server.url}/v1/audio/speech", json=body).content


@pytest.mark.parametrize("path", ["/", "/synthesize"])
@pytest.mark.parametrize(
    "body",
    [
        {"text": TEXT, "voice": None},
        {"text": TEXT, "voice": "en_US-ryan-high", "speaker": "x", "noise_scale": 0.6},
        {"text": TEXT, "voice": "scripted", "length_scale": 1.0, "speaker_id": 5},
    ],
)
def test_piper(server: LiveServer, spoken: bytes, path: str, body: dict[str, Any]) -> None:
    assert wav_of(httpx.post(f"{server.url}{path}", json=body)) == spoken


@pytest.mark.parametrize("path", ["/", "/synthesize"])
def test_piper_takes_a_text_alone(server: LiveServer, spoken: bytes, path: str) -> None:
    assert wav_of(httpx.post(f"{server.url}{path}", content=TEXT)) == spoken


def test_piper_slower(server: LiveServer, spoken: bytes) -> None:
    answer = httpx.post(f"{server.url}/synthesize", json={"text": TEXT, "length_scale": 2})
    assert len(wav_of(answer)) == pytest.approx(2 * len(spoken), rel=0.1)


@pytest.mark.parametrize("path", ["/", "/synthesize"])
@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"text": ""}, "empty_text"),
        ({"text": None}, "invalid_request"),
        ({"voice": "x"}, "invalid_request"),
        ({"text": TEXT, "length_scale": 0}, "out_of_range"),
        ({"text": TEXT, "length_scale": 1e-300}, "out_of_range"),
        ({"text": "x" * 1001}, "text_too_long"),
    ],
)
def test_piper_refuses(server: LiveServer, path: str, body: dict[str, Any], code: str) -> None:
    answer = httpx.post(f"{server.url}{path}", json=body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, code)


def test_piper_lists(server: LiveServer) -> None:
    voices = httpx.get(f"{server.url}/voices").json()
    assert voices["scripted"]["audio"]["sample_rate"] == 24000
    assert voices["scripted"]["num_speakers"] == 1
    info = httpx.get(f"{server.url}/info").json()
    assert info["voice"]["name"] == "scripted"
    assert info["last"] is None


def vapi_body(**fields: Any) -> dict[str, Any]:
    return {"message": {"type": "voice-request", "text": TEXT, "sampleRate": 24000, **fields}}


@pytest.mark.parametrize("path", ["/", "/vapi"])
@pytest.mark.parametrize("rate_hz", [8000, 16000, 22050, 24000])
def test_vapi(server: LiveServer, spoken: bytes, path: str, rate_hz: int) -> None:
    answer = httpx.post(f"{server.url}{path}", json=vapi_body(sampleRate=rate_hz))
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/octet-stream"
    assert not answer.content.startswith(b"RIFF")
    assert len(answer.content) == pytest.approx(len(spoken) * rate_hz / 24000, abs=8)
    assert len(answer.content) % 2 == 0
    if rate_hz == 24000:
        assert answer.content == spoken


def test_vapi_with_a_voice_and_the_other_key(server: LiveServer, spoken: bytes) -> None:
    for voice in ("scripted", "nobody"):
        message = vapi_body(voice={"voiceId": voice})["message"]
        answer = httpx.post(f"{server.url}/vapi", json={"messsage": message})
        assert answer.content == spoken


@pytest.mark.parametrize("path", ["/", "/vapi"])
@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"sampleRate": 23000}, "out_of_range"),
        ({"text": ""}, "empty_text"),
        ({"text": 5}, "invalid_request"),
    ],
)
def test_vapi_refuses(server: LiveServer, path: str, fields: dict[str, Any], code: str) -> None:
    answer = httpx.post(f"{server.url}{path}", json=vapi_body(**fields))
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, code)


def test_the_root_is_a_page_and_two_webhooks(server: LiveServer) -> None:
    page = httpx.get(server.url)
    assert page.headers["content-type"].startswith("text/html")
    assert httpx.request("HEAD", server.url).status_code == 200
    assert httpx.put(server.url).status_code == 405
    large = httpx.post(server.url, content=b"x" * (server.options.max_body_bytes + 1))
    assert (large.status_code, large.json()["error"]["code"]) == (413, "body_too_large")


def test_a_client_that_leaves_the_root_is_noticed() -> None:
    long = json.dumps({"text": "Nobody is there. " * 500}).encode()
    head = f"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: {len(long)}\r\n\r\n".encode()
    slow = Script(step_ns=20_000_000)
    with LiveServer(ScriptedEngine(slow)) as server:
        with server.connection() as bare:
            bare.sendall(head + long)
            assert bare.recv(1000)
        eventually(lambda: server.active == 0, "the place was given back")
        eventually(lambda: server.synthesizer.active_streams == 0, "the job was let go")


def test_voices_go_by_the_header_of_who_asks(server: LiveServer) -> None:
    assert "data" in httpx.get(f"{server.url}/voices", headers=VERSION).json()
    assert "scripted" in httpx.get(f"{server.url}/voices").json()
    assert httpx.post(f"{server.url}/voices", headers=VERSION).status_code == 405
    lines = httpx.get(f"{server.url}/mary/voices")
    assert lines.headers["content-type"].startswith("text/plain")
    assert lines.text.splitlines()[0].split()[:2] == ["scripted", "en_US"]


@pytest.mark.parametrize(
    "request_of",
    [
        {"method": "GET", "params": {"text": TEXT}},
        {
            "method": "GET",
            "params": {"text": TEXT, "speaker_id": "", "language_id": "", "style_wav": ""},
        },
        {"method": "POST", "data": {"text": TEXT, "speaker_id": "scripted", "language_id": "en"}},
        {"method": "POST", "headers": {"text": TEXT, "speaker-id": "scripted"}},
        {"method": "GET", "headers": {"text": TEXT, "language-id": "en"}},
    ],
)
def test_coqui(server: LiveServer, spoken: bytes, request_of: dict[str, Any]) -> None:
    assert wav_of(httpx.request(url=f"{server.url}/api/tts", **request_of)) == spoken


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_coqui_headers_of_other_letters(server: LiveServer, encoding: str) -> None:
    text = "Grüße aus München."
    asked = httpx.get(f"{server.url}/api/tts", params={"text": text})
    headed = httpx.get(f"{server.url}/api/tts", headers=[(b"text", text.encode(encoding))])
    assert wav_of(headed) == wav_of(asked)


@pytest.mark.parametrize(
    "params",
    [{}, {"text": ""}, {"text": " "}, {"text": TEXT, "speaker_id": "nobody"}, {"text": "\0"}],
)
def test_coqui_refuses(server: LiveServer, params: dict[str, str]) -> None:
    answer = httpx.get(f"{server.url}/api/tts", params=params)
    assert answer.status_code == 400
    assert set(answer.json()) == {"error"}
    assert answer.json()["error"]


MARY = {"INPUT_TYPE": "TEXT", "OUTPUT_TYPE": "AUDIO", "AUDIO": "WAVE_FILE", "LOCALE": "en_US"}


@pytest.mark.parametrize("path", ["/process", "/mary/process"])
@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"VOICE": "cmu-slt-hsmm"},
        {"VOICE": "scripted", "LOCALE": "de"},
        {"LOCALE": "te", "AUDIO": "WAVE"},
    ],
)
def test_mary(server: LiveServer, spoken: bytes, path: str, fields: dict[str, str]) -> None:
    form = {**MARY, "INPUT_TEXT": TEXT, **fields}
    assert wav_of(httpx.post(f"{server.url}{path}", data=form)) == spoken
    assert wav_of(httpx.get(f"{server.url}{path}", params=form)) == spoken


@pytest.mark.parametrize("address", ["/api/tts?text=Hi.", "/process?INPUT_TEXT=Hi."])
def test_a_look_ahead_makes_nothing(address: str) -> None:
    steps = CountedSteps()
    with LiveServer(steps.engine) as server:
        begun = steps.begun
        answer = httpx.head(f"{server.url}{address}")
        assert (answer.status_code, answer.headers["content-type"]) == (200, "audio/wav")
        assert httpx.head(f"{server.url}{address.partition('?')[0]}").status_code == 400
        assert steps.begun == begun
        httpx.get(f"{server.url}{address}")
        assert steps.begun > begun


def test_mary_lists_what_there_is() -> None:
    with LiveServer(None, ServerOptions(default_voice="heart", warm_formats=())) as server:
        names = {line.split()[0]: line.split()[1] for line in _lines(server, "/mary/voices")}
        assert names["heart"].startswith("en")
        assert set(_lines(server, "/locales")) == set(names.values())


def _lines(server: LiveServer, path: str) -> list[str]:
    return httpx.get(f"{server.url}{path}").text.splitlines()


def test_mary_gives_other_files(server: LiveServer) -> None:
    answer = httpx.post(
        f"{server.url}/process", data={**MARY, "INPUT_TEXT": TEXT, "AUDIO": "MP3_FILE"}
    )
    assert answer.headers["content-type"] == "audio/mpeg"


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"INPUT_TEXT": ""},
        {"INPUT_TEXT": TEXT, "AUDIO": "AU_FILE"},
        {"INPUT_TEXT": TEXT, "AUDIO": "WAVE_CYLINDER"},
        {"INPUT_TEXT": TEXT, "INPUT_TYPE": "PHONEMES"},
        {"INPUT_TEXT": TEXT, "OUTPUT_TYPE": "TOKENS"},
    ],
)
def test_mary_refuses_in_words(server: LiveServer, fields: dict[str, str]) -> None:
    answer = httpx.post(f"{server.url}/process", data={**MARY, **fields})
    assert answer.status_code == 400
    assert answer.headers["content-type"].startswith("text/plain")
    assert answer.text.strip()


def test_forms_that_are_none(server: LiveServer) -> None:
    for path in ("/api/tts", "/process"):
        answer = httpx.post(f"{server.url}{path}", json={"text": TEXT, "INPUT_TEXT": TEXT})
        assert answer.status_code == 400


@pytest.mark.parametrize("transport", ["piper", "vapi", "coqui", "mary"])
def test_each_is_counted_by_its_name(server: LiveServer, transport: str) -> None:
    calls = {
        "piper": lambda: httpx.post(f"{server.url}/synthesize", json={"text": TEXT}),
        "vapi": lambda: httpx.post(f"{server.url}/vapi", json=vapi_body()),
        "coqui": lambda: httpx.get(f"{server.url}/api/tts", params={"text": TEXT}),
        "mary": lambda: httpx.post(f"{server.url}/process", data={**MARY, "INPUT_TEXT": TEXT}),
    }
    labels = {"transport": transport, "outcome": "finished", "code": ""}
    before = server.metric("brisa_streams_total", **labels)
    calls[transport]()
    counted = lambda: server.metric("brisa_streams_total", **labels) > before  # noqa: E731
    eventually(counted, "it was counted")
