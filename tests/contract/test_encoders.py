"""What every encoder promises, over all formats, rates, live and of known length."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brisa.audio.encoders.base import EncoderOptions
from brisa.audio.encoders.table import FORMATS, make_encoder
from support.decoding import Decoded, decode
from support.split_invariance import assert_split_invariant, even_cuts, some_cuts

pytestmark = pytest.mark.contract

RATES_HZ = (8_000, 16_000, 22_050, 24_000, 44_100, 48_000)
CASES = [
    (name, rate_hz)
    for name, rate_hz in itertools.product(FORMATS, RATES_HZ)
    if rate_hz in FORMATS[name].sample_rates_hz
]
EVERY_CASE = pytest.mark.parametrize(("name", "rate_hz"), CASES)
EVERY_FORMAT = pytest.mark.parametrize("name", FORMATS)
LENGTHS = pytest.mark.parametrize("live", [True, False], ids=["live", "known"])

FIRST_BYTES_MS = dict.fromkeys(FORMATS, 60) | {"aac": 100}
# The longest frame that a format may pad at its end.
FRAME_SAMPLES = dict.fromkeys(FORMATS, 0) | {"mp3": 1_152, "aac": 1_024}
BURST_AMPLITUDE = 0.5
BURST_MS = 100


def options(live: bool, samples: int) -> EncoderOptions:
    return EncoderOptions(total_samples=None if live else samples)


def speech_like(rate_hz: int, duration_ms: int) -> np.ndarray:
    """Quiet noise, then a tone at full level up to the very last sample."""
    samples, burst = rate_hz * duration_ms // 1000, rate_hz * BURST_MS // 1000
    pcm_t = np.random.default_rng(5).normal(0, 0.01, samples)
    at_s = np.arange(burst) / rate_hz
    pcm_t[-burst:] = BURST_AMPLITUDE * np.sin(2 * np.pi * 1_000 * at_s)
    return np.round(pcm_t * 32767).astype(np.int16)


def encoded(name: str, rate_hz: int, pcm_t: np.ndarray, live: bool = True) -> bytes:
    encoder = make_encoder(name, rate_hz, options(live, pcm_t.shape[0]))
    out = encoder.encode(pcm_t) + encoder.flush()
    encoder.close()
    return out


def delay_ms(name: str, rate_hz: int) -> float:
    encoder = make_encoder(name, rate_hz)
    encoder.close()
    return encoder.delay_samples * 1000 / rate_hz


def heard(name: str, rate_hz: int, pcm_t: np.ndarray, live: bool = True) -> Decoded:
    return decode(encoded(name, rate_hz, pcm_t, live), name, rate_hz)


@EVERY_CASE
def test_even_pieces_give_the_bytes_of_the_whole(name, rate_hz):
    pcm_t = speech_like(rate_hz, 300)
    for piece_ms in (1, 20, 37):
        cuts = even_cuts(pcm_t.shape[0], rate_hz * piece_ms // 1000)
        assert_split_invariant(lambda: make_encoder(name, rate_hz), pcm_t, cuts, feed="encode")


@EVERY_FORMAT
@LENGTHS
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_any_cut_gives_the_bytes_of_the_whole(name, live, data):
    rate_hz = data.draw(st.sampled_from([rate for case, rate in CASES if case == name]))
    samples = data.draw(st.integers(0, rate_hz // 4))
    pcm_t = np.random.default_rng(samples).integers(-20_000, 20_000, samples).astype(np.int16)
    assert_split_invariant(
        lambda: make_encoder(name, rate_hz, options(live, samples)),
        pcm_t,
        data.draw(some_cuts(samples)),
        feed="encode",
    )


@EVERY_CASE
@LENGTHS
def test_the_length_is_right_within_a_codec_frame(name, rate_hz, live):
    for missing_samples in (0, 1, 77):
        pcm_t = speech_like(rate_hz, 700)[missing_samples:]
        decoded = heard(name, rate_hz, pcm_t, live)
        length_ms = pcm_t.shape[0] * 1000 / rate_hz
        surplus_ms = decoded.duration_ms - length_ms - delay_ms(name, rate_hz)
        assert -1e-6 <= surplus_ms <= FRAME_SAMPLES[name] * 1000 / rate_hz + 1e-6


@EVERY_CASE
def test_duration_is_within_100_ms_of_every_other_format(name, rate_hz):
    """All exceed the true length by less, and none is shorter."""
    for duration_ms in (120, 1_003):
        pcm_t = speech_like(rate_hz, duration_ms)
        decoded = heard(name, rate_hz, pcm_t)
        assert -1e-6 <= decoded.duration_ms - pcm_t.shape[0] * 1000 / rate_hz < 100


@EVERY_CASE
def test_the_last_word_survives_at_full_level(name, rate_hz):
    for duration_ms in (150, 400, 733):
        decoded = heard(name, rate_hz, speech_like(rate_hz, duration_ms))
        start_ms = delay_ms(name, rate_hz) + duration_ms - BURST_MS
        for slice_ms in range(20, BURST_MS - 9, 10):
            first = round((start_ms + slice_ms) * decoded.sample_rate_hz / 1000)
            last = round((start_ms + slice_ms + 10) * decoded.sample_rate_hz / 1000)
            level = np.sqrt(np.mean(decoded.pcm_t[first:last] ** 2))
            assert level == pytest.approx(BURST_AMPLITUDE / np.sqrt(2), rel=0.2), slice_ms


@EVERY_CASE
def test_the_first_sound_is_where_the_delay_says(name, rate_hz):
    silence_t = np.zeros(rate_hz // 4, np.int16)
    pcm_t = np.concatenate((silence_t, speech_like(rate_hz, BURST_MS)))
    decoded = heard(name, rate_hz, pcm_t)
    loud = np.flatnonzero(np.abs(decoded.pcm_t) > BURST_AMPLITUDE / 2)[0]
    heard_ms = loud * 1000 / decoded.sample_rate_hz
    assert heard_ms == pytest.approx(250 + delay_ms(name, rate_hz), abs=8)


@EVERY_CASE
def test_first_bytes_come_early(name, rate_hz):
    encoder = make_encoder(name, rate_hz)
    assert encoder.encode(speech_like(rate_hz, 200)[: rate_hz * FIRST_BYTES_MS[name] // 1000])
    encoder.close()


@EVERY_FORMAT
def test_bytes_come_all_the_time(name):
    """Between one answer and the next there is never more than 60 ms (100 of AAC) of audio."""
    encoder = make_encoder(name, 24_000 if 24_000 in FORMATS[name].sample_rates_hz else 8_000)
    pcm_t = speech_like(encoder.sample_rate_hz, 1_000)
    step = encoder.sample_rate_hz * FIRST_BYTES_MS[name] // 1000
    for start in range(0, pcm_t.shape[0] - step + 1, step):
        assert encoder.encode(pcm_t[start : start + step])
    encoder.close()


@EVERY_CASE
@LENGTHS
def test_an_empty_stream_is_valid(name, rate_hz, live):
    """Bare samples and G.711 are no bytes at all; the others decode, to less than 100 ms."""
    out = encoded(name, rate_hz, np.zeros(0, np.int16), live)
    assert bool(out) == (name not in ("pcm", "f32", "mulaw", "alaw"))
    decoded = decode(out, name, rate_hz)
    assert decoded.duration_ms < 100
    if name in ("mp3", "aac"):
        assert decoded.duration_ms > 0
        assert np.max(np.abs(decoded.pcm_t)) < 1e-3
    else:
        assert decoded.pcm_t.shape == (0,)


@EVERY_CASE
def test_very_short_streams_decode(name, rate_hz):
    for samples in (1, 2, 47, 480):
        decoded = heard(name, rate_hz, np.full(samples, 9_000, np.int16))
        assert decoded.duration_ms >= samples * 1000 / rate_hz - 1e-6


@EVERY_FORMAT
def test_full_scale_does_not_wrap_around(name):
    """An overflow turns a peak into its opposite; a codec may only round it off."""
    rate_hz = FORMATS[name].default_sample_rate_hz
    at_s = np.arange(rate_hz // 2) / rate_hz
    pcm_t = np.clip(np.round(40_000 * np.sin(2 * np.pi * 200 * at_s)), -32768, 32767)
    decoded = heard(name, rate_hz, pcm_t.astype(np.int16))
    scale = decoded.sample_rate_hz / rate_hz
    first = round((delay_ms(name, rate_hz) / 1000 + 0.2) * decoded.sample_rate_hz)
    inner_t = decoded.pcm_t[first : first + round(rate_hz * scale * 0.2)]
    assert np.max(np.abs(inner_t)) > 0.9
    assert np.max(np.abs(np.diff(inner_t))) < 0.5


@EVERY_FORMAT
@pytest.mark.parametrize("ending", [["flush"], ["close"], ["flush", "close", "close"]])
def test_nothing_may_follow_the_end(name, ending):
    encoder = make_encoder(name, FORMATS[name].default_sample_rate_hz)
    encoder.encode(np.zeros(100, np.int16))
    for call in ending:
        getattr(encoder, call)()
    with pytest.raises(RuntimeError, match="has ended"):
        encoder.flush()
    with pytest.raises(RuntimeError, match="has ended"):
        encoder.encode(np.zeros(1, np.int16))
    encoder.close()


@EVERY_FORMAT
def test_a_wrong_count_is_our_fault(name):
    rate_hz = FORMATS[name].default_sample_rate_hz
    short = make_encoder(name, rate_hz, EncoderOptions(total_samples=101))
    short.encode(np.zeros(100, np.int16))
    with pytest.raises(RuntimeError, match="fewer"):
        short.flush()
    long = make_encoder(name, rate_hz, EncoderOptions(total_samples=99))
    with pytest.raises(RuntimeError, match="more"):
        long.encode(np.zeros(100, np.int16))


@EVERY_FORMAT
def test_only_mono_int16_is_taken(name):
    encoder = make_encoder(name, FORMATS[name].default_sample_rate_hz)
    for wrong in (np.zeros(5, np.float32), np.zeros((2, 5), np.int16)):
        with pytest.raises(RuntimeError, match="one-dimensional int16"):
            encoder.encode(wrong)


@EVERY_FORMAT
def test_the_samples_are_not_kept(name):
    """The caller may use its array again at once, and may pass read-only and strided ones."""
    rate_hz = FORMATS[name].default_sample_rate_hz
    pcm_t = speech_like(rate_hz, 150)
    reused, strided = make_encoder(name, rate_hz), make_encoder(name, rate_hz)
    buffer_t, out = np.zeros(100, np.int16), b""
    spread_t = np.repeat(pcm_t, 2)
    spread_t.flags.writeable = False
    for start in range(0, pcm_t.shape[0], 100):
        piece = pcm_t[start : start + 100]
        buffer_t[: piece.shape[0]] = piece
        out += reused.encode(buffer_t[: piece.shape[0]])
        buffer_t[:] = -1
    assert out + reused.flush() == encoded(name, rate_hz, pcm_t)
    assert strided.encode(spread_t[::2]) + strided.flush() == encoded(name, rate_hz, pcm_t)


@EVERY_FORMAT
def test_two_streams_do_not_disturb_each_other(name):
    rate_hz = FORMATS[name].default_sample_rate_hz
    first_t, second_t = speech_like(rate_hz, 200), speech_like(rate_hz, 300)[::-1].copy()
    first, second = make_encoder(name, rate_hz), make_encoder(name, rate_hz)
    outs = [b"", b""]
    for start in range(0, second_t.shape[0], 240):
        outs[0] += first.encode(first_t[start : start + 240])
        outs[1] += second.encode(second_t[start : start + 240])
    assert outs[0] + first.flush() == encoded(name, rate_hz, first_t)
    assert outs[1] + second.flush() == encoded(name, rate_hz, second_t)


@EVERY_FORMAT
def test_the_media_type_is_that_of_the_table(name):
    encoder = make_encoder(name, FORMATS[name].default_sample_rate_hz)
    assert encoder.media_type == FORMATS[name].media_type
    assert encoder.sample_rate_hz == FORMATS[name].default_sample_rate_hz
