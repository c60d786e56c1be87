"""Why a connection is closed from here."""

from __future__ import annotations

from brisa.errors import InvalidRequest


class InputTimeout(InvalidRequest):
    """Nothing was said for as long as the client allowed itself."""

    code = "input_timeout_exceeded"

    def __init__(self, timeout_s: float) -> None:
        super().__init__(
            f"Nothing was said for {timeout_s:g} seconds. Send a space to keep the connection, or "
            "a longer inactivity_timeout."
        )


class TooManyMessages(InvalidRequest):
    """More messages than are taken."""

    code = "too_many_messages"

    def __init__(self) -> None:
        super().__init__("Too many messages came at once; send fewer and longer ones.")


class KeyRefused(InvalidRequest):
    """The first message brought no key that is known here."""

    code = "invalid_api_key"

    def __init__(self) -> None:
        super().__init__("The first message needs an API key that this server knows: xi_api_key.")
