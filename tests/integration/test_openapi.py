"""The OpenAPI document, and whether the server keeps to it whatever it is sent."""

from __future__ import annotations

import json
from collections.abc import Iterator

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from starlette.routing import Route

import brisa
from brisa.app.wires.table import operations
from brisa.engines.scripted import Script, ScriptedEngine
from brisa.transports.openapi import document
from support.live_server import LiveServer

pytestmark = pytest.mark.integration

DOCUMENT = document(operations(), str(brisa.__version__))
SCHEMA = schemathesis.openapi.from_dict(DOCUMENT)
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
EXAMPLES = 60
UNDOCUMENTED = {"/", "/openapi.json"}
"""The page's files, and the document itself."""


@pytest.fixture(scope="module")
def server() -> Iterator[LiveServer]:
    # A few samples a character: what is looked at is answers, not sound.
    with LiveServer(ScriptedEngine(Script(samples_per_char=40))) as started:
        yield started


@SCHEMA.parametrize()
@settings(
    max_examples=EXAMPLES,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
def test_whatever_is_sent_is_answered_as_the_document_says(
    case: schemathesis.Case, server: LiveServer
) -> None:
    case.call_and_validate(base_url=server.url, checks=CHECKS)


def test_the_document_is_served(server: LiveServer) -> None:
    answer = httpx.get(f"{server.url}/openapi.json")
    assert answer.headers["content-type"] == "application/json"
    assert answer.json() == json.loads(json.dumps(DOCUMENT))
    assert DOCUMENT["openapi"] == "3.1.0"
    assert httpx.get(f"{server.url}/openapi.json").content == answer.content


def test_every_documented_route_is_there(server: LiveServer) -> None:
    for operation in operations():
        path = operation.path.replace("{model:path}", "tts-1").replace("{voice}", "scripted")
        answer = httpx.request(operation.method, f"{server.url}{path}", content=b"{")
        assert answer.status_code in (200, 400), path


def test_brisas_own_routes_are_all_documented(server: LiveServer) -> None:
    documented = {(operation.method, operation.path) for operation in operations()}
    ours = ("/v1/audio", "/v1/models", "/v1/text", "/v1/status", "/health", "/ready", "/metrics")
    routes = server.uvicorn.config.app.routes
    found = {
        (method, route.path)
        for route in routes
        if isinstance(route, Route) and route.path.startswith(ours)
        for method in route.methods or ()
        if method != "HEAD" and not route.path.startswith("/v1/text-to")
    }
    assert found == {item for item in documented if item[1].startswith(ours)}


def test_operations_have_names_of_their_own() -> None:
    names = [
        operation["operationId"]
        for path in DOCUMENT["paths"].values()
        for operation in path.values()
    ]
    assert len(set(names)) == len(names) == len(operations())
