"""Pumps from a source of text into a stream, while the stream is already being spoken.

Each pump has one owner: a thread for ordinary iterables, a task for asynchronous ones. A source
that raises fails the stream, so that a reply cut short never looks complete (P3).
"""

from __future__ import annotations

import asyncio
import logging
import threading
import weakref
from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable, Iterable

from brisa.errors import BrisaError, InvalidRequest
from brisa.service.speech import Speech
from brisa.telemetry.bugs import log_bug
from brisa.types import PcmChunk

logger = logging.getLogger(__name__)


def source_failed() -> InvalidRequest:
    """The error of a stream whose text source raised."""
    return InvalidRequest("The source of the text raised an error before its end.", param="input")


def feed_from_thread(speech: Speech, pieces: Iterable[str]) -> threading.Thread:
    """Pump ``pieces`` into ``speech`` from a daemon thread, which ends with either of them.

    The thread does not keep the stream alive: one that nobody holds any more is over. A source that
    blocks for ever keeps its thread until the process ends; nothing can interrupt it.
    """
    target = weakref.ref(speech)
    thread = threading.Thread(target=_pump, args=(target, pieces), name="brisa-text", daemon=True)
    thread.start()
    return thread


def _pump(target: weakref.ref[Speech], pieces: Iterable[str]) -> None:
    try:
        for piece in pieces:
            if not _push(target, piece):
                return
        _end(target, None)
    except BrisaError as error:
        _end(target, error)
    except Exception as error:  # noqa: BLE001 - the caller's iterator may raise anything
        log_bug(logger, "the source of a stream's text raised", error)
        _end(target, source_failed())


def _push(target: weakref.ref[Speech], piece: str) -> bool:
    """False if the stream is over."""
    speech = target()
    if speech is None or speech.outcome is not None:
        return False
    speech.push(piece)
    return True


def _end(target: weakref.ref[Speech], error: BrisaError | None) -> None:
    speech = target()
    if speech is not None:
        speech.end(error)


async def speak_from(
    open_speech: Callable[[], Awaitable[Speech]], pieces: AsyncIterable[str]
) -> AsyncIterator[PcmChunk]:
    """The chunks of a stream while ``pieces`` are pumped into it by a task owned here.

    The stream is opened with the first chunk asked for; closing the iterator cancels both.
    """
    speech = await open_speech()
    pump = asyncio.get_running_loop().create_task(_apump(speech, pieces))
    try:
        async for chunk in speech:
            yield chunk
    finally:
        speech.cancel()
        pump.cancel()
        await asyncio.gather(pump, return_exceptions=True)


async def _apump(speech: Speech, pieces: AsyncIterable[str]) -> None:
    try:
        async for piece in pieces:
            speech.push(piece)
        speech.end()
    except BrisaError as error:
        speech.end(error)
    except Exception as error:  # noqa: BLE001 - the caller's iterator may raise anything
        log_bug(logger, "the source of a stream's text raised", error)
        speech.end(source_failed())
