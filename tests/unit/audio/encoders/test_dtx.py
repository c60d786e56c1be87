import numpy as np
import pytest

from brisa.audio.encoders.dtx import (
    HANGOVER_PACKETS,
    REFRESH_PACKETS,
    SILENCE_PEAK,
    DiscontinuousTransmission,
)

pytestmark = pytest.mark.unit

PACKET = b"\x6f payload"


def lengths(peaks: list[int]) -> list[int]:
    dtx = DiscontinuousTransmission()
    sizes = []
    for peak in peaks:
        dtx.observe(np.array([0, peak, 0], np.int16))
        sizes.append(len(dtx.thin(PACKET)))
    return sizes


def test_silence_is_sent_as_single_bytes_after_the_hangover_and_refreshed():
    whole, thin = len(PACKET), 1
    cycle = [thin] * REFRESH_PACKETS + [whole]
    assert lengths([0] * (HANGOVER_PACKETS + 42)) == [whole] * HANGOVER_PACKETS + cycle * 2


@pytest.mark.parametrize("peak", [SILENCE_PEAK + 1, -SILENCE_PEAK - 1, 32767, -32768])
def test_sound_of_either_sign_is_sent_at_once_and_starts_the_hangover_again(peak):
    sizes = lengths([0] * (HANGOVER_PACKETS + 3) + [peak] + [0] * (HANGOVER_PACKETS + 1))
    assert sizes[HANGOVER_PACKETS:] == [1] * 3 + [len(PACKET)] * (HANGOVER_PACKETS + 1) + [1]


@pytest.mark.parametrize("peak", [SILENCE_PEAK, -SILENCE_PEAK])
def test_the_noise_floor_counts_as_silence(peak):
    assert lengths([peak] * (HANGOVER_PACKETS + 1))[-1] == 1


def test_the_byte_that_stays_says_one_frame():
    dtx = DiscontinuousTransmission()
    for _ in range(HANGOVER_PACKETS + 1):
        dtx.observe(np.zeros(4, np.int16))
        thinned = dtx.thin(PACKET)
    assert thinned == b"\x6c"


def test_a_packet_without_a_frame_stays_whole():
    dtx = DiscontinuousTransmission()
    for _ in range(HANGOVER_PACKETS + 5):
        dtx.observe(np.zeros(4, np.int16))
        dtx.thin(PACKET)
    assert dtx.thin(PACKET) == PACKET
