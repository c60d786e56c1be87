import numpy as np
import pytest

from brisa.audio.encoders.base import EncoderOptions
from brisa.audio.encoders.single_use import SingleUseEncoder

pytestmark = pytest.mark.unit


class Recording(SingleUseEncoder):
    def __init__(self, total_samples: int | None = None) -> None:
        super().__init__(24_000, EncoderOptions(total_samples=total_samples))
        self.calls: list[str] = []

    def _encode(self, pcm_t: np.ndarray) -> bytes:
        self.calls.append(f"encode {pcm_t.shape[0]}")
        return b"x"

    def _flush(self) -> bytes:
        self.calls.append("flush")
        return b"end"

    def _close(self) -> None:
        self.calls.append("close")


def test_an_empty_piece_does_not_reach_the_codec():
    encoder = Recording()
    assert encoder.encode(np.zeros(0, np.int16)) == b""
    assert encoder.encode(np.zeros(3, np.int16)) == b"x"
    assert encoder.flush() == b"end"
    assert encoder.calls == ["encode 3", "flush"]


def test_close_runs_once_and_at_any_time():
    for use in ([], ["flush"]):
        encoder = Recording()
        for call in [*use, "close", "close"]:
            getattr(encoder, call)()
        assert encoder.calls == [*use, "close"]


def test_a_failed_flush_may_still_be_closed():
    encoder = Recording(total_samples=1)
    with pytest.raises(RuntimeError, match="fewer samples"):
        encoder.flush()
    encoder.close()
    assert encoder.calls == ["close"]


def test_the_promised_length_is_met_exactly():
    encoder = Recording(total_samples=5)
    encoder.encode(np.zeros(2, np.int16))
    encoder.encode(np.zeros(3, np.int16))
    with pytest.raises(RuntimeError, match="more samples"):
        encoder.encode(np.zeros(1, np.int16))
