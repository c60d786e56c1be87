"""A voice is a name among those there are; whatever else is sent is no path (on every wire)."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import InvalidMessage, InvalidStatus
from websockets.sync.client import connect

from brisa.app.options import ServerOptions, WyomingOptions
from brisa.artifacts.embedded import embedded_voice
from brisa.artifacts.voices import VoiceCatalogue, VoiceRecord
from brisa.errors import BrisaError, UnknownVoice, VoiceFileError
from brisa.service.options import SynthesizerOptions
from brisa.service.synthesizer import Synthesizer
from support.command_line import add_scripted_voice
from support.fuzz_lines import Gone, drained, open_line
from support.live_server import DEADLINE_S, LiveServer
from support.spoken_requests import SPOKEN_REQUESTS, SpokenRequest
from support.talk_wires import TALK_WIRES, TalkWire

pytestmark = pytest.mark.integration

TRICKS = (
    *("../robot", "../../etc/passwd", "..", ".", "", " ", "/", "/etc/passwd", "robot/../robot"),
    *("robot/", "./robot", "robot/voice.json", "robot\x00", "robot\x00.json", "\x00", "robot\n"),
    *("..\\robot", "C:\\robot", "\\\\host\\share", "file:///etc/passwd", "~", "~/robot", "$HOME"),
    *("%2e%2e%2frobot", "..%2frobot", "\u2025/robot", "\uff0e\uff0e/robot", "..\u2215robot"),
    *("..\u2044robot", "ｒｏｂｏｔ", "robot\u202e", "robot\u200b", "ROBOT ", "röbot", "\ud800"),
    *("robot:stream", "con", "nul", "a" * 300, "-rf", "outside", "link"),
)
NAMES = st.one_of(
    st.sampled_from(TRICKS),
    st.text(max_size=40),
    st.lists(st.sampled_from(["..", ".", "/", "\\", "robot", "outside", "\x00", "~"])).map("".join),
)


class Opened:
    """Files that the process opens while it is on."""

    def __init__(self) -> None:
        self.on = False
        self.paths: list[str] = []

    def __call__(self, event: str, args: tuple[Any, ...]) -> None:
        if self.on and event == "open" and isinstance(args[0], str | bytes):
            self.paths.append(args[0].decode() if isinstance(args[0], bytes) else args[0])


OPENED = Opened()
sys.addaudithook(OPENED)


@contextmanager
def opened() -> Iterator[list[str]]:
    OPENED.paths.clear()
    OPENED.on = True
    try:
        yield OPENED.paths
    finally:
        OPENED.on = False


def outside(paths: list[str], voices: Path) -> set[str]:
    """Files of passwords, and of the folder around the voices, but for the voice that there is."""
    found = {path for path in paths if path.startswith((str(voices.parent), "/etc", "~"))}
    return found - {str(voices / "robot" / name) for name in ("voice.json", "model.bin")}


@pytest.fixture(scope="module")
def voices(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the voice ``robot``, and one beside it that must not be found."""
    root = tmp_path_factory.mktemp("catalogue")
    add_scripted_voice(root / "voices", "robot")
    add_scripted_voice(root, "outside")
    return root / "voices"


@pytest.fixture(scope="module")
def server(voices: Path) -> Iterator[LiveServer]:
    options = ServerOptions(default_voice="robot", warm_formats=(), wyoming=WyomingOptions(port=0))
    service = SynthesizerOptions(voices_dir=voices, threads=1)
    with LiveServer(None, options, synthesizer=Synthesizer(service)) as started:
        yield started


@given(name=NAMES)
@settings(max_examples=400, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_catalogue_finds_nothing_by_a_path(name: str, voices: Path) -> None:
    catalogue = VoiceCatalogue(voices, [embedded_voice()])
    known = catalogue.names()
    assert set(known) == {embedded_voice().name, "robot"}
    with opened() as paths:
        if name in known:
            assert catalogue.find(name).name == name
        else:
            with pytest.raises(UnknownVoice):
                catalogue.find(name)
            with pytest.raises(UnknownVoice):
                catalogue.remove(name)
            with pytest.raises(BrisaError) as refused:
                record = VoiceRecord(name=name, engine="scripted", language="en", file="x")
                catalogue.add(voices / "none.onnx", record)
            assert isinstance(refused.value, VoiceFileError)
    assert outside(paths, voices) == set()
    assert sorted(path.name for path in voices.parent.iterdir()) == ["outside", "voices"]


@pytest.mark.parametrize("request_", SPOKEN_REQUESTS, ids=lambda item: item.name)
@given(name=NAMES)
@settings(max_examples=40, suppress_health_check=list(HealthCheck))
def test_requests(request_: SpokenRequest, name: str, server: LiveServer, voices: Path) -> None:
    """A voice that there is not is refused, or the default one speaks; no file is looked for."""
    arguments = request_.arguments(name)
    if "json" in arguments:
        # Escaped, so that half a pair of surrogates gets as far as a decoder.
        arguments["content"] = json.dumps(arguments.pop("json")).encode()
    if "params" in arguments and name == "\ud800":
        return
    with opened() as paths:
        answer = httpx.request(
            **arguments | {"url": server.url + arguments["url"]}, timeout=DEADLINE_S
        )
    assert answer.status_code in (200, 307, 400, 404, 405, 422)
    assert outside(paths, voices) == set()


def test_openai_refuses_what_is_no_voice(server: LiveServer) -> None:
    for name in TRICKS:
        content = json.dumps({"input": "Words.", "voice": name}).encode()
        answer = httpx.post(f"{server.url}/v1/audio/speech", content=content, timeout=DEADLINE_S)
        assert answer.status_code == 400
        assert answer.json()["error"]["code"] in ("unknown_voice", "invalid_request")


@pytest.mark.parametrize("wire", TALK_WIRES, ids=lambda wire: wire.name)
def test_sockets(wire: TalkWire, server: LiveServer, voices: Path) -> None:
    """With the voice in the message, or in the address where the protocol has it there."""
    with opened() as paths:
        for name in TRICKS:
            path = wire.path and wire.path.replace("scripted", quote(name, errors="replace"))
            with suppress(Gone, InvalidStatus, InvalidMessage):
                line = open_line(server, replace(wire, path=path))
                try:
                    for fields in wire.whole:
                        line.send(json.dumps(fields).replace('"scripted"', json.dumps(name)))
                    drained(line, 0.02)
                finally:
                    line.leave("reset")
    assert outside(paths, voices) == set()


def test_the_socket(server: LiveServer) -> None:
    with connect(f"ws://127.0.0.1:{server.port}/v1/stream", compression=None) as client:
        assert json.loads(client.recv(DEADLINE_S))["type"] == "hello"
        for name in TRICKS:
            client.send(json.dumps({"type": "start", "voice": name}))
            failed = json.loads(client.recv(DEADLINE_S))
            # Half a pair of surrogates is no text at all, so that no message was understood.
            expected = "error" if name == "\ud800" else "failed"
            assert failed["type"] == expected
            assert failed["code"] in ("unknown_voice", "invalid_request")
