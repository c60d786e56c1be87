"""brisa's own routes as OpenAPI has them."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from brisa.transports.openapi import JSON, Answer, Operation
from brisa.transports.reading import TextBody
from brisa.transports.status_report import StatusReport


class Change(msgspec.Struct):
    """What is said otherwise than written, by place in the text in characters."""

    spoken: str
    start_char: int
    end_char: int


class Phonemes(msgspec.Struct):
    """Sounds given for a stretch of ``spoken``."""

    start: int
    end: int
    ipa: str


class SegmentAnswer(msgspec.Struct):
    """One piece of text that is spoken as one."""

    spoken: str
    start_char: int
    end_char: int
    language: str
    pause_after_ms: float
    rate: float
    dropped_chars: int
    changes: list[Change]
    phonemes: list[Phonemes]


class TextAnswer(msgspec.Struct):
    """What a text would be spoken as."""

    segments: list[SegmentAnswer]
    dropped_chars: int


class HealthAnswer(msgspec.Struct):
    """``status``: ``ok`` or ``stuck``."""

    status: str
    active_streams: int | None = None


class ReadyAnswer(msgspec.Struct):
    """``status``: ``ready``, ``starting``, ``draining`` or ``failed``, with the error's code."""

    status: str
    code: str | None = None


def operations() -> Sequence[Operation]:
    """Text, probes, status, metrics."""
    return (
        Operation(
            "POST",
            "/v1/text",
            "What a text would be spoken as",
            {200: Answer("Its segments.", {JSON: TextAnswer})},
            body=TextBody,
            description="Nothing is synthesised.",
        ),
        Operation(
            "GET",
            "/v1/status",
            "Streams, workers and alerts",
            {200: Answer("How the server is.", {JSON: StatusReport})},
        ),
        Operation(
            "GET",
            "/health",
            "Does the process work",
            {
                200: Answer("It does.", {JSON: HealthAnswer}),
                503: Answer("It does not: restart it.", {JSON: HealthAnswer}),
            },
        ),
        Operation(
            "GET",
            "/ready",
            "Would a request be served at full speed",
            {
                200: Answer("It would.", {JSON: ReadyAnswer}),
                503: Answer("Not yet, or not any more.", {JSON: ReadyAnswer}),
            },
        ),
        Operation("GET", "/metrics", "Metrics for Prometheus", {200: _METRICS}),
    )


_METRICS = Answer("Samples in Prometheus' text format.", {"text/plain": None})
