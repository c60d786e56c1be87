"""Fields of requests that are sent as a query or as a form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final
from urllib.parse import parse_qsl

from brisa.errors import InvalidRequest
from brisa.transports.ordering import Asked

_FORM: Final = "application/x-www-form-urlencoded"
_MAX_FIELDS: Final = 100


def fields_of(asked: Asked) -> Mapping[str, str]:
    """The query, and over it the form of the body. Raises ``InvalidRequest``."""
    fields = dict(asked.query)
    media_type = asked.headers.get("content-type", _FORM).partition(";")[0].strip().lower()
    if not asked.body:
        return fields
    if media_type != _FORM:
        raise InvalidRequest(f"The body is to be a form, {_FORM}.")
    try:
        form = asked.body.decode("utf-8")
        return fields | dict(
            parse_qsl(form, keep_blank_values=True, errors="strict", max_num_fields=_MAX_FIELDS)
        )
    except ValueError:  # not UTF-8, or too many
        raise InvalidRequest("The body is not a form in UTF-8.") from None
