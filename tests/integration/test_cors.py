"""Pages of other origins: nothing by default, and what a browser needs where one is trusted."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from brisa.app.keys_file import write_keys
from brisa.app.options import KeyOptions, ServerOptions
from brisa.app.wires.table import operations
from brisa.engines.scripted import ScriptedEngine
from brisa.transports.keys import KeyRecord, hash_of, make_key
from brisa.transports.origins import EXPOSED_HEADERS
from support.live_server import LiveServer
from support.talk_wires import TALK_WIRES

pytestmark = pytest.mark.integration

PAGE, STRANGER = "https://app.example", "https://evil.example"
KEY = make_key()
PATHS = sorted({operation.path.replace("{model:path}", "tts-1") for operation in operations()})
SOCKETS = [wire.path for wire in TALK_WIRES if wire.path is not None]
WANTED = "authorization, content-type, xi-api-key, x-api-key"


@pytest.fixture(scope="module")
def closed() -> Iterator[LiveServer]:
    with LiveServer(ScriptedEngine()) as server:
        yield server


@pytest.fixture(scope="module")
def trusting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """With keys, too: a browser's question before a call has none."""
    file = Path(tmp_path_factory.mktemp("keys")) / "keys.yaml"
    write_keys(file, [KeyRecord("page", hash_of(KEY))])
    options = ServerOptions(
        default_voice="scripted",
        warm_formats=(),
        allowed_origins=(PAGE,),
        keys=KeyOptions(file),
    )
    with LiveServer(ScriptedEngine(), options) as server:
        yield server


def asked_before(server: LiveServer, path: str, origin: str, method: str) -> httpx.Response:
    headers = {
        "origin": origin,
        "access-control-request-method": method,
        "access-control-request-headers": WANTED,
    }
    return httpx.options(f"{server.url}{path}", headers=headers)


def allows(answer: httpx.Response) -> str | None:
    return answer.headers.get("access-control-allow-origin")


@pytest.mark.parametrize("path", PATHS)
def test_by_default_no_page_is_told_anything(closed: LiveServer, path: str) -> None:
    for method in ("GET", "POST"):
        assert allows(asked_before(closed, path, PAGE, method)) is None
    assert allows(httpx.get(f"{closed.url}{path}", headers={"origin": PAGE})) is None
    posted = httpx.post(f"{closed.url}{path}", json={"input": "a"}, headers={"origin": PAGE})
    assert posted.status_code == 403
    assert allows(posted) is None


@pytest.mark.parametrize("path", SOCKETS)
def test_by_default_no_page_opens_a_socket(closed: LiveServer, path: str) -> None:
    address = f"ws://127.0.0.1:{closed.port}{path}"
    with pytest.raises(InvalidStatus) as refused, connect(address, origin=PAGE):
        pass
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize("path", PATHS)
def test_a_trusted_page_may_ask_before_it_calls(trusting: LiveServer, path: str) -> None:
    for method in ("GET", "POST"):
        answer = asked_before(trusting, path, PAGE, method)
        assert answer.status_code == 200
        assert allows(answer) == PAGE
        assert set(WANTED.split(", ")) <= set(
            answer.headers["access-control-allow-headers"].lower().split(", ")
        )
        assert method in answer.headers["access-control-allow-methods"]
    assert allows(asked_before(trusting, path, STRANGER, "POST")) is None


def test_a_trusted_page_reads_answers_and_refusals(trusting: LiveServer) -> None:
    """A browser shows a page neither the one nor the other without these headers."""
    url = f"{trusting.url}/v1/audio/speech"
    right = {"origin": PAGE, "authorization": f"Bearer {KEY}"}
    body = {"input": "Words.", "response_format": "pcm"}
    cases = [
        (200, httpx.post(url, json=body, headers=right)),
        (400, httpx.post(url, json={}, headers=right)),
        (401, httpx.post(url, json=body, headers={"origin": PAGE})),
        (404, httpx.get(f"{trusting.url}/nothing", headers=right)),
    ]
    for status, answer in cases:
        assert answer.status_code == status
        assert allows(answer) == PAGE
        exposed = answer.headers["access-control-expose-headers"].lower().split(", ")
        assert set(exposed) == set(EXPOSED_HEADERS)
        assert "access-control-allow-credentials" not in answer.headers
    stranger = httpx.post(url, json=body, headers=right | {"origin": STRANGER})
    assert stranger.status_code == 403
    assert allows(stranger) is None


@pytest.mark.parametrize("path", SOCKETS)
def test_a_trusted_page_opens_a_socket(trusting: LiveServer, path: str) -> None:
    mark = "&" if "?" in path else "?"
    address = f"ws://127.0.0.1:{trusting.port}{path}{mark}token={KEY}"
    with connect(address, origin=PAGE, compression=None):
        pass
    with pytest.raises(InvalidStatus) as refused, connect(address, origin=STRANGER):
        pass
    assert refused.value.response.status_code == 403
