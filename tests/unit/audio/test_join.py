import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brisa.audio.join import Joiner, fade_in_gain
from support.split_invariance import assert_split_invariant, cut, some_cuts

pytestmark = pytest.mark.unit

RATE_HZ = 24_000
FADE = 120


def begun(fade_ms: float = 5.0) -> Joiner:
    joiner = Joiner(RATE_HZ, fade_ms)
    joiner.begin_segment()
    return joiner


def joined(*pieces: np.ndarray, pause: int = 0) -> np.ndarray:
    joiner = Joiner(RATE_HZ)
    parts = []
    for piece in pieces:
        joiner.begin_segment()
        parts += [joiner.push(piece), joiner.end_segment(pause)]
    return np.concatenate([*parts, joiner.finish()])


def loud(samples: int) -> np.ndarray:
    return np.ones(samples, np.float32)


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 700).flatmap(lambda n: st.tuples(st.just(n), some_cuts(n))))
def test_any_cut_gives_the_samples_of_the_whole(length_and_cuts):
    length, cuts = length_and_cuts
    pcm_t = np.random.default_rng(length).uniform(-1, 1, length).astype(np.float32)
    whole = assert_split_invariant(begun, pcm_t, cuts, flush=lambda joiner: joiner.end_segment(31))
    assert whole.shape == (length + 31,)
    assert whole.dtype == np.float32


def test_fade_is_a_raised_cosine_from_zero():
    gain_t = fade_in_gain(4)
    np.testing.assert_allclose(gain_t, [0, 0.146447, 0.5, 0.853553], atol=1e-6)
    assert gain_t[0] == 0


def test_edges_fade_and_the_middle_is_untouched():
    pcm_t = joined(loud(1_000))
    np.testing.assert_array_equal(pcm_t[:FADE], fade_in_gain(FADE))
    np.testing.assert_array_equal(pcm_t[FADE:-FADE], 1.0)
    np.testing.assert_array_equal(pcm_t[-FADE:], fade_in_gain(FADE)[::-1])


def test_every_piece_fades_and_pauses_are_counted_in_samples():
    pcm_t = joined(loud(500), loud(600), pause=12_345)
    assert pcm_t.shape == (500 + 600 + 2 * 12_345,)
    second = 500 + 12_345
    np.testing.assert_array_equal(pcm_t[500:second], 0.0)
    assert pcm_t[499] == pcm_t[second] == 0
    assert pcm_t[second + 300] == 1


@pytest.mark.parametrize("samples", [1, 2, FADE - 1, FADE, FADE + 1, 2 * FADE - 1, 2 * FADE])
def test_pieces_shorter_than_two_fades_get_both(samples):
    gain_t = np.ones(samples, np.float32)
    gain_t[:FADE] *= fade_in_gain(FADE)[:samples]
    gain_t[-FADE:] *= fade_in_gain(FADE)[:samples][::-1]
    pcm_t = joined(loud(samples))
    np.testing.assert_array_equal(pcm_t, gain_t)
    assert pcm_t[0] == pcm_t[-1] == 0


def test_no_step_is_larger_than_the_fade_allows():
    pcm_t = joined(*[loud(n) * (-1) ** n for n in (1, 50, 130, 250, 1_001, 3)], pause=7)
    steepest = np.pi / 2 / FADE
    assert np.max(np.abs(np.diff(pcm_t, prepend=0, append=0))) <= steepest * 1.01


def test_a_segment_that_is_cut_off_fades_out():
    joiner = begun()
    emitted = [joiner.push(loud(400)), joiner.finish()]
    np.testing.assert_array_equal(emitted[1], fade_in_gain(FADE)[::-1])
    assert sum(map(len, emitted)) == 400
    assert not joiner.in_segment


def test_holds_back_no_more_than_the_fade():
    joiner = begun()
    taken = given_back = 0
    for piece in cut(loud(1_000), [1, 2, 50, 119, 120, 121, 600]):
        taken += len(piece)
        given_back += len(joiner.push(piece))
        assert taken - given_back == joiner.held_samples == min(taken, FADE)


def test_finish_between_segments_gives_nothing():
    assert Joiner(RATE_HZ).finish().shape == (0,)
    joiner = begun()
    joiner.push(loud(10))
    joiner.end_segment()
    assert joiner.finish().shape == (0,)


def test_empty_segment_gives_only_its_pause():
    np.testing.assert_array_equal(begun().end_segment(9), np.zeros(9, np.float32))


def test_input_is_neither_changed_nor_kept():
    joiner = begun()
    pcm_t = loud(300)
    joiner.push(pcm_t)
    np.testing.assert_array_equal(pcm_t, 1.0)
    pcm_t[:] = 9
    assert np.max(joiner.end_segment()) <= 1
    frozen_t = loud(300)
    frozen_t.flags.writeable = False
    begun().push(frozen_t)


def test_without_fade_the_samples_pass():
    joiner = begun(fade_ms=0)
    np.testing.assert_array_equal(joiner.push(loud(5)), 1.0)
    assert joiner.end_segment(2).tolist() == [0, 0]


def test_wrong_order_is_a_fault():
    joiner = Joiner(RATE_HZ)
    for call in (lambda: joiner.push(loud(1)), joiner.end_segment):
        with pytest.raises(RuntimeError, match="no segment"):
            call()
    joiner.begin_segment()
    with pytest.raises(RuntimeError, match="not ended"):
        joiner.begin_segment()
    with pytest.raises(RuntimeError, match="negative"):
        joiner.end_segment(-1)
