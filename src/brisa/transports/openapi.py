"""``GET /openapi.json``: the HTTP routes as an OpenAPI 3.1 document, from the structs they read.

A wire says what it has as :class:`Operation`; what every route may answer (a refusal in the common
shape) is added here. Sockets are not in it: OpenAPI has no words for them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

JSON: Final = "application/json"
PATH: Final = "/openapi.json"

_PARAMETER = re.compile(r"\{([a-z_]+)(:path)?\}")


class ErrorDetail(msgspec.Struct):
    """What is wrong. ``param`` is the field at fault, ``code`` stands for the kind of error."""

    message: str
    type: str
    param: str | None
    code: str


class ErrorAnswer(msgspec.Struct):
    """Every refusal."""

    error: ErrorDetail


@dataclass(frozen=True, slots=True)
class Answer:
    """``content``: media type to the type of a JSON body, or to ``None`` for bytes and text."""

    description: str
    content: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Operation:
    """One method of one path, as Starlette spells it. ``body`` is the type of its JSON body;
    ``answers`` are those that are not refusals in the common shape, by status."""

    method: str
    path: str
    summary: str
    answers: Mapping[int, Answer]
    body: Any = None
    description: str = ""
    tag: str = "brisa"
    query: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Names of query parameters, all of them text, and what they mean."""


def document(operations: Iterable[Operation], version: str) -> dict[str, Any]:
    """The whole document as plain data."""
    operations = list(operations)
    types = list(dict.fromkeys(_types(operations)))
    template = "#/components/schemas/{name}"
    schemas, components = msgspec.json.schema_components(types, ref_template=template)
    schema_of = dict(zip(types, schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for operation in operations:
        path = _PARAMETER.sub(r"{\1}", operation.path)
        paths.setdefault(path, {})[operation.method.lower()] = _operation(operation, schema_of)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "brisa",
            "version": version,
            "description": "Text-to-speech while the text is still arriving.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "bearer": {"type": "http", "scheme": "bearer"},
                "header": {"type": "apiKey", "in": "header", "name": "x-api-key"},
            },
        },
        # Keys are off by default: no security is one of the choices.
        "security": [{}, {"bearer": []}, {"header": []}],
    }


class OpenApiEndpoint:
    """Serves the document of ``operations``, made when it is first asked for."""

    def __init__(self, operations: Sequence[Operation], version: str) -> None:
        self._operations = operations
        self._version = version
        self._body: bytes | None = None

    async def document(self, request: Request) -> Response:
        if self._body is None:
            self._body = msgspec.json.encode(document(self._operations, self._version))
        return Response(self._body, media_type=JSON, headers={"cache-control": "no-cache"})


def routes(endpoint: OpenApiEndpoint) -> list[BaseRoute]:
    """Everything here."""
    return [Route(PATH, endpoint.document)]


def _types(operations: Iterable[Operation]) -> Iterable[Any]:
    yield ErrorAnswer
    for operation in operations:
        if operation.body is not None:
            yield operation.body
        for answer in operation.answers.values():
            yield from (kind for kind in answer.content.values() if kind is not None)


def _operation(operation: Operation, schema_of: Mapping[Any, Any]) -> dict[str, Any]:
    names = [name for name, _ in _PARAMETER.findall(operation.path)]
    found: dict[str, Any] = {
        "summary": operation.summary,
        "operationId": _operation_id(operation),
        "tags": [operation.tag],
        "responses": {
            **{str(status): _answer(item, schema_of) for status, item in operation.answers.items()},
            "4XX": _answer(Answer("The request is refused.", {JSON: ErrorAnswer}), schema_of),
        },
    }
    if operation.description:
        found["description"] = operation.description
    parameters = [_parameter(name, "path", "") for name in names]
    parameters += [_parameter(name, "query", text) for name, text in operation.query.items()]
    if parameters:
        found["parameters"] = parameters
    if operation.body is not None:
        content = {JSON: {"schema": schema_of[operation.body]}}
        found["requestBody"] = {"required": True, "content": content}
    return found


def _answer(answer: Answer, schema_of: Mapping[Any, Any]) -> dict[str, Any]:
    content = {
        media_type: {} if kind is None else {"schema": schema_of[kind]}
        for media_type, kind in answer.content.items()
    }
    return {"description": answer.description, "content": content}


def _parameter(name: str, place: str, text: str) -> dict[str, Any]:
    found = {"name": name, "in": place, "required": place == "path", "schema": {"type": "string"}}
    if place == "path":
        found["schema"] = {"type": "string", "minLength": 1}
    return {**found, "description": text} if text else found


def _operation_id(operation: Operation) -> str:
    words = re.findall(r"[A-Za-z0-9]+", _PARAMETER.sub(r"by_\1", operation.path))
    return "_".join([operation.method.lower(), *words])
