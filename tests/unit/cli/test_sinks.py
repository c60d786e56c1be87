"""Encoded samples in their target: exact sizes in a file, live ones in a stream."""

from __future__ import annotations

import io
import struct
import wave
from pathlib import Path

import numpy as np
import pytest

from brisa.audio.encoders.table import find_format
from brisa.cli.format_choice import encoder_for
from brisa.cli.sinks import EncodedSink
from brisa.cli.targets import FileTarget, StreamTarget

pytestmark = pytest.mark.unit

PCM_T = np.arange(1000, dtype=np.int16)


def wav_sink(target: FileTarget | StreamTarget) -> EncodedSink:
    spec = find_format("wav")
    return EncodedSink(encoder_for(spec, 24_000, None), spec, target)


def test_a_wav_file_has_exact_sizes(tmp_path: Path) -> None:
    path = tmp_path / "x.wav"
    sink = wav_sink(FileTarget(path))
    for part_t in np.array_split(PCM_T, 7):
        sink.write(part_t)
    sink.finish()
    content = path.read_bytes()
    assert struct.unpack("<I", content[4:8])[0] == len(content) - 8
    assert struct.unpack("<I", content[40:44])[0] == 2 * PCM_T.shape[0]
    with wave.open(str(path)) as reader:
        assert reader.getnframes() == PCM_T.shape[0]
        assert reader.readframes(2000) == PCM_T.tobytes()
    assert sink.bytes_written == len(content)


def test_a_wav_stream_is_marked_as_live_and_stays_open() -> None:
    stream = io.BytesIO()
    sink = wav_sink(StreamTarget(stream))
    sink.write(PCM_T)
    sink.finish()
    content = stream.getvalue()
    assert content[4:8] == b"\xff" * 4
    assert content[44:] == PCM_T.tobytes()
    assert not stream.closed


def test_a_discarded_sink_leaves_nothing(tmp_path: Path) -> None:
    sink = wav_sink(FileTarget(tmp_path / "x.wav"))
    sink.write(PCM_T)
    sink.discard()
    assert list(tmp_path.iterdir()) == []
