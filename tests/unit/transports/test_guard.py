"""Who is let in, and what the others are told."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send

from brisa.errors import LimitReached
from brisa.service.listener import LIVE
from brisa.transports.allowance import KeyLimits
from brisa.transports.clients import (
    NOBODY,
    Client,
    authorizer_of,
    caller,
    calling,
    heard_by_caller,
)
from brisa.transports.errors import InvalidKey
from brisa.transports.gate import StreamGate
from brisa.transports.guard import PROBES, Guard
from brisa.transports.keyring import KeyRing
from brisa.transports.keys import KeyRecord, hash_of, make_key
from support.key_forms import FORMS, KeyForm

pytestmark = pytest.mark.unit

KEY, OTHER = make_key(), make_key()


def ring(limits: KeyLimits | None = None) -> KeyRing:
    return KeyRing(
        [
            KeyRecord("desk", hash_of(KEY), limits or KeyLimits()),
            KeyRecord("shop", hash_of(OTHER)),
        ]
    )


@dataclass
class Answer:
    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""
    name: str | None = None
    scope: Scope = field(default_factory=dict)

    @property
    def json(self) -> Any:
        return json.loads(self.body)


def ask(
    path: str = "/v1/audio/speech",
    *,
    keys: KeyRing | None,
    headers: list[tuple[bytes, bytes]] | None = None,
    query: bytes = b"",
    kind: str = "http",
    open_paths: frozenset[str] = PROBES,
    inside: Callable[[Scope], None] = lambda scope: None,
) -> Answer:
    answer = Answer()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        answer.name = caller().name
        answer.scope = scope
        inside(scope)
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def receive() -> Message:
        return {"type": "http.request"}

    async def send(message: Message) -> None:
        if message["type"].endswith("response.start"):
            answer.status = message["status"]
            answer.headers = {name.decode(): value.decode() for name, value in message["headers"]}
        answer.body += message.get("body", b"")

    scope: Scope = {
        "type": kind,
        "method": "GET",
        "path": path,
        "headers": headers or [],
        "query_string": query,
        "client": ("192.0.2.7", 5),
    }
    asyncio.run(Guard(app, keys, open_paths)(scope, receive, send))
    return answer


@pytest.mark.parametrize("kind", ["http", "websocket"])
def test_without_keys_everybody_is_who_their_address_says(kind: str) -> None:
    answer = ask(keys=None, kind=kind)
    assert (answer.status, answer.name) == (200, "192.0.2.7")


@pytest.mark.parametrize("kind", ["http", "websocket"])
@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_every_form_lets_its_owner_in_and_a_wrong_one_not(form: KeyForm, kind: str) -> None:
    def with_key(key: str) -> Answer:
        headers, query = form.raw_headers(key), form.query(key)
        return ask(keys=ring(), headers=headers, query=query, kind=kind)

    assert (with_key(KEY).status, with_key(KEY).name) == (200, "desk")
    assert with_key(OTHER).name == "shop"
    for wrong in (make_key(), KEY[:-1], KEY + "x", KEY.upper()):
        refused = with_key(wrong)
        assert refused.status == 401
        assert wrong not in refused.body.decode() + str(refused.headers)


@pytest.mark.parametrize(
    ("path", "headers", "body"),
    [
        ("/v1/audio/speech", [], {"error": {"code": "invalid_api_key", "param": None}}),
        ("/v1/models", [], {"error": {"code": "invalid_api_key"}}),
        ("/v1/models", [(b"xi-api-key", b"x")], {"detail": {"status": "invalid_api_key"}}),
        ("/v1/text-to-speech/heart/stream", [], {"detail": {"status": "invalid_api_key"}}),
        ("/v1/voices", [], {"detail": {"status": "invalid_api_key"}}),
        ("/v1/speak", [], {"err_code": "INVALID_AUTH"}),
        ("/v2/speak", [], {"err_code": "INVALID_AUTH"}),
        ("/tts/websocket", [], {"error_code": "invalid_api_key", "title": "Invalid api key"}),
        ("/tts/bytes", [], {"error_code": "invalid_api_key"}),
        ("/api/tts", [], {"error": InvalidKey().message}),
        ("/synthesize", [], {"error": {"code": "invalid_api_key"}}),
    ],
)
def test_the_answer_has_the_shape_of_the_wire(
    path: str, headers: list[tuple[bytes, bytes]], body: dict[str, Any]
) -> None:
    answer = ask(path, keys=ring(), headers=headers)
    assert answer.status == 401
    assert answer.headers["www-authenticate"] == "Bearer"
    for name, value in body.items():
        if isinstance(value, dict):
            assert answer.json[name].items() >= value.items()
        else:
            assert answer.json[name] == value
    assert ("dg-error" in answer.headers) == ("err_code" in body)


def test_probes_are_open_and_what_else_is_told() -> None:
    assert ask("/health", keys=ring()).status == 200
    assert ask("/ready", keys=ring()).status == 200
    assert ask("/metrics", keys=ring()).status == 401
    assert ask("/healthy", keys=ring()).status == 401
    assert ask("/health/", keys=ring()).status == 401
    assert ask("/metrics", keys=ring(), open_paths=PROBES | {"/metrics"}).status == 200


@pytest.mark.parametrize("path", ["/", "/v1/status", "/metrics"])
def test_a_browser_is_told_to_ask_for_the_key(path: str) -> None:
    assert ask(path, keys=ring()).headers["www-authenticate"].startswith("Basic ")


def test_requests_over_the_limit_are_told_when_to_come_back() -> None:
    keys = ring(KeyLimits(requests=2))
    headers = [(b"authorization", f"Bearer {KEY}".encode())]
    assert [ask(keys=keys, headers=headers).status for _ in range(3)] == [200, 200, 429]
    answer = ask("/v1/speak", keys=keys, headers=headers)
    assert 29 <= int(answer.headers["retry-after"]) <= 30
    assert answer.json["err_code"] == "TOO_MANY_REQUESTS"
    other = [(b"authorization", f"Bearer {OTHER}".encode())]
    assert ask(keys=keys, headers=other).status == 200
    assert ask("/health", keys=keys, headers=headers).status == 200


SOCKET = "/v1/text-to-speech/heart/stream-input"


def test_a_key_may_come_in_the_first_message_where_the_wire_has_it() -> None:
    def inside(scope: Scope) -> None:
        authorize = authorizer_of(scope)
        assert authorize is not None
        with pytest.raises(InvalidKey):
            caller().begin(0, 0)
        assert not authorize("wrong")
        with pytest.raises(InvalidKey):
            caller().begin(0, 0)
        assert authorize(KEY)
        assert caller().name == "desk"
        caller().begin(0, 0)

    assert ask(SOCKET, keys=ring(), kind="websocket", inside=inside).status == 200


def test_no_more_than_a_few_keys_may_be_tried_in_messages() -> None:
    def inside(scope: Scope) -> None:
        authorize = authorizer_of(scope)
        assert authorize is not None
        assert not any(authorize(f"wrong {index}") for index in range(10))
        assert not authorize(KEY)

    ask(SOCKET, keys=ring(), kind="websocket", inside=inside)


def test_a_wrong_key_in_the_handshake_is_not_given_another_try() -> None:
    wrong = [(b"xi-api-key", b"wrong")]
    assert ask(SOCKET, keys=ring(), headers=wrong, kind="websocket").status == 401
    assert ask("/v1/stream", keys=ring(), kind="websocket").status == 401
    assert ask(SOCKET, keys=ring(), kind="http").status == 401


def test_who_brought_a_key_need_not_say_it_again() -> None:
    headers = [(b"xi-api-key", KEY.encode())]
    answer = ask(SOCKET, keys=ring(), headers=headers, kind="websocket")
    assert answer.status == 200
    assert authorizer_of(answer.scope) is None


def begin(client: Client, characters: int = 0) -> None:
    client.begin(characters, 0)


def test_a_key_that_is_gone_begins_nothing_on_what_is_still_open() -> None:
    keys = ring()
    client = keys.client([KEY], talks=True)
    assert client is not None
    begin(client)
    keys.replace([KeyRecord("shop", hash_of(OTHER))])
    with pytest.raises(InvalidKey):
        begin(client)
    assert keys.client([KEY], talks=True) is None


def test_another_key_of_the_same_name_is_another_client() -> None:
    keys = ring(KeyLimits(streams=1))
    client = keys.client([KEY], talks=False)
    assert client is not None
    keys.replace([KeyRecord("desk", hash_of(OTHER))])
    with pytest.raises(InvalidKey):
        begin(client)
    assert keys.client([OTHER], talks=False) is not None


def test_reading_the_keys_again_forgets_nothing_that_was_used() -> None:
    record = KeyRecord("desk", hash_of(KEY), KeyLimits(streams=1))
    keys = KeyRing([record])
    client = keys.client([KEY], talks=False)
    assert client is not None
    begin(client)
    keys.replace([record])
    again = keys.client([KEY], talks=False)
    assert again is not None
    with pytest.raises(LimitReached):
        begin(again)
    client.end()
    begin(again)


def test_what_is_refused_has_used_up_nothing() -> None:
    keys = KeyRing([KeyRecord("desk", hash_of(KEY), KeyLimits(streams=1, requests=1))])
    client = keys.client([KEY], talks=True)
    assert client is not None
    begin(client)
    with pytest.raises(LimitReached):
        begin(client)
    client.end()
    with pytest.raises(LimitReached, match="requests"):
        begin(client)
    assert client.allowance is not None
    assert client.allowance.streams == 0


def gate_with(client: Client, scenario: Callable[[StreamGate], None]) -> None:
    async def main() -> None:
        calling(client)
        scenario(StreamGate(10))

    asyncio.run(main())


def test_the_gate_counts_streams_and_text_of_the_caller() -> None:
    keys = KeyRing([KeyRecord("desk", hash_of(KEY), KeyLimits(streams=1, characters=100))])
    client = keys.client([KEY], talks=False)
    assert client is not None

    def scenario(gate: StreamGate) -> None:
        with gate.admit(60), pytest.raises(LimitReached, match="streams"), gate.admit(1):
            pass
        with gate.admit(60):
            pass
        with pytest.raises(LimitReached, match="characters") as refused, gate.admit(1):
            pass
        assert refused.value.retry_after_s > 10
        assert gate.active == 0

    gate_with(client, scenario)


def test_a_stream_that_is_refused_later_has_cost_no_characters() -> None:
    keys = KeyRing([KeyRecord("desk", hash_of(KEY), KeyLimits(characters=100))])
    client = keys.client([KEY], talks=False)
    assert client is not None

    def scenario(gate: StreamGate) -> None:
        for _ in range(3):
            with pytest.raises(LimitReached), gate.admit(100):
                raise LimitReached("as one of the scheduler's")

    gate_with(client, scenario)


def test_shares_are_those_of_the_caller() -> None:
    def scenario(gate: StreamGate) -> None:
        assert heard_by_caller(LIVE).client_key == "desk"

    gate_with(Client("desk"), scenario)
    assert caller() is NOBODY
    assert heard_by_caller(LIVE) is LIVE
