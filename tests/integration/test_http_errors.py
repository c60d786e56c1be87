"""Bad requests get clear answers, and nobody's text is in them or in the log (P8)."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from brisa.app.options import ServerOptions
from brisa.engines.scripted import Script
from brisa.service.options import SynthesizerOptions
from support.live_server import LiveServer, read_to_end, speech_request
from support.scripted_steps import CountedSteps

pytestmark = pytest.mark.integration

SECRET = "Quokkas9 whisper7"
LIMIT = 2000


@pytest.fixture(scope="module")
def server() -> Iterator[LiveServer]:
    options = ServerOptions(default_voice="scripted", warm_formats=(), max_body_bytes=8192)
    service = SynthesizerOptions(max_text_chars=LIMIT)
    with LiveServer(CountedSteps().engine, options, service) as started:
        yield started


def post(server: LiveServer, content: bytes, **headers: str) -> httpx.Response:
    return httpx.post(f"{server.url}/v1/audio/speech", content=content, headers=headers)


def error_of(answer: httpx.Response) -> dict[str, Any]:
    body = answer.json()
    assert set(body) == {"error"}
    error: dict[str, Any] = body["error"]
    assert set(error) == {"message", "type", "param", "code"}
    assert answer.headers["x-request-id"]
    return error


BAD_FIELDS: list[tuple[dict[str, Any], str, str | None]] = [
    ({"input": ""}, "empty_text", "input"),
    ({"input": " \n"}, "empty_text", "input"),
    ({"input": "… — !!", "text": {"strict": True}}, "empty_text", "input"),
    ({"input": "🎉", "text": {"strict": True}}, "empty_text", "input"),
    ({"input": SECRET, "text": {"emoji": "sing"}}, "invalid_request", "text"),
    ({"input": SECRET, "text": {"cleen": True}}, "invalid_request", "text"),
    (
        {"input": SECRET, "text": {"lexicon": [{"written": SECRET}]}},
        "invalid_request",
        "text.lexicon",
    ),
    (
        {"input": f"{SECRET} <break time='soon'/>", "text": {"malformed": "refuse"}},
        "invalid_request",
        "input",
    ),
    ({"input": "x" * (LIMIT + 1)}, "text_too_long", "input"),
    ({"input": f"{SECRET}\0"}, "invalid_text", "input"),
    ({"input": SECRET, "voice": "nobody"}, "unknown_voice", "voice"),
    ({"input": SECRET, "voice": "../../etc/passwd"}, "unknown_voice", "voice"),
    ({"input": SECRET, "voice": ""}, "unknown_voice", "voice"),
    ({"input": SECRET, "voice": {"id": "nobody"}}, "unknown_voice", "voice"),
    ({"input": SECRET, "voice": {"name": "x"}}, "invalid_request", "voice"),
    ({"input": SECRET, "voice": 3}, "invalid_request", "voice"),
    ({"input": SECRET, "response_format": "midi"}, "unknown_format", "response_format"),
    ({"input": SECRET, "response_format": 1}, "invalid_request", "response_format"),
    ({"input": SECRET, "speed": 0.1}, "out_of_range", "speed"),
    ({"input": SECRET, "speed": 9}, "out_of_range", "speed"),
    ({"input": SECRET, "speed": "fast"}, "invalid_request", "speed"),
    ({"input": SECRET, "speed": True}, "invalid_request", "speed"),
    ({"input": SECRET, "seed": -1}, "out_of_range", "seed"),
    ({"input": SECRET, "seed": 1 << 80}, "out_of_range", "seed"),
    ({"input": SECRET, "sample_rate": 0}, "out_of_range", "sample_rate"),
    ({"input": SECRET, "sample_rate": 12345}, "out_of_range", "sample_rate"),
    ({"input": SECRET, "bitrate": 31_999}, "out_of_range", "bitrate"),
    ({"input": SECRET, "bitrate": 10**9}, "out_of_range", "bitrate"),
    ({"input": SECRET, "bitrate": "64k"}, "invalid_request", "bitrate"),
    (
        {"input": SECRET, "bitrate": 64_000, "response_format": "wav"},
        "unsupported_option",
        "bitrate",
    ),
    ({"input": SECRET, "stream_format": "ndjson"}, "unsupported_option", "stream_format"),
    ({"input": None}, "invalid_request", "input"),
    ({"input": [SECRET]}, "invalid_request", "input"),
    ({"voice": "alloy"}, "invalid_request", "input"),
]


@pytest.mark.parametrize(("fields", "code", "param"), BAD_FIELDS)
def test_bad_fields(
    server: LiveServer, fields: dict[str, Any], code: str, param: str | None
) -> None:
    answer = post(server, json.dumps(fields).encode())
    error = error_of(answer)
    assert answer.status_code == 400
    assert (error["code"], error["param"]) == (code, param)
    assert error["type"] == "invalid_request_error"
    assert SECRET not in answer.text


BAD_BODIES = [
    b"",
    b"not json: " + SECRET.encode(),
    b'{"input": "' + SECRET.encode(),
    b'{"input": "\xff\xfe ' + SECRET.encode() + b'"}',
    b'{"input": "\\ud800 ' + SECRET.encode() + b'"}',
    b"[]",
    b'"' + SECRET.encode() + b'"',
    b'{"input": "a", "x": ' + b"[" * 3000 + b"}",
    b'{"input": "a", "x": ' + b"[" * 3000 + b"]" * 3000 + b"}",
    b"\xef\xbb\xbf",
]


@pytest.mark.parametrize("body", BAD_BODIES, ids=range(len(BAD_BODIES)))
def test_bad_bodies(server: LiveServer, body: bytes) -> None:
    answer = post(server, body)
    assert answer.status_code == 400
    assert error_of(answer)["code"] in {"invalid_request", "invalid_text"}
    assert "Quokkas9" not in answer.text


def test_a_voice_refusal_names_the_voices(server: LiveServer) -> None:
    answer = post(server, json.dumps({"input": "a", "voice": "nobody"}).encode())
    assert "heart" in error_of(answer)["message"]


def test_an_announced_body_over_the_limit(server: LiveServer) -> None:
    answer = post(server, b"x" * 9000)
    assert answer.status_code == 413
    assert error_of(answer)["code"] == "body_too_large"
    assert answer.headers["connection"] == "close"


def test_a_chunked_body_over_the_limit(server: LiveServer) -> None:
    def pieces() -> Iterator[bytes]:
        for _ in range(20):
            yield b"x" * 1000

    answer = httpx.post(f"{server.url}/v1/audio/speech", content=pieces())
    assert answer.status_code == 413


def test_a_body_that_never_comes() -> None:
    options = ServerOptions(default_voice="scripted", warm_formats=(), body_timeout_s=0.05)
    with LiveServer(CountedSteps().engine, options) as server, server.connection() as bare:
        bare.sendall(speech_request(input="a")[:-3])
        answer = read_to_end(bare)
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b'"body_too_slow"' in answer


def test_endless_headers_are_cut_off(server: LiveServer) -> None:
    with server.connection() as bare:
        bare.sendall(b"GET /health HTTP/1.1\r\n")
        line = b"X-Filler: " + b"x" * 1000 + b"\r\n"
        bare.sendall(line * 70)
        assert read_to_end(bare).startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/nothing", 404, "not_found"),
        ("GET", "/v1/readyz", 404, "not_found"),
        ("GET", "/v1/audio/speech", 405, "method_not_allowed"),
        ("POST", "/health", 405, "method_not_allowed"),
        ("GET", "/v1/models/none", 404, "unknown_model"),
    ],
)
def test_addresses(server: LiveServer, method: str, path: str, status: int, code: str) -> None:
    answer = httpx.request(method, server.url + path)
    assert answer.status_code == status
    assert error_of(answer)["code"] == code


@pytest.mark.parametrize("offered", ["abc-123_x.y", "A" * 64])
def test_a_well_formed_request_id_comes_back(server: LiveServer, offered: str) -> None:
    answer = httpx.get(f"{server.url}/health", headers={"x-request-id": offered})
    assert answer.headers.get_list("x-request-id") == [offered]


@pytest.mark.parametrize("offered", ["", "a b", "A" * 65, "<script>", "é"])
def test_any_other_request_id_is_replaced(server: LiveServer, offered: str) -> None:
    answer = httpx.get(f"{server.url}/health", headers={"x-request-id": offered.encode()})
    assert re.fullmatch(r"req_[0-9a-f]{24}", answer.headers["x-request-id"])


def test_web_pages_of_other_origins_may_not_call(server: LiveServer) -> None:
    body = json.dumps({"input": "a"}).encode()
    foreign = post(server, body, origin="https://evil.example")
    assert foreign.status_code == 403
    assert error_of(foreign)["code"] == "origin_not_allowed"
    rebound = f"evil.example:{server.port}"
    assert post(server, body, origin=f"http://{rebound}", host=rebound).status_code == 403
    assert post(server, body, origin="http://[").status_code == 403
    own = post(server, body, origin=server.url)
    assert own.status_code == 200
    assert "access-control-allow-origin" not in own.headers


def test_an_allowed_origin_gets_cors_answers() -> None:
    origin = "https://app.example"
    options = ServerOptions(default_voice="scripted", warm_formats=(), allowed_origins=(origin,))
    with LiveServer(CountedSteps().engine, options) as server:
        address = f"{server.url}/v1/audio/speech"
        preflight = httpx.options(
            address,
            headers={
                "origin": origin,
                "access-control-request-method": "POST",
                "access-control-request-headers": "content-type",
            },
        )
        assert preflight.status_code == 200
        assert preflight.headers["access-control-allow-origin"] == origin
        call = httpx.post(address, json={"input": "a"}, headers={"origin": origin})
        assert call.headers["access-control-allow-origin"] == origin
        refused = httpx.post(
            address, json={"input": "a"}, headers={"origin": "https://evil.example"}
        )
        assert refused.status_code == 403


def test_no_text_in_answers_logs_or_metrics(caplog: pytest.LogCaptureFixture) -> None:
    """Every kind of ending, with text that would show."""
    caplog.set_level(logging.DEBUG)
    answers = []
    bodies = [json.dumps(fields).encode() for fields, _, _ in BAD_FIELDS] + BAD_BODIES
    for fail_at_step in (None, 0, 2):
        script = Script(fail_at_step=fail_at_step, chunk_samples=1200)
        options = ServerOptions(default_voice="scripted", warm_formats=())
        with LiveServer(CountedSteps(script).engine, options) as server:
            for body in [*bodies, json.dumps({"input": SECRET}).encode()]:
                with server.connection() as bare:
                    request = speech_request(input=SECRET).partition(b"\r\n\r\n")[0]
                    request = re.sub(rb"Length: \d+", b"Length: %d" % len(body), request)
                    request = request.replace(b"Host:", b"Connection: close\r\nHost:")
                    bare.sendall(request + b"\r\n\r\n" + body)
                    answers.append(read_to_end(bare))
            answers.append(httpx.get(f"{server.url}/metrics").content)
    logged = "\n".join(
        f"{record.getMessage()} {record.exc_text or ''} {vars(record)}"
        for record in caplog.records
        if not record.name.startswith(("httpx", "httpcore"))
    )
    assert "a stream was broken" in logged
    assert "'request_id': 'req_" in logged
    for word in ("Quokkas9", "whisper7"):
        assert word not in logged
        assert all(word.encode() not in answer for answer in answers)
