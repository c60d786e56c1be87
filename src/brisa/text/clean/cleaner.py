"""Pieces of text in, cleaned text out."""

from __future__ import annotations

from typing import Final

from brisa.text.clean.inline import step
from brisa.text.clean.options import CleanOptions
from brisa.text.clean.state import State, Wait
from brisa.text.clean.verbatim import step_verbatim
from brisa.text.clean.window import Window
from brisa.text.clean.writer import Writer
from brisa.text.cleaned import Cleaned
from brisa.text.markup.elements import Elements

BLOCK_CHARS: Final = 4_096
"""Longer pieces are taken in parts, so that memory does not depend on how text arrives."""


class Cleaner:
    """Cleans one utterance. Not thread-safe.

    However the text is cut into pieces, the cleaned pieces together are the same. At most some
    8,000 characters are held back, and only inside what may be a tag, link or row of a table.
    """

    def __init__(self, options: CleanOptions | None = None) -> None:
        self._options = options or CleanOptions()
        strict = not self._options.clean
        self._state = State(
            self._options,
            Window(strict=strict),
            Writer(strict=strict),
            Elements(self._options.malformed),
        )
        self._step = step if self._options.clean else step_verbatim

    @property
    def held_chars(self) -> int:
        """Characters that wait for what follows them."""
        return len(self._state.window.text) - self._state.window.at

    @property
    def problem_count(self) -> int:
        """What was malformed in markup so far."""
        return self._state.elements.problems.count

    def push(self, text: str) -> Cleaned:
        """The next piece; returns what is certain.

        Raises ``InvalidRequest`` for malformed markup if the options refuse it, and ``ValueError``
        after ``end``.
        """
        if self._state.ending:
            raise ValueError("the utterance has ended; start another Cleaner")
        for start in range(0, len(text), BLOCK_CHARS):
            block = text[start : start + BLOCK_CHARS]
            self._state.elements.push(block)
            self._state.window.add(block)
            self._read(final=False)
        return self._state.writer.take()

    def flush(self) -> Cleaned:
        """Release what is held, taken for what it looks like so far; the utterance goes on.

        A tag that has begun is held still. The end of a line is written with what follows it.
        """
        self._read(final=True)
        self._state.writer.settle()
        return self._state.writer.take()

    def end(self) -> Cleaned:
        """The text is complete: return the rest."""
        state = self._state
        state.ending = True
        self._read(final=True)
        state.writer.insert(state.elements.end(state.window.source_chars))
        state.writer.finish()
        return state.writer.take()

    def _read(self, *, final: bool) -> None:
        state, window = self._state, self._state.window
        while window.at < len(window.text):
            done = self._step(state, final)
            if isinstance(done, Wait):
                break
            window.at = done
        window.trim()
