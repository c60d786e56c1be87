"""A voice is a name among those there are; whatever else is sent is no path (on every wire)."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.sync.client import connect

from brisa.app.options import ServerOptions
from brisa.artifacts.embedded import embedded_voice
from brisa.artifacts.voices import VoiceCatalogue, VoiceRecord
from brisa.errors import BrisaError, UnknownVoice, VoiceFileError
from brisa.service.options import SynthesizerOptions
from brisa.service.synthesizer import Synthesizer
from support.command_line import add_scripted_voice
from support.live_server import DEADLINE_S, LiveServer

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


@pytest.fixture(scope="module")
def voices(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the voice ``robot``, and one beside it that must not be found."""
    root = tmp_path_factory.mktemp("catalogue")
    add_scripted_voice(root / "voices", "robot")
    add_scripted_voice(root, "outside")
    return root / "voices"


@pytest.fixture(scope="module")
def server(voices: Path) -> Iterator[LiveServer]:
    options = ServerOptions(default_voice="robot", warm_formats=())
    service = SynthesizerOptions(voices_dir=voices, threads=1)
    with LiveServer(None, options, synthesizer=Synthesizer(service)) as started:
        yield started


@given(name=NAMES)
@settings(max_examples=400, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_catalogue_finds_nothing_by_a_path(name: str, voices: Path) -> None:
    catalogue = VoiceCatalogue(voices, [embedded_voice()])
    known = catalogue.names()
    assert set(known) == {embedded_voice().name, "robot"}
    OPENED.paths.clear()
    OPENED.on = True
    try:
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
    finally:
        OPENED.on = False
    inside = [path for path in OPENED.paths if path.startswith(str(voices.parent))]
    assert all(Path(path) == voices / name / "voice.json" for path in inside)
    assert sorted(path.name for path in voices.parent.iterdir()) == ["outside", "voices"]


@given(name=NAMES)
@settings(max_examples=60, suppress_health_check=list(HealthCheck))
def test_openais_route(name: str, server: LiveServer) -> None:
    """The default voice is spoken with where a name stands for it; else it is refused."""
    for voice in (name, {"id": name}):
        body = {"input": "Words.", "response_format": "pcm", "voice": voice}
        content = json.dumps(body).encode()
        answer = httpx.post(f"{server.url}/v1/audio/speech", content=content, timeout=DEADLINE_S)
        if name == "robot":
            assert answer.status_code == 200
        else:
            assert answer.status_code == 400
            assert answer.json()["error"]["code"] in ("unknown_voice", "invalid_request")


@given(name=NAMES)
@settings(max_examples=40, suppress_health_check=list(HealthCheck))
def test_the_text_route(name: str, server: LiveServer) -> None:
    content = json.dumps({"input": "Words.", "voice": name}).encode()
    answer = httpx.post(f"{server.url}/v1/text", content=content, timeout=DEADLINE_S)
    assert answer.status_code == (200 if name == "robot" else 400)


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


@pytest.mark.parametrize("name", TRICKS)
def test_names_in_addresses(server: LiveServer, name: str) -> None:
    """Wires that have the voice in the path are asked with it there, as it is and quoted."""
    if not name.isprintable():
        return
    for written in (quote(name, safe=""), quote(name, safe="/.\\:%")):
        with server.connection() as bare:
            for path in ("/v1/models/", "/v1/text-to-speech/", "/v1/voices/"):
                bare.sendall(f"GET {path}{written} HTTP/1.1\r\nHost: a\r\n\r\n".encode())
                head = bare.recv(1 << 16)
                assert head.split(b" ")[1] in (b"400", b"404", b"405"), head[:80]
