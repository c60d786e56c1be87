"""The decoder's columns."""

from __future__ import annotations

import numpy as np
import pytest

from brisa.graphs.decoder import BINS, PARTS, part_ordered_head
from brisa.graphs.voice_weights import QuantizedLinear

pytestmark = pytest.mark.unit


@pytest.mark.parametrize("per_column", [False, True])
def test_the_head_is_put_in_the_order_of_the_parts(per_column: bool) -> None:
    columns = np.arange(5 * BINS)
    head = QuantizedLinear(
        weight_kn=(columns // BINS).astype(np.int8)[None].repeat(2, axis=0),
        scale=columns.astype(np.float32) if per_column else np.float32(0.5),
        bias_n=columns.astype(np.float32),
        activation="a",
    )
    ordered = part_ordered_head(head)
    source = {"lh": 0, "theta": 1, "ln": 2, "lr": 3, "phi": 4}
    for index, part in enumerate(PARTS):
        place = slice(index * BINS, (index + 1) * BINS)
        expected = np.arange(BINS) + source[part] * BINS
        assert np.array_equal(ordered.bias_n[place], expected)
        assert (ordered.weight_kn[:, place] == source[part]).all()
        if per_column:
            assert np.array_equal(ordered.scale[place], expected)
    assert ordered.bias_n.shape == (3008,)
    assert not ordered.weight_kn[:, 3005:].any()
    assert not ordered.bias_n[3005:].any()
