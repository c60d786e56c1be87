"""The tag with the largest sum of votes wins, the last in the alphabet among equals."""

from __future__ import annotations

import pytest

from brisa.engines.tiny.flat_map import FlatMap, pack, unpack
from brisa.engines.tiny.tag_scorer import TagScorer

pytestmark = pytest.mark.unit


@pytest.fixture
def weights() -> FlatMap:
    votes = {
        "b": {"NN": 1.0, "VB": 0.5},
        "to": {"VB": 1.0},
        "tie": {"VB": 0.5},
        "never": {"NN": -9.0, "VB": -9.0},
    }
    return unpack(pack("c", {"weights": votes.items()}), "c")["weights"]


@pytest.mark.parametrize(
    ("features", "tag"),
    [
        (["b"], "NN"),
        (["b", "to"], "VB"),
        (["b", "tie"], "VB"),
        (["b", "unknown"], "NN"),
        (["never"], "RB"),
        (["unknown"], "NN"),
        ([], "NN"),
    ],
)
def test_votes_are_added_up(weights: FlatMap, features: list[str], tag: str) -> None:
    assert TagScorer(weights, ["NN", "RB", "VB"])(features) == tag
