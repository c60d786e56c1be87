"""The device's thread put where the settings want it, by itself: it is not ours to start."""

from __future__ import annotations

import logging

from brisa.placement.applied import Applied, refused_wishes
from brisa.placement.apply import settle_thread
from brisa.placement.plan import ThreadPlacement

logger = logging.getLogger(__name__)


class PlayThread:
    """``placed`` is what became of ``wanted``, ``None`` until the thread has come by."""

    def __init__(self, wanted: ThreadPlacement) -> None:
        self._wanted = wanted
        self.placed: tuple[Applied, ...] | None = None

    def settle(self) -> None:
        """Called by the thread for every block; acts with the first. Never raises."""
        if self.placed is None:
            self.placed = settle_thread(self._wanted)

    def report(self) -> None:
        """Log what was refused; not for the thread itself, which has no time for it."""
        refused = refused_wishes(self.placed or ())
        if refused:
            logger.warning(
                "cpu_scheduling.play_thread asks for more than is permitted; see brisa doctor",
                extra={"refused": refused},
            )
