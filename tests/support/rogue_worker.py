"""A worker that is not what it should be: ``python rogue_worker.py HOW``."""

from __future__ import annotations

import logging
import os
import sys
import time
from pathlib import Path

from brisa.workers import messages, process, stepping

real_encode = messages.encode


def _first(marker: str) -> bool:
    try:
        os.close(os.open(marker, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return False
    return True


def crash() -> None:
    sys.stderr.write("first line\nno such library: libnothing.so\n")
    sys.exit(9)


def crash_once(marker: str) -> None:
    if _first(marker):
        crash()


def silent() -> None:
    time.sleep(3600)


def other_version() -> None:
    """A worker of another version that trusts the server's word."""
    process._prepare = lambda config: None  # type: ignore[assignment]
    messages.PROTOCOL_VERSION = 99


def other_version_here() -> None:
    process.PROTOCOL_VERSION = 99  # type: ignore[attr-defined]


def babble(marker: str) -> None:
    """Answers to steps that nobody can read, from one process alone."""
    if _first(marker):
        _answer_with(lambda answer: b"\xc1junk")


def wrong_number(marker: str) -> None:
    if _first(marker):
        _answer_with(lambda answer: real_encode(messages.Stepped(77, answer.yields)))


def too_many_streams(marker: str) -> None:
    if _first(marker):
        _answer_with(lambda answer: real_encode(messages.Stepped(answer.number, answer.yields * 2)))


def too_many_samples(marker: str) -> None:
    def swollen(answer: messages.Stepped) -> bytes:
        [part] = answer.yields
        grown = messages.Yield(1 << 40, part.last, part.next_cost)
        return real_encode(messages.Stepped(answer.number, (grown,)))

    if _first(marker):
        _answer_with(swollen)


def odd_beats(marker: str) -> None:
    if _first(marker):
        _replace_encode(messages.Beat, lambda beat: b"\x93nonsense")


def tell_releases() -> None:
    """One that says what it forgets, and how many streams it keeps."""

    class Telling(stepping.Streams):
        def forget(self, key: int) -> None:
            super().forget(key)
            forgotten.append(key)
            logging.getLogger("rogue").warning(
                "%d released, %d kept", len(forgotten), len(self._streams)
            )

    forgotten: list[int] = []
    process.Streams = Telling  # type: ignore[misc]


def _answer_with(answer_of) -> None:  # type: ignore[no-untyped-def]
    _replace_encode(messages.Stepped, answer_of)


def _replace_encode(kind, encoded) -> None:  # type: ignore[no-untyped-def]
    def encode(message):  # type: ignore[no-untyped-def]
        return encoded(message) if isinstance(message, kind) else real_encode(message)

    messages.encode = encode  # type: ignore[assignment]
    assert stepping.messages is messages


def command(how: str, *arguments: Path | str) -> tuple[str, ...]:
    """What starts a worker that behaves like this."""
    return (sys.executable, __file__, how, *map(str, arguments))


if __name__ == "__main__":
    globals()[sys.argv[1]](*sys.argv[2:])
    os._exit(process.main())
