"""Loaded engines: once each, no more than wanted, never those of a voice that was replaced."""

from __future__ import annotations

import gc
import threading
import weakref
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from brisa.artifacts.voices import VoiceCatalogue, VoiceRecord
from brisa.engines.base import Engine, SegmentRequest
from brisa.engines.scripted import ScriptedEngine
from brisa.engines.table import LoadRequest, load_engine
from brisa.errors import UnknownVoice, VoiceFileError
from brisa.service.hub import EngineHub

pytestmark = pytest.mark.unit


@pytest.fixture
def catalogue(tmp_path: Path) -> VoiceCatalogue:
    catalogue = VoiceCatalogue(tmp_path / "voices", [])
    for name in "abcd":
        add(catalogue, name)
    return catalogue


@pytest.fixture
def hub(catalogue: VoiceCatalogue, tmp_path: Path) -> EngineHub:
    return EngineHub(catalogue, tmp_path / "cache")


def add(catalogue: VoiceCatalogue, name: str, weights: bytes = b"weights") -> None:
    record = VoiceRecord(name=name, engine="scripted", language="en-US", file="")
    with TemporaryDirectory() as folder:
        source = Path(folder) / "source.bin"
        source.write_bytes(weights)
        catalogue.add(source, record)


def speaks(engine: Engine, voice: str) -> bool:
    stream = engine.open(SegmentRequest("Hello.", voice))
    return len(engine.step([stream])[0].pcm_t) > 0


def test_a_voice_is_loaded_once(hub: EngineHub) -> None:
    assert not hub.is_loaded("a")
    engine = hub.engine_for("a")
    assert hub.is_loaded("a")
    assert hub.engine_for("a") is engine
    assert hub.engine_for("b") is not engine


def test_a_given_engine_wins_and_stays(catalogue: VoiceCatalogue, tmp_path: Path) -> None:
    given = ScriptedEngine(voices=("a",))
    hub = EngineHub(catalogue, tmp_path, {"a": given}, max_loaded_voices=1)
    for voice in "bcd":
        hub.engine_for(voice)
    assert hub.engine_for("a") is given
    assert [voice.name for voice in hub.voices()] == ["a", "b", "c", "d"]


def test_a_replaced_voice_is_loaded_anew(catalogue: VoiceCatalogue, hub: EngineHub) -> None:
    old = hub.engine_for("a")
    catalogue.remove("a")
    add(catalogue, "a", b"other weights")
    assert not hub.is_loaded("a")
    new = hub.engine_for("a")
    assert new is not old
    assert hub.engine_for("a") is new
    assert speaks(old, "a")


def test_a_removed_voice_is_gone_and_freed(catalogue: VoiceCatalogue, hub: EngineHub) -> None:
    alive = weakref.ref(hub.engine_for("a"))
    catalogue.remove("a")
    assert not hub.is_loaded("a")
    with pytest.raises(UnknownVoice, match="Voices: b, c, d"):
        hub.engine_for("a")
    gc.collect()
    assert alive() is None


def test_a_voice_damaged_since_is_not_loaded(catalogue: VoiceCatalogue, hub: EngineHub) -> None:
    hub.engine_for("a")
    (catalogue.path_of(catalogue.find("a")).parent / "voice.json").write_text("{")
    assert not hub.is_loaded("a")
    with pytest.raises(VoiceFileError, match="damaged"):
        hub.engine_for("a")


def test_the_voice_used_longest_ago_is_let_go(hub: EngineHub) -> None:
    in_use = hub.engine_for("a")
    idle = weakref.ref(hub.engine_for("b"))
    for voice in ("c", "a", "d"):
        hub.engine_for(voice)
    assert [hub.is_loaded(voice) for voice in "abcd"] == [True, False, True, True]
    gc.collect()
    assert idle() is None
    assert hub.engine_for("a") is in_use


def test_an_engine_let_go_still_serves_its_streams(
    catalogue: VoiceCatalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed: list[Engine] = []
    monkeypatch.setattr(ScriptedEngine, "close", lambda engine: closed.append(engine))
    hub = EngineHub(catalogue, tmp_path / "cache", max_loaded_voices=1)
    engine = hub.engine_for("a")
    kept = hub.engine_for("b")
    assert not hub.is_loaded("a")
    assert closed == []
    assert speaks(engine, "a")
    hub.close()
    assert {id(item) for item in closed} == {id(engine), id(kept)}
    assert not hub.is_loaded("b")


def test_many_at_once_load_it_once(hub: EngineHub, monkeypatch: pytest.MonkeyPatch) -> None:
    loads: list[str] = []
    together = threading.Barrier(8)

    def counted(request: LoadRequest) -> Engine:
        loads.append(request.record.name)
        return load_engine(request)

    def ask(_: int) -> Engine:
        together.wait()
        return hub.engine_for("a")

    monkeypatch.setattr("brisa.workers.inline.load_engine", counted)
    with ThreadPoolExecutor(8) as pool:
        engines = set(pool.map(ask, range(8)))
    assert loads == ["a"]
    assert len(engines) == 1
