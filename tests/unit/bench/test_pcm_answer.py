"""An answer, however the wire cuts it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisa.bench.pcm_answer import BadAnswer, PcmAnswer

pytestmark = pytest.mark.unit

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: audio/pcm\r\nX-Sample-Rate: 24000\r\n"
CHUNKED = (
    HEAD + b"transfer-encoding: chunked\r\n\r\n"
    b"5\r\nabcde\r\nA;name=value\r\n0123456789\r\n1\r\n\n\r\n0\r\n\r\n"
)
PLAIN = HEAD + b"Content-Length: 7\r\n\r\nabcdefg"
TRAILERS = HEAD + b"transfer-encoding: chunked\r\n\r\n2\r\nab\r\n0\r\nx: y\r\nz: 1\r\n\r\n"


def fed(*pieces: bytes) -> tuple[PcmAnswer, list[int]]:
    answer = PcmAnswer()
    return answer, [answer.feed(piece) for piece in pieces]


@pytest.mark.parametrize(("wire", "body_bytes"), [(CHUNKED, 16), (PLAIN, 7), (TRAILERS, 2)])
def test_an_answer_in_one_piece(wire: bytes, body_bytes: int) -> None:
    answer, counts = fed(wire)
    assert (answer.status, answer.complete, counts) == (200, True, [body_bytes])
    assert answer.headers["x-sample-rate"] == "24000"


@given(cuts=st.lists(st.integers(0, len(CHUNKED)), max_size=12).map(sorted))
@pytest.mark.parametrize(("wire", "body_bytes"), [(CHUNKED, 16), (PLAIN, 7), (TRAILERS, 2)])
def test_any_cut_counts_the_same(wire: bytes, body_bytes: int, cuts: list[int]) -> None:
    places = [0, *cuts, len(wire)]
    answer, counts = fed(*(wire[a:b] for a, b in zip(places, places[1:], strict=False)))
    assert sum(counts) == answer.body_bytes == body_bytes
    assert answer.complete


@pytest.mark.parametrize("wire", [CHUNKED, PLAIN, TRAILERS])
def test_nothing_but_the_whole_is_complete(wire: bytes) -> None:
    for length in range(len(wire)):
        answer, _ = fed(wire[:length])
        assert not answer.complete, wire[:length]


def test_byte_by_byte_each_byte_of_the_body_counts_as_it_comes() -> None:
    answer = PcmAnswer()
    counts = [answer.feed(CHUNKED[index : index + 1]) for index in range(len(CHUNKED))]
    assert answer.complete
    assert set(counts) == {0, 1}
    assert sum(counts) == 16


def test_a_refusal_without_a_body() -> None:
    answer, _ = fed(b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\n\r\n")
    assert (answer.status, answer.headers["retry-after"], answer.complete) == (503, "1", True)


@pytest.mark.parametrize(
    "wire",
    [
        b"SSH-2.0-OpenSSH\r\n\r\n",
        b"HTTP/1.1 abc\r\n\r\n",
        HEAD + b"content-length: many\r\n\r\n",
        HEAD + b"transfer-encoding: chunked\r\n\r\nzz\r\n",
        HEAD + b"transfer-encoding: chunked\r\n\r\n1\r\nabc\r\n",
        HEAD + b"transfer-encoding: chunked\r\n\r\n" + b"1" * 2000,
        b"x" * (1 << 17),
    ],
)
def test_what_is_no_answer(wire: bytes) -> None:
    with pytest.raises(BadAnswer):
        fed(wire)


@pytest.mark.parametrize(("wire", "body"), [(CHUNKED, b"abcde0123456789\n"), (PLAIN, b"abcdefg")])
@pytest.mark.parametrize("step", [1, 3, 1000])
def test_a_sink_is_shown_the_body_alone(wire: bytes, body: bytes, step: int) -> None:
    shown = bytearray()
    answer = PcmAnswer(shown.extend)
    for start in range(0, len(wire), step):
        answer.feed(wire[start : start + step])
    assert answer.complete
    assert bytes(shown) == body
