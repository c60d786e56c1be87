"""Small files of the kernel, read so that nothing raises: what cannot be read is not known."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from brisa.placement.cpu_list import parse_cpu_list

_MOST_BYTES = 1 << 16


@dataclass(frozen=True, slots=True)
class Files:
    """Files below ``root``, which is ``/`` but in tests. Every answer is ``None`` for a file that
    is missing, unreadable or not of that form."""

    root: Path = Path("/")

    def text(self, path: str) -> str | None:
        try:
            with (self.root / path).open("rb") as file:
                return file.read(_MOST_BYTES).decode("utf-8").strip()
        except (OSError, ValueError):
            return None

    def integer(self, path: str) -> int | None:
        return as_integer(self.text(path))

    def cpu_list(self, path: str) -> frozenset[int] | None:
        text = self.text(path)
        return None if text is None else parse_cpu_list(text)

    def field(self, path: str, name: str) -> str | None:
        """The value of the line ``name: value``."""
        for line in (self.text(path) or "").splitlines():
            found, _, value = line.partition(":")
            if found.strip() == name:
                return value.strip()
        return None


def as_integer(text: str | None) -> int | None:
    """A whole number in decimal digits, or ``None``."""
    try:
        return None if text is None else int(text)
    except ValueError:
        return None
