"""The baseline's handler, with a voice that is a list of numbers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import numpy as np
import numpy.typing as npt
import pytest

from brisa.bench.naive import naive_app

pytestmark = pytest.mark.unit


class TwoSentences:
    def stream(self, text: str) -> Iterator[npt.NDArray[np.float32]]:
        yield np.full(len(text), 0.5, np.float32)
        yield np.array([2.0, -2.0], np.float32)


def test_sentences_follow_one_another_as_pcm() -> None:
    async def ask() -> httpx.Response:
        with ThreadPoolExecutor(1) as pool:
            transport = httpx.ASGITransport(naive_app(TwoSentences(), pool, "http://x"))
            async with httpx.AsyncClient(transport=transport, base_url="http://x") as client:
                return await client.post("/v1/audio/speech", json={"input": "abc"})

    answer = asyncio.run(ask())
    assert answer.status_code == 200
    assert np.frombuffer(answer.content, "<i2").tolist() == [16383] * 3 + [32767, -32767]


def test_it_says_where_it_is_when_it_is_warm(capsys: pytest.CaptureFixture[str]) -> None:
    async def start() -> None:
        with ThreadPoolExecutor(1) as pool:
            app = naive_app(TwoSentences(), pool, "http://here:1")
            async with app.router.lifespan_context(app):
                pass

    asyncio.run(start())
    assert json.loads(capsys.readouterr().out)["url"] == "http://here:1"
