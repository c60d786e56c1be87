"""Code: spans between back-ticks, and fenced blocks."""

from __future__ import annotations

from typing import Final

from brisa.text.clean.announce import announcement
from brisa.text.clean.state import WAIT, Fence, LineKind, State, Step, needs_more
from brisa.text.patterns import lazy_pattern

SPAN_MAX_CHARS: Final = 300
"""A span that is not closed within this length is none."""

_RUN_MAX_CHARS: Final = 32
_INDENT_MAX_CHARS: Final = 12
_TICKS: Final = lazy_pattern(r"`{1,32}")
_PARAGRAPH_END: Final = lazy_pattern(r"\n *\n")
_FENCE: Final = lazy_pattern(r"(`{3,31}|~{3,31})([^`~\n]{0,100})")
_FENCE_MAX_CHARS: Final = 131
_INLINE_FENCE: Final = lazy_pattern(r"`{3,31}([\w+#.-]{0,20}) {0,4}")
_FENCE_CLOSE: Final = lazy_pattern(r"[ >]{0,12}")
_CONTENT: Final = lazy_pattern(r"[^ \n]+(?: [^ \n]+)*")


def read_back_tick(state: State, at: int, final: bool) -> Step:
    """A span of code, an apostrophe, or a stray mark that is left out."""
    text = state.window.text
    found = _TICKS.match(text, at)
    end = found.end() if found else at + 1
    length = end - at
    if needs_more(text, end, final) and length < _RUN_MAX_CHARS:
        return WAIT
    if length == _RUN_MAX_CHARS or state.before(at) == "`":
        return state.leave_out(end)
    if length == 1 and state.before(at).isalpha() and text[end : end + 1].isalpha():
        return _apostrophe(state, at)
    if length >= 3:
        fence = _read_inline_fence(state, at, end, final)
        if fence is not None:
            return fence
    return _read_span(state, at, end, final)


def _apostrophe(state: State, at: int) -> int:
    state.writer.character("'", *state.window.span(at, at + 1))
    return at + 1


def _read_inline_fence(state: State, at: int, run_end: int, final: bool) -> Step | None:
    """A fence that begins behind other text: nothing but a language's name follows in its line."""
    text = state.window.text
    found = _INLINE_FENCE.match(text, at)
    if found is None:
        return None
    end = found.end()
    if needs_more(text, end, final):
        return WAIT
    if text[end : end + 1] == "\n":
        open_fence(state, "`", run_end - at, found.group(1), at, end)
        return end
    return None


def _read_span(state: State, at: int, end: int, final: bool) -> Step:
    text = state.window.text
    limit = end + SPAN_MAX_CHARS
    broken = _PARAGRAPH_END.search(text, end, limit)
    stop = broken.start() if broken else min(len(text), limit)
    for close in _TICKS.finditer(text, end, stop):
        if close.end() == len(text) and not final:
            return WAIT
        if close.end() - close.start() == end - at and close.end() < limit:
            _take_code(state, end, close.start())
            return close.end()
    if broken is None and needs_more(text, limit, final):
        return WAIT
    return state.leave_out(end)


def _take_code(state: State, start: int, end: int) -> None:
    """Code as it stands, but for white space."""
    window = state.window
    place = start
    for found in _CONTENT.finditer(window.text, start, end):
        if found.start() > place:
            state.writer.space(*window.span(place, place + 1))
        place = state.take(found.start(), found.end())
    if place < end:
        state.writer.space(*window.span(place, place + 1))


def read_fence(state: State, at: int, final: bool) -> Step | None:
    """The opening fence of a block, where a line begins."""
    text = state.window.text
    run = text[at : at + 3]
    if len(set(run)) > 1:
        return None
    if len(run) < 3:
        return None if final else WAIT
    found = _FENCE.match(text, at)
    if found is None:
        return None
    end = found.end()
    if needs_more(text, end, final) and end - at < _FENCE_MAX_CHARS:
        return WAIT
    if end < len(text) and text[end] != "\n":
        return None
    marks, info = found.groups()
    open_fence(state, marks[0], len(marks), info.strip(), at, end)
    return end


def open_fence(state: State, mark: str, length: int, info: str, at: int, end: int) -> None:
    """What follows is code, up to a line of at least ``length`` marks."""
    state.fence = Fence(mark, length)
    state.fence_line_begins = False
    state.fence_opening = True
    state.writer.mark_line()
    if state.options.code == "summarise":
        words = announcement(info, state.options.language)
        state.writer.word(words, *state.window.span(at, end))
        state.line_kind = LineKind.HEADING


def read_fenced(state: State, at: int, final: bool) -> Step:
    """A line of code, a part of one, or the closing fence."""
    text = state.window.text
    if state.fence_line_begins:
        closed = _closing_fence(state, at, final)
        if closed is WAIT:
            return WAIT
        if closed is not None:
            state.fence = None
            return closed
        state.fence_line_begins = False
    line_end = text.find("\n", at)
    end = len(text) if line_end < 0 else line_end
    if state.options.code == "read":
        _take_code(state, at, end)
    if line_end < 0:
        return end
    opening, state.fence_opening = state.fence_opening, False
    state.fence_line_begins = True
    if not state.writer.line_empty or (state.options.code == "read" and not opening):
        state.writer.newline(*state.window.span(end, end + 1), stop=True)
    return end + 1


def _closing_fence(state: State, at: int, final: bool) -> Step | None:
    text, fence = state.window.text, state.fence
    assert fence is not None
    indent = _FENCE_CLOSE.match(text, at)
    begin = indent.end() if indent else at
    end = begin
    while end < len(text) and text[end] == fence.mark and end - begin < 2 * _RUN_MAX_CHARS:
        end += 1
    marks_end = end
    while end < len(text) and text[end] == " " and end - marks_end < _INDENT_MAX_CHARS:
        end += 1
    if needs_more(text, end, final):
        return WAIT
    if marks_end - begin < fence.length or (end < len(text) and text[end] != "\n"):
        return None
    return end
