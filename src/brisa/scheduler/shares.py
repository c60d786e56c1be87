"""Who has more than a fair share of the live streams."""

from __future__ import annotations


class Shares:
    """Streams by client key. A key without streams is forgotten, so keys never outnumber them."""

    def __init__(self) -> None:
        self._streams: dict[str, int] = {}
        self._total = 0

    def __len__(self) -> int:
        return len(self._streams)

    def enter(self, key: str | None) -> None:
        """A stream of the key begins; ``None`` belongs to nobody and is not counted."""
        if key is not None:
            self._streams[key] = self._streams.get(key, 0) + 1
            self._total += 1

    def leave(self, key: str | None) -> None:
        """One of the key's streams is over. Raises ``KeyError`` if it has none."""
        if key is None:
            return
        left = self._streams[key] - 1
        self._total -= 1
        if left:
            self._streams[key] = left
        else:
            del self._streams[key]

    def above(self, key: str | None, joining: int = 0) -> bool:
        """With ``joining`` more, the key would have more than an equal part, rounded up.

        Nobody is above their share alone: what nobody else wants may be had.
        """
        if key is None:
            return False
        keys = len(self._streams) + (key not in self._streams)
        mine = self._streams.get(key, 0) + joining
        return keys > 1 and mine > -(-(self._total + joining) // keys)
