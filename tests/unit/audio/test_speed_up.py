"""What playing faster gains, where it begins and ends, and when it gains nothing."""

from __future__ import annotations

import numpy as np
import pytest

from brisa.audio.speed_up import SpeedUp

pytestmark = pytest.mark.unit

RATE_HZ = 24_000
PIECE = RATE_HZ * 120 // 1000


def vowel(samples: int) -> np.ndarray:
    phase = 2 * np.pi * 140.0 * np.arange(samples) / RATE_HZ
    return (6000 * sum(np.sin(k * phase) / k for k in range(1, 9))).astype(np.int16)


def test_the_oldest_is_shortened_and_the_newest_untouched() -> None:
    unread = vowel(12_000)
    shorter = SpeedUp(1.5, RATE_HZ).shorten(unread, 12_000, 960)
    assert 960 <= unread.size - shorter.size <= 960 + PIECE // 4
    assert shorter[-6000:].tolist() == unread[-6000:].tolist()
    assert shorter[:100].tolist() == unread[:100].tolist()


def test_what_was_shortened_is_left_alone_until_all_is() -> None:
    speed_up = SpeedUp(1.5, RATE_HZ)
    unread, rounds = vowel(12_000), 0
    while (shorter := speed_up.shorten(unread, 12_000, 480)) is not unread:
        unread, rounds = shorter, rounds + 1
    assert rounds >= 2
    assert 12_000 / 1.5 * 0.9 <= unread.size <= 12_000 / 1.5 + PIECE
    assert speed_up.shorten(unread, 12_000, 1) is unread


def test_what_is_written_afterwards_can_be_shortened_again() -> None:
    speed_up = SpeedUp(1.5, RATE_HZ)
    first = speed_up.shorten(vowel(PIECE), PIECE, 480)
    both = np.concatenate((first, vowel(PIECE)))
    second = speed_up.shorten(both, 2 * PIECE, 480)
    assert second[: first.size].tolist() == first.tolist()
    assert second.size < both.size


def test_less_than_a_piece_is_not_shortened() -> None:
    unread = vowel(PIECE - 1)
    assert SpeedUp(2.0, RATE_HZ).shorten(unread, unread.size, 100) is unread
