"""Choosing activation ranges."""

from __future__ import annotations

import numpy as np
import pytest

from brisa.errors import VoiceFileError
from brisa.graphs.blocks import ActivationScale
from brisa.graphs.calibration import ActivationHistogram, calibration_ids

pytestmark = pytest.mark.unit


def scale_of(values: np.ndarray) -> ActivationScale:
    histogram = ActivationHistogram()
    for part in np.array_split(values.astype(np.float32), 3):
        histogram.add(part)
    return histogram.best_scale()


def test_values_without_outliers_keep_their_range() -> None:
    scale = scale_of(np.linspace(-4.0, 6.0, 10_000))
    assert scale.scale == pytest.approx(10.0 / 255, rel=0.03)
    assert scale.zero == pytest.approx(102, abs=2)


def test_one_outlier_does_not_make_the_step_coarse() -> None:
    values = np.append(np.linspace(-4.0, 4.0, 1_000_000), [16.0, -16.0])
    assert scale_of(values).scale < 16.0 / 255


def test_the_short_side_of_a_gelu_is_kept_whole() -> None:
    scale = scale_of(np.append(np.linspace(-0.17, 4.0, 100_000), 12.0))
    assert -scale.zero * scale.scale == pytest.approx(-0.17, abs=scale.scale)


def test_zero_is_stored_exactly() -> None:
    scale = scale_of(np.linspace(2.0, 6.0, 1000))
    assert scale.zero == 0
    assert scale_of(np.zeros(10)).scale > 0.0


def test_values_that_are_not_numbers_are_refused() -> None:
    with pytest.raises(VoiceFileError, match="not numbers"):
        scale_of(np.array([1.0, np.nan, 2.0]))


def test_the_sequences_are_varied() -> None:
    sequences = calibration_ids()
    assert len(sequences) == 16
    lengths = sorted(map(len, sequences))
    assert lengths[0] < 10 < 150 < lengths[-1]
    assert len({phoneme for ids in sequences for phoneme in ids}) > 50
    assert all(ids[0] == ids[-1] == 0 for ids in sequences)
