"""What of a log record may be shown, as plain values.

Three things could carry a listener's words or a secret past the rule that lines hold none: the
message of an exception, the repr of an object (asyncio puts one of a failed task into its message),
and a field that should not have been there. None of them gets through here, whoever logged it.
"""

from __future__ import annotations

import logging
import math
import re
import traceback
from collections.abc import Mapping
from dataclasses import dataclass

Plain = str | int | float | bool | None | list["Plain"] | dict[str, "Plain"]

Args = tuple[object, ...] | Mapping[str, object] | None
"""Of a record: what its message is made with."""

MASK = "********"
OWN_LOGGER = "brisa"

_CHARS_MAX = 4000
_FRAMES_MAX = 30
_CHAIN_MAX = 5
_DEPTH_MAX = 4
_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
_SECRET_NAME = re.compile(r"authorization|cookie|credential|passw|secret|token|api.?key", re.I)
_SECRETS = (
    (re.compile(r"(?i)\b(bearer|authorization:?\s+basic)\s+[\w.~+/=-]{6,}"), rf"\1 {MASK}"),
    (re.compile(r"\bbrisa_[\w-]{40,}"), MASK),
    (re.compile(r"(?i)\b(authorization|api[_-]?key|token)=[^\s&\"']+"), rf"\1={MASK}"),
    (re.compile(r"(?<=://)[^\s/@]+@"), f"{MASK}@"),
)


@dataclass(frozen=True, slots=True)
class Stack:
    """The type of an exception and the calls it came through, innermost last. Never its message:
    that may quote what a listener sent."""

    type: str
    at: tuple[str, ...]


def event_of(record: logging.LogRecord, args: Args) -> tuple[str, str]:
    """The first line of the message made with ``args``, and what follows it: a stack of ours,
    nothing of others'."""
    try:
        message = str(record.msg) % args if args else str(record.msg)
    except Exception:  # noqa: BLE001 - as every handler: a wrong call must not break the work
        message = "a record that cannot be formatted"
    first, _, rest = message.partition("\n")
    return _text(first), _text(rest) if is_own(record) else ""


def is_own(record: logging.LogRecord) -> bool:
    """brisa logged it."""
    return record.name == OWN_LOGGER or record.name.startswith(f"{OWN_LOGGER}.")


def fields_of(record: logging.LogRecord) -> dict[str, Plain]:
    """What was given in ``extra``, secrets masked."""
    return _object({name: value for name, value in vars(record).items() if name not in _STANDARD})


def stacks_of(error: BaseException | None) -> list[Stack]:
    """An exception and what led to it, outermost first."""
    found: list[Stack] = []
    while error is not None and len(found) < _CHAIN_MAX:
        frames = traceback.extract_tb(error.__traceback__)[-_FRAMES_MAX:]
        at = tuple(f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames)
        found.append(Stack(type(error).__name__, at))
        error = error.__cause__ or error.__context__
    return found


def _plain(value: object, depth: int = 0) -> Plain:
    """``value`` as JSON has it; of an object without such a form only its type."""
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, str):
        return _text(value)
    if depth < _DEPTH_MAX and isinstance(value, Mapping):
        return _object(value, depth + 1)
    if depth < _DEPTH_MAX and isinstance(value, list | tuple | set | frozenset):
        return [_plain(item, depth + 1) for item in value]
    return f"<{type(value).__name__}>"


def _object(
    fields: Mapping[object, object] | Mapping[str, object], depth: int = 0
) -> dict[str, Plain]:
    return {
        str(name): MASK if _SECRET_NAME.search(str(name)) else _plain(value, depth)
        for name, value in fields.items()
    }


def _text(text: str) -> str:
    for secret, mask in _SECRETS:
        text = secret.sub(mask, text)
    return str(text[:_CHARS_MAX])
