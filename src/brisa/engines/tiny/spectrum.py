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

_LOG_AMPLITUDE_MAX: Final = np.float32(7.0)
_PI: Final = np.float32(np.pi)


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
    """Write ``exp(ln) Z + exp(lr) e^{i phi}`` into planes 0 (real) and 1 (imaginary).

    ``Z`` is read from ``scratch.noise_n2f``.
    """
    count = len(parts.noise_log_kf)
    real, imag, amplitude, wave = (plane[:count] for plane in scratch.plane_nf[:4])
    _amplitude(parts.noise_log_kf, amplitude)
    np.multiply(scratch.noise_n2f[:count, 0], amplitude, out=real)
    np.multiply(scratch.noise_n2f[:count, 1], amplitude, out=imag)
    _amplitude(parts.free_log_kf, amplitude)
    np.cos(parts.free_phase_kf, out=wave)
    wave *= amplitude
    real += wave
    np.sin(parts.free_phase_kf, out=wave)
    wave *= amplitude
    imag += wave


def add_harmonics(
    parts: SpectralParts,
    source_nf: npt.NDArray[np.complex128],
    start: int,
    stop: int,
    scratch: Scratch,
) -> None:
    """Add ``exp(lh) e^{i pi tanh(theta)} P`` for frames ``start`` to ``stop`` of the block.

    ``source_nf`` is ``P`` of exactly those frames.
    """
    rows = slice(start, stop)
    real, imag, amplitude, cosine, sine, source_real, source_imag = (
        plane[rows] for plane in scratch.plane_nf
    )
    angle = source_real
    np.tanh(parts.harmonic_phase_kf[rows], out=angle)
    angle *= _PI
    np.cos(angle, out=cosine)
    np.sin(angle, out=sine)
    _amplitude(parts.harmonic_log_kf[rows], amplitude)
    cosine *= amplitude
    sine *= amplitude
    np.copyto(source_real, source_nf.real, casting="same_kind")
    np.copyto(source_imag, source_nf.imag, casting="same_kind")
    product = amplitude
    real += np.multiply(cosine, source_real, out=product)
    real -= np.multiply(sine, source_imag, out=product)
    imag += np.multiply(cosine, source_imag, out=product)
    imag += np.multiply(sine, source_real, out=product)


def assembled(count: int, scratch: Scratch) -> npt.NDArray[np.complex64]:
    """The complex spectrum ``[count, 601]`` of planes 0 and 1."""
    spectrum_nf = scratch.spectrum_nf[:count]
    spectrum_nf.real = scratch.plane_nf[0][:count]
    spectrum_nf.imag = scratch.plane_nf[1][:count]
    return spectrum_nf


def _amplitude(log_kf: Float32, out_kf: Float32) -> None:
    np.minimum(log_kf, _LOG_AMPLITUDE_MAX, out=out_kf)
    np.exp(out_kf, out=out_kf)
