"""The keys that are good at the moment, and what each has used up."""

from __future__ import annotations

from collections.abc import Iterable

from brisa.clock import Clock, SystemClock
from brisa.transports.allowance import Allowance
from brisa.transports.clients import Client
from brisa.transports.keys import KeyRecord, owner_of


class KeyRing:
    """Touched on the event loop only. Without records nobody is let in."""

    def __init__(self, records: Iterable[KeyRecord] = (), clock: Clock | None = None) -> None:
        self._clock = clock or SystemClock()
        self._records: tuple[KeyRecord, ...] = ()
        self._allowances: dict[str, Allowance] = {}
        self.replace(records)

    def replace(self, records: Iterable[KeyRecord]) -> None:
        """These keys from here on. A name that stays keeps what it has used; one whose key is gone
        or another begins no stream on a connection that it still has."""
        now_ns = self._clock.now_ns()
        hashes = {record.name: record.hash for record in self._records}
        self._records = tuple(records)
        kept: dict[str, Allowance] = {}
        for record in self._records:
            allowance = self._allowances.get(record.name)
            if allowance is None or hashes[record.name] != record.hash:
                kept[record.name] = Allowance(record.limits, now_ns)
            else:
                allowance.change(record.limits, now_ns)
                kept[record.name] = allowance
        for name, allowance in self._allowances.items():
            allowance.revoked = kept.get(name) is not allowance
        self._allowances = kept

    def client(self, offered: Iterable[str], *, talks: bool) -> Client | None:
        """Whose key one of ``offered`` is; ``None`` if nobody's."""
        record = owner_of(offered, self._records)
        if record is None:
            return None
        return Client(record.name, self._allowances[record.name], talks=talks)
