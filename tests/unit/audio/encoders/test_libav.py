import gc
import os
import sys
from pathlib import Path

import numpy as np
import pytest

from brisa.audio.encoders.base import EncoderOptions
from brisa.audio.encoders.libav import Codec, PacketEncoder, load_av
from brisa.audio.encoders.table import make_encoder
from brisa.errors import MissingExtra

pytestmark = pytest.mark.unit

LIBAV_FORMATS = ("mp3", "opus", "flac", "aac")
FLAC = Codec("flac", "s16", {"frame_size": "480"})
PCM_T = np.random.default_rng(1).integers(-9_000, 9_000, 5_000).astype(np.int16)


def threads() -> int:
    return len(os.listdir("/proc/self/task")) if Path("/proc/self/task").exists() else 0  # noqa: PTH208


def test_a_missing_library_is_named_with_its_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "av", None)
    with pytest.raises(MissingExtra) as caught:
        load_av()
    assert caught.value.extra == "codecs"


def test_frames_are_cut_at_fixed_places_and_the_rest_comes_at_the_end():
    seen: list[int] = []
    encoder = PacketEncoder(FLAC, 24_000, lambda frame_t: seen.append(frame_t.shape[0]))
    assert encoder.push(PCM_T[:479]) == []
    assert [packet.start_sample for packet in encoder.push(PCM_T[479:1_000])] == [0, 480]
    assert encoder.flush()[0].start_sample == 960
    assert seen == [480, 480, 40]


def test_packets_are_numbered_evenly_to_the_end():
    encoder = PacketEncoder(Codec("libmp3lame", "s16p", {}, 64_000), 24_000)
    starts = [packet.start_sample for packet in encoder.push(PCM_T[:2_900]) + encoder.flush()]
    assert starts == [-1_105 + 576 * k for k in range(len(starts))]


@pytest.mark.parametrize(
    ("codec", "delay_samples"),
    [
        (Codec("libmp3lame", "s16p", {}, 64_000), 1_105),
        (Codec("aac", "fltp", {}, 64_000), 1_024),
        (FLAC, 0),
    ],
)
def test_the_first_packet_starts_as_early_as_the_codec_delays(codec, delay_samples):
    assert PacketEncoder(codec, 24_000).push(PCM_T)[0].start_sample == -delay_samples


def test_the_stated_delays_are_those_of_the_packets():
    assert make_encoder("mp3", 24_000).delay_samples == 1_105
    assert make_encoder("aac", 24_000).delay_samples == 1_024


@pytest.mark.parametrize("name", LIBAV_FORMATS)
def test_encoders_start_no_threads(name):
    before = threads()
    encoders = [make_encoder(name, 24_000) for _ in range(5)]
    for encoder in encoders:
        encoder.encode(PCM_T)
    assert threads() == before
    for encoder in encoders:
        encoder.close()


@pytest.mark.parametrize("name", LIBAV_FORMATS)
@pytest.mark.parametrize("options", [EncoderOptions(), EncoderOptions(total_samples=5_000)])
def test_nothing_is_written_to_the_terminal(name, options, capfd):
    encoder = make_encoder(name, 24_000, options)
    encoder.encode(PCM_T)
    encoder.flush()
    encoder.close()
    del encoder
    gc.collect()
    assert capfd.readouterr() == ("", "")


def test_close_lets_go_of_the_codec_in_the_middle_of_a_stream():
    encoder = PacketEncoder(FLAC, 24_000)
    encoder.push(PCM_T)
    encoder.close()
    assert encoder._context is None
