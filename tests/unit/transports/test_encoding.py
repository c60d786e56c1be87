"""Encoders in threads: same bytes, and never freed while they run."""

from __future__ import annotations

import asyncio
import threading

import numpy as np
import pytest

from brisa.audio.encoders.base import EncoderOptions
from brisa.audio.encoders.raw import PcmEncoder
from brisa.audio.encoders.table import find_format, make_encoder
from brisa.errors import OutOfRange
from brisa.transports.encoding import EncodingThreads, StreamEncoder
from brisa.types import PcmInt16

pytestmark = pytest.mark.unit

NOISE_T: PcmInt16 = np.random.default_rng(5).integers(-9000, 9000, 24_000).astype(np.int16)


async def encode_all(threads: EncodingThreads, name: str) -> bytes:
    async with threads.encoder(find_format(name), 24_000) as encoder:
        return await encoder.encode(NOISE_T) + await encoder.flush()


@pytest.mark.parametrize("name", ["pcm", "wav", "mp3", "opus", "flac"])
def test_bytes_are_those_of_the_encoder(name: str) -> None:
    threads = EncodingThreads(1)
    threads.start()
    encoded = asyncio.run(encode_all(threads, name))
    threads.close()
    plain = make_encoder(name, 24_000)
    assert encoded == plain.encode(NOISE_T) + plain.flush()
    plain.close()


@pytest.mark.parametrize(("name", "most_samples"), [("pcm", 24_000), ("opus", 24_000 // 5)])
def test_a_codec_is_called_for_a_fifth_of_a_second_at_most(
    name: str, most_samples: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[int] = []

    async def scenario() -> None:
        threads = EncodingThreads(1)
        async with threads.encoder(find_format(name), 24_000) as encoder:
            plain = encoder._encoder.encode

            def counted(pcm_t: PcmInt16) -> bytes:
                calls.append(len(pcm_t))
                return plain(pcm_t)

            monkeypatch.setattr(encoder._encoder, "encode", counted)
            await encoder.encode(NOISE_T)
        threads.close()

    asyncio.run(scenario())
    assert sum(calls) == len(NOISE_T)
    assert max(calls) == most_samples


def test_a_rate_that_the_format_lacks() -> None:
    async def scenario() -> None:
        threads = EncodingThreads(1)
        with pytest.raises(OutOfRange):
            async with threads.encoder(find_format("mp3"), 8_000):
                pass
        threads.close()

    asyncio.run(scenario())


@pytest.mark.parametrize(("name", "bitrate_bps"), [("mp3", 128_000), ("opus", 64_000)])
def test_a_bit_rate_reaches_the_encoder(name: str, bitrate_bps: int) -> None:
    async def scenario() -> bytes:
        threads = EncodingThreads(1)
        async with threads.encoder(find_format(name), 24_000, bitrate_bps) as encoder:
            encoded = await encoder.encode(NOISE_T) + await encoder.flush()
        threads.close()
        return encoded

    plain = make_encoder(name, 24_000, EncoderOptions(bitrate_bps=bitrate_bps))
    assert asyncio.run(scenario()) == plain.encode(NOISE_T) + plain.flush()
    plain.close()


class SlowEncoder(PcmEncoder):
    """Encodes when told, and remembers whether it was closed meanwhile."""

    def __init__(self) -> None:
        super().__init__(24_000, EncoderOptions())
        self.may_go = threading.Event()
        self.entered = threading.Event()
        self.freed_while_running = False
        self.freed = threading.Event()
        self._running = False

    def _encode(self, pcm_t: PcmInt16) -> bytes:
        self._running = True
        self.entered.set()
        self.may_go.wait(10)
        self._running = False
        return b""

    def _close(self) -> None:
        self.freed_while_running = self._running
        self.freed.set()


def test_a_codec_is_not_freed_while_a_thread_is_inside_it() -> None:
    from concurrent.futures import ThreadPoolExecutor

    async def scenario(pool: ThreadPoolExecutor, slow: SlowEncoder) -> None:
        encoder = StreamEncoder(slow, pool)
        encoding = asyncio.ensure_future(encoder.encode(NOISE_T[:100]))
        await asyncio.to_thread(slow.entered.wait, 10)
        encoding.cancel()
        await asyncio.wait((encoding,))
        encoder.close()
        assert not slow.freed.is_set()
        slow.may_go.set()
        await asyncio.to_thread(slow.freed.wait, 10)

    with ThreadPoolExecutor(1) as pool:
        slow = SlowEncoder()
        asyncio.run(scenario(pool, slow))
    assert slow.freed.is_set()
    assert not slow.freed_while_running
