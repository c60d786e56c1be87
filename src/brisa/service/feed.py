"""Pumps from a source of text into a stream, while the stream is already being spoken.

Each pump has one owner: a thread for ordinary iterables, a task for asynchronous ones. A source
that raises fails the stream, so that a reply cut short never looks complete (P3).
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import AsyncIterable, AsyncIterator, Iterable

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

    A source that blocks for ever keeps its thread until the process ends; nothing can interrupt it.
    """
    thread = threading.Thread(target=_pump, args=(speech, pieces), name="brisa-text", daemon=True)
    thread.start()
    return thread


def _pump(speech: Speech, pieces: Iterable[str]) -> None:
    try:
        for piece in pieces:
            if speech.outcome is not None:
                return
            speech.push(piece)
        speech.end()
    except BrisaError as error:
        speech.end(error)
    except Exception as error:  # noqa: BLE001 - the caller's iterator may raise anything
        log_bug(logger, "the source of a stream's text raised", error)
        speech.end(source_failed())


async def speak_from(speech: Speech, pieces: AsyncIterable[str]) -> AsyncIterator[PcmChunk]:
    """The chunks of ``speech`` while ``pieces`` are pumped into it by a task owned here.

    Closing the iterator cancels both.
    """
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
