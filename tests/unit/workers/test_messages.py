"""Every message survives the wire, with any text."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from brisa.artifacts.voices import VoiceRecord
from brisa.engines.base import (
    Capabilities,
    SegmentRequest,
    SpeechSpan,
    StepCost,
    Voice,
)
from brisa.placement.applied import Applied
from brisa.placement.plan import ThreadPlacement
from brisa.placement.remedies import Remedy
from brisa.text.edits import PhonemeSpan
from brisa.types import WordMark
from brisa.workers import messages
from brisa.workers.faults import Fault

pytestmark = pytest.mark.unit

COST = StepCost("scripted", 40, 0.5)
REQUEST = SegmentRequest(
    "odd \ud800 text \u202e\x00 é", "v", 3, 2**64 - 1, 1.5, "pt-BR", (PhonemeSpan(0, 3, "ɒd"),)
)
MARK = WordMark("od\ud800d", 0, 4, 10, 20, "odd")
LOADED = messages.Loaded(
    4,
    "tiny",
    Capabilities(24000, ("en",), speed_max=2.0, tags=("laugh",)),
    (Voice("v", "en-US", "tiny", licence="Apache-2.0"),),
    "print",
    COST,
)
LOAD = messages.Load(
    4,
    VoiceRecord(name="v", engine="tiny", language="en", file="f", gender="female"),
    "/model",
    "/cache",
    2,
    True,
)
PLACED = (
    Applied("cores", "0,1", "0,1", True),
    Applied("policy", "SCHED_FIFO 85", "refused", False, (Remedy("systemd", "LimitRTPRIO=85"),)),
)
YIELD = messages.Yield(100, True, COST, (messages.word_of(MARK),), SpeechSpan(3, None), 2)

SAMPLES: list[tuple[msgspec.Struct, messages.Decode]] = [
    (messages.Hello(1, "0.1", "token", PLACED), messages.decode_from_worker),
    (
        messages.Beat(1 << 33, True, (messages.LogLine("a.b", 30, "said"),)),
        messages.decode_from_worker,
    ),
    (messages.Release((1, 2**40)), messages.decode_release),
    (LOAD, messages.decode_load_command),
    (messages.Unload(4), messages.decode_load_command),
    (LOADED, messages.decode_load_answer),
    (messages.LoadFailed(4, Fault("voice_file_error", "m", {})), messages.decode_load_answer),
    (
        messages.Step(9, 4, (messages.Item(1), messages.Item(2, messages.opening_of(REQUEST)))),
        messages.decode_step,
    ),
    (messages.Stepped(9, (YIELD,), b"\x00" * 400), messages.decode_step_answer),
    (
        messages.StepFailed(9, Fault("engine_failed", "m", {"param": None})),
        messages.decode_step_answer,
    ),
]


@pytest.mark.parametrize(("message", "decode"), SAMPLES, ids=lambda value: type(value).__name__)
def test_round_trip(message: msgspec.Struct, decode: messages.Decode) -> None:
    assert decode(messages.encode(message)) == message


def test_every_message_is_tried() -> None:
    tagged = {
        kind
        for kind in vars(messages).values()
        if isinstance(kind, type)
        and issubclass(kind, msgspec.Struct)
        and kind.__struct_config__.tag
    }
    assert tagged == {type(message) for message, _ in SAMPLES}


def test_the_orders_of_a_worker_are_json() -> None:
    config = messages.Config(
        protocol=1, version="0.1", token="t", endpoint="ipc://x", lanes=2, slab_fd=5,
        slot_bytes=1 << 20, beat_interval_ms=250, parent_pid=7, lock_memory=True,
        placement=ThreadPlacement((0, 1), 1, "SCHED_FIFO", 85, -17),
    )  # fmt: skip
    assert msgspec.json.decode(msgspec.json.encode(config), type=messages.Config) == config
    assert b"\n" not in msgspec.json.encode(config)


def test_a_request_survives_with_any_text() -> None:
    opening = messages.opening_of(REQUEST)
    wire = messages.encode(messages.Step(0, 0, (messages.Item(0, opening),)))
    [item] = messages.decode_step(wire).items
    assert item.opening is not None
    assert messages.request_of(item.opening) == REQUEST


def test_a_mark_survives_and_its_numbers_may_be_numpy() -> None:
    assert messages.mark_of(messages.word_of(MARK)) == MARK
    odd = WordMark("a", np.int64(0), np.int32(1), np.int64(2), np.int64(3))  # type: ignore[arg-type]
    assert messages.mark_of(messages.word_of(odd)) == WordMark("a", 0, 1, 2, 3)


@pytest.mark.parametrize("data", [b"", b"\xc1", b"junk", b"\x91\xa3zzz", b"\x92\xa7stepped\xa1x"])
def test_what_is_no_message_is_refused(data: bytes) -> None:
    for decode in {decode for _, decode in SAMPLES}:
        with pytest.raises(msgspec.MsgspecError):
            decode(data)
