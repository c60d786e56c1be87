"""The scenario ``text``: what reading costs before any sound is made.

One process, one thread. Three questions: what a pushed token costs, what a sentence's spoken form
costs (the first of a text apart, since a listener waits for it), and whether time stays linear and
memory flat over very long text.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from brisa.bench.figures import percentile
from brisa.bench.machine import rss_mb
from brisa.bench.sentences import bench_sentences
from brisa.clock import NS_PER_MS, NS_PER_S, Clock
from brisa.text.reading import Reader, Utterable

MakeReader = Callable[[], Reader]
Tick = Callable[[int, int], None]

SHORT_CHARS = 100_000
LONG_CHARS = 1_000_000
_TOKEN = re.compile(r"\s*[^\W\d_]{1,6}|\s*\d{1,3}|\s*[^\w\s]|\s+|_")
"""About what a language model's tokens are: up to six letters with the space before them."""


def tokens_of(text: str) -> list[str]:
    """``text`` in pieces as a language model gives them; together they are the text."""
    return _TOKEN.findall(text)


def chat_text() -> str:
    """A chat with markdown, code, prices, dates and addresses, written for this purpose."""
    return files("brisa.bench").joinpath("chat.txt").read_text(encoding="utf-8")


def sentences_to_read(*, quick: bool = False) -> list[str]:
    """Plain sentences, and as many that are full of numbers and signs."""
    content = files("brisa.bench").joinpath("written.txt").read_text(encoding="utf-8")
    written = [line.strip() for line in content.splitlines() if line.strip()]
    plain = [sentence.text for sentence in bench_sentences(quick=quick)]
    return plain + (written[::2] if quick else written)


def token_costs_ms(make_reader: MakeReader, clock: Clock, rounds: int) -> list[float]:
    """What each token's push takes, segmentation and clean-up included, by token."""
    costs: list[float] = []
    for _ in range(rounds):
        reader = make_reader()
        for token in tokens_of(chat_text()):
            began_ns = clock.now_ns()
            reader.push(token, 0)
            costs.append((clock.now_ns() - began_ns) / NS_PER_MS)
    return costs


@dataclass(frozen=True, slots=True)
class ReadingCosts:
    """Milliseconds of each segment's spoken form; ``first_ms`` of the first one of each text."""

    first_ms: list[float]
    all_ms: list[float]


def reading_costs(make_reader: MakeReader, texts: Sequence[str], clock: Clock) -> ReadingCosts:
    """The spoken forms of ``texts``, each an utterance of its own, read once."""
    first_ms: list[float] = []
    all_ms: list[float] = []
    for text in texts:
        for index, utterable in enumerate(_segments(make_reader(), [text])):
            began_ns = clock.now_ns()
            utterable.spoken()
            cost_ms = (clock.now_ns() - began_ns) / NS_PER_MS
            all_ms.append(cost_ms)
            if index == 0:
                first_ms.append(cost_ms)
    return ReadingCosts(first_ms, all_ms)


@dataclass(frozen=True, slots=True)
class Length:
    """One long text: how it came, its size, what it took, and how much memory grew meanwhile."""

    name: str
    chars: int
    seconds: float
    grown_mb: float | None

    @property
    def us_per_char(self) -> float:
        return self.seconds * 1e6 / self.chars


def long_texts(chars: int) -> Iterator[tuple[str, Iterable[str]]]:
    """Texts of ``chars`` characters, in pieces."""
    chat = chat_text()
    prose = (chat * (chars // len(chat) + 1))[:chars]
    yield "chat by tokens", tokens_of(prose)
    yield "chat at once", [prose]
    yield "one line without punctuation", ["word and another " * (chars // 17)]
    yield "one word", ["a" * chars]


def measure_length(
    make_reader: MakeReader, name: str, pieces: Iterable[str], clock: Clock
) -> Length:
    """Read it all; segments are let go at once, as a listener's would be in the end."""
    pieces = list(pieces)
    gc.collect()
    before_mb, began_ns = rss_mb(), clock.now_ns()
    for _ in _segments(make_reader(), pieces):
        pass
    seconds = (clock.now_ns() - began_ns) / NS_PER_S
    after_mb = rss_mb()
    grown = None if before_mb is None or after_mb is None else after_mb - before_mb
    return Length(name, sum(map(len, pieces)), seconds, grown)


def text_report(
    make_reader: MakeReader, clock: Clock, machine: dict[str, Any], *, quick: bool, tick: Tick
) -> dict[str, Any]:
    """Everything that was found."""
    texts = sentences_to_read(quick=quick)
    reading_costs(make_reader, ["Warm up: 7 cats, $5.20, Dr. Poe, 3rd May 2031 at 9 a.m."], clock)
    tick(1, 8)
    tokens_ms = token_costs_ms(make_reader, clock, 1 if quick else 5)
    tick(2, 8)
    reading = reading_costs(make_reader, texts, clock)
    scale = 10 if quick else 1
    short = [measure_length(make_reader, *item, clock) for item in long_texts(SHORT_CHARS // scale)]
    tick(3, 8)
    long = []
    for index, item in enumerate(long_texts(LONG_CHARS // scale)):
        long.append(measure_length(make_reader, *item, clock))
        tick(4 + index, 8)
    return {
        "scenario": "text",
        "push_token_us": _figures(tokens_ms, 1000),
        "reading_ms": _figures(reading.all_ms),
        "first_reading_ms": _figures(reading.first_ms),
        "long": [
            {
                "text": slow.name,
                "chars": slow.chars,
                "seconds": round(slow.seconds, 3),
                "us_per_char": round(slow.us_per_char, 3),
                "us_per_char_ratio_to_tenth": round(slow.us_per_char / fast.us_per_char, 2),
                "grown_mb": None if slow.grown_mb is None else round(slow.grown_mb, 1),
            }
            for fast, slow in zip(short, long, strict=True)
        ],
        "machine": machine,
    }


def report_lines(report: dict[str, Any]) -> list[str]:
    """The report for people."""
    token, reading = report["push_token_us"], report["reading_ms"]
    first = report["first_reading_ms"]
    lines = [
        f"push a token   us: mean {token['mean']:.1f}, p50 {token['p50']:.1f}, "
        f"p95 {token['p95']:.1f}, max {token['max']:.0f}",
        f"read a segment ms: mean {reading['mean']:.2f}, p50 {reading['p50']:.2f}, "
        f"p95 {reading['p95']:.2f}, max {reading['max']:.2f}",
        f"the first one  ms: mean {first['mean']:.2f}, p50 {first['p50']:.2f}, "
        f"p95 {first['p95']:.2f}, max {first['max']:.2f}",
    ]
    for row in report["long"]:
        grown = "" if row["grown_mb"] is None else f", memory {row['grown_mb']:+.1f} MB"
        lines.append(
            f"{row['chars']:,} characters, {row['text']}: {row['seconds']:.2f} s, "
            f"{row['us_per_char_ratio_to_tenth']:.2f} x a tenth of it per character{grown}"
        )
    return lines


def _figures(values_ms: Sequence[float], scale: float = 1.0) -> dict[str, float]:
    values = [value * scale for value in values_ms]
    return {
        "count": len(values),
        "mean": round(sum(values) / len(values), 3),
        "p50": round(percentile(values, 50), 3),
        "p95": round(percentile(values, 95), 3),
        "max": round(max(values), 3),
    }


def _segments(reader: Reader, pieces: Iterable[str]) -> Iterator[Utterable]:
    for piece in pieces:
        yield from reader.push(piece, 0)
    yield from reader.end()
