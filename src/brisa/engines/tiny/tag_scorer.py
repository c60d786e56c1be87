"""The scores of hibari's part-of-speech tagger, as sums of short vectors.

The tagger is an averaged perceptron: each feature of a word in its context votes for tags, the tag
with the largest sum wins, the alphabetically last one among equals. The votes are added in the
order of the features, in double precision, as hibari adds them, so that the tags are its own to the
last bit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from brisa.engines.tiny.flat_map import FlatMap

NO_EVIDENCE_TAG: Final = "NN"
"""The tag where no feature is known (``hibari.g2p.tagger``)."""
_ROWS_KEPT: Final = 4096


class TagScorer:
    """Features of one word -> its tag. Thread-safe."""

    def __init__(self, weights: FlatMap, tags: Sequence[str]) -> None:
        self._weights = weights
        # Descending, so that the first of equal maxima is the alphabetically last.
        self._tags = sorted(tags, reverse=True)
        self._column = {tag: column for column, tag in enumerate(self._tags)}
        self._row = lru_cache(maxsize=_ROWS_KEPT)(self._votes)

    def __call__(self, features: Iterable[str]) -> str:
        scores = np.zeros(len(self._tags))
        known = False
        for feature in features:
            row = self._row(feature)
            if row is not None:
                scores += row
                known = True
        return self._tags[int(scores.argmax())] if known else NO_EVIDENCE_TAG

    def _votes(self, feature: str) -> npt.NDArray[np.float64] | None:
        votes = self._weights.find(feature)
        if not votes:
            return None
        assert isinstance(votes, dict)
        row = np.zeros(len(self._tags))
        for tag, weight in votes.items():
            row[self._column[tag]] = weight
        return row
