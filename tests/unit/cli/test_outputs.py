"""Outputs that end together."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from brisa.audio.encoders.table import find_format
from brisa.cli.outputs import open_outputs
from brisa.cli.utterance import SpeakRequest
from brisa.errors import OutputError
from brisa.types import SpeechSettings

pytestmark = pytest.mark.unit

SETTINGS = SpeechSettings(sample_rate_hz=24_000)
PCM_T = np.arange(500, dtype=np.int16)


class DeafDevice:
    """Takes sound until the end, and then fails."""

    active = False

    def __init__(self) -> None:
        self.calls: list[str] = []

    def pick_rate_hz(self, wanted_hz: int) -> int:
        return wanted_hz

    def open(self, rate_hz: int, fill: object) -> DeafDevice:
        return self

    def start(self) -> None:
        raise OutputError("The device does not start.")

    def stop(self) -> None:
        self.calls.append("stop")

    def abort(self) -> None:
        self.calls.append("abort")

    def close(self) -> None:
        self.calls.append("close")


def request(path: Path, device: DeafDevice | None = None) -> SpeakRequest:
    return SpeakRequest(settings=SETTINGS, out=str(path), device=device)


def test_the_file_is_there_after_the_block(tmp_path: Path) -> None:
    path = tmp_path / "x.wav"
    with open_outputs(request(path), find_format("wav"), SETTINGS) as outputs:
        for sink in outputs:
            sink.write(PCM_T)
        assert not path.exists()
    assert path.read_bytes()[44:] == PCM_T.tobytes()


def test_an_error_in_the_block_takes_everything_away(tmp_path: Path) -> None:
    device = DeafDevice()
    asked = request(tmp_path / "x.wav", device)
    with pytest.raises(KeyboardInterrupt), open_outputs(asked, find_format("wav"), SETTINGS):
        raise KeyboardInterrupt
    assert list(tmp_path.iterdir()) == []
    assert device.calls == ["abort", "close"]


def test_an_output_that_cannot_end_is_discarded(tmp_path: Path) -> None:
    device = DeafDevice()
    asked = request(tmp_path / "x.wav", device)
    with (
        pytest.raises(OutputError, match="does not start"),
        open_outputs(asked, find_format("wav"), SETTINGS),
    ):
        pass
    assert device.calls == ["abort", "close"]


def test_a_device_that_cannot_be_opened_leaves_no_file(tmp_path: Path) -> None:
    class Closed(DeafDevice):
        def open(self, rate_hz: int, fill: object) -> DeafDevice:
            raise OutputError("It cannot be opened.")

    asked = request(tmp_path / "x.wav", Closed())
    with (
        pytest.raises(OutputError, match="cannot be opened"),
        open_outputs(asked, find_format("wav"), SETTINGS),
    ):
        pass
    assert list(tmp_path.iterdir()) == []
