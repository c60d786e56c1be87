"""JSON of a client as one of our structs, with errors that quote nothing of it."""

from __future__ import annotations

import re
from typing import Final, TypeVar

import msgspec

from brisa.errors import InvalidRequest

T = TypeVar("T")

_PATH: Final = re.compile(r"`?\$((?:\.\w+|\[\d*\.*\])+)`?")
_MISSING: Final = re.compile(r"missing required field `(\w+)`")


def read_json(decoder: msgspec.json.Decoder[T], raw: bytes | str) -> T:
    """Raises ``InvalidRequest``, whose ``param`` is the field at fault if it is one field."""
    try:
        return decoder.decode(raw)
    except msgspec.ValidationError as error:
        raise _refusal(str(error)) from None
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise InvalidRequest("This is not valid JSON in UTF-8.") from None
    except UnicodeEncodeError:
        raise InvalidRequest("This is not valid Unicode: it holds a lone surrogate.") from None
    except RecursionError:
        raise InvalidRequest("The JSON is nested too deeply.") from None


def _refusal(problem: str) -> InvalidRequest:
    """msgspec names types and places, never values; its words are kept for the wrong type."""
    if missing := _MISSING.search(problem):
        return InvalidRequest(f"The field {missing[1]!r} is missing.", param=missing[1])
    what = problem.partition(" - at")[0].rstrip(".")
    if found := _PATH.search(problem):
        param = found[1].lstrip(".")
        return InvalidRequest(f"The field {param!r} has the wrong type. {what}.", param=param)
    return InvalidRequest(f"A JSON object is wanted. {what}.")
