"""What lies ready goes together: a message costs as much as the way through a chunk."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import dataclass

from brisa.service.speech import Speech
from brisa.types import PcmChunk, PcmInt16, WordMark


@dataclass(frozen=True, slots=True)
class Batch:
    """Audio without a gap, from ``start_sample`` on."""

    start_sample: int
    samples: int
    pieces_t: tuple[PcmInt16, ...]
    words: tuple[WordMark, ...]


async def batches(speech: Speech, most_samples: int) -> AsyncGenerator[Batch, None]:
    """The audio of a stream, in order. Raises what the stream raises.

    A batch has less than ``most_samples`` before its last chunk. One that follows a loss (a buffer
    that overflowed) is a batch of its own.
    """
    async for chunk in speech:
        chunks = [chunk]
        end = chunk.start_sample + chunk.pcm_t.shape[0]
        while end - chunks[0].start_sample < most_samples and (more := speech.get_ready()):
            if more.start_sample != end:
                yield _batch(chunks)
                chunks = []
            chunks.append(more)
            end = more.start_sample + more.pcm_t.shape[0]
        yield _batch(chunks)


def _batch(chunks: list[PcmChunk]) -> Batch:
    return Batch(
        chunks[0].start_sample,
        sum(chunk.pcm_t.shape[0] for chunk in chunks),
        tuple(chunk.pcm_t for chunk in chunks),
        tuple(word for chunk in chunks for word in chunk.words),
    )
