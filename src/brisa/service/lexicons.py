"""Lexicon files of the server and its voices, read again when they change.

A file that gets an error while the server runs keeps its last sound state; the log names the file
and the line. Reading happens in the call that notices the change (about 25 ms for a thousand
entries), which no other caller waits for.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import Final

from brisa.clock import NS_PER_S
from brisa.errors import ConfigError
from brisa.text.lexicon.matching import Layered, Lexicon
from brisa.text.lexicon.parse import FILE_MAX_BYTES, ParsedLexicon, parse_lexicon
from brisa.text.lexicon.tree import LexiconProblem
from brisa.types import LexiconEntry

logger = logging.getLogger(__name__)

LOOK_AGAIN_NS: Final = NS_PER_S
VOICE_SUFFIX: Final = ".lexicon.yaml"
_VOICE_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_State = tuple[int, int, int]


def check_lexicon(path: Path) -> list[LexiconProblem]:
    """What is wrong in a lexicon file, warnings included; nothing if it is sound."""
    return list(_parsed(path).problems)


def read_lexicon(path: Path) -> tuple[LexiconEntry, ...]:
    """The entries of a lexicon file. Raises ``ConfigError`` with file and line."""
    parsed = _parsed(path)
    for problem in parsed.errors:
        separator = " " if problem.line else ": "
        raise ConfigError(f"The lexicon {path}{separator}{problem}", param="text.lexicon")
    return parsed.entries


class LexiconFile:
    """One file, which must be there and sound at first. Every method may be called from any thread.

    Raises ``ConfigError`` with file and line.
    """

    def __init__(self, path: Path, now_ns: int = 0) -> None:
        self._path = path
        self._state = _state(path)
        self._lexicon = Lexicon(read_lexicon(path))
        self._looked_at_ns = now_ns
        self._looking = Lock()

    @property
    def is_there(self) -> bool:
        """The file was there when it was last looked at."""
        return self._state is not None

    def current(self, now_ns: int) -> Lexicon:
        """The file's words. Whether it has changed is looked up at most once a second."""
        if now_ns - self._looked_at_ns >= LOOK_AGAIN_NS and self._looking.acquire(blocking=False):
            try:
                self._looked_at_ns = now_ns
                self._look()
            finally:
                self._looking.release()
        return self._lexicon

    def _look(self) -> None:
        state = _state(self._path)
        if state == self._state:
            return
        self._state = state
        parsed = _parsed(self._path)
        if parsed.errors:
            fields = {"path": str(self._path), "line": parsed.errors[0].line}
            logger.warning("a lexicon cannot be read; its last state is kept", extra=fields)
            return
        self._lexicon = Lexicon(parsed.entries)
        fields = {"path": str(self._path), "entries": len(self._lexicon)}
        logger.info("a lexicon was read again", extra=fields)


class LexiconStore:
    """The lexicons of a service: the server's file, and ``<voice>.lexicon.yaml`` in ``voices_dir``
    for each voice that has one. Every method may be called from any thread.

    Raises ``ConfigError`` if the server's file is missing or not sound. A voice's file may come and
    go; one that is not sound from the first is left out and logged.
    """

    def __init__(self, server: Path | None, voices_dir: Path, now_ns: int = 0) -> None:
        self._server = None if server is None else LexiconFile(server, now_ns)
        self._voices_dir = voices_dir
        self._voices: dict[str, LexiconFile] = {}
        self._unsound: dict[str, _State | None] = {}

    def layered(self, voice: str, request: Sequence[LexiconEntry], now_ns: int) -> Layered:
        """What counts for a request to ``voice``: its own words, the voice's, the server's."""
        layers = [Lexicon(request)] if request else []
        of_voice = self._of_voice(voice, now_ns)
        if of_voice is not None:
            layers.append(of_voice.current(now_ns))
        if self._server is not None:
            layers.append(self._server.current(now_ns))
        return Layered(layers)

    def _of_voice(self, voice: str, now_ns: int) -> LexiconFile | None:
        known = self._voices.get(voice)
        if known is not None and known.is_there:
            return known
        self._voices.pop(voice, None)
        if not _VOICE_NAME.fullmatch(voice):
            return None
        path = self._voices_dir / f"{voice}{VOICE_SUFFIX}"
        state = _state(path)
        if state is None or self._unsound.get(voice) == state:
            return None
        try:
            found = self._voices[voice] = LexiconFile(path, now_ns)
        except ConfigError:
            self._unsound[voice] = state
            fields = {"path": str(path), "line": _first_line(path)}
            logger.warning("a voice's lexicon cannot be read and is left out", extra=fields)
            return None
        return found


def _first_line(path: Path) -> int:
    errors = _parsed(path).errors
    return errors[0].line if errors else 0


def _state(path: Path) -> _State | None:
    """What changes when a file is written or replaced; ``None`` if it cannot be looked at."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def _parsed(path: Path) -> ParsedLexicon:
    try:
        with path.open("rb") as file:
            content = file.read(FILE_MAX_BYTES + 1)
        if len(content) > FILE_MAX_BYTES:
            return _broken(0, f"A lexicon is at most {FILE_MAX_BYTES // 10**6} MB long.")
        return parse_lexicon(content.decode("utf-8-sig"))
    except OSError as error:
        return _broken(0, f"The file cannot be read: {error.strerror}.")
    except UnicodeDecodeError as error:
        return _broken(
            content.count(b"\n", 0, error.start) + 1, "Not valid UTF-8; save it as such."
        )


def _broken(line: int, message: str) -> ParsedLexicon:
    return ParsedLexicon((), (LexiconProblem(line, message),))
