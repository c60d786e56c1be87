"""Streaming equals whole: the check that every stage with state must pass.

A stage takes pieces and gives pieces back, then flushes. However its input is cut, the output put
together must be that of the input in one piece::

    assert_split_invariant(lambda: Stretcher(1.5, 24_000), pcm_t, cuts=[0, 7, 7, 4000])

Input and output may be text, bytes, one-dimensional arrays, or lists of anything comparable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
from hypothesis import strategies as st

Step = str | Callable[..., Any]
"""A method's name, or a function that is given the object (and the piece, if it feeds)."""


def assert_split_invariant(
    make: Callable[[], Any],
    data: Any,
    cuts: Iterable[int],
    *,
    feed: Step = "push",
    flush: Step | None = "flush",
    atol: float = 0.0,
) -> Any:
    """Fail unless ``data`` cut at ``cuts`` gives the same output as ``data`` in one piece.

    ``make`` returns a fresh object with the same settings (and seed) each time. ``cuts`` are
    positions in ``0..len(data)``, in any order; one that comes twice makes an empty piece. ``feed``
    and ``flush`` name the methods or are functions ``feed(object, piece)`` and ``flush(object)``;
    ``flush=None`` is for stages that hold nothing back. ``atol`` 0 asks for identity, including
    type, length, dtype and the sign of zero; otherwise it is the largest difference of two samples.

    Returns the output of the whole, so that the test can look at it further.
    """
    whole = run(make(), [data], feed=feed, flush=flush)
    pieces = cut(data, cuts)
    parted = run(make(), pieces, feed=feed, flush=flush)
    where = f"input of {len(data)} cut into pieces of {[len(piece) for piece in pieces]}"
    _assert_same(whole, parted, atol, where)
    return whole


def cut(data: Any, cuts: Iterable[int]) -> list[Any]:
    """``data`` in pieces; slices of it, in order, nothing left out."""
    edges = [0, *sorted(cuts), len(data)]
    if edges[-2] > len(data) or min(edges) < 0:
        raise ValueError("a cut lies outside the data")
    return [data[start:end] for start, end in zip(edges, edges[1:], strict=False)]


def run(
    stage: Any, pieces: Iterable[Any], *, feed: Step = "push", flush: Step | None = "flush"
) -> Any:
    """Feed all pieces, flush, and put together what came out.

    Arrays are copied as they come out, so a stage may reuse its output buffer after the next call.
    ``None`` counts as nothing.
    """
    outputs = [_kept(_call(stage, feed, piece)) for piece in pieces]
    if flush is not None:
        outputs.append(_kept(_call(stage, flush)))
    return _joined([output for output in outputs if output is not None])


def some_cuts(length: int, max_cuts: int = 12) -> st.SearchStrategy[list[int]]:
    """Sorted cut positions for data of ``length``, with repeats: empty pieces happen."""
    return st.lists(st.integers(0, length), max_size=max_cuts).map(sorted)


def even_cuts(length: int, piece: int) -> list[int]:
    """Cuts after every ``piece`` items; ``piece=1`` is one item at a time."""
    return list(range(piece, length, piece))


def _call(stage: Any, step: Step, *arguments: Any) -> Any:
    if isinstance(step, str):
        return getattr(stage, step)(*arguments)
    return step(stage, *arguments)


def _kept(output: Any) -> Any:
    if isinstance(output, np.ndarray):
        return output.copy()
    if isinstance(output, str | bytes) or output is None:
        return output
    if isinstance(output, bytearray | memoryview):
        return bytes(output)
    return list(output)


def _joined(outputs: Sequence[Any]) -> Any:
    if not outputs:
        return []
    kinds = {type(output) for output in outputs}
    if len(kinds) > 1:
        raise AssertionError(
            f"outputs of different kinds: {sorted(kind.__name__ for kind in kinds)}"
        )
    first = outputs[0]
    if isinstance(first, np.ndarray):
        dtypes = {output.dtype for output in outputs}
        if len(dtypes) > 1:
            raise AssertionError(f"outputs of different dtypes: {sorted(map(str, dtypes))}")
        return np.concatenate(outputs)
    if isinstance(first, str | bytes):
        return type(first)().join(outputs)
    return [item for output in outputs for item in output]


def _assert_same(whole: Any, parted: Any, atol: float, where: str) -> None:
    if type(whole) is not type(parted) or len(whole) != len(parted):
        raise AssertionError(
            f"{where}: whole gives {type(whole).__name__} of {len(whole)}, "
            f"pieces give {type(parted).__name__} of {len(parted)}"
        )
    if isinstance(whole, np.ndarray):
        _assert_same_array(whole, parted, atol, where)
    elif whole != parted:
        at = next(i for i, (a, b) in enumerate(zip(whole, parted, strict=True)) if a != b)
        raise AssertionError(f"{where}: differs from item {at} of {len(whole)}")


def _assert_same_array(whole: Any, parted: Any, atol: float, where: str) -> None:
    if whole.dtype != parted.dtype:
        raise AssertionError(f"{where}: dtype {whole.dtype} against {parted.dtype}")
    if atol == 0.0 and whole.tobytes() == parted.tobytes():
        return
    gap = np.abs(whole.astype(np.float64) - parted.astype(np.float64))
    worst = float(np.max(gap, initial=0.0))
    if atol == 0.0 or not worst <= atol:
        at = int(np.argmax(gap > atol)) if bool(np.any(gap > atol)) else 0
        raise AssertionError(f"{where}: differs from sample {at}, by up to {worst!r}")
