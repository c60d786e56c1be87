"""Regular expressions that are compiled when they are first used.

Reading text takes some four hundred of them, and compiling one takes from 0.1 to 5 ms. A short text
needs a fifth of them, so a process that says one sentence does not wait for the rest; a server
compiles them all before it is ready (:func:`compile_all`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from types import MethodType
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias


class _Find(Protocol):
    """Of ``text[pos:endpos]``, as the methods of ``re.Pattern`` have it."""

    def __call__(self, text: str, pos: int = ..., endpos: int = ..., /) -> re.Match[str] | None: ...


class _FindEach(Protocol):
    def __call__(
        self, text: str, pos: int = ..., endpos: int = ..., /
    ) -> Iterator[re.Match[str]]: ...


class _FindAll(Protocol):
    def __call__(self, text: str, pos: int = ..., endpos: int = ..., /) -> list[str]: ...


class _Split(Protocol):
    def __call__(self, text: str, maxsplit: int = ...) -> list[str]: ...


_Replacement: TypeAlias = str | Callable[[re.Match[str]], str]


class _Replace(Protocol):
    def __call__(self, repl: _Replacement, string: str, count: int = ...) -> str: ...


_METHODS: Final = ("match", "search", "fullmatch", "finditer", "findall", "split", "sub")
_TAKEN_OVER: Final = (*_METHODS, "groupindex")


class LazyPattern:
    """Stands for ``re.compile(pattern, flags)`` and has its methods that are used.

    The methods are those of the compiled pattern itself, put in place at the first use of one: a
    call costs about as much as a call of the pattern's own. Thread-safe; at worst a pattern is
    compiled twice. Raises ``re.error`` at first use where ``re.compile`` would.
    """

    __slots__ = ("flags", "pattern", *_TAKEN_OVER)

    match: _Find
    search: _Find
    fullmatch: _Find
    finditer: _FindEach
    findall: _FindAll
    split: _Split
    sub: _Replace
    groupindex: Mapping[str, int]

    def __init__(self, pattern: str, flags: int = 0) -> None:
        self.pattern: Final = pattern
        self.flags: Final = flags
        # Looking up what is there costs more in a class that can answer for what is not.
        self.__class__ = _Uncompiled

    @property
    def compiled(self) -> bool:
        """All methods are in place."""
        return type(self) is LazyPattern

    def compile(self) -> None:
        """Compile it if that was not done."""
        if not self.compiled:
            compiled = re.compile(self.pattern, self.flags)
            for name in _METHODS:
                # Bound like a function of Python, which is called faster than as bound by C.
                setattr(self, name, MethodType(getattr(re.Pattern, name), compiled))
            self.groupindex = compiled.groupindex
            self.__class__ = LazyPattern

    def forget(self) -> None:
        """As it was before the first use."""
        if self.compiled:
            self.__class__ = _Uncompiled
            for name in _TAKEN_OVER:
                delattr(self, name)


class _Uncompiled(LazyPattern):
    """One before its first use."""

    __slots__ = ()

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> object:
            """Only asked for what is not there: a method."""
            if name not in _TAKEN_OVER:
                raise AttributeError(name)
            self.compile()
            return getattr(self, name)


_made: Final[list[LazyPattern]] = []


def lazy_pattern(pattern: str, flags: int = 0) -> LazyPattern:
    """A pattern of a module, or of the rules of a language, which live as long as the process."""
    made = LazyPattern(pattern, flags)
    _made.append(made)
    return made


def patterns() -> tuple[LazyPattern, ...]:
    """All that were made, in the order in which their modules were imported."""
    return tuple(_made)


def compile_all() -> None:
    """Compile what was made and is not compiled; patterns of languages nobody asked for were not
    made. Thread-safe."""
    for made in patterns():
        made.compile()
