"""Making room in a full buffer by playing what waits a little faster.

The oldest audio that is still at its own tempo is shortened, as much as is needed and no piece
twice: tempo never goes beyond the limit, however long a reader stands still. A piece begins and
ends as it did, so it still joins its neighbours.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from brisa.audio.pcm import to_float, to_int16
from brisa.audio.stretch import stretch
from brisa.types import PcmInt16

MIN_PIECE_MS: Final = 120
"""Four windows of the tempo change; in less there is nothing to gain."""


class SpeedUp:
    """The memory of one buffer: up to where its audio has been sped up."""

    def __init__(self, factor: float, sample_rate_hz: int) -> None:
        self._factor = factor
        self._sample_rate_hz = sample_rate_hz
        self._min_piece = MIN_PIECE_MS * sample_rate_hz // 1000
        self._done_until = 0

    def shorten(self, unread_t: PcmInt16, end: int, surplus_samples: int) -> PcmInt16:
        """``unread_t`` shorter by about ``surplus_samples``, or by what can still be gained.

        ``end`` is the position after its last sample, in a count that grows with what is written.
        Returns ``unread_t`` itself if there is nothing to gain.
        """
        done = min(max(0, self._done_until - (end - len(unread_t))), len(unread_t))
        fresh_t = unread_t[done:]
        # Lengths are right to within the search distance; asking for a little more avoids a rest.
        wanted = math.ceil(surplus_samples / (1.0 - 1.0 / self._factor)) + self._min_piece // 4
        piece = min(max(wanted, self._min_piece), len(fresh_t))
        if piece < self._min_piece:
            return unread_t
        faster_t = to_int16(stretch(to_float(fresh_t[:piece]), self._factor, self._sample_rate_hz))
        self._done_until = end - (len(fresh_t) - piece)
        return np.concatenate((unread_t[:done], faster_t, fresh_t[piece:]))
