"""Choose the fixed activation ranges of a voice's decoder.

The source quantises each activation by its range over the whole utterance; a stream does not know
that range yet. Here a fixed set of utterances is run through the source, and each activation gets
the range with the least mean square error over all of them. Clipping the rarest values makes the
step finer, so on other sentences the result is closer to the unquantised decoder than the source is
(0.89 of its error in log magnitude for the embedded voice).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.resources import files

import msgspec
import numpy as np
import numpy.typing as npt
import onnx
from onnx import helper

from brisa.errors import VoiceFileError
from brisa.graphs.blocks import ActivationScale
from brisa.graphs.voice_weights import VoiceWeights

Feed = dict[str, npt.NDArray[np.generic]]
RunGraph = Callable[[bytes, Iterable[Feed]], Iterator[dict[str, npt.NDArray[np.generic]]]]
"""Runs one graph on several inputs; yields each run's outputs by name."""

_LEVELS = 255
_BIN = 2.0**-8
_LIMIT = 128.0
_SHARES = np.arange(0.3, 1.0001, 0.025)
"""How much of the range seen is kept, tried one by one."""


def calibration_ids() -> list[list[int]]:
    """Phoneme ids of the utterances, chosen for varied length, stress and consonants."""
    text = files("brisa.graphs").joinpath("calibration_ids.json").read_bytes()
    return msgspec.json.decode(text, type=list[list[int]])


def calibrate(
    model: onnx.ModelProto, weights: VoiceWeights, run: RunGraph
) -> dict[str, ActivationScale]:
    """A range for every activation of the decoder, keyed as ``QuantizedLinear.activation``."""
    names = decoder_activations(weights)
    sequences = calibration_ids()
    if max(map(max, sequences)) >= len(weights.text.embedding_vc):
        raise VoiceFileError("The voice knows fewer phonemes than this format has.")
    histograms = {name: ActivationHistogram() for name in names}
    for outputs in run(_observed(model, names), _feeds(sequences)):
        for name in names:
            histograms[name].add(outputs[name].astype(np.float32, copy=False))
    return {name: histogram.best_scale() for name, histogram in histograms.items()}


def decoder_activations(weights: VoiceWeights) -> list[str]:
    """The activations, in the source graph, that the decoder quantises."""
    layers = [layer for block in weights.decoder for layer in (block.widen, block.narrow)]
    return [layer.activation for layer in (*layers, weights.head)]


def _feeds(sequences: Sequence[Sequence[int]]) -> Iterator[Feed]:
    speed = np.ones(1, dtype=np.float32)
    for ids in sequences:
        yield {"ids": np.array([ids], dtype=np.int64), "speed": speed}


def _observed(model: onnx.ModelProto, names: Sequence[str]) -> bytes:
    """The source with the activations as its only outputs."""
    observed = onnx.ModelProto()
    observed.CopyFrom(model)
    del observed.graph.output[:]
    observed.graph.output.extend(helper.make_empty_tensor_value_info(name) for name in names)
    return observed.SerializeToString()


class ActivationHistogram:
    """Counts of values, fine enough that a bin stands for its values."""

    def __init__(self) -> None:
        self._counts = np.zeros(int(2 * _LIMIT / _BIN), dtype=np.int64)
        self._low = 0.0
        self._high = 0.0

    def add(self, values: npt.NDArray[np.float32]) -> None:
        if not np.isfinite(values).all():
            raise VoiceFileError("The voice file yields values that are not numbers.")
        self._low = min(self._low, float(values.min()))
        self._high = max(self._high, float(values.max()))
        bins = ((values.ravel() + _LIMIT) / _BIN).astype(np.int64)
        np.clip(bins, 0, len(self._counts) - 1, out=bins)
        self._counts += np.bincount(bins, minlength=len(self._counts))

    def best_scale(self) -> ActivationScale:
        used = np.flatnonzero(self._counts)
        values = ((used + 0.5) * _BIN - _LIMIT).astype(np.float64)
        weights = self._counts[used]
        candidates = [self._scale(float(share)) for share in _SHARES]
        return min(candidates, key=lambda scale: _square_error(values, weights, scale))

    def _scale(self, share: float) -> ActivationScale:
        """Keep a share of the range; the short negative side of a GELU is kept whole."""
        low = self._low if self._low > -0.2 else self._low * share
        step = max((self._high * share - low) / _LEVELS, float(np.finfo(np.float32).tiny))
        return ActivationScale(float(np.float32(step)), int(np.clip(round(-low / step), 0, 255)))


def _square_error(
    values: npt.NDArray[np.float64], counts: npt.NDArray[np.int64], scale: ActivationScale
) -> float:
    stored = np.clip(np.rint(values / scale.scale) + scale.zero, 0, _LEVELS)
    return float(np.sum(counts * np.square(values - (stored - scale.zero) * scale.scale)))
