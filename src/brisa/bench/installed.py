"""How much disk the core takes once installed: brisa and what it requires, extras left out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

import brisa

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_EXTRA = re.compile(r"\bextra\s*==")

Requires = Callable[[str], Iterable[str] | None]
"""A package's requirements as its metadata spells them; ``None`` if it is not installed."""


def installed_sizes(root: str = "brisa") -> dict[str, int]:
    """Bytes on disk by package, for ``root`` and all that it needs without extras.

    ``root`` counts as its package folder, which an editable installation has elsewhere.
    """
    sizes = {
        name: _files_bytes(distribution(name)) for name in closure(root, _requires) if name != root
    }
    sizes[root] = folder_bytes(Path(brisa.__file__).parent)
    return sizes


def closure(root: str, requires: Requires) -> list[str]:
    """``root`` and everything that it needs, each once, by normalised name.

    A requirement under a marker (another system, an older Python) counts if it is installed.
    """
    found: list[str] = []
    waiting = [root]
    while waiting:
        name = waiting.pop()
        needs = None if name in found else requires(name)
        if needs is None:
            continue
        found.append(name)
        waiting += [required_name(text) for text in needs if not _EXTRA.search(text)]
    return found


def required_name(requirement: str) -> str:
    """The normalised name in ``Foo_Bar>=1; python_version < "3.12"``: ``foo-bar`` (PEP 503)."""
    match = _NAME.match(requirement.strip())
    assert match is not None, requirement
    return re.sub(r"[-_.]+", "-", match[0]).lower()


def folder_bytes(folder: Path) -> int:
    """Bytes of all files under ``folder``."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _requires(name: str) -> Iterable[str] | None:
    try:
        return distribution(name).requires or []
    except PackageNotFoundError:
        return None


def _files_bytes(package: Distribution) -> int:
    paths = (Path(str(file.locate())) for file in package.files or [])
    return sum(path.stat().st_size for path in paths if path.is_file())
