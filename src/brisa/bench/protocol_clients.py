"""The least client of each protocol: asks for a text and waits for the first byte of audio."""

from __future__ import annotations

import base64
import http.client
import json
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from brisa.errors import EngineFailed

_TIMEOUT_S: Final = 20.0
_JSON: Final = {"content-type": "application/json"}
_RATE_HZ: Final = 24_000


@dataclass(frozen=True, slots=True)
class Address:
    """A server; ``wyoming_port`` ``None`` if it does not speak that."""

    host: str
    port: int
    wyoming_port: int | None = None


Client = Callable[[Address, str], None]
"""Returns at the first byte of audio. Raises ``EngineFailed`` if there is none."""


def bare_http(at: Address, text: str) -> None:
    """``POST /v1/audio/speech`` for pcm."""
    _post(at, "/v1/audio/speech", {"input": text, "response_format": "pcm"})


def openai_events(at: Address, text: str) -> None:
    """The same as server-sent events."""
    fields = {"input": text, "response_format": "pcm", "stream_format": "sse"}
    _post(at, "/v1/audio/speech", fields, until=b'"audio":"')


def own_stream(at: Address, text: str) -> None:
    """brisa's own WebSocket."""
    with _websocket(at, "/v1/stream") as socket_:
        _say(socket_, {"type": "start"}, {"type": "text", "text": text}, {"type": "end"})
        _until_binary(socket_)


def elevenlabs_http(at: Address, text: str) -> None:
    """ElevenLabs over HTTP."""
    path = f"/v1/text-to-speech/rachel/stream?output_format=pcm_{_RATE_HZ}"
    _post(at, path, {"text": text, "model_id": "eleven_flash_v2_5"})


def elevenlabs_socket(at: Address, text: str) -> None:
    """ElevenLabs' WebSocket of one context."""
    path = f"/v1/text-to-speech/rachel/stream-input?output_format=pcm_{_RATE_HZ}&auto_mode=true"
    with _websocket(at, path) as socket_:
        _say(socket_, {"text": " "}, {"text": f"{text} "}, {"text": ""})
        _until(socket_, lambda said: bool(said.get("audio")))


def elevenlabs_contexts(at: Address, text: str) -> None:
    """ElevenLabs' WebSocket of many contexts."""
    path = "/v1/text-to-speech/rachel/multi-stream-input"
    with _websocket(at, f"{path}?output_format=pcm_{_RATE_HZ}&auto_mode=true") as socket_:
        context = {"context_id": "c1"}
        _say(socket_, {"text": " ", **context}, {"text": f"{text} ", "flush": True, **context})
        _until(socket_, lambda said: bool(said.get("audio")))


def cartesia(at: Address, text: str) -> None:
    """Cartesia's WebSocket."""
    order = {
        "context_id": "c1",
        "model_id": "sonic-3",
        "transcript": text,
        "continue": False,
        "output_format": {"container": "raw", "encoding": "pcm_s16le", "sample_rate": _RATE_HZ},
    }
    with _websocket(at, "/tts/websocket?cartesia_version=2025-04-16") as socket_:
        _say(socket_, order)
        _until(socket_, lambda said: said.get("type") == "chunk")


def piper(at: Address, text: str) -> None:
    """Piper's HTTP server."""
    _post(at, "/synthesize", {"text": text})


def wyoming(at: Address, text: str) -> None:
    """Wyoming, one-shot."""
    if at.wyoming_port is None:
        raise EngineFailed("The server does not speak Wyoming.")
    data = json.dumps({"text": text}).encode()
    head = json.dumps({"type": "synthesize", "data_length": len(data)}).encode()
    with socket.create_connection((at.host, at.wyoming_port), _TIMEOUT_S) as tcp:
        tcp.sendall(head + b"\n" + data)
        reader = tcp.makefile("rb")
        while line := reader.readline():
            event = json.loads(line)
            reader.read(event.get("data_length") or 0)
            if event["type"] == "audio-chunk":
                reader.read(1)
                return
            reader.read(event.get("payload_length") or 0)
    raise EngineFailed("The server closed a Wyoming connection without audio.")


CLIENTS: Final[dict[str, Client]] = {
    "http pcm": bare_http,
    "openai sse": openai_events,
    "brisa stream": own_stream,
    "elevenlabs http": elevenlabs_http,
    "elevenlabs stream-input": elevenlabs_socket,
    "elevenlabs multi-stream-input": elevenlabs_contexts,
    "cartesia": cartesia,
    "wyoming": wyoming,
    "piper http": piper,
}
"""By name; the first is what the others are compared with."""


def _post(at: Address, path: str, fields: dict[str, Any], until: bytes = b"") -> None:
    connection = http.client.HTTPConnection(at.host, at.port, timeout=_TIMEOUT_S)
    try:
        connection.request("POST", path, json.dumps(fields), _JSON)
        response = connection.getresponse()
        got = response.read1(65_536)
        while got and until not in got:
            got += response.read1(65_536)
    except (OSError, http.client.HTTPException) as error:
        raise EngineFailed("A server broke off an answer; see brisa doctor.") from error
    finally:
        connection.close()
    if response.status != 200 or not got:
        raise EngineFailed(f"The server answers {path.partition('?')[0]} with {response.status}.")


@contextmanager
def _websocket(at: Address, path: str) -> Iterator[ClientConnection]:
    url = f"ws://{at.host}:{at.port}{path}"
    try:
        socket_ = connect(url, open_timeout=_TIMEOUT_S, close_timeout=1, compression=None)
    except (OSError, WebSocketException) as error:
        raise EngineFailed(f"The server does not speak {path.partition('?')[0]}.") from error
    try:
        yield socket_
    except (OSError, WebSocketException) as error:
        raise EngineFailed(f"The server broke off {path.partition('?')[0]}.") from error
    finally:
        socket_.socket.close()


def _say(socket_: ClientConnection, *messages: dict[str, Any]) -> None:
    for message in messages:
        socket_.send(json.dumps(message))


def _until(socket_: ClientConnection, audio: Callable[[dict[str, Any]], bool]) -> None:
    while True:
        message = socket_.recv(_TIMEOUT_S)
        if isinstance(message, str) and audio(said := json.loads(message)):
            data = said.get("audio") or said.get("data") or said.get("delta")
            base64.b64decode(str(data), validate=True)
            return


def _until_binary(socket_: ClientConnection) -> None:
    while not isinstance(socket_.recv(_TIMEOUT_S), bytes):
        pass
