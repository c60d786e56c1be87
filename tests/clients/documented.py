"""The code that ``docs/clients.md`` shows for a client, ready to run against the test server."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "clients.md"
ADDRESS = "127.0.0.1:8100"
"""Where the page has brisa listen."""

WYOMING_ADDRESS = "127.0.0.1:10200"
"""Where it has brisa speak Wyoming."""

_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def documented(heading: str, language: str, server: object) -> str:
    """The first block of ``language`` under ``## heading``, with the address of ``server``.

    Raises ``LookupError`` if the page has none.
    """
    page = PAGE.read_text(encoding="utf-8")
    for section in page.split("\n## ")[1:]:
        title, _, body = section.partition("\n")
        if title.strip() != heading:
            continue
        for found, code in _BLOCK.findall(body):
            if found == language:
                host, port = server.host, server.port  # type: ignore[attr-defined]
                wyoming_port = server.wyoming_port  # type: ignore[attr-defined]
                placed = str(code).replace(ADDRESS, f"{host}:{port}")
                return placed.replace(WYOMING_ADDRESS, f"{host}:{wyoming_port}")
    raise LookupError(f"docs/clients.md has no {language} block under {heading!r}")
