"""From the network's five parts and the source to a complex spectrum.

::

    S = exp(lh) e^{i pi tanh(theta)} P  +  exp(ln) Z  +  exp(lr) e^{i phi}

``P`` is the source's spectrum (harmonics), ``Z`` complex noise with standard normal real and
imaginary parts, the last term a part whose phase is free. Log amplitudes are cut at 7, as the
network was trained (hibari-tts 0.2.1, Apache-2.0).

NumPy's exp, sin, cos and tanh and its complex product treat the tail of an array with the same
kernel as its body, so the bits do not depend on how many frames are worked on at once (tests watch
over that).
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
    """Write ``exp(ln) Z + exp(lr) e^{i phi}`` into ``scratch.spectrum_nf``.

    ``Z`` is read from ``scratch.noise_n2f``, which is overwritten.
    """
    count = len(parts.noise_log_kf)
    spectrum_nf = scratch.spectrum_nf[:count]
    amplitude, noise_amplitude, wave = (plane[:count] for plane in scratch.plane_nf)
    _amplitude(parts.noise_log_kf, noise_amplitude)
    _amplitude(parts.free_log_kf, amplitude)
    for part, turn, sum_nf in ((0, np.cos, spectrum_nf.real), (1, np.sin, spectrum_nf.imag)):
        noise = scratch.noise_n2f[:count, part]
        noise *= noise_amplitude
        turn(parts.free_phase_kf, out=wave)
        wave *= amplitude
        np.add(noise, wave, out=sum_nf)


def add_harmonics(
    parts: SpectralParts,
    source_nf: npt.NDArray[np.complex64],
    start: int,
    stop: int,
    scratch: Scratch,
) -> None:
    """Add ``exp(lh) e^{i pi tanh(theta)} P`` for frames ``start`` to ``stop`` of the block.

    ``source_nf`` is ``P`` of exactly those frames.
    """
    rows = slice(start, stop)
    amplitude, angle, turn = (plane[rows] for plane in scratch.plane_nf)
    wave_nf = scratch.wave_nf[rows]
    _amplitude(parts.harmonic_log_kf[rows], amplitude)
    np.tanh(parts.harmonic_phase_kf[rows], out=angle)
    angle *= _PI
    np.multiply(np.cos(angle, out=turn), amplitude, out=wave_nf.real)
    np.multiply(np.sin(angle, out=turn), amplitude, out=wave_nf.imag)
    wave_nf *= source_nf
    scratch.spectrum_nf[rows] += wave_nf


def _amplitude(log_kf: Float32, out_kf: Float32) -> None:
    """``exp(min(log, 7))``."""
    # Hardly a block needs the cut, and to look is cheaper than to cut. NaN is not below.
    if log_kf.size and not log_kf.max() <= _LOG_AMPLITUDE_MAX:
        log_kf = np.minimum(log_kf, _LOG_AMPLITUDE_MAX, out=out_kf)
    np.exp(log_kf, out=out_kf)
