"""API keys on the real server: every form, every kind of route, and what one key may use."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

from brisa.app.keys_file import write_keys
from brisa.app.options import KeyOptions, ServerOptions
from brisa.cli.top_source import StatusSource, Unreachable
from brisa.engines.scripted import Script, ScriptedEngine
from brisa.service.options import SynthesizerOptions
from brisa.transports.allowance import KeyLimits
from brisa.transports.keys import KeyRecord, hash_of, make_key
from support.key_forms import FORMS, KeyForm
from support.live_server import DEADLINE_S, LiveServer, eventually, speech_request
from support.scripted_steps import CountedSteps
from support.stream_client import ENDS, StreamClient

pytestmark = pytest.mark.integration

KEY, OTHER = make_key(), make_key()
TEXT = "Some words that somebody hears."
WHERE = "/v1/audio/speech"


def options(folder: Path, **limits: int) -> ServerOptions:
    file = folder / "keys.yaml"
    desk = KeyRecord("desk", hash_of(KEY), KeyLimits(**limits))
    write_keys(file, [desk, KeyRecord("shop", hash_of(OTHER))])
    return ServerOptions(default_voice="scripted", warm_formats=(), keys=KeyOptions(file))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    with LiveServer(ScriptedEngine(), options(tmp_path_factory.mktemp("keys"))) as started:
        yield started


def post(
    server: LiveServer,
    key: str | None = KEY,
    text: str = TEXT,
    form: KeyForm = FORMS[0],
) -> httpx.Response:
    headers = {} if key is None else form.headers(key)
    query = "" if key is None else form.query(key).decode()
    body = {"input": text, "response_format": "pcm"}
    url = f"{server.url}{WHERE}" + (f"?{query}" if query else "")
    return httpx.post(url, json=body, headers=headers, timeout=DEADLINE_S)


def talk_to(server: LiveServer, key: str | None, form: KeyForm = FORMS[0]) -> ClientConnection:
    query = "" if key is None else form.query(key).decode()
    address = f"ws://127.0.0.1:{server.port}/v1/stream?{query}"
    if key is None:
        return connect(address, compression=None)
    if form.socket_only:
        offered: list[Any] = form.subprotocols(key)
        return connect(address, compression=None, subprotocols=offered)
    return connect(address, compression=None, additional_headers=form.headers(key))


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_every_form_on_http(server: LiveServer, form: KeyForm) -> None:
    assert post(server, form=form).status_code == 200
    refused = post(server, make_key(), form=form)
    assert (refused.status_code, refused.json()["error"]["code"]) == (401, "invalid_api_key")
    assert refused.headers["x-request-id"]


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_every_form_in_a_handshake(server: LiveServer, form: KeyForm) -> None:
    with talk_to(server, KEY, form) as socket:
        assert json.loads(socket.recv(DEADLINE_S))["type"] == "hello"
    with pytest.raises(InvalidStatus) as refused:
        talk_to(server, make_key(), form)
    assert refused.value.response.status_code == 401


def test_without_a_key_nothing_is_told(server: LiveServer) -> None:
    assert post(server, None).status_code == 401
    with pytest.raises(InvalidStatus) as refused:
        talk_to(server, None)
    assert refused.value.response.status_code == 401
    for path in ("/", "/v1/status", "/metrics", "/v1/models", "/v1/audio/voices", "/openapi.json"):
        assert httpx.get(f"{server.url}{path}").status_code == 401, path
    for path in ("/v1/nothing", "//v1/models", "/v1/models/", "/health/../v1/models"):
        assert httpx.get(f"{server.url}{path}").status_code == 401, path
    assert httpx.request("OPTIONS", f"{server.url}{WHERE}").status_code == 401
    assert httpx.get(f"{server.url}/health").status_code == 200
    assert httpx.get(f"{server.url}/ready").status_code == 200


def test_a_browser_may_give_the_key_as_a_password(server: LiveServer) -> None:
    refused = httpx.get(f"{server.url}/")
    assert refused.headers["www-authenticate"].startswith("Basic")
    assert httpx.get(f"{server.url}/", auth=("me", KEY)).status_code == 200
    assert httpx.get(f"{server.url}/", auth=("me", "wrong")).status_code == 401


def test_brisa_top_brings_a_key(server: LiveServer) -> None:
    with StatusSource(server.url, api_key=KEY) as source:
        assert source.read().state == "ready"
    for wrong in (None, make_key()):
        with (
            StatusSource(server.url, api_key=wrong) as source,
            pytest.raises(Unreachable, match="BRISA_API_KEY") as refused,
        ):
            source.read()
        assert str(wrong) not in refused.value.message


def test_what_may_be_open_is(tmp_path: Path) -> None:
    made = options(tmp_path)
    assert made.keys is not None
    keys = KeyOptions(made.keys.file, without_key=frozenset({"metrics", "page"}))
    open_options = ServerOptions(default_voice="scripted", warm_formats=(), keys=keys)
    with LiveServer(ScriptedEngine(), open_options) as server:
        for path in ("/metrics", "/", "/player.js", "/openapi.json"):
            assert httpx.get(f"{server.url}{path}").status_code == 200, path
        assert httpx.get(f"{server.url}/v1/status").status_code == 401
        assert post(server, None).status_code == 401


def test_keys_come_and_go_while_the_server_runs(tmp_path: Path) -> None:
    made = options(tmp_path)
    assert made.keys is not None
    late = make_key()
    with LiveServer(ScriptedEngine(), made) as server, talk_to(server, KEY) as socket:
        client = StreamClient(socket)
        client.speak(TEXT)
        client.end_of(1)
        assert post(server, late).status_code == 401
        write_keys(made.keys.file, [KeyRecord("late", hash_of(late))])
        eventually(lambda: post(server, late).status_code == 200, "the key was taken")
        assert post(server).status_code == 401
        client.speak(TEXT)
        assert client.end_of(2)["code"] == "invalid_api_key"


def test_whose_share_a_stream_counts_against(tmp_path: Path) -> None:
    steps = CountedSteps(Script(chunk_samples=4800))
    with (
        LiveServer(steps.engine, options(tmp_path)) as server,
        server.connection() as bare,
        talk_to(server, OTHER) as socket,
    ):
        steps.hold()
        with_key = f"X-API-Key: {KEY}\r\nHost:".encode()
        bare.sendall(speech_request(input=TEXT).replace(b"Host:", with_key))
        StreamClient(socket).speak(TEXT)
        jobs = server.synthesizer._dispatcher.jobs
        eventually(lambda: len(jobs()) == 2, "both are spoken to")
        assert {job.terms.client_key for job, _ in jobs()} == {"desk", "shop"}
        steps.release()


def test_without_keys_it_is_the_address(tmp_path: Path) -> None:
    steps = CountedSteps(Script(chunk_samples=4800))
    with LiveServer(steps.engine) as server, talk_to(server, None) as socket:
        steps.hold()
        StreamClient(socket).speak(TEXT)
        jobs = server.synthesizer._dispatcher.jobs
        eventually(lambda: len(jobs()) == 1, "it is spoken to")
        assert [job.terms.client_key for job, _ in jobs()] == ["127.0.0.1"]
        steps.release()


def test_streams_of_a_key_at_a_time(tmp_path: Path) -> None:
    """Those over HTTP and those on a connection are counted together."""
    steps = CountedSteps(Script(chunk_samples=4800))
    service = SynthesizerOptions(threads=2)
    with (
        LiveServer(steps.engine, options(tmp_path, streams=2), service) as server,
        ExitStack() as stack,
    ):
        before = steps.begun
        steps.hold()
        socket = stack.enter_context(talk_to(server, KEY))
        client = StreamClient(socket)
        client.speak(TEXT)
        eventually(lambda: server.active == 1, "one is spoken")
        bare = stack.enter_context(server.connection())
        with_key = f"X-API-Key: {KEY}\r\nHost:".encode()
        bare.sendall(speech_request(input=TEXT).replace(b"Host:", with_key))
        eventually(lambda: steps.begun == before + 2, "two are spoken")
        refused = post(server)
        assert (refused.status_code, refused.headers["retry-after"]) == (429, "1")
        assert refused.json()["error"]["code"] == "rate_limit_exceeded"
        client.speak(TEXT)
        failed = client.end_of(2)
        assert (failed["code"], failed["retryable"]) == ("rate_limit_exceeded", True)
        assert failed["retry_after_s"] > 0
        assert steps.begun == before + 2
        steps.release()
        assert client.end_of(1)["type"] == "finished"
        eventually(lambda: server.active == 0, "all have ended")
        assert post(server).status_code == 200
        assert post(server, OTHER).status_code == 200


def test_characters_of_a_key(tmp_path: Path) -> None:
    steps = CountedSteps()
    text = "These are thirty-three characters"
    with LiveServer(steps.engine, options(tmp_path, characters=60)) as server:
        assert post(server, text=text).status_code == 200
        with talk_to(server, KEY) as socket:
            client = StreamClient(socket)
            client.speak(text)
            assert client.end_of(1)["type"] == "finished"
            begun = steps.begun
            client.speak("a", "b", "c")
            failed = client.end_of(2)
            assert (failed["code"], failed["samples"]) == ("rate_limit_exceeded", 0)
        refused = post(server, text=text)
        assert refused.status_code == 429
        assert 1 <= int(refused.headers["retry-after"]) <= 10
        assert steps.begun == begun
        assert post(server, OTHER, text=text).status_code == 200


def test_requests_of_a_key(tmp_path: Path) -> None:
    with LiveServer(ScriptedEngine(), options(tmp_path, requests=3)) as server:
        with talk_to(server, KEY) as socket:
            client = StreamClient(socket)
            for _ in range(3):
                client.speak(TEXT)
            ends = [client.until(*ENDS) for _ in range(3)]
            found = {end["utterance"]: end.get("code", end["type"]) for end in ends}
            assert found == {1: "finished", 2: "finished", 3: "rate_limit_exceeded"}
        refused = httpx.get(f"{server.url}/v1/models", headers={"x-api-key": KEY})
        assert refused.status_code == 429
        assert 19 <= int(refused.headers["retry-after"]) <= 20
