"""What listeners ask for."""

from __future__ import annotations

import pytest

from brisa.bench.utterances import utterances

pytestmark = pytest.mark.unit


def test_they_are_of_the_lengths_that_the_benchmark_promises() -> None:
    found = utterances()
    lengths_s = [item.audio_s for item in found]
    assert len(found) == len({item.text for item in found}) == 30
    assert lengths_s == sorted(lengths_s)
    assert 3.0 <= lengths_s[0] < 4.0
    assert 11.0 < lengths_s[-1] <= 12.0
    assert sum(lengths_s) / len(found) == pytest.approx(7.2, abs=0.1)


def test_a_length_is_that_of_its_text() -> None:
    for item in utterances():
        assert 11 < len(item.text) / item.audio_s < 18, item
