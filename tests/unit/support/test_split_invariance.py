"""The check itself: it passes what is invariant and fails what is not."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.split_invariance import assert_split_invariant, cut, even_cuts, run, some_cuts

pytestmark = pytest.mark.unit


class Pairs:
    """Gives items out two at a time, holds the odd one back."""

    def __init__(self) -> None:
        self.held = ""

    def push(self, text: str) -> str:
        text = self.held + text
        even = len(text) // 2 * 2
        self.held = text[even:]
        return text[:even]

    def flush(self) -> str:
        return self.held


class Doubler:
    """Stateless; one output buffer for all calls."""

    def __init__(self) -> None:
        self.out_t = np.zeros(64, dtype=np.float32)

    def encode(self, pcm_t: np.ndarray) -> np.ndarray:
        self.out_t[: pcm_t.size] = pcm_t * 2
        return self.out_t[: pcm_t.size]


class Forgetful:
    """Starts anew with each piece."""

    def push(self, pcm_t: np.ndarray) -> np.ndarray:
        return np.cumsum(pcm_t)

    def flush(self) -> np.ndarray:
        return np.zeros(0)


class Once:
    """Answers only the first piece."""

    def __init__(self) -> None:
        self.fed = False

    def push(self, text: str) -> str:
        text, self.fed = ("" if self.fed else text), True
        return text

    def flush(self) -> str:
        return ""


@given(st.text(max_size=20), st.data())
def test_text_stage_passes(text: str, data: st.DataObject) -> None:
    assert assert_split_invariant(Pairs, text, data.draw(some_cuts(len(text)))) == text


def test_a_reused_output_buffer_is_copied() -> None:
    pcm_t = np.arange(9, dtype=np.float32)
    whole = assert_split_invariant(Doubler, pcm_t, even_cuts(9, 2), feed="encode", flush=None)
    assert whole.tolist() == (pcm_t * 2).tolist()


def test_a_lost_state_is_seen() -> None:
    with pytest.raises(AssertionError, match="differs from sample 3, by up to 3"):
        assert_split_invariant(Forgetful, np.arange(5.0), [3])


def test_a_lost_piece_is_seen() -> None:
    with pytest.raises(AssertionError, match="whole gives str of 4, pieces give str of 2"):
        assert_split_invariant(Once, "abcd", [2])


def test_tolerance_is_a_bound() -> None:
    class Drifts(Forgetful):
        calls = 0

        def push(self, pcm_t: np.ndarray) -> np.ndarray:
            self.calls += 1
            return pcm_t + 0.01 * self.calls

    assert_split_invariant(Drifts, np.arange(4.0), [2], atol=0.011)
    with pytest.raises(AssertionError, match="differs from sample 2"):
        assert_split_invariant(Drifts, np.arange(4.0), [2], atol=0.009)


def test_cuts_leave_nothing_out() -> None:
    assert cut("abcdef", [4, 0, 2, 2]) == ["", "ab", "", "cd", "ef"]
    with pytest.raises(ValueError, match="outside"):
        cut("abc", [4])


def test_run_joins_lists_and_bytes() -> None:
    class Splitter:
        def push(self, text: str) -> list[str]:
            return text.split()

        def flush(self) -> list[str]:
            return ["."]

    assert run(Splitter(), ["a b", "c"]) == ["a", "b", "c", "."]
