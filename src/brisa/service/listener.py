"""Who hears a stream, as far as serving it depends on that."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from brisa.scheduler.job import DEFAULT_PRIORITY


@dataclass(frozen=True, slots=True)
class Listener:
    """On what terms a stream is served.

    ``bulk``: nobody listens while it is made (a file); it takes the time that live listeners leave.
    ``priority``, 0 to 99, shifts its deadlines. ``client_key`` says whose share of the server it
    counts against, ``None`` nobody's; it is compared, never shown.

    ``paced``: whoever listens plays as it hears and may stop any moment, so that nothing is made
    further ahead of its ear than the look-ahead. ``reports``: what the other end took is told with
    :meth:`brisa.service.speech.Speech.accepted`; else taking a chunk is taking it.
    """

    bulk: bool = False
    priority: int = DEFAULT_PRIORITY
    client_key: str | None = None
    paced: bool = False
    reports: bool = False


LIVE: Final = Listener()
BULK: Final = Listener(bulk=True)
