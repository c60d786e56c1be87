"""From the network's five parts and the source to a complex spectrum.

::

    S = exp(lh) e^{i pi tanh(theta)} P  +  exp(ln) Z  +  exp(lr) e^{i phi}

``P`` is the source's spectrum (harmonics), ``Z`` complex noise with standard normal real and
imaginary parts, the last term a part whose phase is free. Log amplitudes are cut at 7, as the
network was trained (hibari-tts 0.2.1, Apache-2.0).

Everything runs on separate real and imaginary planes: real products and sums round the same way
wherever a vector kernel ends, which a complex product need not, and NumPy's exp, sin, cos and tanh
treat the tail of an array with the same kernel as its body (a test watches over that). So the bits
do not depend on how many frames are worked on at once.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from brisa.engines.tiny.framing import BINS, Float32
from brisa.engines.tiny.scratch import Scratch
from brisa.engines.tiny.source_spectrum import SourceSums

_LOG_AMPLITUDE_MAX: Final = np.float32(7.0)
_PI: Final = np.float32(np.pi)
_PI_4: Final = np.float32(np.pi / 4)


class SpectralParts(NamedTuple):
    """What the decoder yields for ``k`` frames: five arrays ``[k, 601]`` of float32, time first."""

    harmonic_log_kf: Float32
    harmonic_phase_kf: Float32
    noise_log_kf: Float32
    free_log_kf: Float32
    free_phase_kf: Float32

    def frames(self, start: int, stop: int) -> SpectralParts:
        """The parts of frames ``start`` to ``stop``, as views."""
        return SpectralParts(*(part[start:stop] for part in self))


def with_bins_adjacent(parts: SpectralParts) -> SpectralParts:
    """The parts as float32 with bins next to each other in memory, as the kernels want them.

    Copies only what is not so; strips of one wider array are, and stay views.
    """
    return SpectralParts(*(_with_bins_adjacent(part) for part in parts))


def _with_bins_adjacent(part_kf: Float32) -> Float32:
    if part_kf.dtype == np.float32 and part_kf.strides[1] == part_kf.itemsize:
        return part_kf
    return np.ascontiguousarray(part_kf, np.float32)


def is_shaped(parts: SpectralParts) -> bool:
    """Whether all five parts have the shape ``[k, 601]`` with one ``k``."""
    return {part.shape for part in parts} == {(len(parts.harmonic_log_kf), BINS)}


def add_noise_and_free(parts: SpectralParts, scratch: Scratch) -> None:
    """Turn ``Z`` in ``scratch.sum_n2f`` into ``exp(ln) Z + exp(lr) e^{i phi}``."""
    count = len(parts.noise_log_kf)
    sum_n2f, wave_n2f = scratch.sum_n2f[:count], scratch.wave_n2f[:count]
    sum_n2f *= _amplitude(parts.noise_log_kf, scratch)
    np.cos(parts.free_phase_kf, out=wave_n2f[:, 0])
    np.sin(parts.free_phase_kf, out=wave_n2f[:, 1])
    wave_n2f *= _amplitude(parts.free_log_kf, scratch)
    sum_n2f += wave_n2f


def add_harmonics(
    parts: SpectralParts, source: SourceSums, start: int, stop: int, scratch: Scratch
) -> None:
    """Add ``exp(lh) e^{i pi tanh(theta)} P`` for frames ``start`` to ``stop`` of the block.

    ``source`` is ``P`` of exactly those frames, as ``p = (Re P + Im P) / sqrt(2)`` and
    ``q = (Re P - Im P) / sqrt(2)``. With ``b = pi tanh(theta) + pi / 4`` the real part is
    ``cos(b) p + sin(b) q`` and the imaginary one ``sin(b) p - cos(b) q``.
    """
    rows = slice(start, stop)
    sum_n2f, wave_n2f, term_n2f = (
        buffer[rows] for buffer in (scratch.sum_n2f, scratch.wave_n2f, scratch.term_n2f)
    )
    angle_nf = scratch.amplitude_nf[: stop - start]
    np.tanh(parts.harmonic_phase_kf[rows], out=angle_nf)
    angle_nf *= _PI
    angle_nf += _PI_4
    np.cos(angle_nf, out=wave_n2f[:, 0])
    np.sin(angle_nf, out=wave_n2f[:, 1])
    wave_n2f *= _amplitude(parts.harmonic_log_kf[rows], scratch)
    sum_n2f += np.multiply(wave_n2f, source.sum_nf[:, None], out=term_n2f)
    wave_n2f *= source.difference_nf[:, None]
    sum_n2f[:, 0] += wave_n2f[:, 1]
    sum_n2f[:, 1] -= wave_n2f[:, 0]


def assembled(count: int, scratch: Scratch) -> npt.NDArray[np.complex64]:
    """The complex spectrum ``[count, 601]`` of the two planes of ``scratch.sum_n2f``."""
    spectrum_nf = scratch.spectrum_nf[:count]
    spectrum_nf.real = scratch.sum_n2f[:count, 0]
    spectrum_nf.imag = scratch.sum_n2f[:count, 1]
    return spectrum_nf


def _amplitude(log_kf: Float32, scratch: Scratch) -> Float32:
    """``exp(min(log, 7))``, on ``scratch``, as ``[n, 1, 601]`` to be spread over both parts."""
    amplitude_nf = scratch.amplitude_nf[: len(log_kf)]
    # Hardly a block needs the cut, and looking is cheaper than cutting. Not a number is not below.
    if log_kf.size and not log_kf.max() <= _LOG_AMPLITUDE_MAX:
        log_kf = np.minimum(log_kf, _LOG_AMPLITUDE_MAX, out=amplitude_nf)
    np.exp(log_kf, out=amplitude_nf)
    return amplitude_nf[:, None]
