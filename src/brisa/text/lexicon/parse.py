"""A lexicon file: YAML text to entries, and what is wrong in it by line.

A list or a mapping, long or short, or a mixture::

    - written: Nguyen
      spoken: win
    - {written: GIF, phonemes: dʒɪf, language: en, case_sensitive: true}
    - ON/AIR: on air

Everything is text: ``NO: en oh`` is about the letters NO."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from typing import Final

from brisa.errors import ConfigError
from brisa.text.lexicon.entries import ENTRIES_MAX, faults_of
from brisa.text.lexicon.matching import identity_of
from brisa.text.lexicon.tree import (
    LexiconProblem,
    Mapping,
    Node,
    Refused,
    Scalar,
    Sequence,
    read_tree,
)
from brisa.types import LexiconEntry

FILE_MAX_BYTES: Final = 5_000_000
PROBLEMS_MAX: Final = 100
"""More are not listed: they have one cause."""

_KEYS: Final = ("written", "spoken", "phonemes", "language", "case_sensitive")
_TRUE: Final = frozenset(("true", "yes", "on"))
_FALSE: Final = frozenset(("false", "no", "off"))


@dataclass(frozen=True, slots=True)
class ParsedLexicon:
    """The sound entries of a file in its order, and its problems in order of line."""

    entries: tuple[LexiconEntry, ...]
    problems: tuple[LexiconProblem, ...]

    @property
    def errors(self) -> tuple[LexiconProblem, ...]:
        """The problems that make the file unusable."""
        return tuple(problem for problem in self.problems if not problem.warning)


def parse_lexicon(text: str) -> ParsedLexicon:
    """Read a lexicon. Never raises: a text that is no lexicon has problems and no entries."""
    if len(text) > FILE_MAX_BYTES:
        problem = LexiconProblem(0, f"A lexicon is at most {FILE_MAX_BYTES // 10**6} MB long.")
        return ParsedLexicon((), (problem,))
    reader = _Reader()
    try:
        reader.read(read_tree(text))
    except Refused as refused:
        reader.problems.append(refused.problem)
    problems = sorted(reader.problems, key=lambda problem: problem.line)
    return ParsedLexicon(tuple(reader.entries), tuple(problems))


def read_lexicon(text: str) -> tuple[LexiconEntry, ...]:
    """The entries of a lexicon. Raises ``ConfigError`` with the line of the first error."""
    parsed = parse_lexicon(text)
    for problem in parsed.errors:
        raise ConfigError(f"The lexicon, {problem}")
    return parsed.entries


class _Reader:
    """Turns the tree of a file into entries."""

    def __init__(self) -> None:
        self.entries: list[LexiconEntry] = []
        self.problems: list[LexiconProblem] = []
        self._lines: dict[tuple[str, bool, str], int] = {}

    def read(self, root: Node | None) -> None:
        if isinstance(root, Sequence):
            for item in root.items:
                self._item(item)
        elif isinstance(root, Mapping):
            names = {key.text for key, _ in root.pairs}
            if "written" in names and names <= set(_KEYS):
                self._refuse(root.line, "One entry is a list of one: begin its line with '- '.")
                return
            for key, value in root.pairs:
                self._pair(key, value)
        elif root is not None and not (isinstance(root, Scalar) and not root.given):
            self._refuse(
                root.line, "A lexicon is a list of entries, or lines 'word: how it is said'."
            )

    def _item(self, item: Node) -> None:
        if not isinstance(item, Mapping):
            self._refuse(item.line, "An entry is 'word: how it is said', or has 'written: word'.")
        elif any(key.text in _KEYS for key, _ in item.pairs) or len(item.pairs) != 1:
            self._entry(item.line, item.pairs)
        else:
            self._pair(*item.pairs[0])

    def _pair(self, key: Scalar, value: Node) -> None:
        if isinstance(value, Scalar):
            self._entry(key.line, [(_scalar("written", key), key), (_scalar("spoken", key), value)])
        elif isinstance(value, Mapping):
            self._entry(key.line, [(_scalar("written", key), key), *value.pairs])
        else:
            self._refuse(value.line, "A word is said in one way: give text, not a list.")

    def _entry(self, line: int, pairs: list[tuple[Scalar, Node]]) -> None:
        values: dict[str, Scalar] = {}
        for key, value in pairs:
            if key.text not in _KEYS:
                self._refuse(key.line, _unknown(key.text))
                return
            if not isinstance(value, Scalar):
                self._refuse(value.line, f"'{key.text}' takes text.")
                return
            if key.text in values:
                self._refuse(key.line, f"'{key.text}' is given twice in one entry.")
                return
            if value.given:
                values[key.text] = value
        self._checked(line, values)

    def _checked(self, line: int, values: dict[str, Scalar]) -> None:
        case = values["case_sensitive"].text.lower() if "case_sensitive" in values else "false"
        if case not in _TRUE | _FALSE:
            at = values["case_sensitive"].line
            self._refuse(at, "'case_sensitive' takes true or false.")
            return
        texts = {name: values[name].text for name in _KEYS[:4] if name in values}
        entry = LexiconEntry(
            written=texts.get("written", ""),
            spoken=texts.get("spoken"),
            phonemes=texts.get("phonemes"),
            language=texts.get("language"),
            case_sensitive=case in _TRUE,
        )
        faults = faults_of(entry)
        for name, message in faults:
            self._refuse(values[name].line if name in values else line, message)
        if not faults:
            self._keep(line, entry)

    def _keep(self, line: int, entry: LexiconEntry) -> None:
        identity = identity_of(entry)
        if identity in self._lines:
            earlier = self._lines[identity]
            message = f"The same word as on line {earlier}; this one counts. Remove one."
            self._note(LexiconProblem(line, message, warning=True))
        self._lines[identity] = line
        if len(self.entries) >= ENTRIES_MAX:
            raise Refused(line, f"A lexicon holds at most {ENTRIES_MAX} entries. Split it.")
        self.entries.append(entry)

    def _refuse(self, line: int, message: str) -> None:
        self._note(LexiconProblem(line, message))

    def _note(self, problem: LexiconProblem) -> None:
        if len(self.problems) >= PROBLEMS_MAX and not problem.warning:
            raise Refused(problem.line, "Too many problems; the rest is not looked at.")
        if len(self.problems) < PROBLEMS_MAX:
            self.problems.append(problem)


def _scalar(text: str, place: Scalar) -> Scalar:
    return Scalar(text, place.line, quoted=True)


def _unknown(key: str) -> str:
    found = difflib.get_close_matches(key, _KEYS, n=1, cutoff=0.5)
    if found:
        return f"Unknown key; the nearest known one is '{found[0]}'."
    return f"Unknown key; an entry has {', '.join(_KEYS)}."
