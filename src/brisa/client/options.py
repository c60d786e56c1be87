"""How a client behaves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypedDict

from brisa.client.line import LineOptions
from brisa.errors import OutOfRange


@dataclass(frozen=True, slots=True)
class ClientOptions:
    """``open_timeout_s``: for an attempt to connect. ``max_buffer_s``: how much audio of an
    utterance waits for whoever iterates over it before nothing more is read from the server; it
    holds up all utterances of the client."""

    line: LineOptions = LineOptions()  # noqa: RUF009 - frozen
    open_timeout_s: float = 5.0
    max_buffer_s: float = 60.0

    def __post_init__(self) -> None:
        for name in ("open_timeout_s", "max_buffer_s"):
            if not getattr(self, name) > 0:
                raise OutOfRange(f"{name} is more than 0.", param=name)


class StartOptions(TypedDict, total=False):
    """How an utterance is spoken; what is left out is as the server has it.

    ``language`` is a BCP 47 tag or ``auto``; ``speed`` is 0.25 to 4; ``priority`` 0 to 99.
    ``words`` (default true): tell when words are heard. ``paced`` (default true): the audio is
    played as it comes, so that little is made ahead; without, it comes as fast as it is made.
    ``text_options`` are the fields of ``text`` in docs/text.md.
    """

    voice: str | None
    language: str | None
    speed: float | None
    seed: int | None
    sample_rate_hz: int | None
    priority: int | None
    words: bool
    paced: bool
    text_options: Mapping[str, object] | None


def start_fields(options: StartOptions) -> dict[str, object]:
    """The fields of the message ``start``."""
    text_options = options.get("text_options")
    return {
        "voice": options.get("voice"),
        "language": options.get("language"),
        "speed": options.get("speed"),
        "seed": options.get("seed"),
        "sample_rate": options.get("sample_rate_hz"),
        "priority": options.get("priority"),
        "words": options.get("words", True),
        "paced": options.get("paced", True),
        "text": None if text_options is None else dict(text_options),
    }
