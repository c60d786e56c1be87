"""The error tree on the wire: what went wrong in a worker is raised again in the server."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from brisa.errors import BrisaError, EngineFailed

Detail = str | int | float | None

_DETAILS = ("param", "retry_after_s", "limit_chars", "extra", "reason")
"""What errors carry beside their message."""


class Fault(msgspec.Struct, frozen=True, array_like=True):
    """An error as plain values; ``code`` is that of the error tree."""

    code: str
    message: str
    details: dict[str, Detail] = {}


def fault_of(error: BrisaError) -> Fault:
    """``error`` as plain values that any text survives."""
    message = error.message.encode("utf-8", "replace").decode()
    details = {name: getattr(error, name) for name in _DETAILS if hasattr(error, name)}
    return Fault(error.code, message, details)


def error_of(fault: Fault) -> BrisaError:
    """The error that ``fault`` tells of; an unknown code is an ``EngineFailed``."""
    kind = _KINDS.get(fault.code, EngineFailed)
    error = kind.__new__(kind)
    BrisaError.__init__(error, fault.message)
    for name, value in fault.details.items():
        if name in _DETAILS:
            setattr(error, name, value)
    return error


def _kinds(root: type[BrisaError]) -> Iterator[tuple[str, type[BrisaError]]]:
    yield root.code, root
    for kind in root.__subclasses__():
        # Those that transports add share codes with ours, and no worker raises them.
        if kind.__module__ == root.__module__:
            yield from _kinds(kind)


_KINDS = dict(_kinds(BrisaError))
