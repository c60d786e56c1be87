"""What workers say is checked before it is believed."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from brisa.engines.base import SegmentRequest, SpeechSpan, StepCost
from brisa.errors import OutOfRange
from brisa.types import WordMark
from brisa.workers import messages
from brisa.workers.answers import SAMPLE_MAX, Advanced, Garbage, read_answer
from brisa.workers.faults import Fault
from brisa.workers.slab import Slab

pytestmark = pytest.mark.unit

COST = StepCost("k")
STEP = messages.Step(5, 0, (messages.Item(0),))
REQUEST = SegmentRequest("four words of text", "v")
SLOT_BYTES = 400


@pytest.fixture
def slab() -> Iterator[Slab]:
    slab = Slab.create(2, SLOT_BYTES)
    slab.write(1, 0, np.arange(100, dtype=np.float32) / 100)
    yield slab
    slab.close()


def read(
    slab: Slab, *parts: messages.Yield, payload: bytes | None = None, step: messages.Step = STEP
) -> list[Advanced]:
    data = messages.encode(messages.Stepped(5, parts, payload))
    return read_answer(data, step, [REQUEST] * len(step.items), slab, 1)


def part(samples: int = 10, **more: object) -> messages.Yield:
    return messages.Yield(samples, False, COST, **more)  # type: ignore[arg-type]


def word(**changed: object) -> messages.Word:
    fields = {"text": b"four", "start_char": 0, "end_char": 4, "start_sample": 0, "end_sample": 9}
    return messages.Word(**{**fields, "spoken": b"", "sounds": (), **changed})  # type: ignore[arg-type]


def test_samples_come_from_the_lanes_slot_in_order(slab: Slab) -> None:
    step = messages.Step(5, 0, (messages.Item(0), messages.Item(1), messages.Item(2)))
    found = read(slab, part(30), part(0), part(70), step=step)
    assert [len(advanced.result.pcm_t) for advanced in found] == [30, 0, 70]
    assert found[2].result.pcm_t[0] == np.float32(0.3)
    assert [advanced.samples for advanced in found] == [30, 0, 70]


def test_everything_else_comes_along(slab: Slab) -> None:
    span = SpeechSpan(2, 8)
    [found] = read(slab, messages.Yield(10, True, COST, (word(),), span, 3))
    assert found.result.last
    assert found.result.words == (WordMark("four", 0, 4, 0, 9),)
    assert (found.result.speech, found.result.dropped_chars, found.next_cost) == (span, 3, COST)


def test_a_payload_goes_before_the_slot(slab: Slab) -> None:
    pcm_t = np.linspace(0, 1, 500, dtype=np.float32)
    [found] = read(slab, part(500), payload=pcm_t.tobytes())
    np.testing.assert_array_equal(found.result.pcm_t, pcm_t)
    found.result.pcm_t[0] = 0.5  # the caller's own


def test_what_is_discarded_is_counted(slab: Slab) -> None:
    discarding = messages.Step(5, 0, (messages.Item(0),), discard=True)
    [found] = read(slab, part(1 << 30), step=discarding)
    assert (len(found.result.pcm_t), found.samples) == (0, 1 << 30)


def test_the_workers_error_is_raised(slab: Slab) -> None:
    data = messages.encode(messages.StepFailed(5, Fault("out_of_range", "m", {"param": "p"})))
    with pytest.raises(OutOfRange) as caught:
        read_answer(data, STEP, [REQUEST], slab, 1)
    assert caught.value.param == "p"


@pytest.mark.parametrize("data", [b"", b"\xc1", b"\x93\xa7stepped\x05", b"\xff" * 100])
def test_what_cannot_be_read(slab: Slab, data: bytes) -> None:
    with pytest.raises(Garbage, match="cannot be read"):
        read_answer(data, STEP, [REQUEST], slab, 1)


def test_an_answer_to_another_question(slab: Slab) -> None:
    for answer in (messages.Stepped(4, (part(),)), messages.StepFailed(6, Fault("x", "m"))):
        with pytest.raises(Garbage, match="another question"):
            read_answer(messages.encode(answer), STEP, [REQUEST], slab, 1)


@pytest.mark.parametrize("count", [0, 2])
def test_an_answer_for_other_streams(slab: Slab, count: int) -> None:
    with pytest.raises(Garbage, match="other streams"):
        read(slab, *[part()] * count)


@pytest.mark.parametrize("samples", [-1, 101, 1 << 62])
def test_samples_outside_the_slot(slab: Slab, samples: int) -> None:
    with pytest.raises(Garbage, match="not there"):
        read(slab, part(samples))


def test_samples_outside_the_payload(slab: Slab) -> None:
    with pytest.raises(Garbage, match="not there"):
        read(slab, part(11), payload=b"\0" * 43)


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, SAMPLE_MAX * 1.01, -SAMPLE_MAX * 1.01])
def test_samples_that_are_no_sound(slab: Slab, value: float) -> None:
    slab.write(1, 5, np.array([value], np.float32))
    read(slab, part(5))
    with pytest.raises(Garbage, match="no sound"):
        read(slab, part(6))


@pytest.mark.parametrize(
    "wrong",
    [
        {"start_char": -1},
        {"end_char": len(REQUEST.text) + 1},
        {"start_char": 5},
        {"start_sample": -1},
        {"end_sample": -1},
        {"text": b"\xff"},
        {"spoken": b"\xff"},
    ],
)
def test_words_that_cannot_be(slab: Slab, wrong: dict[str, object]) -> None:
    read(slab, part(words=(word(),)))
    with pytest.raises(Garbage, match="a word"):
        read(slab, part(words=(word(**wrong),)))


@pytest.mark.parametrize("wrong", [{"dropped_chars": -1}, {"speech": SpeechSpan(-1, None)}])
def test_counts_below_nothing(slab: Slab, wrong: dict[str, object]) -> None:
    with pytest.raises(Garbage, match="below nothing"):
        read(slab, part(**wrong))
