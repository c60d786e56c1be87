"""Every error a caller of brisa can meet, as one tree.

::

    BrisaError
    ├── InvalidRequest            the request is at fault; sending it again unchanged fails again
    │   ├── EmptyText             nothing in the text can be spoken
    │   ├── TextTooLong           over the limit of characters
    │   ├── InvalidText           not valid text (undecodable bytes, lone surrogates)
    │   ├── UnknownVoice          no such voice
    │   ├── UnknownModel          no such model
    │   ├── UnknownFormat         no such audio format
    │   ├── OutOfRange            a number outside its range
    │   └── UnsupportedOption     an option this voice, engine or format does not have
    ├── Unavailable               the server is at fault, and may not be later
    │   ├── Overloaded            no capacity; retry after a while
    │   ├── LimitReached          the caller has used up its share; others are served
    │   └── ShuttingDown          draining
    ├── EngineFailed              synthesis broke
    │   └── EngineTimeout         a step took longer than its limit
    ├── ConfigError               a settings file, environment variable or flag is wrong
    ├── MissingExtra              an optional part is not installed
    ├── VoiceFileError            a voice file is damaged or of another kind
    └── OutputError               the output cannot be written

Each class has a stable ``code`` (part of the public interface), says whether a retry can help, and
carries the next action in its message. Messages name parameters and limits, never the listener's
text. Only :mod:`brisa.transports.errors` and the command line translate these to a wire.
"""

from __future__ import annotations

from typing import ClassVar


class BrisaError(Exception):
    """Root of the tree.

    ``message`` is for the person who made the call. ``param`` names the request field or flag at
    fault, if there is one.
    """

    code: ClassVar[str] = "internal_error"
    retryable: ClassVar[bool] = False

    def __init__(self, message: str, *, param: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.param = param

    @property
    def title(self) -> str:
        """The code as people write it."""
        return self.code.replace("_", " ").capitalize()


class InvalidRequest(BrisaError):
    """The request cannot be served as it stands."""

    code = "invalid_request"


class EmptyText(InvalidRequest):
    """Nothing in the text can be spoken."""

    code = "empty_text"


class TextTooLong(InvalidRequest):
    """The text is over the limit of characters."""

    code = "text_too_long"

    def __init__(self, limit_chars: int, *, param: str | None = None) -> None:
        super().__init__(
            f"The text is longer than {limit_chars} characters. "
            "Send it in parts, or raise limits.max_text_chars.",
            param=param,
        )
        self.limit_chars = limit_chars


class InvalidText(InvalidRequest):
    """The text is not valid Unicode."""

    code = "invalid_text"


class UnknownVoice(InvalidRequest):
    """No voice has that name."""

    code = "unknown_voice"


class UnknownModel(InvalidRequest):
    """No model has that name."""

    code = "unknown_model"


class UnknownFormat(InvalidRequest):
    """No audio format has that name."""

    code = "unknown_format"


class OutOfRange(InvalidRequest):
    """A number is outside its range."""

    code = "out_of_range"


class UnsupportedOption(InvalidRequest):
    """The voice, engine or format does not have this option."""

    code = "unsupported_option"


class Unavailable(BrisaError):
    """The request is fine, the server cannot take it at the moment.

    ``retry_after_s`` is when it is worth trying again.
    """

    code = "unavailable"
    retryable = True

    def __init__(self, message: str, *, retry_after_s: float = 1.0) -> None:
        super().__init__(message)
        self.retry_after_s = retry_after_s


class Overloaded(Unavailable):
    """All capacity is taken; ``reason`` is which, in a word."""

    code = "overloaded"

    def __init__(
        self, message: str, *, retry_after_s: float = 1.0, reason: str = "capacity"
    ) -> None:
        super().__init__(message, retry_after_s=retry_after_s)
        self.reason = reason


class LimitReached(Unavailable):
    """The caller has used up what it is allowed; others are served."""

    code = "rate_limit_exceeded"


class ShuttingDown(Unavailable):
    """The server is draining and takes no new streams."""

    code = "shutting_down"


class EngineFailed(BrisaError):
    """The engine broke while speaking; what was produced before is valid but incomplete."""

    code = "engine_failed"
    retryable = True


class EngineTimeout(EngineFailed):
    """A step took longer than its limit."""

    code = "engine_timeout"


class ConfigError(BrisaError):
    """A setting is unknown, malformed or contradictory."""

    code = "config_error"


class MissingExtra(BrisaError):
    """An optional part is not installed."""

    code = "missing_extra"

    def __init__(self, what: str, extra: str, *, param: str | None = None) -> None:
        super().__init__(
            f"{what} needs an optional part. Install it with: pip install 'brisa[{extra}]'",
            param=param,
        )
        self.extra = extra


class VoiceFileError(BrisaError):
    """A voice file is damaged or not of a kind brisa can load."""

    code = "voice_file_error"


class OutputError(BrisaError):
    """The output cannot be written."""

    code = "output_error"
