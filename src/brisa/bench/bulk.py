"""Files that are made while listeners listen: long texts asked for as bulk, read as they come."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from contextlib import suppress

from brisa.bench.listening import LoadPlan
from brisa.bench.pcm_stream import PcmStream
from brisa.bench.speech_request import post_speech
from brisa.bench.utterances import Utterance
from brisa.clock import Clock

FILE_CHARS = 100_000
"""The most that a file's text may have, which is what a server takes unless told otherwise."""

_PAUSE_S = 0.5
"""Between two files of one reader, and after a file that was refused."""


class BulkReader:
    """Has one file after the other made until it is cancelled.

    ``audio_s`` is what it got so far.
    """

    def __init__(self, plan: LoadPlan, texts: Sequence[Utterance], clock: Clock) -> None:
        self._plan = plan
        self._request = file_request(plan, texts)
        self._clock = clock
        self._done_s = 0.0
        self._stream: PcmStream | None = None

    @property
    def audio_s(self) -> float:
        """Of the files that came and of the one that comes."""
        return self._done_s + _audio_s(self._stream)

    async def read(self) -> None:
        """Until cancelled."""
        while True:
            with suppress(OSError):
                await self._read_one()
            await asyncio.sleep(_PAUSE_S)

    async def _read_one(self) -> None:
        stream = self._stream = PcmStream(self._clock, asyncio.Event())
        loop = asyncio.get_running_loop()
        host, port = self._plan.host, self._plan.port
        transport, _ = await loop.create_connection(lambda: stream, host, port)
        try:
            transport.write(self._request)
            await stream.done.wait()
        finally:
            transport.close()
            self._done_s += _audio_s(stream)
            self._stream = None


def file_request(plan: LoadPlan, texts: Sequence[Utterance]) -> bytes:
    """The bytes of a request for a file: the utterances one after the other, over and over."""
    words: list[str] = []
    room = FILE_CHARS
    while (room := room - len(texts[len(words) % len(texts)].text) - 1) >= 0:
        words.append(texts[len(words) % len(texts)].text)
    fields = {"input": " ".join(words), "response_format": "pcm", "bulk": True}
    if plan.voice is not None:
        fields["voice"] = plan.voice
    return post_speech(plan, json.dumps(fields).encode())


def _audio_s(stream: PcmStream | None) -> float:
    if stream is None or stream.playhead is None:
        return 0.0
    return stream.playhead.samples / stream.playhead.sample_rate_hz
