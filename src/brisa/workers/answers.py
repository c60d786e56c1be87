"""What a worker answered, checked before anybody believes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
import numpy as np

from brisa.engines.base import SegmentRequest, StepCost, StepResult
from brisa.types import PcmFloat, WordMark
from brisa.workers import messages
from brisa.workers.faults import error_of
from brisa.workers.slab import Slab

SAMPLE_MAX = 16.0
"""24 dB over full scale: a model may overshoot, but what is beyond is not sound."""

_NOTHING_T = np.zeros(0, np.float32)


class Garbage(Exception):
    """The worker said what no worker says."""


class Advanced(NamedTuple):
    """One stream's step. ``samples`` counts those of the step also where ``result`` has none."""

    result: StepResult
    samples: int
    next_cost: StepCost


def read_answer(
    data: bytes, step: messages.Step, requests: Sequence[SegmentRequest], slab: Slab, lane: int
) -> list[Advanced]:
    """The results of ``step``, their samples copied out of the lane's slot.

    Raises :class:`Garbage`, and the error that the worker reports.
    """
    try:
        answer = messages.decode_step_answer(data)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Garbage("an answer that cannot be read") from error
    if answer.number != step.number:
        raise Garbage("an answer to another question")
    if isinstance(answer, messages.StepFailed):
        raise error_of(answer.fault)
    if len(answer.yields) != len(requests):
        raise Garbage("an answer for other streams")
    counts = [part.samples for part in answer.yields]
    parts = _no_samples(counts) if step.discard else _samples(answer, counts, slab, lane)
    return [
        _advanced(part, pcm_t, request)
        for part, pcm_t, request in zip(answer.yields, parts, requests, strict=True)
    ]


def _no_samples(counts: Sequence[int]) -> list[PcmFloat]:
    return [_NOTHING_T for _ in counts]


def _samples(
    answer: messages.Stepped, counts: Sequence[int], slab: Slab, lane: int
) -> list[PcmFloat]:
    payload = answer.payload
    room = slab.slot_samples if payload is None else len(payload) // 4
    if min(counts) < 0 or sum(counts) > room:
        raise Garbage("samples that are not there")
    parts, start = [], 0
    for count in counts:
        if payload is None:
            pcm_t = slab.read(lane, start, count)
        else:
            pcm_t = np.frombuffer(payload, np.float32, count, start * 4).copy()
        _check_sound(pcm_t)
        parts.append(pcm_t)
        start += count
    return parts


def _check_sound(pcm_t: PcmFloat) -> None:
    """Not a number compares false, so it is found with what is too large."""
    if len(pcm_t) and not (pcm_t.min() >= -SAMPLE_MAX and pcm_t.max() <= SAMPLE_MAX):
        raise Garbage("samples that are no sound")


def _advanced(part: messages.Yield, pcm_t: PcmFloat, request: SegmentRequest) -> Advanced:
    words = tuple(_mark(word, request) for word in part.words)
    span = part.speech
    if part.dropped_chars < 0 or (span is not None and span.start_sample < 0):
        raise Garbage("counts below nothing")
    result = StepResult(pcm_t, part.last, words, span, part.dropped_chars)
    return Advanced(result, part.samples, part.next_cost)


def _mark(word: messages.Word, request: SegmentRequest) -> WordMark:
    inside = 0 <= word.start_char <= word.end_char <= len(request.text)
    if not inside or not 0 <= word.start_sample <= word.end_sample:
        raise Garbage("a word outside its text")
    if any(not 0 <= sound.start_sample <= sound.end_sample for sound in word.sounds):
        raise Garbage("a sound without a place")
    try:
        return messages.mark_of(word)
    except UnicodeDecodeError as error:
        raise Garbage("a word that is no text") from error
