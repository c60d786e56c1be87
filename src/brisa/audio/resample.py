"""Streaming change of sample rate, in any cut the same samples bit for bit.

A linear-phase windowed sinc (Kaiser window; J. F. Kaiser, "Nonrecursive digital filter design using
the I0-sinh window function", 1974), evaluated only at the phases that are needed. With
``target / source`` reduced to ``up / down``, output sample ``n`` lies at input time
``n * down / up``::

    input    |   |   |   |   |   |   |   |      window of output n: ``reach`` input samples
    output      ^n      ^n+1    ^n+2            on either side of it

The delay of the filter is compensated: output and input start together, and ``s`` input samples
become ``s * up / down`` output samples, rounded half up. ``up`` outputs for every ``down`` inputs
use the same coefficients again, so stretches of outputs are one matrix product. All products have
one fixed shape and lie at fixed places of the stream, padded with zeros where the input has not
come yet: the rounding of a BLAS kernel may depend on the shape of its matrices, and so never
depends here on how the input was cut.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from brisa.errors import OutOfRange
from brisa.types import PcmFloat

STOPBAND_DB = 70.0
"""Design attenuation from half the lower rate upwards; the passband ripple is as small."""

LOBES = 36
"""Zero crossings of the sinc on either side: 4.5 ms where the lower rate is 8 kHz."""

PASSBAND = 1.0 - 2 * (STOPBAND_DB - 7.95) / (14.36 * 2 * LOBES)
"""Upper edge of the passband as a share of half the lower rate (Kaiser's formula for the width)."""

_TERM_MAX = 2048
_PANEL_OUTPUTS = 64
_BLOCK_INPUTS_MIN = 32
_GROUP_INPUTS = 256
_BATCH_GROUPS = 32

Offsets = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class _Plan:
    """All that depends on the two rates alone; shared by every stream.

    A block is ``block_inputs`` inputs and ``block_outputs`` outputs; its outputs are spread over
    panels, the last of which may be padded. ``coefficients_pwo`` has the axes panel, window, output
    of the panel. A group is ``rows`` blocks; ``offsets_gprw`` (group, panel, row, window) are the
    inputs of its windows, counted from ``reach`` samples before the first group of a batch. A group
    sees ``span_inputs`` of them.
    """

    up: int
    down: int
    half_taps: int
    reach: int
    block_inputs: int
    block_outputs: int
    rows: int
    span_inputs: int
    coefficients_pwo: npt.NDArray[np.float32]
    offsets_gprw: Offsets

    @property
    def group_inputs(self) -> int:
        return self.block_inputs * self.rows

    @property
    def group_outputs(self) -> int:
        return self.block_outputs * self.rows

    def ready_outputs(self, inputs: int) -> int:
        """How many outputs need none but the first ``inputs`` samples."""
        return max(0, (inputs * self.up - self.half_taps - 1) // self.down + 1)

    def total_outputs(self, inputs: int) -> int:
        """The length of the whole, rounded half up."""
        return (2 * inputs * self.up + self.down) // (2 * self.down)


def _impulse_response(steps: npt.NDArray[np.int64], half_taps: int) -> npt.NDArray[np.float64]:
    """The filter at ``steps``, counted from its middle in units of 1 / (up * source_hz)."""
    beta = 0.1102 * (STOPBAND_DB - 8.7)
    # The middle of the transition, as a share of half the lower rate.
    cutoff = (1.0 + PASSBAND) / 2
    inside = np.maximum(0.0, 1.0 - (steps / half_taps) ** 2)
    window = np.i0(beta * np.sqrt(inside)) / np.i0(beta)
    return np.where(
        np.abs(steps) <= half_taps, np.sinc(steps * cutoff * LOBES / half_taps) * window, 0.0
    )


@cache
def _plan(source_hz: int, target_hz: int) -> _Plan:
    divisor = math.gcd(source_hz, target_hz)
    up, down = target_hz // divisor, source_hz // divisor
    half_taps = LOBES * max(up, down)
    reach = -(-half_taps // up)
    periods = -(-_BLOCK_INPUTS_MIN // min(up, down))
    block_inputs, block_outputs = down * periods, up * periods
    panels = -(-block_outputs // _PANEL_OUTPUTS)
    panel_outputs = -(-block_outputs // panels)
    outputs_po = np.arange(panels * panel_outputs).reshape(panels, panel_outputs)
    first_p = outputs_po[:, 0] * down // up
    window = int(np.max(-(-outputs_po[:, -1] * down // up) - first_p)) + 2 * reach + 1
    inputs_pw = first_p[:, None] - reach + np.arange(window)
    steps_pwo = outputs_po[:, None, :] * down - inputs_pw[:, :, None] * up
    coefficients_pwo = _impulse_response(steps_pwo, half_taps)
    # Every phase lets a constant through unchanged.
    coefficients_pwo /= coefficients_pwo.sum(axis=1, keepdims=True)
    rows = max(2, _GROUP_INPUTS // block_inputs)
    starts_pr = first_p[:, None] + np.arange(rows) * block_inputs
    offsets_prw = starts_pr[:, :, None] + np.arange(window)
    groups_g = np.arange(_BATCH_GROUPS) * (rows * block_inputs)
    return _Plan(
        up,
        down,
        half_taps,
        reach,
        block_inputs,
        block_outputs,
        rows,
        int(offsets_prw.max()) + 1,
        coefficients_pwo.astype(np.float32),
        groups_g[:, None, None, None] + offsets_prw,
    )


class Resampler:
    """Changes the rate of one stream of mono float32 samples. Not thread-safe.

    Raises ``OutOfRange`` for rates below 1 Hz and for pairs whose ratio has a term over 2,048.
    """

    def __init__(self, source_hz: int, target_hz: int) -> None:
        self.source_hz = source_hz
        self.target_hz = target_hz
        if min(source_hz, target_hz) < 1 or (
            max(source_hz, target_hz) // math.gcd(source_hz, target_hz) > _TERM_MAX
        ):
            raise OutOfRange(
                f"Cannot convert {source_hz} Hz to {target_hz} Hz. Choose a common sample rate.",
                param="sample_rate",
            )
        self._plan = None if source_hz == target_hz else _plan(source_hz, target_hz)
        # Inputs from ``reach`` before the group that the next output lies in.
        self._history_t = np.zeros(self._plan.reach if self._plan else 0, np.float32)
        self._received = 0
        self._emitted = 0

    def push(self, pcm_t: PcmFloat) -> PcmFloat:
        """All output that needs no later input; with equal rates ``pcm_t`` itself."""
        if self._plan is None:
            return pcm_t
        self._received += pcm_t.shape[0]
        self._history_t = np.concatenate((self._history_t, pcm_t), dtype=np.float32)
        return self._advance(self._plan, self._plan.ready_outputs(self._received))

    def flush(self) -> PcmFloat:
        """The rest, as if silence followed. The resampler is then as new."""
        if self._plan is None:
            return np.zeros(0, np.float32)
        rest_t = self._advance(self._plan, self._plan.total_outputs(self._received))
        self._history_t = np.zeros(self._plan.reach, np.float32)
        self._received = self._emitted = 0
        return rest_t

    def _advance(self, plan: _Plan, until: int) -> PcmFloat:
        """Outputs from the last one emitted up to ``until``."""
        if until <= self._emitted:
            return np.zeros(0, np.float32)
        first_group = self._emitted // plan.group_outputs
        groups = -(-until // plan.group_outputs) - first_group
        out_t = self._convolve(plan, groups)
        start = first_group * plan.group_outputs
        wanted_t = out_t[self._emitted - start : until - start]
        self._emitted = until
        done_inputs = (until // plan.group_outputs - first_group) * plan.group_inputs
        self._history_t = self._history_t[done_inputs:]
        return wanted_t

    def _convolve(self, plan: _Plan, groups: int) -> PcmFloat:
        """Whole groups of outputs, beginning where the history does; zeros stand for the future."""
        needed = (groups - 1) * plan.group_inputs + plan.span_inputs
        padded_t = self._history_t
        if needed > padded_t.shape[0]:
            padded_t = np.zeros(needed, np.float32)
            padded_t[: self._history_t.shape[0]] = self._history_t
        # In batches, so that the windows of a long push do not fill the memory.
        batches = [
            _convolve_batch(
                plan, padded_t[first * plan.group_inputs :], min(groups - first, _BATCH_GROUPS)
            )
            for first in range(0, groups, _BATCH_GROUPS)
        ]
        return batches[0] if len(batches) == 1 else np.concatenate(batches)


def _convolve_batch(plan: _Plan, padded_t: PcmFloat, groups: int) -> PcmFloat:
    windows_gprw: PcmFloat = padded_t.take(plan.offsets_gprw[:groups])
    out_gpro: PcmFloat = np.matmul(windows_gprw, plan.coefficients_pwo)
    blocks_bo = out_gpro.transpose(0, 2, 1, 3).reshape(groups * plan.rows, -1)
    # Without the padding of the last panel.
    out_t: PcmFloat = blocks_bo[:, : plan.block_outputs].reshape(-1)
    return out_t
